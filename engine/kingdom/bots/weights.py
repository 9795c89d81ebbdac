"""The weights that bots rate hexes with, in quarters of a gold.

``THUMB`` holds rules of thumb, used by the skilled bot. ``FITTED`` holds what they became in quick
games in which one side had one weight raised or lowered (``bench.fit``), used by the expert.
"""

from __future__ import annotations

from typing import Final, NamedTuple

UNITS: Final = 4  # a gold
LORDS_BEHIND: Final = 4  # where the row for Lords begins: settlements behind the best opponent
MAJORITY_BEHIND: Final = 2


class Weights(NamedTuple):
    """What one settlement more is worth for each reason. Rows go by how much is missing."""

    paid: int = UNITS  # where a goal pays for the hex itself
    castle: int = 3 * UNITS
    tiles: int = UNITS  # for each gold that a tile is taken to bring
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


THUMB: Final = Weights()
FITTED: Final = Weights(
    castle=18,
    tiles=10,
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
