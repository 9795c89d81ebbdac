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
    FACES,
    LEFT_TOP,
    NO_NEW_LEVEL,
    NUMBER,
    RIGHT_TOP,
    TILES,
    UNKNOWN,
    Base,
    Face,
)

_WHOLE: Final = Base.WHOLE
# By face: where the demands of its base begin among the sites of a castle.
_FIRST: Final = tuple(base * SUMS for base in BASE)
NEW_LEVEL: Final = tuple(level_mask(level) for level in range(1, 128))  # by height below it

# By face, and for UNKNOWN: which demands a tile meets at no cost, and for one payment.
NOWHERE: Final = _WHOLE * SUMS + 1  # no cell ever demands this: two numbers are 2 at least
_FACES: Final = range(UNKNOWN + 1)


def _exact(face: Face) -> int:
    return _FIRST[face] + NUMBER[face] if face in FACES else NOWHERE


def changed_to(face: Face, change: int) -> int:
    """The demand that a tile meets when its number is changed by so much."""
    number = NUMBER[face] if face in FACES else 0
    return _FIRST[face] + number + change if number and 0 < number + change < SUMS else NOWHERE


EXACT: Final = tuple(_exact(face) for face in _FACES)
LOWER: Final = tuple(changed_to(face, -1) for face in _FACES)
HIGHER: Final = tuple(changed_to(face, 1) for face in _FACES)
WHOLE: Final = tuple(face in FACES and BASE[face] == _WHOLE for face in _FACES)
# By face: what can forbid a cell to it. A tile that sticks out over an open cell shows sky below,
# so this one must too (1 on the left, 2 on the right, CB-31); 4: a new level (CB-33).
KIND: Final = tuple(
    (LEFT_TOP[face] > 0) + 2 * (RIGHT_TOP[face] > 0) + 4 * NO_NEW_LEVEL[face]
    if face in FACES
    else 0
    for face in _FACES
)


def open_by_kind(castle: Castle) -> tuple[Mask, ...]:
    """Cells that no tile takes, where neither overhangs nor the level forbid a tile of a kind."""
    occupied, old = castle.occupied, ~NEW_LEVEL[castle.height]
    left, right = ~(occupied | occupied >> LEFT_ABOVE), ~(occupied | occupied >> RIGHT_ABOVE)
    both = left & right
    return ~occupied, left, right, both, ~occupied & old, left & old, right & old, both & old


def open_cells(castle: Castle, face: Face) -> Mask:
    """The same for one tile."""
    occupied, kind = castle.occupied, KIND[face]
    closed = occupied
    if kind & 1:
        closed |= occupied >> LEFT_ABOVE
    if kind & 2:
        closed |= occupied >> RIGHT_ABOVE
    if kind & 4:
        closed |= NEW_LEVEL[castle.height]
    return ~closed


def reach(castle: Castle, face: Face, most: int) -> list[Mask]:
    """Cells where this tile may stand, by the tiles it costs: none, one, up to ``most``."""
    sites, free = castle.sites, open_cells(castle, face)
    # Without the any mark, the number is the sum (CB-36); with it, any sum will do (CB-38).
    exact = sites[EXACT[face]]
    if WHOLE[face]:
        exact |= FLOOR  # CB-32
    found = [exact & free]
    if NUMBER[face]:
        for change in range(1, most + 1):
            near = sites[changed_to(face, -change)] | sites[changed_to(face, change)]
            found.append(near & free)
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
