"""What each move changes: one function for each action. No move is checked here."""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import Final

from engine.castle.castle import with_face
from engine.castle.moves import Action, Move
from engine.castle.pieces.cells import Cell
from engine.castle.pieces.tiles import (
    EMPTY,
    NO_COUNTS,
    Bag,
    changed,
    with_tile,
    without,
)
from engine.castle.rules.agenda import settle
from engine.castle.rules.placing import spaces_moved
from engine.castle.setup import DRAWN
from engine.castle.state import NOBODY, Draft, Phase, State, replaced
from engine.contract import Seat

_END: Final = Phase.END
_MOVE: Final = Phase.MOVE
_DEAL: Final = Phase.DEAL
_DROP: Final = Phase.DROP
_BUILD: Final = Action.BUILD
_ROYAL: Final = Action.ROYAL
# What may be taken back as long as nothing has come to light. Everything else shows something new,
# or would if there were a tile left (CB-103).
_UNDOABLE: Final = frozenset(
    (Action.BUILD, Action.ROYAL, Action.DROP, Action.COLLAPSE, Action.CATAPULT)
)


def step(state: State, move: Move) -> State:
    """The next state, for a move that is known to be legal."""
    draft = Draft(state)
    make(draft, move)
    return draft.state()


def make(draft: Draft, move: Move) -> None:
    """The same on a draft: for playouts, which need no states on their way."""
    action = move[0]
    draft.undoable = draft.actor if action in _UNDOABLE else NOBODY
    _STEPS[action](draft, move)
    settle(draft)


def _draw(draft: Draft, move: Move) -> None:
    seat = draft.seat
    draft.agenda[-1] = (_END, seat, 0)
    draft.agenda.append((_DEAL, seat, DRAWN))


def _build(draft: Draft, move: Move) -> None:
    action, face, cell, paid = move
    seat = draft.seat
    if action is _BUILD:
        draft.give_up(seat, face)
    elif action is _ROYAL:
        draft.royals = replaced(draft.royals, seat, without(draft.royals[seat], face))
    else:
        draft.market = without(draft.market, face)
    _discard(draft, seat, paid)
    draft.castles = replaced(draft.castles, seat, with_face(draft.castles[seat], cell, face))
    draft.built = True
    draft.agenda[-1] = (_END, seat, 0)
    spaces = spaces_moved(face, cell)
    if spaces:
        draft.agenda.append((_MOVE, seat, spaces))


def _discard(draft: Draft, seat: Seat, bag: Bag) -> None:
    for face in bag:
        draft.give_up(seat, face)
        draft.discard = changed(draft.discard, face, 1)


def _drop(draft: Draft, move: Move) -> None:
    _, seat, _ = draft.agenda.pop()
    _discard(draft, seat, move[3])


def _coin(draft: Draft, move: Move) -> None:
    coin = move[1]
    _, seat, due = draft.agenda.pop()
    if due > 1:
        draft.agenda.append((Phase.COIN, seat, due - 1))
    draft.agenda.append((Phase.EFFECT, seat, coin))
    draft.coins = without(draft.coins, coin)
    draft.purses = replaced(draft.purses, seat, draft.purses[seat] + bytes((coin,)))


def _thief(draft: Draft, move: Move) -> None:
    draft.agenda[-1] = (Phase.STEAL, draft.seat, move[1])


def _collapse(draft: Draft, move: Move) -> None:
    draft.agenda.pop()
    _take_down(draft, draft.seat, move[2])


def _catapult(draft: Draft, move: Move) -> None:
    draft.agenda.pop()
    _take_down(draft, move[1], move[2])


def _take_down(draft: Draft, seat: Seat, cell: Cell) -> None:
    """CB-65."""
    castle = draft.castles[seat]
    draft.discard = changed(draft.discard, castle.tiles[cell], 1)
    draft.castles = replaced(draft.castles, seat, with_face(castle, cell, EMPTY))


def _pick(draft: Draft, move: Move) -> None:
    """A tile of the market for the rack; the market is filled before a surplus goes (CB-93)."""
    seat = draft.seat
    draft.agenda[-1] = (_DROP, seat, 0)
    draft.market = without(draft.market, move[1])
    draft.receive_openly(seat, move[1])


def _deal(draft: Draft, move: Move) -> None:
    _, seat, left = draft.agenda[-1]
    draft.agenda[-1] = (_DEAL, seat, left - 1)
    draft.receive(seat, move[1])


def _show(draft: Draft, move: Move) -> None:
    draft.reserve -= 1
    draft.unseen = changed(draft.unseen, move[1], -1)
    draft.market = with_tile(draft.market, move[1])


def _mint(draft: Draft, move: Move) -> None:
    draft.mint = changed(draft.mint, move[1], -1)
    draft.coins = with_tile(draft.coins, move[1])


def _steal(draft: Draft, move: Move) -> None:
    _, seat, victim = draft.agenda[-1]
    draft.agenda[-1] = (_DROP, seat, 0)
    draft.rob(seat, victim, move[1])


def _lose(draft: Draft, move: Move) -> None:
    _, seat, _ = draft.agenda.pop()
    _discard(draft, seat, bytes((move[1],)))


def _shuffle(draft: Draft, move: Move) -> None:
    draft.unseen = bytes(map(add, draft.unseen, draft.discard))
    draft.reserve = sum(draft.discard)
    draft.discard = NO_COUNTS


_STEPS: Final[dict[Action, Callable[[Draft, Move], None]]] = {
    Action.DRAW: _draw,
    Action.BUILD: _build,
    Action.ROYAL: _build,
    Action.MARKET: _build,
    Action.DROP: _drop,
    Action.COIN: _coin,
    Action.THIEF: _thief,
    Action.COLLAPSE: _collapse,
    Action.CATAPULT: _catapult,
    Action.MILL: _pick,
    Action.TAKE: _pick,
    Action.DEAL: _deal,
    Action.SHOW: _show,
    Action.MINT: _mint,
    Action.STEAL: _steal,
    Action.LOSE: _lose,
    Action.SHUFFLE: _shuffle,
}
