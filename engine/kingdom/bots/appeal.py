"""Rates how useful each hex would be to a seat next, for all hexes at once.

The numbers are sliced (``slices``). The unit is a quarter of a gold (``weights``).

What a goal pays at once is only part of a hex's appeal: the next step toward something that pays
later (a row, a connection, a majority) counts as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from engine.contract import Seat
from engine.kingdom.bots.slices import WIDTH, Slices, add
from engine.kingdom.bots.weights import (
    LORDS_BEHIND,
    MAJORITY_BEHIND,
    THUMB,
    TILE_GOLD,
    Weights,
)
from engine.kingdom.goals import PALACES
from engine.kingdom.ground.board import Board, Slots
from engine.kingdom.ground.hexes import (
    BIT,
    NEIGHBOURS,
    PLACE,
    QUADRANTS,
    ROWS,
    SEAM,
    Mask,
    areas,
    dilate,
    hexes,
    next_to_three,
    once,
)
from engine.kingdom.ground.terrain import SINGLES, Terrain
from engine.kingdom.setup import Setup

Masks = Sequence[Mask]
Towards = tuple[int, tuple[int, ...]]  # what the first step brings, and those after it

_MOST_TILE: Final = 80  # so that a sum stays below 256, even next to two locations
_MOST_BASES: Final = 4096  # that are remembered
_EIGHTHS: Final = 8

Wish = Callable[["Ground", Slices, Masks, Seat], None]


class Ground:
    """A table as bots see it: what never changes, prepared for quick questions."""

    def __init__(self, setup: Setup, scouted: Terrain | None, weights: Weights = THUMB) -> None:
        board = setup.board
        self.weights = weights
        self.setup, self.board, self.scouted = setup, board, scouted
        self.parts = setup.parts
        self.plain: Slices = [0] * WIDTH  # what a settlement pays alone, wherever the rest are
        # Hexes that pay for a goal, wherever the rest are.
        self.paying = [
            (goal, plane) for goal, plane in _planes(board, scouted).items() if goal in setup.goals
        ]
        for goal, plane in self.paying:
            add(self.plain, plane, getattr(weights, goal))
        self.wishes = tuple(_WISHES[part] for part in self.parts if part in _WISHES)
        # Whether every placement changes what the next one brings.
        self.is_restless = any(goal in _RESTLESS for goal in setup.goals)
        self.is_linked = any(goal in _LINKED for goal in setup.goals)
        self.located = sum(1 << i for i, slot in enumerate(board.slots) if not slot.is_bonus)
        self._bases: dict[tuple[Slots, int, Mask, int], Slices] = {}
        self._terrains = tuple(board.terrain[terrain] for terrain in SINGLES)
        rows = zip(TILE_GOLD, weights.tile_now, weights.tile_turn, strict=True)
        self._tiles = {kind: (now, turn) for kind, now, turn in rows}

    def appeal(self, masks: Masks, seat: Seat, open_slots: Slots, turns: int) -> Slices:
        """What each hex would bring the seat if it were built on next."""
        reach = dilate(masks[seat])
        apart = self.board.castles & ~reach
        untouched, further = self._choice(masks, reach) if turns else (0, 0)
        key = open_slots, turns, apart, untouched
        base = self._bases.get(key)
        if base is None:
            if len(self._bases) >= _MOST_BASES:
                self._bases.clear()
            base = self._bases[key] = self._base(*key)
        slices = [*base]
        for wish in self.wishes:
            wish(self, slices, masks, seat)
        if further and self.weights.more_choice:
            add(slices, dilate(further), self.weights.more_choice)
        return slices

    def _choice(self, masks: Masks, reach: Mask) -> tuple[int, Mask]:
        """Which terrains the seat does not touch; and the free hexes that it does not touch of
        those that it does."""
        free = self.board.buildable
        for mask in masks:
            free &= ~mask
        untouched, further, bit = 0, 0, 1
        for terrain in self._terrains:
            found = terrain & free
            if found & reach:
                further |= found
            elif found:
                untouched |= bit
            bit += bit
        return untouched, further & ~reach

    def _base(self, open_slots: Slots, turns: int, apart: Mask, untouched: int) -> Slices:
        """What does not depend on where the settlements are, but for tiles, castles and choice:
        who touches no hex of a terrain may build anywhere in it (B-3), so better to stay away."""
        slices, weights = [*self.plain], self.weights
        for weight, plane in self.tile_planes(open_slots, turns):
            add(slices, plane, weight)
            if weights.tile_near:
                add(slices, self._ring(plane), weight * weights.tile_near // _EIGHTHS)
        beside = dilate(apart)
        add(slices, beside, weights.castle)
        if weights.castle_near:
            add(slices, self._ring(beside), weights.castle_near)
        for i, terrain in enumerate(self._terrains):
            if untouched >> i & 1:
                away = self.board.buildable & ~dilate(terrain)
                add(slices, away, weights.free_choice)
        return slices

    def _ring(self, plane: Mask) -> Mask:
        """The hexes around it that can be built on: from there the next build may be in it."""
        return dilate(plane) & self.board.buildable & ~plane

    def tile_planes(self, open_slots: Slots, turns: int) -> tuple[tuple[int, Mask], ...]:
        """Hexes adjacent to locations that still have a tile for the seat, by its worth."""
        planes: dict[int, Mask] = {}
        for i, slot in enumerate(self.board.slots):
            if open_slots >> i & 1:
                now, turn = self._tiles[slot.kind]
                weight = max(0, min(int(now + turn * turns), _MOST_TILE))
                planes[weight] = planes.get(weight, 0) | slot.around
        return tuple(sorted(planes.items()))


@lru_cache(maxsize=8)  # an expert's table takes about 3 MB; a new one costs 4 % of a short think
def ground_of(setup: Setup, scouted: Terrain | None, weights: Weights = THUMB) -> Ground:
    return Ground(setup, scouted, weights)


def open_slots(ground: Ground, taken: Sequence[Slots], seat: Seat) -> Slots:
    """Locations that still have a tile for the seat: not emptied by two, not used by this seat."""
    some = twice = 0
    for row in taken:
        twice |= some & row
        some |= row
    return ground.located & ~(twice | taken[seat])


def _planes(board: Board, scouted: Terrain | None) -> dict[str, Mask]:
    removed = 0 if scouted is None else board.terrain[scouted]
    return {
        "fishermen": board.shore,
        "miners": board.foothills,
        "workers": board.near_special,
        "vassals": SEAM,
        "scouts": dilate(removed) & ~removed,
    }


# ---- goals whose appeal depends on what stands there already ------------------------------------


def _knights(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    own = masks[seat]
    counts = [(row & own).bit_count() for row in ROWS]
    most = max(counts)
    plane = close = 0
    for row, count in zip(ROWS, counts, strict=True):
        if count == most:
            plane |= row
        elif count >= most - 2:
            close |= row
    weights = ground.weights
    add(slices, plane, weights.knights_most if most else weights.knights_first)
    add(slices, close, weights.knights_close)


def _discoverers(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    own, plane = masks[seat], 0
    for row in ROWS:
        if not row & own:
            plane |= row
    add(slices, plane, ground.weights.discoverers)


def _hermits(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    own = masks[seat]
    reach = dilate(own)
    add(slices, ground.board.buildable & ~reach, ground.weights.hermits_apart)
    add(slices, reach & once(own), ground.weights.hermits_edge)


def _citizens(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    largest = max(areas(masks[seat]), key=int.bit_count, default=0)
    add(slices, dilate(largest), ground.weights.citizens)


def _farmers(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    own = masks[seat]
    counts = [(quadrant & own).bit_count() for quadrant in QUADRANTS]
    fewest = min(counts)
    weight = ground.weights.farmers_fewest[counts.count(fewest) - 1]
    for quadrant, count in zip(QUADRANTS, counts, strict=True):
        if count == fewest:
            add(slices, quadrant, weight)
        elif count <= fewest + 2:
            add(slices, quadrant, ground.weights.farmers_close)


def _lords(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    for quadrant in QUADRANTS:
        counts = [(own & quadrant).bit_count() for own in masks]
        mine = counts.pop(seat)
        ahead = mine - max(counts) + LORDS_BEHIND
        if 0 <= ahead < len(ground.weights.lords):
            add(slices, quadrant, ground.weights.lords[ahead])


def _link(
    ground: Ground, slices: Slices, masks: Masks, seat: Seat, things: Mask, weights: Towards
) -> None:
    """The way from the group that touches most of the things to the next one."""
    first, following = weights
    own = masks[seat]
    group = touched = 0
    left = own & dilate(things)
    while left:
        front = area = left & -left
        while front := dilate(front) & own & ~area:
            area |= front
        left &= ~area
        met = dilate(area) & things
        if not group or met.bit_count() > touched.bit_count():
            group, touched = area, met
    taken = 0
    for mask in masks:
        taken |= mask
    free = ground.board.buildable & ~taken
    goals = things & ~touched
    if not group:
        add(slices, dilate(goals), first)
        return
    edge = dilate(group)
    ring = near = dilate(goals) & free
    for weight in following:
        step = ring & edge
        if step:
            add(slices, step, weight)
        ring = dilate(near) & free & ~near
        if not ring:
            break
        near |= ring


def _merchants(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    weights = ground.weights.link_first, ground.weights.link_next
    _link(ground, slices, masks, seat, ground.board.special, weights)


def _geologists(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    weights = ground.weights.ranges_first, ground.weights.ranges_next
    _link(ground, slices, masks, seat, ground.board.mountain, weights)


def _lines() -> tuple[tuple[Mask, ...], ...]:
    """The lines of the board across each axis, in order: those that distance is measured by."""
    axes: list[dict[int, Mask]] = [{}, {}, {}]
    for hex_, (row, column) in PLACE.items():
        slant = column - row // 2
        for axis, number in zip(axes, (row, slant, slant + row), strict=True):
            axis[number] = axis.get(number, 0) | BIT[hex_]
    return tuple(tuple(axis[number] for number in sorted(axis)) for axis in axes)


_LINES: Final = _lines()


def _messengers(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    largest = max(areas(masks[seat]), key=int.bit_count, default=0)
    if not largest:
        return
    longest, ends = 0, 0
    for lines in _LINES:
        met = [i for i, line in enumerate(lines) if line & largest]
        length = met[-1] - met[0]
        if length >= longest:
            beyond = lines[max(met[0] - 1, 0)] | lines[min(met[-1] + 1, len(lines) - 1)]
            ends = beyond if length > longest else ends | beyond
            longest = length
    add(slices, dilate(largest) & ends, ground.weights.messengers)


def _captains(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    own = masks[seat]
    reach = dilate(own)
    add(slices, reach & ~once(own), ground.weights.captains_one)
    add(slices, next_to_three(own), ground.weights.captains_full)


def _majorities(slices: Slices, things: Mask, masks: Masks, seat: Seat, weights: Towards) -> None:
    """Places where nobody else should have more; worth most where one settlement decides."""
    first, following = weights
    for hex_ in hexes(things):
        around = NEIGHBOURS[hex_]
        counts = [(own & around).bit_count() for own in masks]
        mine = counts.pop(seat)
        most = max(counts)
        ahead = mine - most + MAJORITY_BEHIND
        if not mine and not most:
            add(slices, around, first)
        elif 0 <= ahead < len(following):
            add(slices, around, following[ahead])


def _noblewomen(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    weights = ground.weights.majority_first, ground.weights.majority_ahead
    _majorities(slices, ground.board.locations | ground.board.castles, masks, seat, weights)


def _palaces(ground: Ground, slices: Slices, masks: Masks, seat: Seat) -> None:
    weights = ground.weights.palace_first, ground.weights.palace_ahead
    _majorities(slices, ground.board.palaces, masks, seat, weights)


_WISHES: Final[dict[str, Wish]] = {
    "knights": _knights,
    "discoverers": _discoverers,
    "hermits": _hermits,
    "citizens": _citizens,
    "farmers": _farmers,
    "lords": _lords,
    "merchants": _merchants,
    "geologists": _geologists,
    "messengers": _messengers,
    "captains": _captains,
    "noblewomen": _noblewomen,
    PALACES: _palaces,
}
_RESTLESS: Final = (
    *("knights", "discoverers", "hermits", "farmers", "lords", "messengers", "captains"),
    *("merchants", "geologists"),
)
_LINKED: Final = ("merchants", "geologists", "messengers", "citizens")  # groups must hold together
