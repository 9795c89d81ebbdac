"""The board of the day behind the menu: dimmed, cut to the window, with a hole for the panel.

Cells under the panel are never computed, because nobody sees them and the menu has to be fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from kbtui.games.kit import Pages
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.colors import BLACK, Rgb
from kbtui.paint.palette import Mode, Palette
from kbtui.paint.runs import Line, Run, Tone
from kbtui.text.layout import Box

_DIMMED: Final = 0.28  # of the way to the background
_SHADED: Final = 0.5  # from there to black, where the panel throws its shadow
_STYLE: Final = itemgetter(1, 2, 3)  # of a cell
_SHADOW: Final = 2  # columns; and half as many rows

Sides = tuple[Line, Line]  # what is left and right of the panel


def has_backdrop(look: Look) -> bool:
    """Lines and letters behind a menu only make it hard to read."""
    return look.terminal.unicode and not look.is_outline


def backdrop(pages: Pages, look: Look, day: str, area: Box, panel: Box) -> list[Sides]:
    """The board that everybody sees on that day, in the middle of the area, row by row."""
    columns, rows = area.width, area.height
    scene = pages.scene(look, day, columns, rows)
    brush = _Brush(look)
    left, top = (len(scene[0]) - columns) // 2, (len(scene) - rows) // 2
    blank = brush.blanks(max(-left, 0))
    found: list[Sides] = []
    for y in range(rows):
        row = scene[y + top] if 0 <= y + top < len(scene) else ()
        cells = [*blank, *row[max(left, 0) : max(left, 0) + columns]]
        cells += brush.blanks(columns - len(cells))
        found.append(brush.sides(cells, area.y + y, panel))
    return found


class _Brush:
    """Cells to runs, in dimmed colours; each colour is mixed once."""

    def __init__(self, look: Look) -> None:
        palette = look.theme.palette
        assert palette is not None, "a backdrop has colours"
        self._palette: Palette = palette
        self._dims: dict[Rgb | None, Rgb | None] = {}
        self._shades: dict[Rgb | None, Rgb | None] = {}

    def blanks(self, columns: int) -> list[Cell]:
        return [Cell(" ", None, self._palette.frame.background)] * columns

    def sides(self, cells: Sequence[Cell], y: int, panel: Box) -> Sides:
        right, below = panel.x + panel.width, panel.y + panel.height
        if panel.y <= y < below:
            shadow = right + (_SHADOW if y > panel.y else 0)
            rest = self._shaded(cells[right:shadow]) + self._dimmed(cells[shadow:])
            return self._dimmed(cells[: panel.x]), rest
        if below <= y < below + _SHADOW // 2:
            first, end = panel.x + _SHADOW, right + _SHADOW
            rest = self._shaded(cells[first:end]) + self._dimmed(cells[end:])
            return self._dimmed(cells[:first]), rest
        return self._dimmed(cells), ()

    def _dimmed(self, cells: Sequence[Cell]) -> Line:
        return self._line(cells, self._dims, self._dim)

    def _shaded(self, cells: Sequence[Cell]) -> Line:
        return self._line(cells, self._shades, self._shade)

    def _line(
        self,
        cells: Sequence[Cell],
        known: dict[Rgb | None, Rgb | None],
        mixed: Callable[[Rgb], Rgb],
    ) -> Line:
        found: list[Run] = []
        for (ink, ground, flags), group in groupby(cells, _STYLE):  # quick, not the fewest
            for colour in (ink, ground):
                if colour not in known:
                    known[colour] = None if colour is None else mixed(colour)
            text = "".join([cell[0] for cell in group])
            found.append(Run(text, Tone(known[ink], known[ground], flags)))
        return tuple(found)

    def _dim(self, colour: Rgb) -> Rgb:
        """Nearer to the background; with 16 colours there is nothing in between."""
        if self._palette.mode is Mode.C16:
            return colour
        return self._palette.blend(colour, self._palette.frame.background, _DIMMED)

    def _shade(self, colour: Rgb) -> Rgb:
        if self._palette.mode is Mode.C16:
            return colour
        return self._palette.blend(self._dim(colour), BLACK, _SHADED)
