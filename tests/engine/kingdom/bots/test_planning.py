"""Turns are planned to their end: legal all the way, with the tiles used in the right order."""

from __future__ import annotations

import pytest

from engine.bots import Budget
from engine.kingdom.bots.appeal import ground_of
from engine.kingdom.bots.planning import OutlookPlanner, Plan
from engine.kingdom.ground.hexes import dilate
from engine.kingdom.ground.moves import END, Action, format_move
from engine.kingdom.rules.actions import actions, legal
from engine.kingdom.state import State, actor
from tests.engine.kingdom.bots.games import observations
from tests.helpers import flat, position, setup_of

BOTH: dict[str, object] = {"players": 3, "sets": ["base", "marshlands"]}
PLENTY = Budget(100_000)


def planner(state: State, budget: Budget = PLENTY) -> OutlookPlanner:
    return OutlookPlanner(ground_of(state.setup, state.cards.scouted), state, budget)


def plans(state: State, width: int = 4, branch: int = 5, keep: int = 8) -> list[Plan]:
    return planner(state).plans(width, branch)[:keep]


@pytest.mark.parametrize("options", [{}, BOTH, {"two_cards": True}])
def test_every_plan_begins_with_a_legal_move_and_ends_the_turn(options: dict[str, object]) -> None:
    for state in observations("plans", options, every=23):
        seat, found = actor(state), plans(state)
        assert found
        moves = legal(state)
        assert [plan.worth for plan in found] == sorted((p.worth for p in found), reverse=True)
        for plan in found:
            assert plan.first in moves
            assert actor(plan.state) != seat or Action.END in actions(plan.state)


def test_a_turn_is_more_than_its_best_first_move() -> None:
    # The castle g2 pays 3, but only the third build from d4 on reaches it.
    quadrants = (flat("a", "G", {"g2": "K"}), flat("b"), flat("c"), flat("d"))
    setup = setup_of(quadrants, goals=("merchants", "miners", "fishermen"))
    state = position(setup, card="grass", settlements=["d4", "t20"])
    own = plans(state, 8, 8, 1)[0].state.settlements[0]
    assert own.bit_count() == 4
    assert dilate(own) & setup.board.castles


def test_a_ready_tile_is_used_and_the_mandatory_builds_are_made() -> None:
    setup = setup_of(
        (flat("a", "G", {"e5": "farm", "h5": "W"}), flat("b"), flat("c"), flat("d")),
        goals=("fishermen", "knights", "discoverers"),
    )
    state = position(setup, card="grass", settlements=["e4 g4"], tiles=["e5:usable"])
    found = plans(state)[0]
    assert found.state.settlements[0].bit_count() == 6
    assert found.state.tiles.used[0]


def test_it_looks_at_no_more_positions_than_it_may() -> None:
    for state in observations("plans", {}, every=31):
        for nodes in (1, 50, 200):
            it = planner(state, Budget(nodes))
            it.plans(6, 8)
            # What was begun is finished: the moves of one position.
            assert it.nodes <= nodes + 120


def test_nothing_to_do_but_to_end_the_turn() -> None:
    state = position(card="grass", settlements=["a1"], owed=0, begun=True)
    assert [format_move(plan.first) for plan in plans(state)] == [format_move(END)]


def test_a_wide_beam_comes_to_the_end_of_the_turn_with_few_nodes_too() -> None:
    looked = 0
    for state in observations("plans", BOTH, every=17):
        for nodes in (40, 400):
            it = planner(state)
            found = it.wide_plans(nodes, 8)
            assert it.nodes < 2 * nodes + 200, "each move of the turn is tried at least once"
            for plan in found:
                assert actor(plan.state) != actor(state) or Action.END in actions(plan.state)
            looked += 1
    assert looked > 10


@pytest.mark.slow
def test_a_wide_beam_finds_better_ends_the_more_nodes_it_has() -> None:
    few, many = (
        [
            planner(state).wide_plans(nodes, 8)[0].worth
            for state in observations("plans", BOTH, every=17)
        ]
        for nodes in (100, 3000)
    )
    assert sum(many) > sum(few)
