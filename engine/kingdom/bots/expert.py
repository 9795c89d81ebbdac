"""The expert: plans whole turns that differ (``candidates``), then plays on from their ends.

Unseen cards are sampled, the same samples for every plan, and all players play on for some rounds
(``forecast``); then the position is judged (``outlook``). From time to time the weaker half of the
plans is dropped. So an answer is available at any time, and more time means more plans and more
playouts. The master is the same bot with more of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Final

from engine.bots import Budget
from engine.kingdom.bots.candidates import candidates
from engine.kingdom.bots.planning import OutlookPlanner, Plan, Planner
from engine.kingdom.bots.trials import (
    Margins,
    Trials,
    Work,
    ground_for,
    length,
    margins_of_turn,
    place,
)
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State
from engine.rng import Stream

PLANNING: Final = 0.5  # of the nodes; the others go to playouts
BRANCH: Final = 16  # hexes tried for an action
SPREAD: Final = 3  # candidates, times the root of the playouts
LATER: Final = 3  # later moves of a turn get the nodes divided by this
ROUNDS: Final = 3  # of a playout; then the position is judged
PRIOR: Final = 8  # playouts that the worth of a plan counts as
DOUBT: Final = 0.5  # and for each that was played: they err too, and all in the same way


def expert_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """The first move of the plan that does best when it is played on."""
    moves = legal(observation)
    if len(moves) == 1:
        return moves[0]
    if _is_under_way(observation):
        budget = budget._replace(nodes=budget.nodes // LATER)
    planning = Budget(int(budget.nodes * PLANNING), budget.stop)
    planner = OutlookPlanner(ground_for(observation), observation, planning)
    # Who may look at little tries fewer hexes, so as to try more than one after another.
    branch = max(5, min(BRANCH, budget.nodes // 250))
    playouts = int(budget.nodes * (1 - PLANNING) / length(planner, ROUNDS))
    plans = candidates(planner, branch, max(6, int(SPREAD * sqrt(playouts))))
    if len({plan.first for plan in plans}) > 1:
        playouts = int((budget.nodes - planner.nodes) / length(planner, ROUNDS))
        return _tried(plans, planner, playouts, budget).first
    return plans[0].first


def _is_under_way(state: State) -> bool:
    """Whether the turn has begun: its first move was the choice between whole turns."""
    return not state.reactions and (state.begun or state.tiles.used[state.seat] > 0)


def rounds(plans: int, playouts: int) -> Iterator[tuple[int, int]]:
    """How many plans are left in each round, and up to which number they are played out: every
    round has as many playouts, and the better half comes into the next."""
    count = max(plans - 1, 1).bit_length()
    share, end = max(playouts, 0) // count, 0
    for number in range(count):
        left = max(2, -(-plans >> number))
        end += max(1, share // left)
        yield left, end


def _tried(plans: list[Plan], planner: Planner, playouts: int, budget: Budget) -> Plan:
    """The plan that does best within that many playouts, counted over all plans."""
    field, trials = _entered(plans, planner, budget)
    begin = 0
    for left, end in rounds(len(plans), playouts):
        field = sorted(field, key=lambda trial: -trial.mean)[:left]
        if len({trial.plan.first for trial in field}) == 1:
            break
        order = [(trial, number) for number in range(begin, end) for trial in field]
        played = order[: max(playouts, 0)]
        if not trials.play([(trial.row, number) for trial, number in played]):
            _compare_fairly(field, range(begin, end))
            break
        for trial, number in played:
            trial.count(number)
        playouts -= len(played)
        begin = end
        if len(played) < len(order):
            break
    return max(field, key=lambda trial: trial.mean).plan


def _entered(plans: list[Plan], planner: Planner, budget: Budget) -> tuple[list[_Trial], Trials]:
    """The plans before the first playout; those that lead to the same place share their row."""
    known = margins_of_turn(planner.root, planner.seat, ROUNDS)
    places = [place(plan.state) for plan in plans]
    rows = [known.setdefault(there, {}) for there in places]
    field = [
        _Trial(plan, places.index(there), row)
        for plan, there, row in zip(plans, places, rows, strict=True)
    ]
    ends = tuple(plan.state for plan in plans)
    return field, Trials(Work(planner.root, planner.seat, ends, ROUNDS), rows, budget)


def _compare_fairly(field: list[_Trial], numbers: Iterable[int]) -> None:
    """After a stop, count only the playouts that all plans have in common."""
    for number in numbers:
        if all(number in trial.known for trial in field):
            for trial in field:
                trial.count(number)


class _Trial:
    """A plan and how it goes when it is played on."""

    def __init__(self, plan: Plan, row: int, known: Margins) -> None:
        self.plan, self.row = plan, row
        self.known = known  # margins of its playouts, also from earlier in the turn
        self._total, self._count = 0.0, 0

    def count(self, number: int) -> None:
        """One playout more."""
        self._total += self.known[number]
        self._count += 1

    @property
    def mean(self) -> float:
        """What the plan is worth, as far as is known."""
        prior = PRIOR + DOUBT * self._count
        return (self._total + prior * self.plan.worth) / (self._count + prior)
