"""What a position promises beyond the gold it pays: tiles, room to build, settlements.

The weights were fitted to how games of the skilled bot ended (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import truediv
from typing import Final

from engine.contract import Seat
from engine.kingdom.bots.appeal import Ground
from engine.kingdom.bots.slices import Slices, best
from engine.kingdom.bots.weights import TILE_GOLD, UNITS
from engine.kingdom.goals import GOALS, PALACES, Count
from engine.kingdom.ground.hexes import Mask, dilate
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.rules.locations import BUILD_RULES
from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import QUOTA, State

Chances = tuple[tuple[int, float], ...]

EXTRA_BUILDS: Final = frozenset(BUILD_RULES) - {Action.BUILD, Action.CANOE}
SETTLED: Final = 0.5  # gold that a settlement on the board is worth beyond what it pays now
ROOM: Final = 0.5  # how much the best next build counts
COMPARED: Final = frozenset(("lords", "noblewomen", PALACES))


def turns_to_come(masks: Sequence[Mask], kinds: Sequence[Iterable[Action]]) -> float:
    """How many turns it takes, about, until the first seat has built all, with what it builds each
    turn by the card and by its tiles."""
    return turns_until_built([own.bit_count() for own in masks], kinds)


def turns_until_built(settled: Sequence[int], kinds: Sequence[Iterable[Action]]) -> float:
    """The same, from the number of settlements that each seat has on the board."""
    rates = [QUOTA + len([kind for kind in held if kind in EXTRA_BUILDS]) for held in kinds]
    found: float = min(map(truediv, [SETTLEMENTS - count for count in settled], rates))
    return found


def turns_left(masks: Sequence[Mask], kinds: Sequence[Iterable[Action]]) -> int:
    """The same in whole turns, after the present one."""
    return int(turns_to_come(masks, kinds) + 0.75)


def chances(state: State) -> Chances:
    """How likely each terrain is on the card of a turn to come."""
    cards, faces = state.cards, state.setup.plain_faces
    counts = cards.unseen if any(cards.unseen) else cards.discard
    rates: dict[int, float] = {}
    for card, count in enumerate(counts):
        if count:
            terrain = faces[card][0]
            rates[terrain] = rates.get(terrain, 0.0) + count / sum(counts)
    return tuple(rates.items())


def held_chances(state: State, seat: Seat) -> Chances:
    """The same for a seat that may know its next card already (H-1)."""
    known = [card for card in state.cards.hands[seat] if card != UNKNOWN]
    if not known:
        return chances(state)
    return tuple((state.setup.plain_faces[card][0], 1 / len(known)) for card in known)


def paid(ground: Ground, part: str, masks: tuple[Mask, ...], seat: Seat) -> float:
    """The gold that a goal pays the seat now; less what the opponents get, where it compares."""
    gold = GOALS[part](Count(ground.board, masks, seat, ground.scouted)).gold
    if part not in COMPARED:
        return gold
    others = [
        GOALS[part](Count(ground.board, masks, other, ground.scouted)).gold
        for other in range(len(masks))
        if other != seat
    ]
    return gold - sum(others) / len(others)


def prospects(
    ground: Ground,
    masks: Sequence[Mask],
    seat: Seat,
    kinds: Iterable[Action],
    turns: int,
    slices: Slices,
    likely: Chances,
) -> float:
    """In gold; ``kinds`` are the tiles of the seat, ``slices`` what each hex would bring it."""
    if not turns:
        return 0.0
    taken = 0
    for mask in masks:
        taken |= mask
    reach, terrain, room = dilate(masks[seat]), ground.board.terrain, 0.0
    for played, chance in likely:
        free = terrain[played] & ~taken
        if free:
            room += chance * best(slices, reach & free or free)[1]
    tiles = 0.0
    for kind in kinds:  # sum() rounds otherwise since Python 3.12: ties would break otherwise too
        tiles += TILE_GOLD[kind]
    return turns * tiles + ROOM / UNITS * room + SETTLED * masks[seat].bit_count()
