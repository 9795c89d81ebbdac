"""A board that is lines of text: the ``Art`` of a game that draws no picture of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kbtui.games.kit import Marks, Place
from kbtui.games.screen import Rectangle, Ruler
from kbtui.look.theme import Theme
from kbtui.paint.cells import Cell
from kbtui.paint.changes import rectangles
from kbtui.paint.runs import Line, fit, width

_ACT = "place-"  # how a run says which place it is

Draw = Callable[[Any, Marks, int, int], Sequence[Line]]  # with columns and rows


def act_of(place: Place) -> str:
    """What the runs of a place have as their command."""
    return f"{_ACT}{place}"


class TextBoard:
    """Always as large as it was made; ``draw`` says which lines it shows."""

    is_sideways = False

    def __init__(self, theme: Theme, size: tuple[int, int], draw: Draw) -> None:
        self.columns, self.rows = size
        self._theme, self._draw = theme, draw
        self._cells = [[self._blank] * self.columns] * self.rows
        self._boxes: dict[Place, Rectangle] = {}

    @property
    def _blank(self) -> Cell:
        return Cell(" ", None, self._theme.background)

    def show(self, state: Any, marks: Marks) -> list[Rectangle]:
        lines = self._draw(state, marks, self.columns, self.rows)[: self.rows]
        self._boxes = {}
        new = [self._row(y, line) for y, line in enumerate(lines)]
        new += [[self._blank] * self.columns] * (self.rows - len(new))
        dirty = {
            y: {x for x, pair in enumerate(zip(*rows, strict=True)) if pair[0] != pair[1]}
            for y, rows in enumerate(zip(self._cells, new, strict=True))
            if rows[0] != rows[1]
        }
        self._cells = new
        return rectangles(dirty)

    def _row(self, y: int, line: Line) -> list[Cell]:
        row: list[Cell] = []
        for text, tone, act in fit(line, self.columns):
            ink, ground, flags = self._theme.ink(tone)
            fore, back = (each if isinstance(each, tuple) else None for each in (ink, ground))
            if act.startswith(_ACT):
                self._boxes[int(act.removeprefix(_ACT))] = (len(row), y, width(text), 1)
            for char in text:
                # A wide character has an empty cell behind it; an accent belongs to the last one.
                row += [Cell(each, fore, back, flags) for each in (char, "")[: width(char)]]
                if not width(char) and row:
                    row[-1] = row[-1]._replace(char=row[-1].char + char)
        return row

    def row(self, y: int) -> Sequence[Cell]:
        return self._cells[y]

    def place_at(self, x: int, y: int, upper: bool = True) -> Place | None:
        for place, (left, top, wide, high) in self._boxes.items():
            if left <= x < left + wide and top <= y < top + high:
                return place
        return None

    def spot(self, place: Place) -> tuple[int, int]:
        return self.box(place)[:2]

    def box(self, place: Place) -> Rectangle:
        return self._boxes.get(place, (0, 0, 1, 1))  # the moves of a moment ago

    def ruler(self) -> Ruler:
        return {}, {}
