"""How much gold a position will bring a seat in the end, as far as the position itself tells.

It is a sum of what the position has: gold by goal, tiles, settlements, and what the next card could
bring. What each of these is worth comes from regressions over how games went on (docs/bots.md;
``bench/kingdom_outlook.py`` does the same, more slowly). The sum compares positions with as many
turns left. On its own it means nothing.
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
    unclaimed: Worth  # a palace in reach of the next card beside which nobody has built
    noble_lead: Worth  # the same two for locations and castles, with Noblewomen
    noble_unclaimed: Worth


# Compares the ends of one turn. Half of it is JUDGING. The other half comes from 88,000 ends of
# turns, each compared only with other ends of the same turn. Together they plan better than alone.
PLANNING: Final = Numbers(
    gold={
        "fishermen": Worth(0.927, 0.0131),
        "miners": Worth(0.837, 0.0287),
        "merchants": Worth(0.746, -0.0493),
        "workers": Worth(0.78, 0.0286),
        "discoverers": Worth(0.601, -0.0394),
        "knights": Worth(0.819, -0.063),
        "hermits": Worth(0.833, -0.0231),
        "lords": Worth(0.214, -0.0267),
        "citizens": Worth(0.886, -0.052),
        "farmers": Worth(0.794, -0.0082),
        "geologists": Worth(0.77, -0.0158),
        "messengers": Worth(0.815, -0.0454),
        "noblewomen": Worth(0.421, -0.0189),
        "vassals": Worth(0.864, 0.0595),
        "captains": Worth(0.675, -0.0403),
        "scouts": Worth(0.859, 0.0422),
        "castles": Worth(0.823, -0.0393),
        "palaces": Worth(0.414, -0.0174),
    },
    tiles={
        Action.ORACLE: Worth(1.132, 0.5814),
        Action.FARM: Worth(1.059, 0.5829),
        Action.OASIS: Worth(0.86, 0.614),
        Action.TOWER: Worth(0.363, 0.5306),
        Action.TAVERN: Worth(1.069, 0.6231),
        Action.BARN: Worth(0.576, 0.2717),
        Action.HARBOR: Worth(2.669, 0.4968),
        Action.PADDOCK: Worth(1.51, 0.3823),
        Action.FOUNTAIN: Worth(1.817, 0.7112),
        Action.TEMPLE: Worth(0.839, 0.258),
        Action.REFUGE: Worth(1.161, 0.3722),
        Action.CANOE: Worth(-0.086, 0.3876),
    },
    settled=Worth(-0.009, 0.0088),
    room=Worth(0.118, 0.0008),
    untouched=Worth(-5.897, -0.3072),
    paying={
        "fishermen": Worth(1.232, 0.0721),
        "miners": Worth(1.249, -0.0042),
        "workers": Worth(0.554, 0.1441),
        "vassals": Worth(1.544, 0.0325),
        "scouts": Worth(1.23, 0.0561),
    },
    fuller=(Worth(-0.008, 0.2482), Worth(-0.303, 0.1436)),
    lead=Worth(0.551, 0.0065),
    unclaimed=Worth(0.894, -0.1461),
    noble_lead=Worth(0.26, 0.0552),
    noble_unclaimed=Worth(2.23, -0.151),
)

# Says between turns how far one seat is ahead of another: from how 16,000 games of experts ended.
JUDGING: Final = Numbers(
    gold={
        "fishermen": Worth(0.914, 0.0128),
        "miners": Worth(0.971, 0.0154),
        "merchants": Worth(0.9, -0.069),
        "workers": Worth(0.984, 0.01),
        "discoverers": Worth(0.769, -0.0738),
        "knights": Worth(0.969, -0.0755),
        "hermits": Worth(0.973, -0.0203),
        "lords": Worth(0.238, -0.0397),
        "citizens": Worth(1.051, -0.0425),
        "farmers": Worth(0.912, -0.0428),
        "geologists": Worth(0.941, -0.0247),
        "messengers": Worth(0.97, -0.0619),
        "noblewomen": Worth(0.412, -0.0362),
        "vassals": Worth(0.952, 0.0349),
        "captains": Worth(0.851, -0.0532),
        "scouts": Worth(0.884, 0.0217),
        "castles": Worth(0.97, -0.0481),
        "palaces": Worth(0.368, -0.0392),
    },
    tiles={
        Action.ORACLE: Worth(0.706, 0.7678),
        Action.FARM: Worth(0.623, 0.7793),
        Action.OASIS: Worth(0.556, 0.8281),
        Action.TOWER: Worth(0.547, 0.7115),
        Action.TAVERN: Worth(0.985, 0.8286),
        Action.BARN: Worth(-0.035, 0.4042),
        Action.HARBOR: Worth(1.46, 0.6079),
        Action.PADDOCK: Worth(0.486, 0.5766),
        Action.FOUNTAIN: Worth(1.381, 0.8057),
        Action.TEMPLE: Worth(0.965, 0.3853),
        Action.REFUGE: Worth(1.342, 0.5858),
        Action.CANOE: Worth(0.722, 0.5437),
    },
    settled=Worth(-0.19, 0.0406),
    room=Worth(0.167, -0.0025),
    untouched=Worth(-7.665, -0.3974),
    paying={
        "fishermen": Worth(0.981, 0.1589),
        "miners": Worth(0.805, -0.0193),
        "workers": Worth(0.493, 0.1366),
        "vassals": Worth(1.503, -0.0366),
        "scouts": Worth(0.883, 0.0842),
    },
    fuller=(Worth(0.269, 0.1134), Worth(-0.221, 0.1273)),
    lead=Worth(0.261, 0.0531),
    unclaimed=Worth(1.612, -0.2922),
    noble_lead=Worth(0.215, 0.0518),
    noble_unclaimed=Worth(3.284, -0.3021),
)


class Outlook:
    """A table as the expert sees it, with that many turns left and the cards that may come."""

    def __init__(self, ground: Ground, likely: Chances, turns: float, numbers: Numbers) -> None:
        self._ground, self._likely = ground, likely
        board, parts, things = ground.board, ground.parts, ground.board.palaces
        self._gold = [(part, numbers.gold[part].at(turns)) for part in parts]
        self._tiles = {kind: worth.at(turns) for kind, worth in numbers.tiles.items()}
        self._settled, self._room = numbers.settled.at(turns), numbers.room.at(turns)
        self._untouched = numbers.untouched.at(turns)
        self._paying = [(plane, numbers.paying[goal].at(turns)) for goal, plane in ground.paying]
        self._fuller = [worth.at(turns) for worth in numbers.fuller if "farmers" in parts]
        lead, unclaimed = numbers.lead, numbers.unclaimed
        if "noblewomen" in parts:
            lead, unclaimed = numbers.noble_lead, numbers.noble_unclaimed
            things |= board.locations | board.castles
        self._lead, self._unclaimed = lead.at(turns), unclaimed.at(turns)
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
