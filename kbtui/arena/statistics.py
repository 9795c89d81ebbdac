"""What a number of games can tell: win rates and Elo, each with an interval.

Elo is the Bradley-Terry model, fitted to all pairwise results together: the first of two bots wins
with probability 1 / (1 + 10 ** (-d / 400)), where d is the difference of their numbers. One tie is
added for each pair, so that a bot that has never lost is not infinitely strong.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959963984540054  # 95 % of a normal distribution lie within this many deviations
SCALE: Final = 400 / log(10)  # Elo of one unit on the natural scale
_PRIOR: Final = 0.5  # points for each side of the drawn game
_ROUNDS: Final = 20_000
_CLOSE: Final = 1e-12

Matrix = Sequence[Sequence[float]]


class Interval(NamedTuple):
    value: float
    low: float
    high: float


def wilson(points: float, games: int) -> Interval:
    """A rate with the interval of Wilson at 95 %; a tie counts as the share it is worth."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    rate, square = points / games, Z * Z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = rate * (1 - rate) / games + square / (4 * games * games)
    half = Z * sqrt(spread) / (1 + square / games)
    return Interval(rate, max(middle - half, 0.0), min(middle + half, 1.0))


def elo(points: Matrix) -> list[Interval]:
    """Elo of each from ``points[i][j]``, what i has won against j; the last one is 0."""
    everybody = range(len(points))
    won = [[points[i][j] + _PRIOR if i != j else 0.0 for j in everybody] for i in everybody]
    met = [[won[i][j] + won[j][i] for j in everybody] for i in everybody]
    strength = _strengths(won, met)
    errors = _errors(strength, met)
    found = []
    for i in everybody:
        value = SCALE * log(strength[i] / strength[-1])
        found.append(Interval(value, value - Z * errors[i], value + Z * errors[i]))
    return found


def _strengths(won: Matrix, met: Matrix) -> list[float]:
    """The most likely ones, by steps that each make them more likely."""
    everybody = range(len(won))
    strength = [1.0] * len(won)
    for _round in range(_ROUNDS):
        new = [
            sum(won[i]) / sum(met[i][j] / (strength[i] + strength[j]) for j in everybody if j != i)
            for i in everybody
        ]
        new = [value / new[-1] for value in new]
        moved = max(abs(log(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < _CLOSE:
            break
    return strength


def _errors(strength: Sequence[float], met: Matrix) -> list[float]:
    """The deviation of each difference to the last, from the information in the games."""
    free = range(len(strength) - 1)

    def known(i: int, j: int) -> float:
        return met[i][j] * strength[i] * strength[j] / (strength[i] + strength[j]) ** 2

    information = [
        [
            sum(known(i, k) for k in range(len(strength)) if k != i) if i == j else -known(i, j)
            for j in free
        ]
        for i in free
    ]
    inverse = _inverse(information)
    return [*(SCALE * sqrt(inverse[i][i]) for i in free), 0.0]


def _inverse(matrix: Matrix) -> list[list[float]]:
    """By elimination; its diagonal outweighs the rest, so that no rows need to change places."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for pivot in range(size):
        head = rows[pivot][pivot]
        rows[pivot] = [value / head for value in rows[pivot]]
        for i in range(size):
            factor = rows[i][pivot]
            if i != pivot and factor:
                pairs = zip(rows[i], rows[pivot], strict=True)
                rows[i] = [value - factor * other for value, other in pairs]
    return [row[size:] for row in rows]
