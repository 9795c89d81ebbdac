"""Where a tile may stand, and what its number costs (CB-23 to CB-44).

``reach`` answers for all cells at once, from the demands that a castle keeps; ``steps_needed``
answers for one cell. Both read the same tables.
"""

from __future__ import annotations

from typing import Final

from engine.castle.castle import NO_DEMAND, SUMS, Castle, demand
from engine.castle.pieces.cells import (
    FLOOR,
    LEFT_ABOVE,
    LEVEL,
    RIGHT_ABOVE,
    Cell,
    Mask,
    level_mask,
)
from engine.castle.pieces.tiles import (
    BASE,
    LEFT_TOP,
    NO_NEW_LEVEL,
    NUMBER,
    RIGHT_TOP,
    TILES,
    Base,
    Face,
)

_WHOLE: Final = Base.WHOLE
# By face: where the demands of its base begin among the sites of a castle.
_FIRST: Final = tuple(base * SUMS for base in BASE)
_NEW_LEVEL: Final = tuple(level_mask(level) for level in range(1, 128))  # by height below it


def open_cells(castle: Castle, face: Face) -> Mask:
    """Cells that no tile takes, where neither overhangs nor the level forbid this tile."""
    occupied = castle.occupied
    closed = occupied
    # A tile that sticks out over an open cell shows sky below, so this one must too (CB-31).
    if LEFT_TOP[face]:
        closed |= occupied >> LEFT_ABOVE
    if RIGHT_TOP[face]:
        closed |= occupied >> RIGHT_ABOVE
    if NO_NEW_LEVEL[face]:
        closed |= _NEW_LEVEL[castle.height]  # CB-33
    return ~closed


def reach(castle: Castle, face: Face, most: int) -> list[Mask]:
    """Cells where this tile may stand, by the tiles it costs: none, one, up to ``most``."""
    number, first, sites = NUMBER[face], _FIRST[face], castle.sites
    free = open_cells(castle, face)
    # Without the any mark, the number is the sum (CB-36); with it, any sum will do (CB-38).
    exact = sites[first + number]
    if not first:
        exact |= FLOOR  # CB-32
    found = [exact & free]
    if number:
        for change in range(1, most + 1):
            low, high = number - change, number + change
            mask = sites[first + low] if low > 0 else 0
            if high < SUMS:
                mask |= sites[first + high]
            found.append(mask & free)
    return found


def places(castle: Castle, face: Face) -> Mask:
    """Cells where this tile may stand at no cost."""
    return reach(castle, face, 0)[0]


def steps_needed(castle: Castle, face: Face, cell: Cell) -> int | None:
    """By how much the number has to be changed to build there (CB-85); None if nothing helps."""
    if not open_cells(castle, face) >> cell & 1:
        return None
    level, number = LEVEL[cell], NUMBER[face]
    if level == 1:
        return 0 if BASE[face] == _WHOLE else None
    if level > castle.height + 1:
        return None
    wanted = demand(castle, cell)
    if wanted == NO_DEMAND or wanted - wanted % SUMS != _FIRST[face]:
        return None
    return abs(number - wanted % SUMS) if number else 0


def spaces_moved(face: Face, cell: Cell) -> int:
    """How far the baron goes for this build (CB-45, CB-46)."""
    level = LEVEL[cell]
    return 0 if level == 1 else level + TILES[face].rubies
