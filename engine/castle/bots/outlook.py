"""How likely each seat is to win, from what a position shows: where the playouts of the expert end.

The numbers come from a regression over 70,000 positions of quick games, of who won on what the
positions had (``bench/castle_outlook.py``). They are logarithms of odds.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from engine.castle.bots.appeal import AFTER_COIN, SPACES_PER_COIN, Judge
from engine.castle.bots.quick import Quick
from engine.castle.bots.yard import Yard
from engine.castle.pieces.cells import LEVEL, LEVELS
from engine.contract import Seat


class Features(NamedTuple):
    """What a seat has."""

    space: float  # spaces walked, by the coins taken
    last: float  # 1 if a coin is lacking
    two_last: float  # 1 if one or two are
    tile: float  # tiles on the rack
    fit: float  # spaces that these could move the baron now, all together
    best: float  # the same for the tile that moves it furthest
    promise: float  # of all open cells, growing fast with their level
    top: float  # levels of the two open cells that promise most
    height: float
    built: float  # tiles that stand: what they are good for counts elsewhere


FEATURES: Final = Features._fields
# What each of them is worth.
NUMBERS: Final = Features(
    *(0.089, 1.05, 0.74, 0.021, 0.052, 0.03, 0.142, 0.164, -0.186, -0.057),
)
ROYAL: Final = 0.11  # a prince or a princess set aside; from games that have them
ON_TURN: Final = 0.42
WHOLE_GAME: Final = 4.0 / NUMBERS.space  # spaces; from even chances, 4 in odds are 1 in chances
_PROMISE: Final = tuple(0.4 * level**1.8 for level in range(LEVELS + 2))


def features(judge: Judge, yard: Yard, space: int, lacking: int) -> Features:
    """What one seat has on its space of the track."""
    weights, chances, demands = judge.weights, judge.chances, yard.demands
    furthest = [0.0]
    for face in yard.rack:
        steps = (judge.held(yard, face) - weights.tile) / weights.fit
        if steps > 0:
            furthest.append(steps)
    left, promise, best, second = yard.open[0], 0.0, 0.0, 0.0
    while left:
        cell = left.bit_length() - 1
        left ^= 1 << cell
        level, chance = LEVEL[cell], chances[demands[cell]]
        promise += chance * _PROMISE[level]
        worth = chance * level
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    return Features(
        (AFTER_COIN[space] - lacking) * SPACES_PER_COIN,
        float(lacking <= 1),
        float(lacking <= 2),
        float(len(yard.rack)),
        sum(furthest),
        max(furthest),
        promise,
        best + second,
        float(yard.height),
        float(yard.occupied.bit_count()),
    )


def strength(judge: Judge, yard: Yard, space: int, lacking: int) -> float:
    """What a seat has, as one number; compared with those of the others, it tells who will win."""
    found = features(judge, yard, space, lacking)
    total = sum([has * worth for has, worth in zip(found, NUMBERS, strict=True)])
    return total + ROYAL * len(yard.royals)


def prospect(judge: Judge, game: Quick, seat: Seat) -> float:
    """The chance to win, in spaces: how many a seat with even chances would have to be ahead."""
    return chance_to_win(judge, game, seat) * WHOLE_GAME


def chance_to_win(judge: Judge, game: Quick, seat: Seat) -> float:
    """0 to 1; at the end of a game it is known."""
    yards, barons, to_win = game.yards, game.barons, game.coins_to_win
    if game.over:
        most = max([yard.coins for yard in yards])
        return (yards[seat].coins == most) / [yard.coins for yard in yards].count(most)
    odds = [
        exp(strength(judge, yard, barons[other], to_win - yard.coins))
        for other, yard in enumerate(yards)
    ]
    odds[game.seat] *= exp(ON_TURN)
    return odds[seat] / sum(odds)
