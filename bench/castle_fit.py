"""Finds the weights of ``engine.castle.bots.weights`` in quick games between two sets of them.

    python -m bench.castle_fit                       passes over all weights, for an hour
    python -m bench.castle_fit --minutes 5 coin fit  only these, for five minutes

Both sides play whole games as the playouts of a search do, each deal from every seat. A weight is
raised or lowered if that won games in a first sample and, by twice the standard error, in a larger
second one. Prints each change, and all weights at the end.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bench.fit import Gain, asked_for, gain_of
from engine.castle.bots.appeal import Judge
from engine.castle.bots.playout import Root, play_on
from engine.castle.bots.weights import FITTED, Weights
from engine.castle.game import GAME

FIRST, SECOND = 700, 2500  # deals
PLAYERS: Final = 2
FAR: Final = 999  # turns: to the end of the game
COIN: Final = 0.1  # games that a coin more or less counts as: fewer games tell more that way
STRIDES: Final = (0.75, 1.35)


def duel(one: Judge, other: Judge, deals: range) -> Gain:
    """What the first weights win against the second."""
    root, gains = Root(GAME.new({"players": PLAYERS})), []
    for deal in deals:
        dealt, gain = root.deal(deal), 0.0
        for seat in range(PLAYERS):
            game, judges = root.begin(dealt), [other] * PLAYERS
            judges[seat] = one
            game.settle()
            play_on(game, judges, seat, FAR)
            coins = [yard.coins for yard in game.yards]
            ahead = coins.pop(seat) - max(coins)
            gain += COIN * ahead + (0.5 if ahead > 0 else -0.5 if ahead < 0 else 0.0)
        gains.append(gain / PLAYERS)
    return gain_of(gains)


def variants(weights: Weights, name: str) -> Iterator[Weights]:
    """The weights with this one higher and lower."""
    value: float = getattr(weights, name)
    for stride in STRIDES:
        new: dict[str, Any] = {name: round(value * stride, 3) or 0.1}
        yield weights._replace(**new)


def fitted(weights: Weights, names: Sequence[str], minutes: float) -> Weights:
    """Passes over the weights, in another order each time."""
    until, deal, order = time.monotonic() + 60 * minutes, 0, random.Random(0)
    while True:
        for name in order.sample(names, len(names)):
            for variant in variants(weights, name):
                if time.monotonic() > until:
                    return weights
                first = range(deal, deal + FIRST)
                second = range(first.stop, first.stop + SECOND)
                deal = second.stop
                new, old = Judge(variant), Judge(weights)
                if duel(new, old, first).mean <= 0:
                    continue
                gain = duel(new, old, second)
                if gain.mean > 2 * gain.error:
                    told = f"{getattr(weights, name)} -> {getattr(variant, name)}"
                    print(f"{name} {told}: {gain.mean:.3f} ± {gain.error:.3f} a game", flush=True)
                    weights = variant
                    break


if __name__ == "__main__":
    about = "Fit the numbers that the bots judge builds by."
    print(fitted(FITTED, *asked_for(about, Weights._fields)))
