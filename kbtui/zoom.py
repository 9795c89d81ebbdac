"""Zoom levels: how large a hex is on the screen and which hex each half of a text cell belongs to.

A text cell has two halves: from M on an upper and a lower one, which are nearly square pixels; at S
a left and a right one, which lets odd rows lie exactly half a hex to the right. The tables made
here, once for each zoom, are all that painting and the mouse need; knows nothing of the game.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from engine.kingdom.hexes import PLACE, SIZE, Hex

RIM: Final[Hex] = -1  # what owns the halves around the board
_S_HALVES: Final = 6  # halves of a hex at S: three columns


class Pixel(NamedTuple):
    """One half of a cell, as part of a hex."""

    row: int  # counted from the top of the hex; at S always 0
    column: int  # counted from the left edge of the hex; at S in halves
    x: int  # the cell
    y: int
    half: int  # 0 is the upper or left half, 1 the lower or right one


class Spot(NamedTuple):
    """Where a hex has its text: whole cells that are all its own."""

    y: int
    x: int
    columns: int
    row: int  # the pixel row of the hex that is the upper half of the text


class Zoom(Enum):
    """From the smallest to the largest."""

    S = "S", 3, 0, 2, ()
    M = "M", 4, 1, 2, (2,)
    M_PLUS = "M+", 4, 1, 3, (2,)
    L = "L", 6, 2, 2, (2, 4)
    XL = "XL", 6, 2, 3, (2, 4)
    XXL = "XXL", 8, 2, 4, (2, 6)

    def __init__(self, label: str, w: int, z: int, n: int, slant: tuple[int, ...]) -> None:
        """A hex is ``w`` columns wide, has ``z`` slanted pixel rows at the top and again at the
        bottom, of the widths ``slant``, and ``n`` at full width between them."""
        self.label = label
        self.w, self.z, self.n = w, z, n
        self.widths = (*slant, *(w,) * n, *slant[::-1])
        self.columns = -(-(2 * SIZE + 1) * w // 2)
        self.rows = -(-(SIZE * (z + n) + z) // 2)

    @property
    def is_sideways(self) -> bool:
        """Whether the two halves of a cell lie side by side."""
        return self is Zoom.S


Owners = tuple[tuple[Hex, ...], ...]


class Tables(NamedTuple):
    """Everything about one zoom that does not change."""

    first: Owners  # by text row and column: the hex of the upper (left) half, or RIM
    second: Owners  # that of the lower (right) half
    pixels: dict[Hex, tuple[Pixel, ...]]  # top to bottom, left to right
    spots: dict[Hex, Spot]
    outlines: dict[Hex, frozenset[tuple[int, int]]]  # rows and columns of pixels at the border


@cache
def tables(zoom: Zoom) -> Tables:
    """The tables of a zoom, made when it is used first."""
    pixels = {hex_: _pixels(zoom, *place) for hex_, place in PLACE.items()}
    halves = [[[RIM] * zoom.columns for _ in range(zoom.rows)] for _ in range(2)]
    for hex_, own in pixels.items():
        for pixel in own:
            halves[pixel.half][pixel.y][pixel.x] = hex_
    first, second = (tuple(tuple(row) for row in half) for half in halves)
    return Tables(
        first,
        second,
        pixels,
        {hex_: _spot(zoom, *place) for hex_, place in PLACE.items()},
        {hex_: _outline(own) for hex_, own in pixels.items()},
    )


def _corner(zoom: Zoom, row: int, column: int) -> tuple[int, int]:
    """The left edge of a hex in columns (at S in halves) and its top in pixel rows."""
    wide = _S_HALVES if zoom.is_sideways else zoom.w
    return column * wide + row % 2 * wide // 2, row * (zoom.z + zoom.n)


def _pixels(zoom: Zoom, row: int, column: int) -> tuple[Pixel, ...]:
    left, top = _corner(zoom, row, column)
    if zoom.is_sideways:
        halves = range(_S_HALVES)
        return tuple(Pixel(0, i, (left + i) // 2, row, (left + i) % 2) for i in halves)
    return tuple(
        Pixel(k, dx, left + dx, (top + k) // 2, (top + k) % 2)
        for k, width in enumerate(zoom.widths)
        for dx in range((zoom.w - width) // 2, (zoom.w + width) // 2)
    )


def _spot(zoom: Zoom, row: int, column: int) -> Spot:
    """The text row: the widest one that is wholly inside the hex, of equals the upper one."""
    left, top = _corner(zoom, row, column)
    if zoom.is_sideways:  # the middle cell, or the two whole ones of an odd row
        return Spot(row, (left + 2) // 2, 1 + row % 2, 0)
    widths = zoom.widths
    inside = range(top % 2, len(widths) - 1, 2)  # rows of the hex that are upper halves
    best = max(inside, key=lambda k: min(widths[k], widths[k + 1]))  # the first of equals
    columns = min(widths[best], widths[best + 1])
    return Spot((top + best) // 2, left + (zoom.w - columns) // 2, columns, best)


def _outline(pixels: tuple[Pixel, ...]) -> frozenset[tuple[int, int]]:
    own = {(pixel.row, pixel.column) for pixel in pixels}
    around = ((0, 1), (0, -1), (1, 0), (-1, 0))
    return frozenset((k, dx) for k, dx in own if any((k + a, dx + b) not in own for a, b in around))


def hex_at(zoom: Zoom, x: int, y: int, upper: bool = True) -> Hex | None:
    """The hex that the mouse points at; ``upper`` is the upper half of the cell, at S the left."""
    if not (0 <= x < zoom.columns and 0 <= y < zoom.rows):
        return None
    known = tables(zoom)
    owner = (known.first if upper else known.second)[y][x]
    return None if owner == RIM else owner


def best_zoom(columns: int, rows: int) -> Zoom | None:
    """The largest zoom whose board fits, if any does."""
    fitting = [zoom for zoom in Zoom if zoom.columns <= columns and zoom.rows <= rows]
    return fitting[-1] if fitting else None
