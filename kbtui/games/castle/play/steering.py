"""Where a key moves the cursor; pure geometry of a castle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.castle.pieces.cells import GATE_CELL, LEVEL, LEVELS, NAMES, Cell, parse_cell

_LETTERS: Final = "abcdefghijklmno"
_PAGE: Final = 4  # levels


class Cursor(NamedTuple):
    """A cell, and the column (in half tiles) that a vertical movement keeps to."""

    cell: Cell
    column: int


def column_of(cell: Cell) -> int:
    """Half tiles from the left: the place of its letter in the alphabet."""
    return _LETTERS.index(NAMES[cell][0])


def put(cell: Cell) -> Cursor:
    return Cursor(cell, column_of(cell))


START: Final = put(GATE_CELL)


def _at(column: int, level: int) -> Cell:
    """The cell of that level whose letter is there, or nearest to it on the left."""
    first = level % 2  # odd levels begin at b
    column = min(max(column - (column - first) % 2, first), len(_LETTERS) - 1 - first)
    return parse_cell(f"{_LETTERS[column]}{level}")


def _limited(level: int, height: int) -> int:
    """Up to the level above the highest: nothing can be done further up."""
    return min(max(level, 1), height + 1, LEVELS)


Step = Callable[[Cursor, int], Cursor]  # from where, and the height of the castle


def _sideways(step: int) -> Step:
    def moved(cursor: Cursor, height: int) -> Cursor:
        level = LEVEL[cursor.cell]
        return put(_at(column_of(cursor.cell) + 2 * step, level))

    return moved


def _vertical(step: int) -> Step:
    """One level or more; of two neighbors the one nearer to where the movement began."""

    def moved(cursor: Cursor, height: int) -> Cursor:
        level = _limited(LEVEL[cursor.cell] + step, height)
        return Cursor(_at(cursor.column, level), cursor.column)

    return moved


def _diagonal(up: int, east: int) -> Step:
    def moved(cursor: Cursor, height: int) -> Cursor:
        level, column = LEVEL[cursor.cell] + up, column_of(cursor.cell) + east
        is_inside = level == _limited(level, height) and 0 <= column < len(_LETTERS)
        return put(_at(column, level)) if is_inside else cursor

    return moved


STEPS: Final[Mapping[str, Step]] = {
    "west": _sideways(-1),
    "east": _sideways(1),
    "north": _vertical(1),
    "south": _vertical(-1),
    "north-west": _diagonal(1, -1),
    "north-east": _diagonal(1, 1),
    "south-west": _diagonal(-1, -1),
    "south-east": _diagonal(-1, 1),
    "row-start": _vertical(-LEVELS),
    "row-end": _vertical(LEVELS),
    "page-up": _vertical(_PAGE),
    "page-down": _vertical(-_PAGE),
}


def next_of(some: Sequence[int], here: int, step: int = 1) -> int:
    """The next (or the previous) of them, around the end; the first one from anywhere else."""
    if not some:
        return here
    if here not in some:
        return some[0 if step > 0 else -1]
    return some[(some.index(here) + step) % len(some)]


def nearest(some: Sequence[Cell], cell: Cell) -> Cell:
    """The cell that is nearest; the cell itself if there is none."""

    def distance(other: Cell) -> tuple[int, int]:
        return abs(LEVEL[other] - LEVEL[cell]) * 2 + abs(column_of(other) - column_of(cell)), other

    return min(some, key=distance, default=cell)
