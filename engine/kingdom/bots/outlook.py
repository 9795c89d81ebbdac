"""How much gold a position will bring a seat in the end, as far as the position itself tells.

It is a sum of what the position has: gold by goal, tiles, settlements, and what the next card could
bring. What each of these is worth comes from a regression: how games went on from 88,000 ends of
turns (docs/bots.md; ``bench/kingdom_outlook.py`` does the same, more slowly). The sum compares
positions with as many turns left. On its own it means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.contract import Seat
from engine.kingdom.bots.appeal import Ground
from engine.kingdom.bots.prospects import Chances, paid
from engine.kingdom.bots.slices import Slices, best
from engine.kingdom.ground.hexes import NEIGHBOURS, QUADRANTS, Mask, dilate, hexes
from engine.kingdom.ground.moves import Action

Masks = tuple[Mask, ...]

_WORTH_COUNTING: Final = 3  # more paying hexes than this in reach are no better
_CLEAR: Final = 2  # so is a lead of more settlements than this


class Worth(NamedTuple):
    """Gold that one of something is worth: at the end, and more for each turn that is left."""

    now: float
    turn: float = 0.0

    def at(self, turns: float) -> float:
        return self.now + self.turn * turns


class Numbers(NamedTuple):
    """What everything is worth. Gold paid now counts for less than its face value where a goal
    would have been served later anyway, or where opponents may take it back."""

    gold: dict[str, Worth]  # a gold of this goal; compared with the opponents' where goals compare
    tiles: dict[Action, Worth]
    settled: Worth  # a settlement on the board
    room: Worth  # a unit of appeal of the best hex for the next card
    untouched: Worth  # the next card leaves all hexes of its terrain open: less than room says
    paying: dict[str, Worth]  # a hex that pays for this goal, in reach of the next card
    fuller: tuple[Worth, Worth]  # Farmers: a settlement in the second and in the third quadrant
    lead: Worth  # a settlement more than the opponents beside a palace
    unclaimed: float  # a palace in reach of the next card beside which nobody has built
    noble_lead: Worth  # the same two for locations and castles, with Noblewomen
    noble_unclaimed: float


FITTED: Final = Numbers(
    gold={
        "fishermen": Worth(0.94, 0.0134),
        "miners": Worth(0.703, 0.0421),
        "merchants": Worth(0.593, -0.0295),
        "workers": Worth(0.576, 0.0472),
        "discoverers": Worth(0.433, -0.0051),
        "knights": Worth(0.669, -0.0506),
        "hermits": Worth(0.692, -0.026),
        "lords": Worth(0.191, -0.0137),
        "citizens": Worth(0.722, -0.0615),
        "farmers": Worth(0.677, 0.0264),
        "geologists": Worth(0.599, -0.0069),
        "messengers": Worth(0.659, -0.0289),
        "noblewomen": Worth(0.43, -0.0015),
        "vassals": Worth(0.776, 0.0841),
        "captains": Worth(0.5, -0.0273),
        "scouts": Worth(0.833, 0.0627),
        "castles": Worth(0.675, -0.0305),
        "palaces": Worth(0.461, 0.0045),
    },
    tiles={
        Action.ORACLE: Worth(1.558, 0.395),
        Action.FARM: Worth(1.495, 0.3866),
        Action.OASIS: Worth(1.164, 0.4),
        Action.TOWER: Worth(0.178, 0.3496),
        Action.TAVERN: Worth(1.152, 0.4177),
        Action.BARN: Worth(1.187, 0.1392),
        Action.HARBOR: Worth(3.878, 0.3856),
        Action.PADDOCK: Worth(2.535, 0.188),
        Action.FOUNTAIN: Worth(2.253, 0.6167),
        Action.TEMPLE: Worth(0.713, 0.1306),
        Action.REFUGE: Worth(0.979, 0.1587),
        Action.CANOE: Worth(-0.893, 0.2316),
    },
    settled=Worth(0.171, -0.0229),
    room=Worth(0.069, 0.0042),
    untouched=Worth(-4.129, -0.2171),
    paying={
        "fishermen": Worth(1.484, -0.0147),
        "miners": Worth(1.693, 0.0109),
        "workers": Worth(0.616, 0.1516),
        "vassals": Worth(1.586, 0.1016),
        "scouts": Worth(1.576, 0.0279),
    },
    fuller=(Worth(-0.286, 0.3831), Worth(-0.385, 0.1599)),
    lead=Worth(0.842, -0.0402),
    unclaimed=0.176,
    noble_lead=Worth(0.304, 0.0585),
    noble_unclaimed=1.176,
)


class Outlook:
    """A table as the expert sees it, with that many turns left and the cards that may come."""

    def __init__(
        self, ground: Ground, likely: Chances, turns: float, numbers: Numbers = FITTED
    ) -> None:
        self._ground, self._likely = ground, likely
        board, parts, things = ground.board, ground.parts, ground.board.palaces
        self._gold = [(part, numbers.gold[part].at(turns)) for part in parts]
        self._tiles = {kind: worth.at(turns) for kind, worth in numbers.tiles.items()}
        self._settled, self._room = numbers.settled.at(turns), numbers.room.at(turns)
        self._untouched = numbers.untouched.at(turns)
        self._paying = [(plane, numbers.paying[goal].at(turns)) for goal, plane in ground.paying]
        self._fuller = [worth.at(turns) for worth in numbers.fuller if "farmers" in parts]
        lead, self._unclaimed = numbers.lead, numbers.unclaimed
        if "noblewomen" in parts:
            lead, self._unclaimed = numbers.noble_lead, numbers.noble_unclaimed
            things |= board.locations | board.castles
        self._lead = lead.at(turns)
        self._contested = [NEIGHBOURS[hex_] for hex_ in hexes(things)]

    def worth(
        self, masks: Masks, seat: Seat, kinds: Iterable[Action], settled: int, slices: Slices
    ) -> float:
        """``kinds`` are the tiles of the seat; ``settled`` counts its settlements, those that lie
        on a Temple too; ``slices`` are what each hex would bring it."""
        own, total = masks[seat], settled * self._settled
        for part, worth in self._gold:
            total += worth * paid(self._ground, part, masks, seat)
        for kind in kinds:
            total += self._tiles[kind]
        if self._fuller:
            counts = sorted([(quadrant & own).bit_count() for quadrant in QUADRANTS])
            for worth, count in zip(self._fuller, counts[1:], strict=False):
                total += worth * count
        return total + self._next_card(masks, seat, slices)

    def _next_card(self, masks: Masks, seat: Seat, slices: Slices) -> float:
        """What the next card could bring, averaged over those that may come."""
        terrain, taken = self._ground.board.terrain, 0
        for mask in masks:
            taken |= mask
        total, reach = 0.0, dilate(masks[seat])
        near: list[tuple[float, Mask]] = []
        for played, chance in self._likely:
            free = terrain[played] & ~taken
            if not free:
                continue
            first = wide = reach & free  # where the first build may go, and where the second
            gain = 0.0
            if first:
                wide |= dilate(first) & free
            else:
                first = wide = free
                gain = self._untouched
            gain += self._room * best(slices, first)[1]
            for plane, worth in self._paying:
                gain += worth * min((wide & plane).bit_count(), _WORTH_COUNTING)
            total += chance * gain
            near.append((chance, wide))
        return total + self._contest(masks, seat, near) if self._contested else total

    def _contest(self, masks: Masks, seat: Seat, near: Sequence[tuple[float, Mask]]) -> float:
        """What is promised by places that pay the seat with the most settlements beside them."""
        total = 0.0
        for around in self._contested:
            counts = [(mask & around).bit_count() for mask in masks]
            mine = counts.pop(seat)
            most = max(counts)
            if mine or most:
                total += self._lead * max(-_CLEAR, min(_CLEAR, mine - most))
                continue
            for chance, wide in near:
                if wide & around:
                    total += self._unclaimed * chance
        return total
