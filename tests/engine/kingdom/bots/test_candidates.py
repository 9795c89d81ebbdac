"""The turns that are played out differ: all ways to begin, the other bots' turns, no twins."""

from __future__ import annotations

import pytest

from engine.bots import Budget
from engine.kingdom.bots.candidates import (
    QUICK,
    _outline,
    candidates,
    greedy_turn,
    quick_planner,
)
from engine.kingdom.bots.planning import OutlookPlanner
from engine.kingdom.bots.trials import ground_for, place
from engine.kingdom.ground.moves import Action
from engine.kingdom.rules.actions import actions, legal
from engine.kingdom.state import Phase, State, actor
from tests.engine.kingdom.bots.games import observations

pytestmark = pytest.mark.slow

OPTIONS: list[dict[str, object]] = [
    {},
    {"players": 3, "sets": ["base", "marshlands"]},
    {"two_cards": True},
]
PLENTY = Budget(100_000)


def planner(state: State, budget: Budget = PLENTY) -> OutlookPlanner:
    return OutlookPlanner(ground_for(state), state, budget)


@pytest.mark.parametrize("options", OPTIONS)
def test_all_lead_to_the_end_of_the_turn_and_begin_with_a_legal_move(
    options: dict[str, object],
) -> None:
    for state in observations("candidates", options, every=23):
        found, moves = candidates(planner(state), 8, 40), legal(state)
        assert 0 < len(found) <= 40
        assert [plan.worth for plan in found] == sorted((p.worth for p in found), reverse=True)
        for plan in found:
            assert plan.first in moves
            assert actor(plan.state) != actor(state) or Action.END in actions(plan.state)


def test_the_turns_of_the_other_bots_are_among_them() -> None:
    seen = 0
    for state in observations("candidates", OPTIONS[1], every=11):
        if state.phase is not Phase.TURN or len(legal(state)) < 6:
            continue
        it = planner(state)
        others = [*greedy_turn(it), quick_planner(state, PLENTY).plans(*QUICK)[0]]
        found = candidates(it, 8, 500)
        for other in others:
            near = [sum(other.state.settlements) ^ sum(plan.state.settlements) for plan in found]
            assert min(mask.bit_count() for mask in near) <= 2, "it, or one that hardly differs"
            seen += 1
    assert seen > 10


def test_no_two_are_nearly_alike() -> None:
    for state in observations("candidates", {}, every=23):
        found = candidates(planner(state), 12, 100)
        places = [place(plan.state) for plan in found]
        assert len(set(places)) == len(places)
        for i, one in enumerate(found):
            for other in found[:i]:
                if round(4 * one.worth) == round(4 * other.worth):
                    apart = sum(one.state.settlements) ^ sum(other.state.settlements)
                    assert apart.bit_count() > 2 or _outline(one) != _outline(other)


def test_more_ways_to_begin_than_the_beam_alone_has() -> None:
    more = 0
    for state in observations("candidates", {}, every=7):
        it = planner(state)
        beam = {plan.first for plan in it.plans(4, 8)[:24]}
        more += len({plan.first for plan in candidates(planner(state), 8, 24)} - beam) > 0
    assert more > 2


@pytest.mark.parametrize("nodes", [0, 1, 50, 300])
def test_without_time_there_is_still_one(nodes: int) -> None:
    for state in observations("candidates", OPTIONS[1], every=31):
        it = planner(state, Budget(nodes))
        found = candidates(it, 8, 12)
        assert found[0].first in legal(state)
        assert it.nodes <= nodes + 400, "what was begun is finished"
