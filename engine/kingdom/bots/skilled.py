"""The skilled bot: plays the best whole turn it can find, judged by the position at its end.

A position says little of how the game ends. So before the bot plays another turn than the greedy
bot would, it plays the game to its end from both a few times. What is clearly worse it does not do.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.kingdom.bots.candidates import QUICK, greedy_turn, quick_planner
from engine.kingdom.bots.planning import Plan, Planner
from engine.kingdom.bots.trials import Trials, Work, length, margins_of_turn, place
from engine.kingdom.bots.weights import CHECKING
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State
from engine.rng import Stream

CHECKS: Final = 16  # playouts of each of the two turns
FEWEST: Final = 8  # fewer say nothing
NOTICED: Final = 2  # gold that the greedy turn has to bring more


def skilled_move(observation: State, stream: Stream, budget: Budget) -> Move:
    moves = legal(observation)
    if len(moves) == 1:
        return moves[0]
    budget = Budget(budget.nodes, budget.stop)  # this is not enough work for a crew
    planner = quick_planner(observation, budget)
    plan = planner.plans(*QUICK)[0]
    for other in greedy_turn(planner):
        if other.first != plan.first and _is_better(other, plan, planner):
            return other.first
    return plan.first


def _is_better(other: Plan, plan: Plan, planner: Planner) -> bool:
    """Whether the other turn clearly leads to more gold."""
    nodes = planner.budget.nodes - planner.nodes
    numbers = range(min(CHECKS, int(nodes / length(planner, weights=CHECKING) / 2)))
    if len(numbers) < FEWEST or place(other.state) == place(plan.state):
        return False
    known = margins_of_turn(planner.root, planner.seat, weights=CHECKING)
    first, second = rows = [known.setdefault(place(p.state), {}) for p in (other, plan)]
    ends = other.state, plan.state
    work = Work(planner.root, planner.seat, ends, weights=CHECKING)
    if not Trials(work, rows, planner.budget).play([(i, n) for n in numbers for i in (0, 1)]):
        return False
    return sum([first[n] - second[n] for n in numbers]) > NOTICED * len(numbers)
