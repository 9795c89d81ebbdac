"""Location tiles: taking, losing and using them, and when they become usable (section 8)."""

from __future__ import annotations

from engine.contract import Seat
from engine.kingdom.ground.board import TILES_ON_A_LOCATION, Board, Slots
from engine.kingdom.ground.hexes import Hex, Mask
from engine.kingdom.ground.moves import Action
from engine.kingdom.state import Tiles, make, replaced, usable


def take(board: Board, tiles: Tiles, seat: Seat, hex_: Hex) -> tuple[Tiles, int]:
    """Tiles after this seat has placed on ``hex_``, and of how many locations it took the last."""
    all_owned, used, all_fresh, all_taken, due, laid = tiles
    owned, fresh, taken = all_owned[seat], all_fresh[seat], all_taken[seat]
    near, lasts = board.slots_near[hex_] & ~taken, 0  # L-GEN-2
    while near:
        bit = near & -near
        near ^= bit
        takers = len([row for row in all_taken if row & bit])
        if takers == TILES_ON_A_LOCATION:
            continue  # L-GEN-4
        gained = bit
        if board.bonus:
            kind = board.slots[bit.bit_length() - 1].kind
            sources = board.sources[kind]
            if kind in board.bonus and (owned | bit) & sources == sources != bit:
                gained |= board.bonus[kind]  # M-BONUS-1
        owned, fresh, taken = owned | gained, fresh | gained, taken | bit
        lasts += takers + 1 == TILES_ON_A_LOCATION
    if taken == all_taken[seat]:
        return tiles, 0
    all_owned = replaced(all_owned, seat, owned)
    all_fresh = replaced(all_fresh, seat, fresh)
    all_taken = replaced(all_taken, seat, taken)
    return make(Tiles, (all_owned, used, all_fresh, all_taken, due, laid)), lasts


def lose(board: Board, tiles: Tiles, seat: Seat, own: Mask) -> Tiles:
    """Tiles after settlements have left: those without an adjacent settlement go (L-GEN-6)."""
    lost = 0
    for slot, (_, _, around) in enumerate(board.slots):
        if tiles.owned[seat] >> slot & 1 and around and not around & own:
            lost |= 1 << slot
    if not lost:
        return tiles
    ready = usable(tiles, seat)
    owned, used, fresh = tiles.owned[seat], tiles.used[seat], tiles.fresh[seat]
    for kind, sources in board.sources.items():
        if not lost & sources:
            continue
        kept = owned & sources & ~lost
        spare = (ready & lost & sources).bit_count()
        revived = _lowest(kept & ~ready, spare)  # L-GEN-8: the better piece of cardboard stays
        used, fresh = used & ~revived, fresh & ~revived
        lost |= board.bonus.get(kind, 0)  # M-BONUS-4
    return tiles._replace(
        owned=replaced(tiles.owned, seat, owned & ~lost),
        used=replaced(tiles.used, seat, used & ~lost),
        fresh=replaced(tiles.fresh, seat, fresh & ~lost),
    )


def _lowest(slots: Slots, count: int) -> Slots:
    found = 0
    for _ in range(count):
        found |= slots & -slots
        slots &= slots - 1
    return found


def use(board: Board, tiles: Tiles, seat: Seat, action: Action) -> Tiles:
    """Turn over the tile that allows this action."""
    owned, used, fresh, taken, due, laid = tiles
    tile = board.tile_of(action, owned[seat] & ~(used[seat] | fresh[seat]))
    return make(Tiles, (owned, replaced(used, seat, used[seat] | tile), fresh, taken, due, laid))


def pass_turn(tiles: Tiles, seat: Seat, following: Seat) -> Tiles:
    """The turn of ``seat`` has ended, that of ``following`` begins (T-6, M-CANOE-6)."""
    owned, used, fresh, taken, due, laid = tiles
    if laid[seat]:
        due = replaced(due, seat, due[seat] + laid[seat])
        laid = replaced(laid, seat, 0)
    elif not (used[seat] or fresh[seat] or fresh[following]):
        return tiles
    if used[seat]:
        used = replaced(used, seat, 0)
    if fresh[seat] or fresh[following]:
        fresh = replaced(replaced(fresh, seat, 0), following, 0)
    return make(Tiles, (owned, used, fresh, taken, due, laid))
