"""The board: four quadrants as masks, with everything that can be computed from the layout alone.

A board is built once per layout by ``board_of`` and shared; it compares by identity. Tiles are
*slots*: one per location hex, in board order, then one for the bonus tile of each Marshlands kind
on the board. A player's tiles are then small bit sets over the slots.
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from engine.errors import BadOptions
from engine.kingdom.hexes import BITS, EDGE, HALF, NEIGHBOURS, Hex, Mask, areas, at, dilate, hexes
from engine.kingdom.moves import MARSH_KINDS, NOWHERE, Action, word
from engine.kingdom.quadrants import Quadrant
from engine.kingdom.terrain import BUILDABLE, LETTERS, SPECIAL, Terrain

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


class _Actions(dict[Slots, tuple[Action, ...]]):
    """The extra actions that usable tiles allow, each named once, in order."""

    def __init__(self, slots: tuple[Slot, ...]) -> None:
        self._slots = slots

    def __missing__(self, usable: Slots) -> tuple[Action, ...]:
        allowed = {
            BONUS_ACTIONS.get(slot.kind) if slot.is_bonus else slot.kind
            for i, slot in enumerate(self._slots)
            if usable >> i & 1
        }
        self[usable] = found = tuple(a for a in Action if a in allowed and a != Action.CANOE)
        return found


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
        self.ranges = areas(self.mountain)  # G-GEO-2
        self.slots = _slots(kinds)
        self.shore = dilate(self.water) & ~self.water  # where fishermen earn (G-FISH-2)
        self.foothills = dilate(self.mountain) & ~self.mountain  # and miners (G-MINERS-2)
        self.near_special = dilate(self.special)
        self.near_locations = dilate(self.locations)
        near = [0] * BITS
        for i, slot in enumerate(self.slots):
            for hex_ in hexes(slot.around):
                near[hex_] |= 1 << i
        self.slots_near: tuple[Slots, ...] = tuple(near)  # those a settlement on each hex touches
        self.sources = {  # slots of each kind, bonus tiles left out
            kind: sum(1 << i for i, s in enumerate(self.slots) if s.kind == kind and not s.is_bonus)
            for kind in sorted({slot.kind for slot in self.slots})
        }
        self.bonus = {s.kind: 1 << i for i, s in enumerate(self.slots) if s.is_bonus}
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


def _union(masks: Iterable[Mask]) -> Mask:
    return reduce(or_, masks, 0)


def _read(
    quadrants: tuple[Quadrant, ...], rotated: tuple[bool, ...]
) -> tuple[tuple[Mask, ...], dict[Hex, Action]]:
    terrain = [0] * len(Terrain)
    kinds: dict[Hex, Action] = {}
    for corner, (quadrant, turned) in enumerate(zip(quadrants, rotated, strict=True)):
        named = dict(quadrant.locations)
        for r, row in enumerate(quadrant.rows):
            for c, letter in enumerate(row):
                # Turned by 180 degrees the offset of the rows stays true (GEO-2).
                row_, column = (HALF - 1 - r, HALF - 1 - c) if turned else (r, c)
                hex_ = at(corner // 2 * HALF + row_, corner % 2 * HALF + column)
                if letter in named:
                    kinds[hex_] = named[letter]
                terrain[LETTERS.get(letter, Terrain.LOCATION)] |= 1 << hex_
    return tuple(terrain), kinds


def _slots(kinds: dict[Hex, Action]) -> tuple[Slot, ...]:
    located = [Slot(kind, hex_, NEIGHBOURS[hex_]) for hex_, kind in sorted(kinds.items())]
    bonus = []
    for kind in MARSH_KINDS:
        count = sum(slot.kind == kind for slot in located)
        if count > TILES_ON_A_LOCATION:
            raise BadOptions(
                "quadrants",
                f"{count} {word(kind)} hexes; there are tiles for {TILES_ON_A_LOCATION} (C-7)",
            )
        if count:
            bonus.append(Slot(kind, NOWHERE, 0))
    return tuple(located + bonus)
