"""All moves of a kind as a sequence: what to pay, what to discard, what to build where.

Who holds a rack knows it, and its moves are a plain list. In a copy that may not see the rack,
everything counts that might be on it, which can be millions of payments: these are counted and
found by number, but never all made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain, combinations
from typing import Final, NamedTuple, overload

from engine.castle.castle import Castle
from engine.castle.moves import NO_BAG, NONE, Action, Move
from engine.castle.pieces.cells import Cell, Mask, cells
from engine.castle.pieces.tiles import UNKNOWN, Bag, Counts, Face, changed, without
from engine.castle.rules.placing import reach

_KNOWN: Final = 4096


class Held(NamedTuple):
    """What a rack holds, as far as this copy knows: each unknown tile is one of the unseen."""

    bag: Bag  # without the unknown tiles
    unknown: int
    unseen: Counts

    def holds(self, bag: Bag) -> bool:
        """Whether these tiles may all be there."""
        missing = 0
        for face in set(bag):
            short = bag.count(face) - self.bag.count(face)
            if short > 0:
                if short > self.unseen[face]:
                    return False
                missing += short
        return missing <= self.unknown

    def without(self, face: Face) -> Held:
        """What is left when a tile of this face, which may be there, has gone."""
        bag, unknown, unseen = self
        if face in bag:
            return Held(without(bag, face), unknown, unseen)
        return Held(bag, unknown - 1, changed(unseen, face, -1))

    @property
    def size(self) -> int:
        return len(self.bag) + self.unknown

    def faces(self) -> list[Face]:
        """Every face that may be there."""
        unseen = self.unseen if self.unknown else b""
        return sorted({*self.bag, *(face for face, count in enumerate(unseen) if count)})

    def choices(self, size: int) -> Sequence[Bag]:
        """Every bag of that many tiles that may be there, sorted."""
        if size == 0:
            return (NO_BAG,)
        if self.unknown:
            return Bags(self, size)
        return _choices(self.bag, size)


def held(rack: Bag, unseen: Counts) -> Held:
    unknown = rack.count(UNKNOWN)
    return Held(rack[: len(rack) - unknown], unknown, unseen)


@lru_cache(_KNOWN)
def _choices(bag: Bag, size: int) -> tuple[Bag, ...]:
    if size == 1:
        return tuple([bytes((face,)) for face in sorted({*bag})])
    return tuple(map(bytes, sorted({*combinations(bag, size)})))


class Bags(Sequence[Bag]):
    """The bags of one size that may be on a rack with unknown tiles; none is kept."""

    def __init__(self, rack: Held, size: int) -> None:
        self._rack, self._size = rack, size
        self._faces = rack.faces()
        self._ways: dict[tuple[int, int, int], int] = {}

    def _count(self, index: int, size: int, unknown: int) -> int:
        """Bags of ``size`` tiles from the faces at ``index`` and later."""
        if size == 0:
            return 1
        if index == len(self._faces):
            return 0
        key = index, size, unknown
        if key not in self._ways:
            self._ways[key] = sum(
                self._count(index + 1, size - copies, left)
                for copies, left in self._copies(index, size, unknown)
            )
        return self._ways[key]

    def _copies(self, index: int, size: int, unknown: int) -> Iterator[tuple[int, int]]:
        """How many tiles of this face a bag may have, and the unknown tiles left; most first."""
        face = self._faces[index]
        own = self._rack.bag.count(face)
        most = own + min(unknown, self._rack.unseen[face])
        for copies in range(min(size, most), -1, -1):
            yield copies, unknown - max(copies - own, 0)

    def __len__(self) -> int:
        return self._count(0, self._size, self._rack.unknown)

    @overload
    def __getitem__(self, place: int) -> Bag: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Bag]: ...
    def __getitem__(self, place: int | slice) -> Bag | Sequence[Bag]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        number = range(len(self))[place]
        bag, size, unknown = NO_BAG, self._size, self._rack.unknown
        for index, face in enumerate(self._faces):
            for copies, left in self._copies(index, size, unknown):
                ways = self._count(index + 1, size - copies, left)
                if number < ways:
                    bag += bytes((face,)) * copies
                    size, unknown = size - copies, left
                    break
                number -= ways
        return bag

    def __iter__(self) -> Iterator[Bag]:
        return self._from(0, self._size, self._rack.unknown)

    def _from(self, index: int, size: int, unknown: int) -> Iterator[Bag]:
        """The bags of the faces at ``index`` and later, in order."""
        if size == 0:
            yield NO_BAG
        elif index < len(self._faces):
            for copies, left in self._copies(index, size, unknown):
                own = bytes((self._faces[index],)) * copies
                for rest in self._from(index + 1, size - copies, left):
                    yield own + rest

    def __contains__(self, bag: object) -> bool:
        return isinstance(bag, bytes) and len(bag) == self._size and self._rack.holds(bag)


class Site(NamedTuple):
    """One tile in one cell, with all the ways to pay for it."""

    action: Action
    face: Face
    cell: Cell
    payments: Sequence[Bag]

    def moves(self) -> Iterator[Move]:
        return ((self.action, self.face, self.cell, paid) for paid in self.payments)


class Builds(Sequence[Move]):
    """Moves and after them sites, sorted; their moves are made when they are asked for."""

    def __init__(self, moves: Sequence[Move], sites: Sequence[Site]) -> None:
        self._moves, self._sites = moves, sites

    @cached_property
    def _ends(self) -> list[int]:
        sizes = (len(site.payments) for site in self._sites)
        return list(accumulate(sizes, initial=len(self._moves)))

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | Sequence[Move]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        number = range(len(self))[place]
        if number < len(self._moves):
            return self._moves[number]
        index = bisect_right(self._ends, number) - 1
        action, face, cell, payments = self._sites[index]
        return action, face, cell, payments[number - self._ends[index]]

    def __iter__(self) -> Iterator[Move]:
        return chain(self._moves, *(site.moves() for site in self._sites))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, tuple) or len(move) != 4:
            return False
        head, paid = move[:3], move[3]
        return move in self._moves or any(
            site[:3] == head and paid in site.payments for site in self._sites
        )


def builds(castle: Castle, action: Action, face: Face, rest: Held, most: int) -> list[Site]:
    """Where this tile may stand, and how it may be paid with the rest of the rack."""
    masks = reach(castle, face, min(most, rest.size))
    found = sorted((cell, cost) for cost, mask in enumerate(masks) for cell in cells(mask))
    return [Site(action, face, cell, rest.choices(cost)) for cell, cost in found]


def listed(castle: Castle, action: Action, face: Face, rest: Bag, most: int) -> Sequence[Move]:
    """The same as a list of moves, for a rack that is known."""
    size = len(rest)
    free, *paid = reach(castle, face, size if size < most else most)
    found = _unpaid(action, face, free) if free else ()
    for cost, mask in enumerate(paid, 1):
        if mask:
            more = _paid(action, face, mask, rest, cost)
            found = tuple(sorted(found + more)) if found else more
    return found


@lru_cache(_KNOWN)
def _unpaid(action: Action, face: Face, mask: Mask) -> tuple[Move, ...]:
    return tuple([(action, face, cell, NO_BAG) for cell in cells(mask)])


@lru_cache(_KNOWN)
def _paid(action: Action, face: Face, mask: Mask, rest: Bag, size: int) -> tuple[Move, ...]:
    bags = _choices(rest, size)
    return tuple([(action, face, cell, bag) for cell in cells(mask) for bag in bags])


def drops(rack: Held, surplus: int) -> Sequence[Move]:
    """All ways to discard that many tiles."""
    bags = rack.choices(surplus)
    if isinstance(bags, Bags):
        return Builds((), [Site(Action.DROP, NONE, NONE, bags)])
    return [(Action.DROP, NONE, NONE, bag) for bag in bags]
