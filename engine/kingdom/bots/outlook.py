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


# Compares the ends of one turn. Half of it is JUDGING. The other half comes from 199,000 ends of
# turns, each compared only with other ends of the same turn. Together they plan better than alone.
PLANNING: Final = Numbers(
    gold={
        "fishermen": Worth(0.8688, 0.0245),
        "miners": Worth(0.8886, -0.0025),
        "merchants": Worth(0.7906, -0.0726),
        "workers": Worth(0.8306, 0.0),
        "discoverers": Worth(0.7385, -0.0742),
        "knights": Worth(0.851, -0.0787),
        "hermits": Worth(0.8417, -0.0134),
        "lords": Worth(0.3034, -0.0433),
        "citizens": Worth(0.8845, -0.028),
        "farmers": Worth(0.8672, -0.0592),
        "geologists": Worth(0.8778, -0.0489),
        "messengers": Worth(0.8646, -0.0705),
        "noblewomen": Worth(0.3963, -0.025),
        "vassals": Worth(0.9016, 0.0548),
        "captains": Worth(0.7167, -0.0586),
        "scouts": Worth(0.747, 0.0504),
        "castles": Worth(0.8351, -0.0469),
        "palaces": Worth(0.4118, -0.0318),
    },
    tiles={
        Action.ORACLE: Worth(0.287, 0.7856),
        Action.FARM: Worth(0.1948, 0.7829),
        Action.OASIS: Worth(0.4137, 0.7355),
        Action.TOWER: Worth(-0.0972, 0.6228),
        Action.TAVERN: Worth(0.4957, 0.6931),
        Action.BARN: Worth(0.1745, 0.3956),
        Action.HARBOR: Worth(2.9126, 0.5277),
        Action.PADDOCK: Worth(1.818, 0.4832),
        Action.FOUNTAIN: Worth(1.6937, 0.7431),
        Action.TEMPLE: Worth(0.9062, 0.4094),
        Action.REFUGE: Worth(2.171, 0.5112),
        Action.CANOE: Worth(0.9652, 0.3621),
    },
    settled=Worth(-0.0134, 0.032),
    room=Worth(0.0886, 0.0061),
    untouched=Worth(-2.6781, -0.7394),
    paying={
        "fishermen": Worth(0.7184, 0.0896),
        "miners": Worth(0.7006, 0.059),
        "workers": Worth(0.7077, 0.1237),
        "vassals": Worth(0.9645, 0.0472),
        "scouts": Worth(0.4544, 0.1467),
    },
    fuller=(Worth(-0.0011, 0.2307), Worth(-0.1849, 0.145)),
    lead=Worth(0.383, 0.0828),
    unclaimed=Worth(1.7998, -0.1985),
    noble_lead=Worth(0.3382, 0.0434),
    noble_unclaimed=Worth(1.7525, -0.1105),
)

# Says between turns how far one seat is ahead of another: from how 17,600 games of experts ended.
JUDGING: Final = Numbers(
    gold={
        "fishermen": Worth(0.9472, 0.0129),
        "miners": Worth(0.9958, -0.0231),
        "merchants": Worth(0.9317, -0.084),
        "workers": Worth(0.9641, -0.013),
        "discoverers": Worth(0.8179, -0.0835),
        "knights": Worth(0.992, -0.0914),
        "hermits": Worth(0.9725, -0.0108),
        "lords": Worth(0.2221, -0.0404),
        "citizens": Worth(1.0783, -0.001),
        "farmers": Worth(0.9273, -0.0818),
        "geologists": Worth(0.992, -0.0568),
        "messengers": Worth(0.9835, -0.0725),
        "noblewomen": Worth(0.3672, -0.0267),
        "vassals": Worth(0.9655, 0.0522),
        "captains": Worth(0.8647, -0.0659),
        "scouts": Worth(0.9319, -0.0002),
        "castles": Worth(1.0002, -0.0616),
        "palaces": Worth(0.3347, -0.0347),
    },
    tiles={
        Action.ORACLE: Worth(0.5805, 0.8958),
        Action.FARM: Worth(0.2204, 0.8648),
        Action.OASIS: Worth(0.2565, 0.8497),
        Action.TOWER: Worth(0.1482, 0.694),
        Action.TAVERN: Worth(0.5966, 0.861),
        Action.BARN: Worth(0.2492, 0.3227),
        Action.HARBOR: Worth(1.2525, 0.7026),
        Action.PADDOCK: Worth(0.6563, 0.619),
        Action.FOUNTAIN: Worth(1.4217, 0.8735),
        Action.TEMPLE: Worth(1.11, 0.413),
        Action.REFUGE: Worth(1.7219, 0.5643),
        Action.CANOE: Worth(0.8243, 0.6306),
    },
    settled=Worth(-0.1633, 0.0508),
    room=Worth(0.1327, 0.0016),
    untouched=Worth(-4.7287, -0.7319),
    paying={
        "fishermen": Worth(0.5967, 0.1261),
        "miners": Worth(0.6893, 0.0288),
        "workers": Worth(0.7553, 0.1555),
        "vassals": Worth(0.8061, 0.0567),
        "scouts": Worth(0.8139, 0.1191),
    },
    fuller=(Worth(0.1448, 0.1634), Worth(-0.2108, 0.0991)),
    lead=Worth(0.3146, 0.0589),
    unclaimed=Worth(2.3263, -0.1977),
    noble_lead=Worth(0.3037, 0.0073),
    noble_unclaimed=Worth(2.2479, -0.1455),
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
