"""The skilled bot makes the first move of a good turn, not the best first move."""

from __future__ import annotations

import pytest

from engine.bots import Budget
from engine.kingdom.bots.candidates import QUICK, greedy_turn, quick_planner
from engine.kingdom.bots.skilled import CHECKS, skilled_move
from engine.kingdom.bots.trials import margins_of_turn, place
from engine.kingdom.bots.weights import CHECKING
from engine.kingdom.ground.hexes import dilate
from engine.kingdom.ground.moves import END, Action
from engine.kingdom.rules.steps import step
from engine.kingdom.state import State, actor
from engine.rng import Stream
from tests.helpers import flat, position, setup_of

PLENTY = Budget(100_000)


def played(state: State) -> State:
    """The position when the bot ends its turn."""
    seat = actor(state)
    while actor(state) == seat:
        move = skilled_move(state, Stream("skilled", "test"), PLENTY)
        if move == END:
            break
        state = step(state, move)
    return state


def test_it_goes_where_only_the_last_build_of_the_turn_pays() -> None:
    quadrants = (flat("a", "G", {"g2": "K"}), flat("b"), flat("c"), flat("d"))
    setup = setup_of(quadrants, goals=("merchants", "miners", "fishermen"))
    end = played(position(setup, card="grass", settlements=["d4", "t20"]))
    assert dilate(end.settlements[0]) & setup.board.castles


def test_it_uses_its_tiles_and_builds_all_it_has_to() -> None:
    quadrants = (flat("a", "G", {"e5": "farm", "h5": "W"}), flat("b"), flat("c"), flat("d"))
    setup = setup_of(quadrants, goals=("fishermen", "knights", "discoverers"))
    start = position(setup, card="grass", settlements=["e4 g4"], tiles=["e5:usable"])
    end = played(start)
    assert end.settlements[0].bit_count() == start.settlements[0].bit_count() + 4


def test_the_only_move_takes_no_thought() -> None:
    state = position(card="grass", settlements=["a1"], owed=0, begun=True)
    assert skilled_move(state, Stream("skilled", "test"), Budget(0))[0] is Action.END


@pytest.mark.parametrize(("gap", "is_noticed"), [(-9, False), (0, False), (2, False), (3, True)])
def test_it_does_not_play_what_is_clearly_worse_than_the_greedy_turn(
    gap: int, is_noticed: bool
) -> None:
    # The castle again: the greedy bot builds anywhere, since no first build reaches it.
    quadrants = (flat("a", "G", {"g2": "K"}), flat("b"), flat("c"), flat("d"))
    setup = setup_of(quadrants, goals=("merchants", "miners", "fishermen"))
    state = position(setup, card="grass", settlements=["d4", "t20"])
    planner = quick_planner(state, PLENTY)
    own, (greedy,) = planner.plans(*QUICK)[0], greedy_turn(planner)
    assert own.first != greedy.first
    known = margins_of_turn(state, 0, weights=CHECKING)  # as if both had been played out
    known[place(own.state)] = dict.fromkeys(range(CHECKS), 5.0)
    known[place(greedy.state)] = dict.fromkeys(range(CHECKS), 5.0 + gap)
    try:
        move = skilled_move(state, Stream("skilled", "test"), PLENTY)
    finally:
        known.clear()
    assert move == (greedy.first if is_noticed else own.first)
