"""Sentences about a game: its boards, what is owed, tiles that come and go. Values in, text out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from engine.contract import Seat
from engine.kingdom.hexes import NAMES
from engine.kingdom.moves import Action, word
from engine.kingdom.setup import Setup
from engine.kingdom.state import MARSH_QUOTA, OPEN, QUOTA, State, builds_left, reserve
from engine.kingdom.terrain import Terrain

_CORNERS: Final = ("top left", "top right", "bottom left", "bottom right")
WIDTH: Final = 78  # two less than the narrowest terminal that people use


def fold(text: str, indent: str = "  ") -> list[str]:
    """The text in lines of that width; names and tokens stay whole."""
    return wrap(
        text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def boards(setup: Setup) -> list[str]:
    """Which quadrant lies where, and whether it is turned."""
    rows = zip(_CORNERS, setup.quadrants, setup.rotated, strict=True)
    told = ", ".join(f"{where} {q.title}{' turned' * turned}" for where, q, turned in rows)
    return fold(f"Boards: {told}.")


def owed(state: State, open_: Sequence[Action]) -> str:
    """What the player on turn has to do, and what is left in the reserve."""
    left = builds_left(state)
    if not left:
        what = "use a tile or end the turn" if len(open_) > 1 else "end the turn"
        return f"All is built: {what}. {reserve(state, state.seat)} in reserve."
    if state.terrain == OPEN:
        what = _either(state)
    else:
        what = f"{left} to build on {Terrain(state.terrain).word}"
    return f"{what}, {reserve(state, state.seat)} in reserve."


def _either(state: State) -> str:
    """The choice of an unbound double card (M-CARD-1)."""
    card = state.cards.played
    assert card is not None, "builds are owed only while a card is played"
    left = reserve(state, state.seat)
    due = state.tiles.due[state.seat]
    settled = state.owed != OPEN
    numbers = (
        min(state.owed if settled else MARSH_QUOTA if t == Terrain.MARSH else QUOTA, left) + due
        for t in state.setup.faces[card]
    )
    faces = zip(numbers, state.setup.faces[card], strict=True)
    return " or ".join(f"{number} to build on {terrain.word}" for number, terrain in faces)


def tiles(before: State, after: State, who: Callable[[Seat], str]) -> Iterator[str]:
    """Sentences for every tile that was taken or lost between two states."""
    slots = after.setup.board.slots
    for seat, (old, new) in enumerate(zip(before.tiles.owned, after.tiles.owned, strict=True)):
        verb = "" if who(seat) == "You" else "s"
        for index, slot in enumerate(slots):
            name = word(slot.kind).capitalize() + " bonus" * slot.is_bonus
            place = "" if slot.is_bonus else f" of {NAMES[slot.hex]}"
            if new & ~old & 1 << index:
                yield f"{who(seat)} take{verb} the {name}{place}, usable from the next turn on."
            elif old & ~new & 1 << index:
                yield f"{who(seat)} lose{verb} the {name}{place}."
