"""How large a castle is drawn, and which cell is where.

A pixel is one column wide and half a text row high. From S on, a tile begins and ends at whole text
rows, so that it looks the same wherever it stands. Half a tile of room at each side is for what
sticks out: a castle is never wider than eight tiles.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from engine.castle.pieces.cells import LEVEL, LEVELS, NAMES, Cell, parse_cell
from kbtui.text.layout import LEAST

LETTERS: Final = "abcdefghijklmno"
_ACROSS: Final = 8  # tiles, with half a tile of room at each side of the foundation


class Zoom(Enum):
    """From the smallest to the largest."""

    D = "D", 2, 1, 1
    XS = "XS", 4, 2, 2
    S = "S", 6, 4, 2
    S3 = "S3", 6, 6, 2
    M = "M", 8, 6, 4
    L = "L", 10, 8, 4
    XL = "XL", 12, 10, 6
    XXL = "XXL", 16, 12, 6

    def __init__(self, label: str, wide: int, high: int, ground: int) -> None:
        """A tile is ``wide`` columns and ``high`` pixels, the ground ``ground`` pixels."""
        self.label = label
        self.wide, self.high, self.ground = wide, high, ground
        self.half = wide // 2
        self.columns = _ACROSS * wide

    @property
    def tile_rows(self) -> int:
        """Text rows of a tile; those of D are halves."""
        return -(-self.high // 2)

    @property
    def has_text(self) -> bool:
        """Whether there is room for numbers on the tiles."""
        return self.high >= _LOWEST_WITH_TEXT

    def rows(self, levels: int) -> int:
        """Text rows of a castle with that many levels, and of the ground below it."""
        return -(-(levels * self.high + self.ground) // 2)

    def levels(self, rows: int) -> int:
        """How many levels fit into that many text rows."""
        return max((2 * rows - self.ground) // self.high, 1)


_LOWEST_WITH_TEXT: Final = 4
CASTLES: Final = (Zoom.S, Zoom.M, Zoom.L, Zoom.XL, Zoom.XXL)  # that can be played on
HANDS: Final = {  # the zoom of tiles in the hand beside a castle
    Zoom.S: Zoom.S3,
    Zoom.M: Zoom.M,
    Zoom.L: Zoom.L,
    Zoom.XL: Zoom.XL,
    Zoom.XXL: Zoom.XXL,
}

# The first that the window has room for, with panels and hand, from the top; then the levels.
_STEPS: Final = (
    (200, 60, Zoom.XXL, 7),
    (160, 50, Zoom.XL, 7),
    (140, 45, Zoom.L, 8),
    (120, 40, Zoom.M, 10),
    (100, 34, Zoom.M, 7),
    (80, 24, Zoom.S, 7),
    (*LEAST, Zoom.S, 6),
)


def zoom_beside_panels(columns: int, rows: int) -> tuple[Zoom, int]:
    """The largest castle that the window has room for, with its panels, and how many levels of it
    are seen."""
    return next(((z, n) for w, h, z, n in _STEPS if columns >= w and rows >= h), (Zoom.S, 6))


class Frame(NamedTuple):
    """The part of a castle that is seen: whole levels from ``lowest`` on, and more sky around."""

    zoom: Zoom
    levels: int
    lowest: int = 1
    above: int = 0  # more text rows of sky
    wide: int = 0  # columns, if they are more than a castle needs

    @property
    def columns(self) -> int:
        return max(self.zoom.columns, self.wide)

    @property
    def margin(self) -> int:
        """Columns at the left that no tile can reach."""
        return (self.columns - self.zoom.columns) // 2

    @property
    def rows(self) -> int:
        return self.zoom.rows(self.levels) + self.above

    @property
    def highest(self) -> int:
        return self.lowest + self.levels - 1

    @property
    def floor(self) -> int:
        """The first pixel row below the lowest level."""
        return 2 * self.rows - self.zoom.ground

    def shows(self, cell: Cell) -> bool:
        return self.lowest <= LEVEL[cell] <= self.highest

    def left(self, cell: Cell) -> int:
        """The first column of a cell."""
        return self.margin + LETTERS.index(NAMES[cell][0]) * self.zoom.half

    def top(self, cell: Cell) -> int:
        """The first pixel row of a cell."""
        return self.floor - (LEVEL[cell] - self.lowest + 1) * self.zoom.high

    def cell_at(self, x: int, row: int) -> Cell | None:
        """The cell at a pixel; where there is none on its level, the nearest."""
        up = (self.floor - 1 - row) // self.zoom.high
        level, x = self.lowest + up, x - self.margin
        if not (0 <= x < self.zoom.columns and 0 <= up < self.levels and level <= LEVELS):
            return None
        first = level % 2  # odd levels begin at b
        step = min(max((x // self.zoom.half - first) // 2, 0), _ACROSS - 1 - first)
        return parse_cell(f"{LETTERS[2 * step + first]}{level}")

    def follow(self, height: int, cursor: int | None) -> Frame:
        """The part that shows the level of the cursor and the one above it; the ground stays in
        sight as long as the castle and a new level have room."""
        if height + 1 <= self.levels:
            return self._replace(lowest=1)
        wanted = height if cursor is None else cursor
        low = max(wanted + 2 - self.levels, 1)
        high = min(wanted, max(height + 2 - self.levels, 1))
        return self._replace(lowest=max(min(self.lowest, high), low))


def framed(zoom: Zoom, columns: int, rows: int) -> Frame:
    """As many levels as fit into that many text rows; what is left over is sky."""
    levels = zoom.levels(rows)
    return Frame(zoom, levels, above=max(rows - zoom.rows(levels), 0), wide=columns)
