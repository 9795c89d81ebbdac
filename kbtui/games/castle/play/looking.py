"""Steers: the cursor over castles, what is pointed at in a row, what is marked on the rack."""

from __future__ import annotations

from typing import Final

from engine.castle.moves import Move
from engine.castle.pieces.cells import Cell, cells
from engine.castle.state import Phase
from engine.contract import Seat
from kbtui.games.castle.board.marks import cell_of
from kbtui.games.castle.play.stance import Stance, Step
from kbtui.games.castle.play.steering import STEPS, nearest, next_of, put
from kbtui.games.kit import Place

_BESIDE: Final = {"west": -1, "east": 1}
_MARKING: Final = ("north", "south")  # mark and unmark what is pointed at
IN_A_ROW: Final = (Step.COIN, Step.THIEF, Step.TAKE)
WITH_RACK: Final = (Step.PAY, Step.DROP)


class Looking(Stance):
    """Nothing is played here."""

    hinted: Move | None = None  # what the coach proposed, until the next command
    _is_clicked = False  # the mouse has put the cursor where it is

    def _steer(self, command: str) -> None:
        step = self.step
        if step in IN_A_ROW or step in WITH_RACK:
            self._steer_in_row(command)
        elif step is Step.SITE and command in _BESIDE:
            self._next(_BESIDE[command])
        else:
            height = self.state.castles[self.shown].height
            self.is_asking = False
            self._leave_site()
            self.cursor = STEPS[command](self.cursor, height)

    def _steer_in_row(self, command: str) -> None:
        if command in _BESIDE:
            self._point_at((self.at + _BESIDE[command]) % max(len(self.options), 1))
        elif command in _MARKING and self.step in WITH_RACK:
            option = self.option
            if option is not None and (option in self.marked) != (command == "north"):
                self._mark(option)

    def _point_at(self, at: int) -> None:
        self.at = at
        if self.step in WITH_RACK and self.due == 1 and self.option is not None:
            self.marked = (self.option,)

    def _mark(self, index: int) -> None:
        """Mark a tile of the rack, or no longer; of too many the first gives way."""
        if index in self.marked and self.due > 1:
            self.marked = tuple(other for other in self.marked if other != index)
        elif index not in self.marked:
            self.marked = (*self.marked, index)[-self.due :]
        self.at = [*self.options].index(index)

    def go(self, cell: Cell) -> None:
        self._leave_site()
        self.cursor = put(cell)
        self.hinted, self._is_clicked = None, False

    def _leave_site(self) -> None:
        """The cell is no longer chosen, nor the tile that came with it; nothing is paid for."""
        if self.site is not None:
            self.site = self.slot = None
        if self.is_paying:
            self.is_paying, self.marked, self.at = False, (), 0

    def _next(self, step: int) -> None:
        """The next thing that can be chosen: a cell, a tile for it, a target, something in a
        row."""
        now = self.step
        if now in IN_A_ROW or now in WITH_RACK:
            self._point_at((self.at + step) % max(len(self.options), 1))
        elif now is Step.SITE and self.site is not None:
            fitting = self.fitting(self.site)
            index = fitting.index(self.slot) if self.slot in fitting else -1
            self.slot = fitting[(index + step) % len(fitting)]
        elif now is Step.HIT and self.targets:
            targets, here = self.targets, (self.shown, self.cursor.cell)
            index = targets.index(here) if here in targets else -1
            seat, cell = targets[(index + step) % len(targets)]
            self.look_at(seat)
            self.cursor = put(cell)
        elif now is not Step.NOTHING:
            self.is_asking = False
            self.looked = None
            self.cursor = put(next_of(self.places, self.cursor.cell, step))

    def _next_new(self) -> None:
        """Through what the others built."""
        places = cells(self.last)
        if places:
            self.go_to(next_of(places, self.place))

    def go_to(self, place: Place) -> None:
        """A cell of any castle."""
        seat, cell = cell_of(place)
        self.go(cell)
        self.looked = None if seat == self.seat else seat

    def _next_castle(self) -> None:
        seats = [*range(self.state.setup.players)]
        if self.state.phase is Phase.CATAPULT and self.step is Step.HIT:
            seats = [*self.choices.targets]
        self.show_castle(next_of(seats, self.shown))

    def show_castle(self, seat: Seat) -> None:
        if seat < self.state.setup.players:
            self._leave_site()
            self.look_at(seat)
            if self.step is Step.HIT and self.places:
                self.cursor = put(nearest(self.places, self.cursor.cell))
