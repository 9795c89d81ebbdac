"""How likely each seat is to win, from what a position shows: where the playouts of the expert end.

The numbers come from a regression over 70,000 positions of quick games, of who won on what the
positions had (docs/bots.md). They are logarithms of odds: 0.09 is a space.
"""

from __future__ import annotations

from math import exp
from typing import Final

from engine.castle.bots.appeal import AFTER_COIN, SPACES_PER_COIN, Judge
from engine.castle.bots.quick import Quick
from engine.castle.bots.yard import Yard
from engine.castle.pieces.cells import LEVEL, LEVELS
from engine.contract import Seat

SPACE: Final = 0.089
COIN: Final = SPACE * SPACES_PER_COIN
LAST: Final = (0.0, 1.79, 0.74)  # by the coins that are lacking
TILE: Final = 0.021  # on the rack
FIT: Final = 0.052  # for each space that a tile on the rack could move the baron now
BEST: Final = 0.03  # the same for the tile that moves it furthest
PROMISE: Final = tuple(0.142 * 0.4 * level**1.8 for level in range(LEVELS + 2))  # an open cell
TOP: Final = 0.164  # for each level of the two open cells that promise most
HEIGHT: Final = -0.186
BUILT: Final = -0.057  # a tile that stands: what it is good for counts elsewhere
ON_TURN: Final = 0.42
WHOLE_GAME: Final = 4.0 / SPACE  # spaces; from even chances, a change of 4 in odds is one of 1


def strength(judge: Judge, yard: Yard, space: int, lacking: int) -> float:
    """What one seat has; compared with that of the others, it tells who will win."""
    weights, chances, demands = judge.weights, judge.chances, yard.demands
    furthest = [0.0]
    total = COIN * (AFTER_COIN[space] - lacking) + (LAST[lacking] if lacking < len(LAST) else 0.0)
    for face in yard.rack:
        steps = (judge.held(yard, face) - weights.tile) / weights.fit
        if steps > 0:
            furthest.append(steps)
    total += TILE * len(yard.rack) + FIT * sum(furthest) + BEST * max(furthest)
    left, best, second = yard.open[0], 0.0, 0.0
    while left:
        cell = left.bit_length() - 1
        left ^= 1 << cell
        level, chance = LEVEL[cell], chances[demands[cell]]
        total += chance * PROMISE[level]
        worth = chance * level
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    return total + TOP * (best + second) + HEIGHT * yard.height + BUILT * yard.occupied.bit_count()


def prospect(judge: Judge, game: Quick, seat: Seat) -> float:
    """The chance to win, in spaces: by so many a seat with even chances would have to be ahead."""
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
