"""Finds the weights of ``engine.kingdom.bots.weights`` in quick games between two sets of them.

    python -m bench.fit                                a pass over all weights; an hour
    python -m bench.fit --minutes 5 knights_most lords only these, for five minutes

Both sides play whole games as the expert's playouts do, each deal from every seat. A weight is
raised or lowered if that won gold in a first sample and, by twice its standard error, in a larger
second one. Weights that belong to a goal are tried on tables that have it. Prints each change, and
all weights at the end.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.kingdom.bots.appeal import Ground, open_slots
from engine.kingdom.bots.forecast import Forecast, deck_of
from engine.kingdom.bots.slices import Slices
from engine.kingdom.bots.weights import FITTED, Weights
from engine.kingdom.goals import PALACES
from engine.kingdom.setup import BASE_GOALS, MARSH_GOALS, Options, settled_as_json
from engine.kingdom.state import State
from engine.table import Table

FIRST, SECOND = 250, 1000  # deals
PLAYERS: Final = 2
BASE, BOTH = ("base",), ("base", "marshlands")
MOST: Final = 60  # more than any number can be
NEGATIVE: Final = ("tile_now",)  # numbers that may be below 0
GOAL_OF: Final = {  # by how the names of its numbers begin; the others belong to every game
    "link": "merchants",
    "ranges": "geologists",
    "majority": "noblewomen",
    "palace": PALACES,
    **{goal: goal for goal in (*BASE_GOALS, *MARSH_GOALS)},
}


class Duel(Forecast):
    """A game in which every seat has its own weights."""

    def __init__(self, grounds: Sequence[Ground], state: State) -> None:
        super().__init__(grounds[0], state)
        self.grounds = grounds

    def _turn(self, seat: Seat, terrain: int) -> None:
        self.ground = self.grounds[seat]
        super()._turn(seat, terrain)

    def _appeal(self, seat: Seat) -> Slices:
        ground = self.grounds[seat]
        slots = open_slots(ground, self.slots, seat)
        return ground.appeal(self.masks, seat, slots, self.turns)


class Gain(NamedTuple):
    """What one side wins more than the other, per game."""

    mean: float
    error: float  # standard


def gain_of(gains: Sequence[float]) -> Gain:
    mean = sum(gains) / len(gains)
    return Gain(mean, sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains))


def laid(deal: int, goal: str | None) -> State:
    """A table on which nobody has built; the first turn comes next."""
    chance = random.Random(f"{deal} {goal}")
    sets = BOTH if deal % 2 or goal in (*MARSH_GOALS, PALACES) else BASE
    pool = [*BASE_GOALS, *(MARSH_GOALS if sets is BOTH else ())]
    goals = chance.sample(pool, 3)
    if goal in pool and goal not in goals:
        goals[0] = goal
    seed = f"fit {deal}"
    options = Options(PLAYERS, sets, goals=tuple(goals), seed=seed)
    table, dealer = Table.new("kingdom", settled_as_json(options)), Dealer(seed)
    while table.to_act == DEALER:
        dealer.deal(table)
    state: State = table.state
    return state._replace(seat=PLAYERS - 1)


def duel(one: Weights, other: Weights, deals: range, goal: str | None) -> Gain:
    """What the first weights win against the second."""
    gains = []
    for deal in deals:
        state = laid(deal, goal)
        ours, theirs = (Ground(state.setup, state.cards.scouted, w) for w in (one, other))
        deck, gain = deck_of(state, deal), 0.0
        for seat in range(PLAYERS):
            grounds = [theirs] * PLAYERS
            grounds[seat] = ours
            gold = [*Duel(grounds, state).play(deal, deck)]
            gain += gold.pop(seat) - max(gold)
        gains.append(gain / PLAYERS)
    return gain_of(gains)


def variants(weights: Weights, name: str) -> Iterator[Weights]:
    """The weights with this number, or one of this row, a little higher and lower."""
    value: int | tuple[float, ...] = getattr(weights, name)
    row = (value,) if isinstance(value, int) else value
    least = -MOST if name in NEGATIVE else 0
    for i, number in enumerate(row):
        stride = max(1, round(abs(number) * 0.3))
        for changed in sorted({number - stride, number - 1, number + 1, number + stride}):
            if least <= changed <= MOST:
                new = (*row[:i], changed, *row[i + 1 :])
                numbers: dict[str, Any] = {name: new[0] if isinstance(value, int) else new}
                yield weights._replace(**numbers)


def fitted(weights: Weights, names: Sequence[str], minutes: float) -> Weights:
    """One pass over the numbers."""
    until, deal = time.monotonic() + 60 * minutes, 0
    for name in names:
        goal = GOAL_OF.get(name.split("_")[0])
        for variant in variants(weights, name):
            if time.monotonic() > until:
                return weights
            first = range(deal, deal + FIRST)
            second = range(first.stop, first.stop + SECOND)
            deal = second.stop
            if duel(variant, weights, first, goal).mean <= 0:
                continue
            gain = duel(variant, weights, second, goal)
            if gain.mean > 2 * gain.error:
                told = f"{getattr(weights, name)} -> {getattr(variant, name)}"
                print(f"{name} {told}: {gain.mean:.2f} ± {gain.error:.2f} gold a game", flush=True)
                weights = variant
    return weights


def asked_for(description: str, numbers: Sequence[str]) -> tuple[Sequence[str], float]:
    """The numbers to fit, and for how many minutes."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("names", nargs="*", metavar="NUMBER", help="of the weights; all if none")
    parser.add_argument("--minutes", type=float, default=60)
    asked = parser.parse_args()
    unknown = {*asked.names} - {*numbers}
    if unknown:
        parser.error(f"no such number: {', '.join(sorted(unknown))}")
    return asked.names or numbers, asked.minutes


if __name__ == "__main__":
    about = "Fit the numbers that the bots judge hexes by."
    print(fitted(FITTED, *asked_for(about, Weights._fields)))
