"""What a build, a tile or a castle is worth, in spaces of the track, by rules of thumb.

A build is worth the spaces that the baron moves now, and what it makes of the castle: each open
cell above the first level promises as many spaces as its level, if a fitting tile comes. How likely
that is depends on the base and the sum that the cell demands, and on how many tiles of the box have
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.castle.castle import NO_DEMAND, SUMS, Castle
from engine.castle.moves import DRAW, NO_BAG, Action, Move
from engine.castle.pieces.cells import (
    FLOOR,
    LEFT_ABOVE,
    LEFT_BELOW,
    LEVEL,
    NAMES,
    RIGHT_ABOVE,
    RIGHT_BELOW,
    Cell,
    cells,
)
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
from engine.castle.rules.baron import way
from engine.castle.rules.placing import reach
from engine.castle.setup import DRAWN, RACK_LIMIT
from engine.castle.state import Draft, Phase, State, opponents
from engine.contract import Seat

Table = State | Draft


class Weights(NamedTuple):
    """How much things count, in spaces."""

    promise: float = 1.1  # of an open cell, for each of its levels
    near: float = 0.5  # of a tile that fits after a payment
    plenty: float = 22.0  # fitting tiles in the box that make a cell as good as filled
    starter: float = 0.8  # of a half-open cell on a level that most half-open tiles may not start
    tile: float = 0.6  # any tile on the rack
    landing: float = 1.0  # a tile space
    coin: float = 2.0  # a coin space, besides the spaces on the way to it
    fit: float = 0.45  # of the spaces that a tile on the rack could move now
    ground: float = 0.4  # a tile on the first level
    leaf: float = 0.8  # of what a castle promises, where a playout ends


WEIGHTS: Final = Weights()
WIN: Final = 20.0  # the last coin
END: Final = 60.0  # a game that is won, or lost
ROYALS: Final = 1.5  # tiles that a prince or a princess is worth
USELESS: Final = 0.4  # what a tile that fits nowhere now is worth less
CHOICE: Final = 0.3  # to exchange a tile of a full rack
STANDING: Final = 0.15  # a tile that stands, for each of its levels
SPACES_PER_COIN: Final = SPACES / TRACK.count(Space.COIN)


def _after_coin(space: int) -> float:
    """How much of the way from the last coin space to the next lies behind this space, 0 to 1."""
    back = next(n for n in range(SPACES) if TRACK[space - n] is Space.COIN)
    ahead = next(n for n in range(1, SPACES + 1) if TRACK[(space + n) % SPACES] is Space.COIN)
    return back / (back + ahead)


AFTER_COIN: Final = tuple(_after_coin(space) for space in range(SPACES))


@lru_cache(16)
def chances(weights: Weights) -> tuple[float, ...]:
    """By demand: how likely a fitting tile is to come, 0 to 1."""
    found = [0.0] * (len(Base) * SUMS)
    for face in FACES:
        tile, first = TILES[face], BASE[face] * SUMS
        for total in range(1, SUMS):
            distance = abs(tile.number - total) if tile.number else 0
            share = 1.0 if not distance else weights.near if distance == 1 else 0.0
            found[first + total] += tile.copies * share
    return tuple(min(1.0, count / weights.plenty) for count in found)


def _demand(left: int, right: int) -> int:
    if left:
        return (Base.WHOLE if right else Base.LEFT) * SUMS + left + right
    return Base.RIGHT * SUMS + right if right else NO_DEMAND


class Judge:
    """Judges moves by one set of weights."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._chances = [*chances(weights), 0.0]  # the last one is that of no demand
        self._promise = [weights.promise * level for level in range(130)]

    def change(self, castle: Castle, face: Face, cell: Cell) -> float:
        """What the castle promises more when this tile stands there."""
        tiles, size = castle.tiles, len(castle.tiles)
        level, chances = LEVEL[cell], self._chances
        starter = self.weights.starter
        is_new = level > castle.height
        worth = 0.0
        if level > 1:
            old = _demand(RIGHT_TOP[tiles[cell - LEFT_BELOW]], LEFT_TOP[tiles[cell - RIGHT_BELOW]])
            worth -= chances[old] * self._promise[level]
        gain = 0.0
        for place, own, other in (
            (cell + LEFT_ABOVE, LEFT_TOP[face], cell - 1),
            (cell + RIGHT_ABOVE, RIGHT_TOP[face], cell + 1),
        ):
            if not own or place not in NAMES or (place < size and tiles[place]):
                continue
            if place == cell + LEFT_ABOVE:
                beside = RIGHT_TOP[tiles[other]]
                old, new = _demand(beside, 0), _demand(beside, own)
            else:
                beside = LEFT_TOP[tiles[other]]
                old, new = _demand(0, beside), _demand(own, beside)
            share_new = starter if new >= SUMS and (is_new or level == castle.height) else 1.0
            share_old = starter if level == castle.height else 1.0
            gain += chances[new] * share_new - chances[old] * share_old
        return worth + gain * self._promise[level + 1]

    def build(self, table: Table, seat: Seat, face: Face, cell: Cell) -> float:
        """What a build is worth, apart from the tiles it costs."""
        weights, level = self.weights, LEVEL[cell]
        worth = self.change(table.castles[seat], face, cell)
        if level > 1:
            steps = level + RUBIES[face]
            spaces, coins, brings_tile = way(table.barons, seat, steps)
            worth += len(spaces) + weights.coin * coins + weights.landing * brings_tile
            if coins and len(table.purses[seat]) + coins >= table.setup.coins:
                worth += WIN
        else:
            worth += weights.ground
        return worth

    def held(self, castle: Castle, face: Face) -> float:
        """What a tile on the rack is worth."""
        if face == UNKNOWN:
            return self.weights.tile
        furthest = 0
        for paid, mask in enumerate(reach(castle, face, 1)):
            if mask > FLOOR:  # some cell above the first level
                furthest = LEVEL[mask.bit_length() - 1] + RUBIES[face] - paid
                break
        return self.weights.tile + self.weights.fit * furthest - (0.0 if furthest else USELESS)

    def cheapest(self, castle: Castle, rack: Bag, count: int) -> Bag:
        """The tiles of the rack that are missed the least."""
        if not count:
            return NO_BAG
        worth = {face: self.held(castle, face) for face in {*rack}}
        return bytes(sorted(sorted(rack, key=worth.__getitem__)[:count]))

    def turns(self, table: Table, seat: Seat) -> list[tuple[float, Move]]:
        """Every build, each with its cheapest payment, and the draw; with what they are worth."""
        castle, rack = table.castles[seat], table.racks[seat]
        worth = {face: self.held(castle, face) for face in {*rack}}
        spare = sorted(rack, key=worth.__getitem__)  # the least missed first
        found = [(self.draw(table, seat), DRAW)]
        for face, cost in worth.items():
            rest = [*spare]
            rest.remove(face)
            found += self._builds(table, seat, Action.BUILD, face, rest, worth, cost)
        for face in table.royals[seat]:
            tile = self.weights.tile
            found += self._builds(table, seat, Action.ROYAL, face, spare, worth, tile)
        for face in {*table.market}:
            found += self._builds(table, seat, Action.MARKET, face, spare, worth, 0.0)
        return found

    def _builds(
        self,
        table: Table,
        seat: Seat,
        action: Action,
        face: Face,
        spare: Sequence[Face],
        worth: Mapping[Face, float],
        cost: float,
    ) -> list[tuple[float, Move]]:
        """The builds of one tile; ``spare`` are the tiles to pay with, the cheapest first."""
        found: list[tuple[float, Move]] = []
        steps = min(table.setup.most_paid, len(spare))
        for paid, mask in enumerate(reach(table.castles[seat], face, steps)):
            if paid:
                cost += worth[spare[paid - 1]]
            if mask:
                price = bytes(sorted(spare[:paid]))
                found += [
                    (self.build(table, seat, face, cell) - cost, (action, face, cell, price))
                    for cell in cells(mask)
                ]
        return found

    def draw(self, table: Table, seat: Seat) -> float:
        """What two tiles are worth; with a full rack there is at least a choice."""
        room = RACK_LIMIT - len(table.racks[seat])
        return self.weights.tile * min(DRAWN, room) + (CHOICE if room < DRAWN else 0.0)

    def promised(self, castle: Castle) -> float:
        """What the open cells of a castle promise."""
        total, height = 0.0, castle.height
        for demand, mask in enumerate(castle.sites):
            if mask and demand % SUMS:
                chance = self._chances[demand]
                for cell in cells(mask):
                    level = LEVEL[cell]
                    share = self.weights.starter if demand >= SUMS and level > height else 1.0
                    total += chance * share * self._promise[level]
        return total

    def progress(self, table: Table, seat: Seat) -> float:
        """How far a seat has come, in spaces, with what it holds and what its castle promises."""
        castle = table.castles[seat]
        coins = len(table.purses[seat]) + AFTER_COIN[table.barons[seat]]
        tiles = sum([self.held(castle, face) for face in table.racks[seat]])
        tiles += ROYALS * self.weights.tile * len(table.royals[seat])
        return coins * SPACES_PER_COIN + tiles + self.weights.leaf * self.promised(castle)

    def margin(self, table: Table, seat: Seat) -> float:
        """How far a seat is ahead of its best opponent; what lies behind the end does not count."""
        others = opponents(table, seat)
        if table.phase is Phase.OVER:
            ahead = len(table.purses[seat]) - max([len(table.purses[other]) for other in others])
            return END if ahead > 0 else -END
        return self.progress(table, seat) - max([self.progress(table, other) for other in others])

    def standing(self, castle: Castle, cell: Cell) -> float:
        """What a tile of a castle is worth where it stands."""
        return self.change(castle, castle.tiles[cell], cell) + STANDING * LEVEL[cell]


JUDGE: Final = Judge()
