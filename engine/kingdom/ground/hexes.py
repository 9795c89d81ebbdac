"""Hexes and sets of hexes: knows the shape of the board (GEO-1), nothing of the game.

A hex is a bit index, a set of hexes an ``int`` mask. Index = 22 * row + column - row // 2: odd rows
are shifted half a hex to the right, so with this numbering the six neighbors of *every* hex are the
shifts by 1, 21 and 22 in both directions, and a straight line is one shift repeated. The one or two
unused bits between rows, cut off by ``BOARD``, keep a shift from wrapping around the edge.
``tests`` prove this against the plain neighbor offsets for all 400 hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Final, TypeVar

from engine.errors import BadToken

T = TypeVar("T")

Hex = int
Mask = int

SIZE: Final = 20  # rows and columns of the board: two quadrants of ten each way
HALF: Final = SIZE // 2
_STRIDE: Final = 22  # two more than a row, so that rows never touch in bit order
_AXES: Final = (1, _STRIDE - 1, _STRIDE)  # east, south-west, south-east (GEO-8)
BITS: Final = _STRIDE * (SIZE - 1) + SIZE - (SIZE - 1) // 2


def at(row: int, column: int) -> Hex:
    return _STRIDE * row + column - row // 2


def mask_of(hexes: Iterable[Hex]) -> Mask:
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


ALL: Final = tuple(at(row, column) for row in range(SIZE) for column in range(SIZE))
BOARD: Final = mask_of(ALL)
BIT: Final = tuple(1 << hex_ for hex_ in range(BITS))  # a look-up is half the price of a shift
PLACE: Final = {at(row, column): (row, column) for row in range(SIZE) for column in range(SIZE)}
NAMES: Final = {hex_: f"{chr(97 + column)}{row + 1}" for hex_, (row, column) in PLACE.items()}
_BY_NAME: Final = {name: hex_ for hex_, name in NAMES.items()}

_FIRST_ROW: Final = mask_of(range(SIZE))
_FIRST_COLUMN: Final = mask_of(at(row, 0) for row in range(SIZE))
_FIRST_QUADRANT: Final = mask_of(at(row, column) for row in range(HALF) for column in range(HALF))
ROWS: Final = tuple(_FIRST_ROW << at(row, 0) for row in range(SIZE))
COLUMNS: Final = tuple(_FIRST_COLUMN << column for column in range(SIZE))
QUADRANTS: Final = tuple(
    _FIRST_QUADRANT << at(top, left) for top in (0, HALF) for left in (0, HALF)
)
EDGE: Final = ROWS[0] | ROWS[-1] | COLUMNS[0] | COLUMNS[-1]  # GEO-7
SEAM: Final = ROWS[HALF - 1] | ROWS[HALF] | COLUMNS[HALF - 1] | COLUMNS[HALF]  # G-VASSAL-1


def parse_hex(name: str) -> Hex:
    """``g7``: column letter, row number from the top; either case."""
    found = _BY_NAME.get(name.lower())
    if found is None:
        raise BadToken(repr(name), "not a hex; hexes are named a1 to t20")
    return found


def dilate(mask: Mask) -> Mask:
    """All hexes adjacent to some hex of the mask (members too, where they touch each other)."""
    east = mask << 1
    pair = mask | east  # its two long shifts make four of the six neighbors
    return (east | mask >> 1 | pair << 21 | pair >> 22) & BOARD


def once(mask: Mask) -> Mask:
    """All hexes adjacent to exactly one hex of the mask."""
    east, west = mask << 1, mask >> 1
    pair, both = mask | east, mask & east
    sides, south, north = east | west, pair << 21, pair >> 22
    several = east & west | both << 21 | both >> 22 | sides & (south | north) | south & north
    return ((sides | south | north) ^ several) & BOARD


def next_to_three(mask: Mask) -> Mask:
    """All hexes adjacent to at least three hexes of the mask."""
    one = two = three = 0
    for step in _AXES:
        for shifted in (mask << step, mask >> step):
            three |= two & shifted
            two |= one & shifted
            one |= shifted
    return three & BOARD


def jumps(mask: Mask) -> Mask:
    """All hexes exactly two away from some hex of the mask in a straight line (L-PADDOCK-1)."""
    found = 0
    for step in _AXES:
        found |= (mask << step & BOARD) << step | (mask >> step & BOARD) >> step
    return found & BOARD


NEIGHBOURS: Final = tuple([dilate(bit) if bit & BOARD else 0 for bit in BIT])
JUMPS: Final = tuple([jumps(bit) if bit & BOARD else 0 for bit in BIT])


def _ray(hex_: Hex, step: int) -> tuple[Hex, ...]:
    """The hexes from here to the rim in one direction, nearest first."""
    found = []
    while (hex_ := hex_ + step) in PLACE:
        found.append(hex_)
    return tuple(found)


class _Rays(dict[Hex, tuple[tuple[Hex, ...], ...]]):
    """The rays from a hex in all six directions, computed when first used: few games need any."""

    def __missing__(self, hex_: Hex) -> tuple[tuple[Hex, ...], ...]:
        self[hex_] = found = tuple(_ray(hex_, sign * step) for step in _AXES for sign in (1, -1))
        return found


RAYS: Final[Mapping[Hex, tuple[tuple[Hex, ...], ...]]] = _Rays()

_BYTES: Final = (BITS + 1 + 7) // 8  # one bit more, see select
_SPARSE: Final = 25  # where the two ways of listing a mask take equally long


Octets = tuple[tuple[tuple[T, ...], ...], ...]


def octets(row: Sequence[T]) -> Octets[T]:
    """For every byte of a mask and every value of it the things of the row that it stands for.

    Dense masks are listed by look-ups, a byte at a time; sparse ones are quicker bit by bit.
    """
    return tuple(_values(row[8 * byte : 8 * byte + 8]) for byte in range(_BYTES))


def _values(things: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The things of each value of a byte: those of the values without a bit, then with it."""
    rows: list[tuple[T, ...]] = [()]
    for thing in things:
        bit = (thing,)
        rows += [row + bit for row in rows]
    return tuple(rows)


def select_many(table: Octets[T], mask: Mask) -> list[T]:
    """What the row that the table was made of holds for the members, in board order."""
    found: list[T] = []
    values = mask.to_bytes(_BYTES, "little")
    for things, value in zip(compress(table, values), filter(None, values), strict=True):
        found += things[value]
    return found


@cache
def _members() -> Octets[Hex]:
    return octets(range(8 * _BYTES))


def hexes(mask: Mask) -> list[Hex]:
    """The members in board order: row by row, left to right."""
    if mask.bit_count() >= _SPARSE:
        return select_many(_members(), mask)
    return select_few(_HEXES, mask)


def nth(mask: Mask, index: int) -> Hex:
    """The member with that many others before it in board order."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def by_length(row: Iterable[T]) -> tuple[T, ...]:
    """The row, which has one thing for each hex, for ``select``: found by the ``bit_length`` of a
    mask, which is one more than its last hex."""
    first, *rest = row
    return (first, first, *rest)


_LAST: Final = by_length(BIT)
_HEXES: Final = by_length(range(BITS))


def select(row: Sequence[T], mask: Mask) -> list[T]:
    """What the row ``by_length`` holds for the members, in board order."""
    if mask.bit_count() >= _SPARSE:
        return [*map(row.__getitem__, hexes(mask << 1))]
    return select_few(row, mask)


def select_few(row: Sequence[T], mask: Mask) -> list[T]:
    """The same for a mask that is known to be sparse: to count its members takes long too."""
    found: list[T] = []
    bits = _LAST  # local names are faster to look up, and this is done for every move
    while mask:  # from the top, since the mask then grows shorter on the way
        length = mask.bit_length()
        found.append(row[length])
        mask ^= bits[length]
    found.reverse()
    return found


def names(mask: Mask) -> list[str]:
    return [NAMES[hex_] for hex_ in hexes(mask)]


def line_ends(mask: Mask, length: int) -> Mask:
    """Hexes that continue, at either end, a straight unbroken line of at least ``length``."""
    ends, more = 0, range(length - 1)
    for step in _AXES:
        run = mask
        for _ in more:
            run &= run >> step  # keeps the first hex of every run one longer
        if run:
            ends |= run << length * step | run >> step
    return ends & BOARD & ~mask


@lru_cache(maxsize=8)  # several goals ask for those of the same settlements
def areas(mask: Mask) -> tuple[Mask, ...]:
    """The maximal connected groups, in board order of their first hex."""
    found = []
    while mask:
        first = mask & -mask
        rest = mask ^ first
        front = NEIGHBOURS[first.bit_length() - 1] & rest
        while front:  # only what is new can reach further: this is dilate(), without its call
            rest ^= front
            east = front << 1
            pair = front | east
            front = (east | front >> 1 | pair << 21 | pair >> 22) & rest
        found.append(mask ^ rest)
        mask = rest
    return tuple(found)


# Each hex on the three axes of the grid: distance is the largest difference along any of them.
_CUBE: Final = {
    hex_: (row, column - row // 2, column - row // 2 + row) for hex_, (row, column) in PLACE.items()
}


def distance(one: Hex, other: Hex) -> int:
    """Steps of a shortest way over the plain grid."""
    (a, b, c), (d, e, f) = _CUBE[one], _CUBE[other]
    return max(abs(a - d), abs(b - e), abs(c - f))


def farthest(mask: Mask) -> tuple[Hex, Hex]:
    """The two members farthest apart; of equal pairs the first in board order. Not for 0."""
    members = hexes(mask)
    spans = [(min(axis), max(axis)) for axis in zip(*(_CUBE[h] for h in members), strict=True)]
    longest = max(high - low for low, high in spans)
    ends = [h for h in members if any(x in span for x, span in zip(_CUBE[h], spans, strict=True))]
    return next(
        (one, other)
        for i, one in enumerate(ends)
        for other in ends[i:]
        if distance(one, other) == longest
    )
