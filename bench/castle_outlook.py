"""Finds the numbers of ``engine.castle.bots.outlook``: a regression of who won on what was there.

    python -m bench.castle_outlook               3000 games, some minutes
    python -m bench.castle_outlook --games 500   fewer

Quick games for two are played by the fitted weights, with a slip now and then so that positions
differ. At the beginning of some turns it is noted what both seats have. Prints each number with
its standard error, as logarithms of odds.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from engine.castle.bots.answers import answer
from engine.castle.bots.appeal import SPACES_PER_COIN, Judge
from engine.castle.bots.outlook import FEATURES, features
from engine.castle.bots.playout import Root
from engine.castle.bots.turns import all_turns
from engine.castle.bots.weights import FITTED
from engine.castle.game import GAME
from engine.castle.state import Phase

NOTED: Final = 0.35  # of the turns
SLIPS: Final = 0.04  # of the decisions
STEPS: Final = 12  # of Newton's method; fewer would do
TOUCH: Final = 1e-3  # keeps numbers finite that do not matter

Row = list[float]


def noted(judge: Judge, root: Root, deal: int) -> tuple[list[Row], float]:
    """What the first seat had more than the second, turn by turn; and whether it won."""
    chance, game, rows = random.Random(deal), root.begin(root.deal(deal)), list[Row]()
    game.settle()
    on_turn = game.seat
    while not game.over:
        if game.seat != on_turn:
            on_turn = game.seat
            if chance.random() < NOTED:
                own, other = (
                    features(judge, yard, game.barons[seat], game.coins_to_win - yard.coins)
                    for seat, yard in enumerate(game.yards)
                )
                more = [a - b for a, b in zip(own, other, strict=True)]
                rows.append([*more, 0.5 if on_turn == 0 else -0.5])
        phase, seat, _ = game.agenda[-1]
        if phase is Phase.TURN and chance.random() < SLIPS:
            turns = sorted(all_turns(judge, game.asked(seat)), reverse=True)[:5]
            game.play(chance.choice(turns)[1])
        else:
            game.play(answer(judge, game))
    ahead = game.yards[0].coins - game.yards[1].coins
    return rows, 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))


def solved(matrix: list[Row], columns: list[Row]) -> list[Row]:
    """The inverse times these columns, by elimination."""
    rows = [[*left, *right] for left, right in zip(matrix, columns, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def regression(rows: Sequence[Row], won: Sequence[float]) -> list[tuple[float, float]]:
    """A number for each column, with its standard error."""
    size = len(rows[0])
    found, errors = [0.0] * size, [0.0] * size
    for _ in range(STEPS):
        slope = [0.0] * size
        bend = [[TOUCH * (i == j) for j in range(size)] for i in range(size)]
        for row, result in zip(rows, won, strict=True):
            likely = 1 / (1 + exp(-sum([a * b for a, b in zip(found, row, strict=True)])))
            spread = likely * (1 - likely)
            for i, value in enumerate(row):
                if value:
                    slope[i] += value * (result - likely)
                    weight = spread * value
                    bend[i] = [a + weight * b for a, b in zip(bend[i], row, strict=True)]
        ones = [[float(i == j) for j in range(size)] for i in range(size)]
        inverse = solved(bend, ones)
        errors = [sqrt(inverse[i][i]) for i in range(size)]
        for i in range(size):
            found[i] += sum([a * b for a, b in zip(inverse[i], slope, strict=True)])
    return [*zip(found, errors, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the numbers that tell who will win.")
    parser.add_argument("--games", type=int, default=3000)
    games = parser.parse_args().games
    judge, root = Judge(FITTED), Root(GAME.new({"players": 2}))
    rows, won = list[Row](), list[float]()
    for deal in range(games):
        more, result = noted(judge, root, deal)
        rows += more
        won += [result] * len(more)
    print(f"{len(rows)} positions of {games} games; a coin has {SPACES_PER_COIN:.0f} spaces")
    names = (*FEATURES, "on_turn")
    for name, (number, error) in zip(names, regression(rows, won), strict=True):
        print(f"  {name:<10} {number:7.3f} ± {error:.3f}")


if __name__ == "__main__":
    main()
