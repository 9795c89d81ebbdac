"""What one chair may see: masked moves, masked states, and guesses at what is hidden (CB-96).

An observation is a ``State`` in which tiles that the chair may not see are unknown. Reserve and
unknown tiles are one pool: a copy does not remember that a tile which was on a rack before a
shuffle cannot be in the new reserve, so the guesses of bots are a little wider than they could be.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from engine.castle.moves import NO_BAG, NONE, Action, Move, format_move
from engine.castle.pieces.tiles import FACES, UNKNOWN, Bag, changed, counted, spread
from engine.castle.state import Row, State, is_set_up
from engine.contract import Seat

_SECRET: Final = (Action.DEAL, Action.STEAL)


def mask(state: State, move: Move, viewer: Seat | None) -> Move:
    """A tile that is dealt is seen by its owner, a stolen one by the thief and the victim."""
    action, what, _, _ = move
    if action not in _SECRET or what == UNKNOWN:
        return move
    _, seat, victim = state.agenda[-1]
    if viewer is not None and (viewer == seat or (action is Action.STEAL and viewer == victim)):
        return move
    return action, UNKNOWN, NONE, NO_BAG


@cache
def _secret_lengths() -> tuple[int, int]:
    sizes = [len(format_move((action, face, NONE, NO_BAG))) for action in _SECRET for face in FACES]
    return min(sizes), max(sizes)


def secret_lengths(state: State) -> tuple[int, int]:
    """The shortest and the longest token that deals or steals a tile."""
    return _secret_lengths()


def observe(state: State, viewer: Seat | None) -> State:
    """The same position with the opponents' tiles unknown, as far as this chair has not seen them
    go there."""
    public = len(state.known) - 1
    row = state.known[public if viewer is None else viewer] or state.known[public]
    unseen, racks = state.unseen, [*state.racks]
    for seat, rack in enumerate(racks):
        if seat != viewer:
            racks[seat] = row[seat] + bytes((UNKNOWN,)) * (len(rack) - len(row[seat]))
            for face, count in enumerate(counted(rack)):
                if count:
                    unseen = changed(unseen, face, count - row[seat].count(face))
    return state._replace(racks=tuple(racks), unseen=unseen, known=_own_row(state, viewer))


def _own_row(state: State, viewer: Seat | None) -> tuple[Row, ...]:
    """The rows of this viewer and of spectators, and of seats that have drawn no tile yet."""
    public, done = len(state.known) - 1, is_set_up(state)
    return tuple(
        row if seat in (viewer, public) or not (done or state.racks[seat]) else ()
        for seat, row in enumerate(state.known)
    )


def determinize(state: State, pick: Callable[[int], int]) -> State:
    """A full state that fits the observation; ``pick(n)`` gives a number from 0 to n - 1."""
    pool = bytearray(spread(state.unseen))
    public = state.known[-1]
    racks = tuple(_guess(rack, pool, pick) for rack in state.racks)
    known = tuple(row or public for row in state.known)
    return state._replace(racks=racks, unseen=counted(bytes(pool)), known=known)


def _guess(rack: Bag, pool: bytearray, pick: Callable[[int], int]) -> Bag:
    unknown = rack.count(UNKNOWN)
    if not unknown:
        return rack
    drawn = [pool.pop(pick(len(pool))) for _ in range(unknown)]
    return bytes(sorted((*rack[: len(rack) - unknown], *drawn)))
