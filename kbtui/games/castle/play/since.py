"""What is new to a person: what was built, and what came to the rack, since that person acted."""

from __future__ import annotations

from engine.castle.pieces.tiles import UNKNOWN
from engine.castle.state import State
from engine.contract import Seat
from engine.table import Table
from kbtui.games.castle.words.kinds import changed
from kbtui.games.kit import Mask


def built(table: Table, seat: Seat, state: State) -> Mask:
    """What others have built since; ``state`` is what the person sees now."""
    return changed(table.states[_acted(table, seat)], state)


def newest(table: Table, state: State) -> Mask:
    """What was built last, by anybody."""
    found = (changed(before, state) for before in reversed(table.states[:-1]))
    return next(filter(None, found), 0)


def drawn(table: Table, seat: Seat, state: State) -> tuple[int, ...]:
    """Tiles that have come to the rack since, if they can be seen."""
    acted = _acted(table, seat)
    if not acted or UNKNOWN in state.racks[seat]:
        return ()
    before = [*table.game.observe(table.states[acted], seat).racks[seat]]
    found = []
    for face in state.racks[seat]:
        if face in before:
            before.remove(face)
        else:
            found.append(face)
    return tuple(found)


def _acted(table: Table, seat: Seat) -> int:
    """How many entries there were when the seat had acted last; 0 if it never has."""
    acted = len(table.entries)
    while acted and table.entries[acted - 1].actor != seat:
        acted -= 1
    return acted
