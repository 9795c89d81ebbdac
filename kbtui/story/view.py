"""What the panels show: one moment of a game, seen from one chair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.contract import DEALER, Seat, Viewer
from kbtui.paint.glyphs import UNICODE, Glyphs
from kbtui.paint.runs import Run, seat_tone
from kbtui.story.chronicle import Chronicle
from kbtui.text.keys import Keys

if TYPE_CHECKING:
    from kbtui.look.look import Look


class Said(NamedTuple):
    """An answer to the player, with the number of the entry it was given after."""

    entry: int
    text: str


class View:
    """A moment. Cheap to make; what costs something is computed when it is asked for."""

    def __init__(
        self,
        state: Any,
        names: tuple[str, ...],
        bots: tuple[bool, ...],
        viewer: Viewer,
        chronicle: Chronicle,
        entry: int,
        signs: Glyphs = UNICODE,
        keys: Keys | None = None,
        zoom: Any = None,
    ) -> None:
        """``state`` is an observation; ``zoom`` is that of the board beside it, if there is one:
        places are named alike."""
        self.state = state
        self.names = names
        self.bots = bots
        self.viewer = viewer
        self.chronicle = chronicle
        self.entry = entry
        self.signs = signs
        self.keys = keys or Keys()
        self.zoom = zoom
        self.away = (False,) * len(names)  # players elsewhere whose connection is down
        self.notes = ("",) * len(names)  # what else is said of a player
        self.look: Look | None = None  # how pictures in panels are painted
        self.hides_card = False  # the card in play is for the eyes of somebody who is not here yet
        self.has_log = False  # a panel shows what happened, so that no other one has to
        self._game = chronicle.table.game

    @cached_property
    def parts(self) -> Sequence[str]:
        """What scores in this game."""
        return self._game.parts(self.state)

    @cached_property
    def earned(self) -> Sequence[Sequence[tuple[int, int]]]:
        """``earned[seat][i]``: what ``parts[i]`` pays, and for which places."""
        return self._game.earned(self.state)

    def paid(self, part: int) -> list[int]:
        """What that part pays each seat."""
        return [row[part][0] for row in self.earned]

    @cached_property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(score for score, _places in row) for row in self.earned)

    @cached_property
    def turn(self) -> int:
        return self.chronicle.number_at(self.entry)

    @property
    def is_over(self) -> bool:
        return self._game.to_act(self.state) is None

    @property
    def acting(self) -> Seat:
        """Whose move it is: not always the one on turn."""
        seat = self._game.to_act(self.state)
        if seat is None or seat == DEALER:
            seat = self._game.on_turn(self.state)
        return self.chronicle.seat_of(self.turn) if seat is None else seat

    def chip(self, seat: int, act: str = "") -> Run:
        return Run(self.signs.chip(seat), seat_tone(seat), act)
