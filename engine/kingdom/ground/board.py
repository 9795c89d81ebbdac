"""The board: four quadrants as masks, with everything that can be computed from the layout alone.

A board is built once per layout by ``board_of`` and shared; it compares by identity. Tiles are
*slots*: one per location hex, in board order, then one for the bonus tile of each Marshlands kind
on the board. A player's tiles are then small bit sets over the slots.
"""

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from engine.errors import BadOptions
from engine.kingdom.ground.hexes import (
    BITS,
    EDGE,
    HALF,
    NEIGHBOURS,
    Hex,
    Mask,
    areas,
    at,
    dilate,
    hexes,
)
from engine.kingdom.ground.moves import MARSH_KINDS, NOWHERE, Action, word
from engine.kingdom.ground.quadrants import Quadrant
from engine.kingdom.ground.terrain import BUILDABLE, LETTERS, SPECIAL, Terrain

Slots = int  # a set of tile slots, as a mask

TILES_ON_A_LOCATION: Final = 2  # S-2
# What a usable tile lets its owner do in the own turn. The Canoe tile only reacts (M-CANOE-1), and
# two of the bonus tiles are permissions, not actions (M-FOUNT-3, M-TEMPLE-8).
BONUS_ACTIONS: Final = {
    Action.REFUGE: Action.REFUGE_BONUS,
    Action.CANOE: Action.CANOE_BONUS,
}


class Slot(NamedTuple):
    """One place a tile comes from; a bonus slot has no hex."""

    kind: Action
    hex: Hex
    around: Mask

    @property
    def is_bonus(self) -> bool:
        return self.hex == NOWHERE


class _Named(dict[int, tuple[Action, ...]]):
    """Sets of actions, as masks, spelled out in order. There are few, on all boards together."""

    def __missing__(self, mask: int) -> tuple[Action, ...]:
        self[mask] = found = tuple(action for action in Action if mask >> action & 1)
        return found


_NAMED: Final = _Named()


class _Actions(dict[Slots, tuple[Action, ...]]):
    """The extra actions that usable tiles allow, each named once, in order."""

    def __init__(self, slots: tuple[Slot, ...]) -> None:
        self._allowed = [_allowed(slot) for slot in slots]

    def __missing__(self, usable: Slots) -> tuple[Action, ...]:
        mask = 0
        for i, allowed in enumerate(self._allowed):
            if usable >> i & 1:
                mask |= allowed
        self[usable] = found = _NAMED[mask]
        return found


def _allowed(slot: Slot) -> int:
    """What a tile of this slot lets its owner do in the own turn: one action as a mask, or none."""
    action = BONUS_ACTIONS.get(slot.kind) if slot.is_bonus else slot.kind
    return 0 if action in (None, Action.CANOE) else 1 << action


class Board:
    """See the module text. All attributes are set once and never change."""

    def __init__(self, quadrants: tuple[Quadrant, ...], rotated: tuple[bool, ...]) -> None:
        self._key = quadrants, rotated
        self.terrain, kinds = _read(quadrants, rotated)
        self.grass = self.terrain[Terrain.GRASS]
        self.desert = self.terrain[Terrain.DESERT]
        self.water = self.terrain[Terrain.WATER]
        self.mountain = self.terrain[Terrain.MOUNTAIN]
        self.marsh = self.terrain[Terrain.MARSH]
        self.castles = self.terrain[Terrain.CASTLE]
        self.palaces = self.terrain[Terrain.PALACE]
        self.locations = self.terrain[Terrain.LOCATION]
        self.buildable = _union(self.terrain[t] for t in BUILDABLE)
        self.edge = self.buildable & EDGE  # where Towers build (L-TOWER-1)
        self.special = _union(self.terrain[t] for t in SPECIAL)
        self.slots = _slots(kinds)
        self.shore = dilate(self.water) & ~self.water  # where fishermen earn (G-FISH-2)
        self.foothills = dilate(self.mountain) & ~self.mountain  # and miners (G-MINERS-2)
        self.near_special = dilate(self.special)
        self.near_locations = dilate(self.locations)
        near = [0] * BITS
        for i, slot in enumerate(self.slots):
            for hex_ in _touching(slot.hex):
                near[hex_] |= 1 << i
        self.slots_near: tuple[Slots, ...] = tuple(near)  # those a settlement on each hex touches
        sources: dict[Action, Slots] = {}  # slots of each kind, bonus tiles left out
        self.bonus: dict[Action, Slots] = {}
        for i, slot in enumerate(self.slots):
            kept = self.bonus if slot.is_bonus else sources
            kept[slot.kind] = kept.get(slot.kind, 0) | 1 << i
        self.sources = {kind: sources[kind] for kind in sorted(sources)}
        self.bonus_of = {
            action: self.bonus[kind] for kind, action in BONUS_ACTIONS.items() if kind in self.bonus
        }
        self.marsh_tiles = sum(  # tiles of Marshlands kinds, bonus tiles too
            1 << i for i, slot in enumerate(self.slots) if slot.kind in MARSH_KINDS
        )
        self.canoes = self.sources.get(Action.CANOE, 0)
        # M-CARD-3 asks whether a Marshlands quadrant is in play: that is one of its set, or a
        # hand-written one with anything of that set on it.
        self.has_marshlands = bool(self.marsh | self.palaces or self.bonus)
        self.actions = _Actions(self.slots)

    @cached_property
    def ranges(self) -> tuple[Mask, ...]:
        """The mountain ranges (G-GEO-2), which only Geologists ask for."""
        return areas(self.mountain)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets its own shared board, not a copy of this one."""
        return board_of, self._key

    def tile_of(self, action: Action, usable: Slots) -> Slots:
        """The one tile that the action uses up; equal tiles are as good as each other (L-GEN-8)."""
        if action not in self.sources:
            return self.bonus_of[action]
        pool = usable & self.sources[action]
        return pool & -pool


@lru_cache(maxsize=256)  # hand-written quadrants make any number of boards
def board_of(quadrants: tuple[Quadrant, ...], rotated: tuple[bool, ...]) -> Board:
    """The one board of this layout; quadrants from left to right, top row first."""
    return Board(quadrants, rotated)


@cache
def _touching(hex_: Hex) -> tuple[Hex, ...]:
    """The neighbors one by one; of nowhere there are none."""
    return () if hex_ == NOWHERE else tuple(hexes(NEIGHBOURS[hex_]))


def _union(masks: Iterable[Mask]) -> Mask:
    return reduce(or_, masks, 0)


class _Land(NamedTuple):
    """One quadrant where it lies top left; elsewhere all of it is shifted alike."""

    terrain: tuple[Mask, ...]
    locations: tuple[tuple[Hex, Action], ...]


@lru_cache(maxsize=256)  # every board of a session is made of the same few quadrants
def _land(quadrant: Quadrant, turned: bool) -> _Land:
    terrain, found = [0] * len(Terrain), []
    named = dict(quadrant.locations)
    for r, row in enumerate(quadrant.rows):
        for c, letter in enumerate(row):
            # Turned by 180 degrees the offset of the rows stays true (GEO-2).
            hex_ = at(HALF - 1 - r, HALF - 1 - c) if turned else at(r, c)
            if letter in named:
                found.append((hex_, named[letter]))
            terrain[LETTERS.get(letter, Terrain.LOCATION)] |= 1 << hex_
    return _Land(tuple(terrain), tuple(found))


_CORNERS: Final = (at(0, 0), at(0, HALF), at(HALF, 0), at(HALF, HALF))


def _read(
    quadrants: tuple[Quadrant, ...], rotated: tuple[bool, ...]
) -> tuple[tuple[Mask, ...], dict[Hex, Action]]:
    terrain = [0] * len(Terrain)
    kinds: dict[Hex, Action] = {}
    for corner, quadrant, turned in zip(_CORNERS, quadrants, rotated, strict=True):
        masks, locations = _land(quadrant, turned)
        for i, mask in enumerate(masks):
            terrain[i] |= mask << corner
        for hex_, kind in locations:
            kinds[hex_ + corner] = kind
    return tuple(terrain), kinds


def _slots(kinds: dict[Hex, Action]) -> tuple[Slot, ...]:
    located = [Slot(kind, hex_, NEIGHBOURS[hex_]) for hex_, kind in sorted(kinds.items())]
    bonus = []
    for kind in MARSH_KINDS:
        count = sum(slot.kind == kind for slot in located)
        if count > TILES_ON_A_LOCATION:
            raise BadOptions(
                "quadrants",
                "{count} {kind} hexes; there are tiles for {most}",
                count=count,
                kind=word(kind),
                most=TILES_ON_A_LOCATION,
            )
        if count:
            bonus.append(Slot(kind, NOWHERE, 0))
    return tuple(located + bonus)
