"""One castle: its tiles, and the open cells sorted by what they demand of a tile.

A cell above the first level demands a base and a sum: which of its halves lie above stone (CB-29),
and what the numbers below it add up to (CB-36, CB-37). ``Castle.sites`` has one set of cells for
each such demand, so where a tile may stand is a look into a table. A tile that comes or goes
changes the demands of its own cell and of the two above it, and of no other.
"""

from typing import Final, NamedTuple

from engine.castle.pieces.cells import (
    FOUNDATION,
    GATE_CELL,
    LEFT_ABOVE,
    LEFT_BELOW,
    LEVEL,
    NAMES,
    PAIR,
    RIGHT_ABOVE,
    RIGHT_BELOW,
    Cell,
    Mask,
)
from engine.castle.pieces.tiles import (
    BUILT,
    EMPTY,
    GATE,
    LEFT_TOP,
    PEOPLE,
    RIGHT_TOP,
    ROOFS,
    TILES,
    WINDOWS,
    Base,
    Face,
)

# A demand is base * SUMS + sum. Any sum of a base is at sum 0, which no cell has.
_HIGHEST_SUM: Final = 2 * max(tile.top_number for tile in TILES)
SUMS: Final = _HIGHEST_SUM + 1
NO_DEMAND: Final = -1  # nothing below the cell that could carry a tile

_make: Final = tuple.__new__  # a NamedTuple's own constructor takes twice as long

Sites = tuple[Mask, ...]
# By cell: itself and those above it, as far as a demand of theirs changes with its tile.
_TOUCHED: Final = tuple(
    tuple(
        place
        for place in (cell, cell + LEFT_ABOVE, cell + RIGHT_ABOVE)
        if place in NAMES and place > FOUNDATION
    )
    for cell in range(len(LEVEL))
)


class Castle(NamedTuple):
    tiles: bytes  # the face in each cell, up to the level above the highest
    occupied: Mask  # the gate included
    height: int  # the highest level with a tile (CB-66)
    sites: Sites  # open cells above the first level, by demand


def _row(left: int) -> tuple[int, ...]:
    """By the face to the right: what is demanded above it and a tile that gives this number."""
    whole, base = (Base.WHOLE, Base.LEFT) if left else (Base.RIGHT, None)
    nothing = NO_DEMAND if base is None else base * SUMS + left
    return tuple([whole * SUMS + left + right if right else nothing for right in LEFT_TOP])


_ROWS: Final = {left: _row(left) for left in sorted({*RIGHT_TOP})}
# By the faces below a cell, to the left and to the right: what it demands.
_DEMANDS: Final = tuple(_ROWS[left] for left in RIGHT_TOP)


def demand(castle: Castle, cell: Cell) -> int:
    """What the cell demands of a tile; for cells above the first level, up to height + 1."""
    tiles = castle.tiles
    return _DEMANDS[tiles[cell - LEFT_BELOW]][tiles[cell - RIGHT_BELOW]]


def face_at(castle: Castle, cell: Cell) -> Face:
    return castle.tiles[cell] if cell < len(castle.tiles) else EMPTY


def with_face(castle: Castle, cell: Cell, face: Face) -> Castle:
    """The castle with this tile in the cell; ``EMPTY`` takes the tile away that stands there."""
    old, occupied, _, sites = castle
    occupied ^= 1 << cell
    height = LEVEL[occupied.bit_length() - 1]
    size = (height // 2 + 1) * PAIR
    tiles = bytearray(old)
    if size > len(old):
        tiles.extend(bytes(size - len(old)))
    found = [*sites]
    _toggle(found, tiles, _TOUCHED[cell])
    tiles[cell] = face
    _toggle(found, tiles, _TOUCHED[cell])
    return _make(Castle, (bytes(tiles[:size]), occupied, height, tuple(found)))


def _toggle(sites: list[Mask], tiles: bytearray, places: tuple[Cell, ...]) -> None:
    """Put each open cell under its demand, or take it away if it is there."""
    for place in places:
        if not tiles[place]:
            demanded = _DEMANDS[tiles[place - LEFT_BELOW]][tiles[place - RIGHT_BELOW]]
            if demanded != NO_DEMAND:
                bit = 1 << place
                sites[demanded] ^= bit
                sites[demanded - demanded % SUMS] ^= bit


def _bare() -> Castle:
    nothing = Castle(bytes(PAIR), 0, 1, (0,) * (len(Base) * SUMS))
    return with_face(nothing, GATE_CELL, GATE)


BARE: Final = _bare()  # a foundation and its gate


def free_tiles(castle: Castle) -> Mask:
    """Tiles with no tile in either of the cells above (CB-62); never the gate."""
    return free_cells(castle.occupied)


def free_cells(occupied: Mask) -> Mask:
    """The same from the cells that tiles stand in."""
    return occupied & ~(occupied >> LEFT_ABOVE | occupied >> RIGHT_ABOVE | 1 << GATE_CELL)


def windows(castle: Castle) -> int:
    return sum(castle.tiles.translate(WINDOWS))


def roofs(castle: Castle) -> int:
    return sum(castle.tiles.translate(ROOFS))


def people(castle: Castle) -> int:
    return sum(castle.tiles.translate(PEOPLE))


def tiles_built(castle: Castle) -> int:
    return sum(castle.tiles.translate(BUILT))
