"""The cells of a castle, numbered so that the cells around a cell are always equally far away.

Tiles stand in brickwork (CB-23). Odd levels have 7 cells, ``b d f h j l n``; even levels have 8,
``a c e g i k m o``, because a tile may stick out by half of its width at each end. No castle can be
wider than that; ``tiles`` checks it. Two levels are 17 numbers: a number that is no cell, the odd
level, another one, the even level. So on every level

    number - 9, number - 8    are the left and the right support (CB-24)
    number + 8, number + 9    are the cells above, to the left and to the right

and beside the last cell of a level lies a number where nothing can ever stand. A set of cells is a
``Mask``, one bit for each number, and a shift moves it as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.errors import BadToken

Cell = int
Mask = int

FOUNDATION: Final = 7  # cells of the first level (CB-4)
LEVELS: Final = 127  # no castle is higher: each level above the first takes one of 126 tiles
LEFT_BELOW: Final = 9
RIGHT_BELOW: Final = 8
LEFT_ABOVE: Final = 8
RIGHT_ABOVE: Final = 9
PAIR: Final = 17  # numbers of two levels
_ODD: Final = "bdfhjln"
_EVEN: Final = "acegikmo"


def _number(letter: str, level: int) -> Cell:
    first = (level - 1) // 2 * PAIR + 1
    if level % 2:
        return first + _ODD.index(letter)
    return first + FOUNDATION + 1 + _EVEN.index(letter)


NAMES: Final = {
    _number(letter, level): f"{letter}{level}"
    for level in range(1, LEVELS + 1)
    for letter in (_ODD if level % 2 else _EVEN)
}
_CELLS: Final = {name: cell for cell, name in NAMES.items()}
LEVEL: Final = tuple(
    cell // PAIR * 2 + (1 if cell % PAIR <= FOUNDATION else 2) for cell in range(max(NAMES) + 1)
)
ALL: Final = sum(1 << cell for cell in NAMES)
FLOOR: Final = sum(1 << cell for cell in range(1, FOUNDATION + 1))
GATE_CELL: Final = _number("h", 1)  # CB-5


def parse_cell(name: str) -> Cell:
    """The cell of that name, in small letters; raises BadToken."""
    cell = _CELLS.get(name)
    if cell is not None:
        return cell
    level = name[1:]
    if name[:1].isalpha() and level.isdecimal() and level.isascii() and len(level) <= 3:
        number = int(level)
        if name != f"{name[0]}{number}" or not 1 <= number <= LEVELS:
            raise BadToken(repr(name), "levels are 1 to {most}", most=LEVELS)
        raise BadToken(
            repr(name),
            "level {level} has the cells {letters}",
            level=number,
            letters=" ".join(_ODD if number % 2 else _EVEN),
        )
    raise BadToken(repr(name), "a cell is a letter and a level, such as e2")


def cells(mask: Mask) -> list[Cell]:
    """The cells of a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def names(places: Iterable[Cell]) -> list[str]:
    return [NAMES[cell] for cell in places]


def level_mask(level: int) -> Mask:
    """All cells of a level."""
    if level % 2:
        return FLOOR << (level - 1) // 2 * PAIR
    return ((1 << len(_EVEN)) - 1) << _number("a", level)
