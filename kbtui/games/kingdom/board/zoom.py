"""Zoom levels: how large a hex is on the screen, and which hex owns each half of a text cell.

A text cell has two halves, the pixels: from M on, an upper and a lower one, which are nearly
square; at S, a left and a right one, so that odd rows can be shifted by exactly half a hex. All
pixels of a board are one flat list, so a row of a hex is one slice of it. The tables created here,
once per zoom, are all that painting and the mouse need. Nothing here knows the game.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from engine.kingdom.ground.hexes import PLACE, SIZE, Hex
from kbtui.text.layout import LEAST

RIM: Final[Hex] = -1  # what owns the pixels around the board

Span = tuple[int, int, int]  # a text row, its first column, the column behind its last


class Spot(NamedTuple):
    """Where a hex has its text: whole cells that are all its own."""

    y: int
    x: int
    columns: int
    row: int  # the pixel row of the hex that is the upper half of the text


class Zoom(Enum):
    """From the smallest to the largest."""

    S = "S", 3, 0, 1, ()
    M = "M", 4, 1, 2, (2,)
    M_PLUS = "M+", 4, 1, 3, (2,)
    L = "L", 6, 2, 2, (2, 4)
    XL = "XL", 6, 2, 3, (2, 4)
    XXL = "XXL", 8, 2, 4, (2, 6)

    def __init__(self, label: str, w: int, z: int, n: int, slant: tuple[int, ...]) -> None:
        """A hex is ``w`` columns wide, has ``z`` slanted pixel rows at the top and again at the
        bottom, of the widths ``slant``, and ``n`` at full width between them."""
        self.label = label
        self.is_sideways = not slant  # the two pixels of a cell lie side by side
        self.z, self.pitch = z, z + n  # from one row of hexes to the next
        self.wide = 2 * w if self.is_sideways else w  # in pixels
        self.widths = (*slant, *(self.wide,) * n, *slant[::-1])
        self.columns = -(-(2 * SIZE + 1) * w // 2)
        self.rows = SIZE if self.is_sideways else -(-(SIZE * self.pitch + z) // 2)
        self.step = 2 if self.is_sideways else 1  # in the flat list, from one cell to the next
        self.gap = 1 if self.is_sideways else self.columns  # from a pixel to the other of its cell
        self.stride = 2 * self.columns if self.is_sideways else self.columns  # to the row below

    def first(self, row: int) -> int:
        """The first column of a pixel row of a hex, counted from the left edge of the hex."""
        return (self.wide - self.widths[row]) // 2

    def pixel(self, x: int, y: int) -> int:
        """The index of the upper, or left, pixel of a cell."""
        return 2 * y * self.columns + x * self.step


class Tables(NamedTuple):
    """Everything about one zoom that does not change."""

    owners: tuple[Hex, ...]  # by pixel; RIM where there is none
    corners: dict[Hex, int]  # the index of a hex's pixel at row 0, column 0
    spots: dict[Hex, Spot]
    spans: dict[Hex, tuple[Span, ...]]  # cells that show at least one pixel of the hex
    outline: frozenset[tuple[int, int]]  # rows and columns of the pixels at the border of a hex


@cache
def tables(zoom: Zoom) -> Tables:
    """The tables of a zoom, made when it is used first."""
    owners = [RIM] * (2 * zoom.columns * zoom.rows)
    corners, spots, spans = {}, {}, {}
    steps = [(k * zoom.stride + zoom.first(k), width) for k, width in enumerate(zoom.widths)]
    shapes = [_Shape(zoom, is_odd) for is_odd in (False, True)]
    for hex_, (row, column) in PLACE.items():
        left = column * zoom.wide + row % 2 * zoom.wide // 2
        corners[hex_] = corner = row * zoom.pitch * zoom.stride + left
        for step, width in steps:
            owners[corner + step : corner + step + width] = [hex_] * width
        x, y = left // zoom.step, row if zoom.is_sideways else row * zoom.pitch // 2
        spots[hex_], spans[hex_] = shapes[row % 2].at(x, y)
    outline = _outline(
        {(k, zoom.first(k) + i) for k, w in enumerate(zoom.widths) for i in range(w)}
    )
    return Tables(tuple(owners), corners, spots, spans, outline)


class _Shape:
    """Text and spans of a hex of an even or an odd row, seen from the cell of its corner."""

    def __init__(self, zoom: Zoom, is_odd: bool) -> None:
        if zoom.is_sideways:  # the middle cell, or the two whole ones of an odd row
            self.spot = Spot(0, 1, 1 + is_odd, 0)
            self.spans: tuple[Span, ...] = ((0, 0, 3 + is_odd),)
            return
        shift = is_odd * zoom.pitch % 2  # whether the hex begins in the lower half of a cell
        widths = zoom.widths
        rows = range(len(widths))
        inside = range(shift, len(widths) - 1, 2)  # pixel rows that are upper halves
        # The widest text row that is wholly inside the hex, of equals the upper one.
        best = max(inside, key=lambda k: min(widths[k], widths[k + 1]))
        columns = min(widths[best], widths[best + 1])
        self.spot = Spot((shift + best) // 2, (zoom.wide - columns) // 2, columns, best)
        widest: dict[int, int] = {}
        for k in rows:
            y = (shift + k) // 2
            widest[y] = max(widest.get(y, 0), widths[k])
        self.spans = tuple(
            (y, (zoom.wide - width) // 2, (zoom.wide + width) // 2) for y, width in widest.items()
        )

    def at(self, x: int, y: int) -> tuple[Spot, tuple[Span, ...]]:
        spot = self.spot
        return (
            Spot(y + spot.y, x + spot.x, spot.columns, spot.row),
            tuple([(y + dy, x + start, x + end) for dy, start, end in self.spans]),
        )


def _outline(own: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    around = ((0, 1), (0, -1), (1, 0), (-1, 0))
    return frozenset((k, dx) for k, dx in own if any((k + a, dx + b) not in own for a, b in around))


def hex_at(zoom: Zoom, x: int, y: int, upper: bool = True) -> Hex | None:
    """The hex that the mouse points at; ``upper`` is the upper half of the cell, at S the left."""
    if not (0 <= x < zoom.columns and 0 <= y < zoom.rows):
        return None
    owner = tables(zoom).owners[zoom.pixel(x, y) + (0 if upper else zoom.gap)]
    return None if owner == RIM else owner


def best_zoom(columns: int, rows: int) -> Zoom | None:
    """The largest zoom whose board fits, if any does."""
    fitting = [zoom for zoom in Zoom if zoom.columns <= columns and zoom.rows <= rows]
    return fitting[-1] if fitting else None


# The first that the window has room for, with its panels, from the top.
_STEPS: Final = (
    (196, 64, Zoom.XXL),
    (155, 54, Zoom.XL),
    (155, 44, Zoom.L),
    (112, 44, Zoom.M_PLUS),
    (100, 34, Zoom.M),
    (*LEAST, Zoom.S),
)


def zoom_beside_panels(
    columns: int, rows: int, allowed: Callable[[Zoom], bool] = lambda _: True
) -> Zoom:
    """The largest that the window has room for, with its panels."""
    return next((z for w, h, z in _STEPS if columns >= w and rows >= h and allowed(z)), Zoom.S)
