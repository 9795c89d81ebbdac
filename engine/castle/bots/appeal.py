"""What a build, a tile or a castle is worth, in spaces of the track, by rules of thumb.

A build is worth the spaces that the baron moves now, and what it makes of the castle: each open
cell above the first level promises as many spaces as its level, if a fitting tile comes. How likely
that is depends on the base and the sum that the cell demands, and on how many tiles of the box have
them. What a tile makes of the two cells above it is looked up in a table by what stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.castle.bots.weights import THUMB, Weights
from engine.castle.bots.yard import (
    DEAD,
    DIGIT,
    Yard,
    joined,
)
from engine.castle.castle import SUMS
from engine.castle.pieces.cells import LEFT_BELOW, LEVEL, LEVELS, RIGHT_BELOW, Cell
from engine.castle.pieces.tiles import (
    BASE,
    FACES,
    LEFT_TOP,
    RIGHT_TOP,
    RUBIES,
    TILES,
    UNKNOWN,
    Bag,
    Base,
    Face,
)
from engine.castle.pieces.track import SPACES, TRACK, Space
from engine.castle.rules.baron import Way, way
from engine.castle.rules.placing import EXACT, HIGHER, KIND, LOWER
from engine.contract import Seat

SPACES_PER_COIN: Final = SPACES / TRACK.count(Space.COIN)
_KNOWN: Final = 4096
_FAR: Final = 3  # coins: a player who lacks more does not win with one move


def _after_coin(space: int) -> float:
    """How much of the way from the last coin space to the next lies behind this space, 0 to 1."""
    back = next(n for n in range(SPACES) if TRACK[space - n] is Space.COIN)
    ahead = next(n for n in range(1, SPACES + 1) if TRACK[(space + n) % SPACES] is Space.COIN)
    return back / (back + ahead)


AFTER_COIN: Final = tuple(_after_coin(space) for space in range(SPACES))
RUBY: Final = (*RUBIES, *(0,) * (UNKNOWN + 1 - len(RUBIES)))


@lru_cache(_KNOWN)
def ways(barons: tuple[int, ...], seat: Seat, size: int) -> tuple[Way, ...]:
    """The way of a baron for every number of steps below ``size``."""
    return tuple([way(barons, seat, steps) for steps in range(size)])


def _chances(weights: Weights) -> list[float]:
    """By demand: how likely a fitting tile is to come, 0 to 1; the last one is for no demand."""
    found = [0.0] * (len(Base) * SUMS)
    for face in FACES:
        tile, first = TILES[face], BASE[face] * SUMS
        for total in range(1, SUMS):
            distance = abs(tile.number - total) if tile.number else 0
            share = 1.0 if not distance else weights.near if distance == 1 else 0.0
            found[first + total] += tile.copies * share
    return [*(min(1.0, count / weights.plenty) for count in found), 0.0]


class Judge:
    """Judges what can be done with a yard by one set of weights."""

    def __init__(self, weights: Weights = THUMB) -> None:
        self.weights = weights
        self.chances = _chances(weights)
        self.promise: list[float] = [
            weights.promise * level**weights.rise for level in range(LEVELS + 2)
        ]
        tops = {(LEFT_TOP[face], RIGHT_TOP[face]) for face in FACES}
        tables = {top: (self._table(*top, 1.0), self._table(*top, weights.starter)) for top in tops}
        # By face and key: how much likelier the cells above are filled; second, on the top level.
        none: tuple[list[float], list[float]] = ([], [])
        self.tables = [tables.get(top, none) for top in zip(LEFT_TOP, RIGHT_TOP, strict=True)]
        # What a tile of the rack is worth that could move the baron so far, or not at all.
        self.fits = [weights.tile + weights.fit * steps for steps in range(LEVELS + 8)]
        self.dull = weights.tile - weights.useless
        self._bonuses: dict[tuple[tuple[int, ...], Seat, int, int], list[float]] = {}

    def _table(self, left: int, right: int, starter: float) -> list[float]:
        """``starter`` is how much a cell of which half is open counts on a new level."""
        chances = self.chances
        lefts, rights = [0.0] * DIGIT, [(0.0, 0.0)] * DIGIT
        for side in range(DIGIT):
            share = 1.0 if side else starter
            if left and side != DEAD:
                lefts[side] = chances[joined(side, left)] * share
                lefts[side] -= chances[joined(side, 0)] * starter
            if right and side != DEAD:
                more, less = chances[joined(right, side)] * share, chances[joined(0, side)]
                rights[side] = more, less * starter
        # By key: in this order of the sums, so that no last digit depends on how they are made.
        return [worth + more - less for worth in lefts for more, less in rights]

    def bonus(self, barons: tuple[int, ...], seat: Seat, lacking: int, size: int) -> list[float]:
        """What a move of the baron is worth, by its steps; ``lacking`` are coins to the end."""
        key = barons, seat, min(lacking, _FAR), size
        found = self._bonuses.get(key)
        if found is None:
            if len(self._bonuses) > _KNOWN:
                self._bonuses.clear()
            weights = self.weights
            found = self._bonuses[key] = [
                len(spaces)
                + weights.coin * coins
                + weights.landing * brings_tile
                + (weights.win if coins >= lacking else 0.0)
                for spaces, coins, brings_tile in ways(barons, seat, size)
            ]
        return found

    def change(self, yard: Yard, face: Face, cell: Cell) -> float:
        """What the castle promises more when this tile stands there."""
        level, promise = LEVEL[cell], self.promise
        table = self.tables[face][level >= yard.height]
        more = promise[level + 1] * table[yard.keys[cell]]
        return more - promise[level] * self.chances[yard.demands[cell]]

    def held(self, yard: Yard, face: Face) -> float:
        """What a tile on the rack is worth."""
        open_, sites = yard.open[KIND[face]], yard.sites
        exact = sites[EXACT[face]] & open_
        if exact:
            return self.fits[LEVEL[exact.bit_length() - 1] + RUBY[face]]
        near = (sites[LOWER[face]] | sites[HIGHER[face]]) & open_
        if near:
            return self.fits[LEVEL[near.bit_length() - 1] + RUBY[face] - 1]
        return self.weights.tile if face == UNKNOWN else self.dull

    def cheapest(self, yard: Yard, tiles: Iterable[Face], count: int) -> Bag:
        """Those of the tiles that are missed the least."""
        worth = [(self.held(yard, face), face) for face in tiles]
        return bytes(sorted([face for _, face in sorted(worth)[:count]]))

    def promised(self, yard: Yard) -> float:
        """What the open cells of a castle promise."""
        chances, promise, height = self.chances, self.promise, yard.height
        total, starter = 0.0, self.weights.starter
        left = yard.open[0]
        while left:
            cell = left.bit_length() - 1
            left ^= 1 << cell
            level, demand = LEVEL[cell], yard.demands[cell]
            worth = chances[demand] * promise[level]
            total += worth * starter if demand >= SUMS and level > height else worth
        return total

    def progress(self, yard: Yard, space: int) -> float:
        """How far a seat has come, in spaces, with what it holds and what its castle promises."""
        weights = self.weights
        tiles = sum([self.held(yard, face) for face in yard.rack])
        tiles += weights.royal * weights.tile * len(yard.royals)
        coins = (yard.coins + AFTER_COIN[space]) * SPACES_PER_COIN
        return coins + tiles + weights.leaf * self.promised(yard)

    def standing(self, yard: Yard, cell: Cell) -> float:
        """What a tile of a castle is worth where it stands."""
        tiles, level = yard.tiles, LEVEL[cell]
        worth = self.change(yard, tiles[cell], cell) + self.weights.standing * level
        if level == 1:
            return worth
        left, right = RIGHT_TOP[tiles[cell - LEFT_BELOW]], LEFT_TOP[tiles[cell - RIGHT_BELOW]]
        return worth - self.promise[level] * self.chances[joined(left, right)]


JUDGE: Final = Judge()
