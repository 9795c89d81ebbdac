"""The weights that bots rate hexes with, in quarters of a gold.

``THUMB`` holds rules of thumb, used by the skilled bot, and ``CHECKING`` those of its playouts.
``FITTED`` holds what the weights became in quick games in which one side had one weight raised or
lowered (``bench.fit``), used by the expert. There they have no unit: what counts is how a weight
compares with the others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kingdom.ground.moves import Action

UNITS: Final = 4  # a gold
LORDS_BEHIND: Final = 4  # where the row for Lords begins: settlements behind the best opponent
MAJORITY_BEHIND: Final = 2


# Gold that a tile is taken to bring in each turn it is used.
TILE_GOLD: Final = {
    Action.ORACLE: 1.5,
    Action.FARM: 1.6,
    Action.OASIS: 1.4,
    Action.TOWER: 1.4,
    Action.TAVERN: 1.6,
    Action.BARN: 1.3,
    Action.HARBOR: 1.3,
    Action.PADDOCK: 0.9,
    Action.FOUNTAIN: 1.2,
    Action.TEMPLE: 0.4,
    Action.REFUGE: 1.0,
    Action.CANOE: 1.0,
}


def _by_gold(units: int) -> tuple[float, ...]:
    """What each tile brings in a turn, if a gold counts as that many units."""
    return tuple(units * gold for gold in TILE_GOLD.values())


class Weights(NamedTuple):
    """What one settlement more is worth for each reason. Rows go by how much is missing; those for
    tiles by their kinds, in the order of ``TILE_GOLD``."""

    # Where a goal pays for the hex itself.
    fishermen: int = UNITS
    miners: int = UNITS
    workers: int = UNITS
    vassals: int = UNITS
    scouts: int = UNITS
    castle: int = 3 * UNITS
    castle_near: int = 0  # two hexes from a castle
    tile_now: tuple[int, ...] = (0,) * len(TILE_GOLD)  # to get a tile ...
    tile_turn: tuple[float, ...] = _by_gold(UNITS)  # ... and for each turn that is left
    tile_near: int = 0  # two hexes from a location: eighths of what the tile is worth
    free_choice: int = 0  # away from a terrain that is not touched yet
    more_choice: int = 0  # to touch more of those that are
    knights_first: int = 4
    knights_most: int = 8  # in the fullest row
    knights_close: int = 2  # in one that has two less at most
    discoverers: int = 4  # in a new row
    hermits_apart: int = 8
    hermits_edge: int = 4  # next to only one settlement, where it seldom joins two groups
    citizens: int = 2
    farmers_fewest: tuple[int, ...] = (6, 6, 4, 4)  # one, two ... quadrants have fewest
    farmers_close: int = 2  # in one that has two more at most
    lords: tuple[int, ...] = (2, 4, 8, 16, 16, 8, 4, 2)  # 4 behind, 3 behind ... 3 ahead
    link_first: int = 6
    link_next: tuple[int, ...] = (12, 8, 6, 4, 2)  # one, two ... builds link one thing more
    ranges_first: int = 6
    ranges_next: tuple[int, ...] = (12, 8, 6, 4, 2)
    messengers: int = 8
    captains_one: int = 4
    captains_full: int = 4
    majority_first: int = 16
    majority_ahead: tuple[int, ...] = (6, 16, 12, 4)  # 2 behind, 1 behind, equal, 1 ahead
    palace_first: int = 16
    palace_ahead: tuple[int, ...] = (6, 16, 12, 4)
    least_gain: int = 2  # a settlement is moved to where it brings at least that much more
    most_lifted: int = 2  # one that brings no more than this goes to the Temple
    builds_ahead: int = 1  # builds of a turn that are looked at together


THUMB: Final = Weights()

# By these the skilled bot plays on when it checks a turn. It is the bot of the day, which has to
# play alike for everybody: they never change within an edition (``setup.DayOptions``).
CHECKING: Final = Weights(
    castle=18,
    tile_turn=_by_gold(10),
    free_choice=7,
    more_choice=1,
    discoverers=3,
    hermits_apart=6,
    hermits_edge=2,
    farmers_fewest=(15, 6, 4, 4),
    lords=(2, 4, 8, 16, 10, 8, 4, 2),
    link_first=4,
    captains_one=3,
)

FITTED: Final = Weights(
    fishermen=7,
    miners=7,
    workers=5,
    vassals=9,
    scouts=8,
    castle=40,
    castle_near=5,
    tile_now=(-4, -8, 0, 0, -4, 0, 4, 0, 0, 0, 0, -8),
    tile_turn=(15, 16, 14, 7, 14, 4, 13, 10, 16, 3, 5, 5),
    tile_near=1,
    free_choice=7,
    more_choice=2,
    discoverers=3,
    hermits_edge=2,
    farmers_fewest=(30, 7, 4, 4),
    lords=(2, 4, 8, 16, 10, 8, 4, 2),
    link_first=4,
    link_next=(14, 10, 6, 4, 2),
    ranges_next=(8, 7, 6, 4, 2),
    captains_one=3,
    majority_ahead=(6, 16, 14, 3),
    palace_first=40,
    palace_ahead=(7, 16, 12, 4),
    least_gain=0,
    most_lifted=3,
    builds_ahead=3,
)
