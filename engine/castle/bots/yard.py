"""One seat of a game in plain variables: its castle, with all that the bots look up, and its tiles.

A ``Castle`` is a value: every tile makes a new one. Bots play millions of builds of which
nobody looks at the castle in between, so here it is changed in place. Cells know what they demand
(``demands``), cells are sorted by their demand (``sites``, as in a castle), and each cell knows
what stands beside it (``keys``), which is all that is needed to tell what a tile makes of the cells
above it. All of it comes from the same tables as the rules, and a test compares both.
"""

from __future__ import annotations

from typing import Final

from engine.castle.castle import NO_DEMAND, SUMS, Castle, free_cells, with_face
from engine.castle.pieces.cells import (
    FLOOR,
    FOUNDATION,
    LEFT_ABOVE,
    LEFT_BELOW,
    LEVEL,
    NAMES,
    PAIR,
    RIGHT_ABOVE,
    RIGHT_BELOW,
    Cell,
    Mask,
    cells,
)
from engine.castle.pieces.tiles import (
    EMPTY,
    LEFT_TOP,
    RIGHT_TOP,
    TILES,
    Base,
    Face,
)
from engine.castle.rules.placing import NEW_LEVEL

# A key has two digits: the number of the tile to the left and of the one to the right, on the half
# that is turned to the cell. It is DEAD if nothing can be built above these two cells any more.
DEAD: Final = 15
DIGIT: Final = 16
KEYS: Final = DIGIT * DIGIT
_NUMBERS: Final = len(LEVEL) + 4 * PAIR  # more than any castle needs
_LEFT: Final = DIGIT * DEAD  # the left digit of a key
BIT: Final = tuple(1 << cell for cell in range(_NUMBERS))
COUNT_BITS: Final = 8  # of the people, windows or roofs of a castle
_SPARE: Final = 2 * PAIR  # numbers above the highest tile that the lists have

_FIRST: Final = tuple(demand - demand % SUMS for demand in range(len(Base) * SUMS))


def joined(left: int, right: int) -> int:
    """What a cell above these two numbers demands; 0 is sky."""
    if left:
        return (Base.WHOLE if right else Base.LEFT) * SUMS + left + right
    return Base.RIGHT * SUMS + right if right else NO_DEMAND


_TOPS: Final = range(max(tile.top_number for tile in TILES) + 1)
_JOINED: Final = tuple(tuple(joined(left, right) for right in _TOPS) for left in _TOPS)


# What a tile shows, three counts in one number (see COUNTED in ``answers``).
SHOWN: Final = tuple(
    tile.people | tile.windows << COUNT_BITS | tile.roofs << 2 * COUNT_BITS for tile in TILES
)


def _bare_key(cell: Cell) -> int:
    left = 0 if cell + LEFT_ABOVE in NAMES else DEAD
    right = 0 if cell + RIGHT_ABOVE in NAMES else DEAD
    return left * DIGIT + right


_BARE_KEYS: Final = tuple(_bare_key(cell) for cell in range(_NUMBERS))


class Yard:
    """A castle and a rack that can be changed."""

    __slots__ = (
        *("coins", "demands", "height", "keys", "occupied", "open", "rack", "royals"),
        *("shown", "sites", "tiles"),
    )

    rack: list[Face]  # sorted
    royals: list[Face]
    coins: int  # taken so far

    def __init__(self, castle: Castle) -> None:
        tiles, sites = castle.tiles, castle.sites
        self.occupied, self.height = castle.occupied, castle.height
        size = len(tiles) + _SPARE
        self.tiles: list[Face] = [*tiles, *(EMPTY,) * _SPARE]
        self.sites: list[Mask] = [*sites]
        self.demands: list[int] = [NO_DEMAND] * size
        for demand, mask in enumerate(sites):
            if mask and demand % SUMS:
                for cell in cells(mask):
                    self.demands[cell] = demand
        self.keys: list[int] = [*_BARE_KEYS[:size]]
        for cell in cells(self.occupied):
            self._close_below(cell)
        for cell in cells(self.occupied):
            self._tell_neighbors(cell, tiles[cell])
        self.shown = sum([SHOWN[face] for face in tiles])
        self._open()

    def copy(self) -> Yard:
        found = Yard.__new__(Yard)
        found.tiles, found.sites = self.tiles[:], self.sites[:]
        found.demands, found.keys = self.demands[:], self.keys[:]
        found.occupied, found.height, found.open = self.occupied, self.height, self.open
        found.shown = self.shown
        found.rack, found.royals = self.rack[:], self.royals[:]
        found.coins = self.coins
        return found

    def _close_below(self, cell: Cell) -> None:
        if cell > FOUNDATION:
            self.keys[cell - LEFT_BELOW] |= DEAD
            self.keys[cell - RIGHT_BELOW] |= _LEFT

    def _tell_neighbors(self, cell: Cell, face: Face) -> None:
        keys, key = self.keys, self.keys[cell]
        if key < _LEFT:
            keys[cell - 1] = keys[cell - 1] & _LEFT | LEFT_TOP[face]
        if key & DEAD != DEAD:
            keys[cell + 1] = keys[cell + 1] & DEAD | RIGHT_TOP[face] * DIGIT

    def _open(self) -> None:
        """Cells that are open, by the kind of a tile."""
        sites, occupied = self.sites, self.occupied
        cells = sites[0] | sites[SUMS] | sites[2 * SUMS] | FLOOR & ~occupied
        old = cells & ~NEW_LEVEL[self.height]  # CB-33
        left, right = occupied >> LEFT_ABOVE, occupied >> RIGHT_ABOVE
        if cells & (left | right):  # a tile sticks out over one of them (CB-31)
            left, right = ~left, ~right
            both = left & right
            self.open = (
                *(cells, cells & left, cells & right, cells & both),
                *(old, old & left, old & right, old & both),
            )
        else:
            self.open = (cells, cells, cells, cells, old, old, old, old)

    def build(self, face: Face, cell: Cell) -> None:
        """The tile stands in the cell from now on; nothing is checked."""
        sites, demands, keys, bit = self.sites, self.demands, self.keys, BIT[cell]
        if cell + PAIR >= len(demands):
            self._grow()
        demand = demands[cell]
        if demand >= 0:
            sites[demand] ^= bit
            sites[_FIRST[demand]] ^= bit
            demands[cell] = NO_DEMAND
        self.tiles[cell] = face
        self.occupied |= bit
        self.shown += SHOWN[face]
        key, top = keys[cell], LEFT_TOP[face]
        if top and key < _LEFT:
            keys[cell - 1] = keys[cell - 1] & _LEFT | top
            self._demand(cell + LEFT_ABOVE, _JOINED[key // DIGIT][top])
        top = RIGHT_TOP[face]
        if top and key & DEAD != DEAD:
            keys[cell + 1] = keys[cell + 1] & DEAD | top * DIGIT
            self._demand(cell + RIGHT_ABOVE, _JOINED[top][key & DEAD])
        if cell > FOUNDATION:
            keys[cell - LEFT_BELOW] |= DEAD
            keys[cell - RIGHT_BELOW] |= _LEFT
            if LEVEL[cell] > self.height:
                self.height = LEVEL[cell]
        self._open()

    def _demand(self, cell: Cell, demand: int) -> None:
        sites, old, bit = self.sites, self.demands[cell], BIT[cell]
        if old >= 0:
            sites[old] ^= bit
            sites[_FIRST[old]] ^= bit
        sites[demand] ^= bit
        sites[_FIRST[demand]] ^= bit
        self.demands[cell] = demand

    def _grow(self) -> None:
        size = len(self.demands)
        self.tiles += (EMPTY,) * PAIR
        self.demands += (NO_DEMAND,) * PAIR
        self.keys += _BARE_KEYS[size : size + PAIR]

    def castle(self) -> Castle:
        size = (self.height // 2 + 1) * PAIR
        return Castle(bytes(self.tiles[:size]), self.occupied, self.height, tuple(self.sites))

    def take_down(self, cell: Cell) -> Face:
        """A tile goes: rare enough to be done by way of a castle."""
        face = self.tiles[cell]
        Yard.__init__(self, with_face(self.castle(), cell, EMPTY))
        return face

    def free(self) -> Mask:
        """Tiles that nothing stands on (CB-62)."""
        return free_cells(self.occupied)

    def floor(self) -> Mask:
        """The empty cells of the first level; of those without a neighbor, one."""
        occupied = self.occupied
        free = FLOOR & ~occupied
        beside = free & (occupied << 1 | occupied >> 1)
        alone = free ^ beside
        return beside | alone & -alone
