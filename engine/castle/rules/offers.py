"""The moves of a turn as one sequence: every tile, every cell, every payment, made when asked for.

Most who ask for the legal moves of a turn want one of them or their number. So a tile is kept with
the cells where it may stand, and its moves are made one by one. This is for builds that cost one
tile at most, from a rack that is known; ``listing`` has all others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, overload

from engine.castle.castle import Castle
from engine.castle.moves import DRAW, NO_BAG, Action, Move
from engine.castle.pieces.cells import FLOOR, Mask, cells
from engine.castle.pieces.tiles import UNKNOWN, Bag, Face
from engine.castle.rules.placing import EXACT, HIGHER, KIND, LOWER, WHOLE, open_by_kind

_BUILD: Final = Action.BUILD
_ROYAL: Final = Action.ROYAL
_MARKET: Final = Action.MARKET
_BAGS: Final = tuple(bytes((face,)) for face in range(UNKNOWN))
_FACTS: Final = tuple(zip(KIND, EXACT, LOWER, HIGHER, WHOLE, strict=True))  # by face

# A tile, where it may stand at no cost, and where for one tile.
Offer = tuple[Action, Face, Mask, Mask]


class Offers(Sequence[Move]):
    """The draw, and after it all builds in the order of legal moves."""

    __slots__ = ("_bag", "_ends", "_faces", "_offers")

    def __init__(self, castle: Castle, bag: Bag, royals: Bag, market: Bag) -> None:
        open_, sites = open_by_kind(castle), castle.sites
        faces = sorted({*bag})
        prices, has_pairs = len(faces), len(faces) < len(bag)
        offers, total, ends = list[Offer](), 1, [1]
        found = [(_BUILD, face) for face in faces]
        if royals:
            found += [(_ROYAL, face) for face in sorted({*royals})]
        found += [(_MARKET, face) for face in sorted({*market})]
        for action, face in found:
            kind, at, lower, higher, whole = _FACTS[face]
            free = open_[kind]
            exact = (sites[at] | FLOOR if whole else sites[at]) & free
            count = exact.bit_count()
            near = (sites[lower] | sites[higher]) & free
            if near:
                own = action is _BUILD and not (has_pairs and bag.count(face) > 1)
                count += near.bit_count() * (prices - own)
            if count:
                total += count
                offers.append((action, face, exact, near))
                ends.append(total)
        self._bag, self._faces, self._offers, self._ends = bag, faces, offers, ends

    def __len__(self) -> int:
        return self._ends[-1]

    def _prices(self, action: Action, face: Face) -> list[Bag]:
        """What a tile of this face may be paid with."""
        own = action is _BUILD and self._bag.count(face) == 1
        return [_BAGS[other] for other in self._faces if not own or other != face]

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | Sequence[Move]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        number = range(self._ends[-1])[place]
        if not number:
            return DRAW
        index = bisect_right(self._ends, number) - 1
        action, face, exact, near = self._offers[index]
        number -= self._ends[index]
        if not near:
            while number:
                exact &= exact - 1
                number -= 1
            return action, face, (exact & -exact).bit_length() - 1, NO_BAG
        prices = self._prices(action, face)
        for cell in cells(exact | near):
            ways = len(prices) if near >> cell & 1 else 1
            if number < ways:
                paid = prices[number] if near >> cell & 1 else NO_BAG
                return action, face, cell, paid
            number -= ways
        raise AssertionError("the number was below the sum of the ways")

    def __iter__(self) -> Iterator[Move]:
        yield DRAW
        for action, face, exact, near in self._offers:
            prices = self._prices(action, face) if near else []
            for cell in cells(exact | near):
                for paid in prices if near >> cell & 1 else (NO_BAG,):
                    yield action, face, cell, paid

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, tuple) or len(move) != len(DRAW):
            return False
        action, face, cell, paid = move
        if move == DRAW:
            return True
        for offer in self._offers:
            if offer[:2] == (action, face):
                if paid == NO_BAG:
                    return bool(offer[2] >> cell & 1)
                return bool(offer[3] >> cell & 1) and paid in self._prices(action, face)
        return False
