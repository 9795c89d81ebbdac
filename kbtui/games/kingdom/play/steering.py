"""Where a key moves the cursor; pure geometry of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.kingdom.ground.hexes import PLACE, SIZE, Hex, Mask, at, distance, hexes

_PAGE: Final = 4  # rows


class Cursor(NamedTuple):
    """A hex, and the column (in half hexes) that a vertical movement keeps to."""

    hex: Hex
    column: int


def put(hex_: Hex) -> Cursor:
    row, column = PLACE[hex_]
    return Cursor(hex_, 2 * column + row % 2)


def _sideways(step: int) -> Callable[[Cursor], Cursor]:
    def moved(cursor: Cursor) -> Cursor:
        row, column = PLACE[cursor.hex]
        return put(at(row, min(max(column + step, 0), SIZE - 1)))

    return moved


def _vertical(step: int) -> Callable[[Cursor], Cursor]:
    """One row or more; of two neighbours the one nearer to where the movement began."""

    def moved(cursor: Cursor) -> Cursor:
        row = min(max(PLACE[cursor.hex][0] + step, 0), SIZE - 1)
        return Cursor(at(row, cursor.column // 2), cursor.column)

    return moved


def _diagonal(step: int, east: int) -> Callable[[Cursor], Cursor]:
    def moved(cursor: Cursor) -> Cursor:
        row, column = PLACE[cursor.hex]
        beside = column + row % 2 - 1 + east
        is_inside = 0 <= row + step < SIZE and 0 <= beside < SIZE
        return put(at(row + step, beside)) if is_inside else cursor

    return moved


STEPS: Final[Mapping[str, Callable[[Cursor], Cursor]]] = {
    "west": _sideways(-1),
    "east": _sideways(1),
    "north": _vertical(-1),
    "south": _vertical(1),
    "north-west": _diagonal(-1, 0),
    "north-east": _diagonal(-1, 1),
    "south-west": _diagonal(1, 0),
    "south-east": _diagonal(1, 1),
    "row-start": _sideways(-SIZE),
    "row-end": _sideways(SIZE),
    "page-up": _vertical(-_PAGE),
    "page-down": _vertical(_PAGE),
}


def next_of(mask: Mask, hex_: Hex, step: int = 1) -> Hex:
    """The next (or the previous) hex of the mask in reading order, around the end."""
    wanted = hexes(mask)
    if not wanted:
        return hex_
    if step > 0:
        return next((h for h in wanted if h > hex_), wanted[0])
    return next((h for h in reversed(wanted) if h < hex_), wanted[-1])


def nearest(mask: Mask, hex_: Hex) -> Hex:
    """The hex of the mask that is nearest; the hex itself if there is none."""
    return min(hexes(mask), key=lambda other: distance(hex_, other), default=hex_)
