"""The expert: plans whole turns as the skilled bot does, then plays on from the best of them.

Cards that nobody has seen are sampled, the same samples for every plan, and everybody plays on for
some rounds (``forecast``). After 12, 24, 48 ... playouts each the weaker plans are left out. So the
answer is there at any time, and gets better with every playout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bots.appeal import ground_of
from engine.bots.base import Budget
from engine.bots.forecast import Forecast, deck_of
from engine.bots.planning import Plan, Planner
from engine.contract import Seat
from engine.kingdom.moves import Move
from engine.kingdom.rules import legal
from engine.kingdom.state import State
from engine.kingdom.terrain import Card
from engine.rng import Stream

WIDTH: Final = 10  # of the beam
BRANCH: Final = 10  # places that are tried for an action
KEPT: Final = {0: 32, 12: 16, 24: 8, 48: 5, 96: 3, 192: 2}  # plans left after so many playouts
MOST: Final = 384  # playouts of a plan: from here on nothing changes any more
PLAYOUT: Final = 8  # nodes that a playout counts as
HORIZON: Final = 3  # rounds that are played on
PRIOR: Final = 4  # playouts that the worth of a plan counts as


def expert_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """The first move of the plan that does best when it is played on."""
    moves = legal(observation)
    if len(moves) == 1:
        return moves[0]
    ground = ground_of(observation.setup, observation.cards.scouted)
    planner = Planner(ground, observation, Budget(budget.nodes // 2, budget.stop))
    # Who may look at little looks at less of each thing, so as to come to the end of the turn.
    width = max(3, min(WIDTH, budget.nodes // 200))
    branch = max(5, min(BRANCH, budget.nodes // 200))
    plans = planner.plans(width, branch, KEPT[0])
    if len({plan.first for plan in plans}) > 1:
        return _tried(plans, planner, (budget.nodes - planner.nodes) // PLAYOUT, budget).first
    return plans[0].first


def _tried(plans: list[Plan], planner: Planner, playouts: int, budget: Budget) -> Plan:
    """The plan that does best in so many playouts, all plans together."""
    seat, state = planner.seat, planner.root
    known = _margins_of_turn(state)
    field = [
        _Trial(plan, Forecast(planner.ground, plan.state), known.setdefault(_place(plan.state), {}))
        for plan in plans
    ]
    for number in range(MOST):
        if number in KEPT:
            field = sorted(field, key=lambda trial: -trial.mean)[: KEPT[number]]
        if len({trial.plan.first for trial in field}) == 1:
            break
        deck = deck_of(state, number)
        for trial in field:
            if playouts <= 0 or budget.stop():
                return max(field, key=lambda trial: trial.mean).plan
            trial.play(number, deck, seat)
            playouts -= 1
    return max(field, key=lambda trial: trial.mean).plan


_Margins = dict[object, dict[int, float]]  # of a position, by the number of the playout
_memory: list[tuple[object, _Margins]] = [((), {})]


def _margins_of_turn(state: State) -> _Margins:
    """What is known of this turn. A playout depends on nothing but the position it starts from,
    its number and the cards that were seen, which stay the same in a turn: to remember it saves
    time and changes nothing."""
    turn = state.setup, state.cards
    if _memory[0][0] != turn:
        _memory[0] = turn, {}
    return _memory[0][1]


def _place(state: State) -> object:
    return state.settlements, state.tiles, state.seat, state.phase


class _Trial:
    """A plan and how it goes when it is played on."""

    def __init__(self, plan: Plan, forecast: Forecast, known: dict[int, float]) -> None:
        self.plan, self._forecast = plan, forecast
        self._known = known  # margins of its playouts, also from earlier in the turn
        self._total, self._count = PRIOR * plan.worth, PRIOR

    def play(self, number: int, deck: Sequence[Card], seat: Seat) -> None:
        """One playout more."""
        margin = self._known.get(number)
        if margin is None:
            worth = self._forecast.play(number, deck, HORIZON)
            margin = worth[seat] - max([w for other, w in enumerate(worth) if other != seat])
            self._known[number] = margin
        self._total += margin
        self._count += 1

    @property
    def mean(self) -> float:
        """What the plan is worth, as far as is known."""
        return self._total / self._count
