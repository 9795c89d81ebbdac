"""What happens in Castle Builder: the kinds of events, and how states and moves become them.

A copy that may not see a tile has no event for it: that somebody gains tiles is told when the gain
begins. The setup has no events either: what lies on the table then is told as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from engine.castle.castle import Castle
from engine.castle.moves import BUILDS, Action, Move, format_move
from engine.castle.pieces.cells import Cell, cells
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.tiles import UNKNOWN, format_tile
from engine.castle.rules.baron import way
from engine.castle.rules.coineffects import take_effect
from engine.castle.rules.placing import spaces_moved
from engine.castle.state import Draft, Phase, State, is_set_up
from engine.contract import Seat
from kbtui.games.kit import Event, Mask, Place

_SEATS: Final = 4


class Kind(StrEnum):
    DREW = "drew"  # chose to draw
    BUILT = "built"  # what: the move; places: the cell
    DROPPED = "dropped"  # what: the surplus, as tiles with + between them
    COIN = "coin"  # took a coin; what: the coin
    CHOSE = "chose"  # whom to rob; what: the seat
    TOPPLED = "toppled"  # Collapse or Catapult; what: the tile; places: where it stood
    TOOK = "took"  # a tile of the market; what: the tile
    DEALT = "dealt"  # got a tile of the reserve; what: the tile
    SHOWN = "shown"  # a tile comes to the market
    MINTED = "minted"  # a coin comes to the market
    STOLE = "stole"  # what: the seat of the victim, a blank, the tile or ?
    LOST = "lost"  # to the Sour Lady; what: the tile
    SHUFFLED = "shuffled"
    MOVED = "moved"  # the baron; what: steps, the space it rests on, coin spaces entered
    GAINS = "gains"  # what: how many tiles are to come
    MILLED = "milled"  # the Mill discards the market; what: its tiles
    VOID = "void"  # a coin changes nothing; what: the coin


def place_of(seat: Seat, cell: Cell) -> Place:
    """The cell of one castle among those of all."""
    return cell * _SEATS + seat


def cell_of(place: Place) -> tuple[Seat, Cell]:
    return place % _SEATS, place // _SEATS


def changed(before: State, after: State) -> Mask:
    """Cells where a tile stands now that did not stand there before."""
    mask = 0
    for seat, (old, new) in enumerate(zip(before.castles, after.castles, strict=True)):
        for cell in cells(_new_tiles(old, new)):
            mask |= 1 << place_of(seat, cell)
    return mask


def _new_tiles(old: Castle, new: Castle) -> int:
    return sum(
        1 << cell
        for cell in cells(new.occupied)
        if not old.occupied >> cell & 1 or old.tiles[cell] != new.tiles[cell]
    )


def events(before: State, after: State, actor: Seat, move: Move, number: int) -> Iterator[Event]:
    """What a move did: itself first, then what followed from it without another answer."""
    if not is_set_up(before):
        return
    for seat, kind, what, places in (
        *_itself(before, actor, move),
        *_effect(before, move),
        *_walk(before, after, move),
        *_gains(before, after, move),
    ):
        yield Event(seat, kind, what, places, number)


_Part = tuple[Seat, Kind, str, tuple[Place, ...]]
_TILES: Final = {
    Action.MILL: Kind.TOOK,
    Action.TAKE: Kind.TOOK,
    Action.DEAL: Kind.DEALT,
    Action.SHOW: Kind.SHOWN,
    Action.LOSE: Kind.LOST,
}
_COINS: Final = {Action.COIN: Kind.COIN, Action.MINT: Kind.MINTED}
_BARE: Final = {Action.DRAW: Kind.DREW, Action.SHUFFLE: Kind.SHUFFLED}


def _itself(before: State, actor: Seat, move: Move) -> Iterator[_Part]:
    action, what, cell, bag = move
    if action in BUILDS:
        yield actor, Kind.BUILT, format_move(move), (place_of(actor, cell),)
    elif action in _BARE:
        yield actor, _BARE[action], "", ()
    elif action in _COINS:
        yield actor, _COINS[action], WORDS[what], ()
    elif action is Action.DROP:
        yield actor, Kind.DROPPED, "+".join(map(format_tile, bag)), ()
    elif action is Action.THIEF:
        yield actor, Kind.CHOSE, str(what + 1), ()
    elif action in (Action.COLLAPSE, Action.CATAPULT):
        victim = what if action is Action.CATAPULT else actor
        tile = format_tile(before.castles[victim].tiles[cell])
        yield actor, Kind.TOPPLED, tile, (place_of(victim, cell),)
    elif action is Action.STEAL:
        _, thief, victim = before.agenda[-1]
        yield thief, Kind.STOLE, f"{victim + 1} {format_tile(what)}", ()
    elif what != UNKNOWN:
        seat = before.agenda[-1][1] if action in (Action.DEAL, Action.LOSE) else actor
        yield seat, _TILES[action], format_tile(what), ()


def _effect(before: State, move: Move) -> Iterator[_Part]:
    """What a coin does without asking, once the coin market is full again."""
    task, seat, coin = before.agenda[-1]
    if task is not Phase.EFFECT or len(before.purses[seat]) >= before.setup.coins:
        return
    draft = Draft(before)
    draft.agenda.pop()
    waiting = len(draft.agenda)
    take_effect(draft, seat, coin)
    if len(draft.agenda) == waiting:
        yield seat, Kind.VOID, WORDS[coin], ()
    elif draft.market != before.market:
        yield seat, Kind.MILLED, "+".join(map(format_tile, before.market)), ()


def _walk(before: State, after: State, move: Move) -> Iterator[_Part]:
    """The move of the baron: after a build, or once a market is full again."""
    if before.barons == after.barons:
        return
    action, face, cell, _ = move
    task, _, number = before.agenda[-1]
    steps = number if task is Phase.MOVE else 1  # a Ruby
    if action in BUILDS:
        steps = spaces_moved(face, cell)
    spaces, coins, _ = way(before.barons, before.seat, steps)
    yield before.seat, Kind.MOVED, f"{steps} {spaces[-1]} {coins}", ()


def _gains(before: State, after: State, move: Move) -> Iterator[_Part]:
    """Tiles that somebody is going to get, the first to get them first; a draw says so itself."""
    if move[0] in (Action.DRAW, Action.DEAL):
        return
    coming = Counter(task for task in after.agenda if task[0] is Phase.DEAL)
    coming -= Counter(before.agenda)
    for task in reversed(after.agenda):
        if coming[task]:
            coming[task] -= 1
            yield task[1], Kind.GAINS, str(task[2]), ()
