"""The greedy bot takes gold that is there for the taking."""

from __future__ import annotations

from engine.bots import Budget
from engine.kingdom.bots.greedy import greedy_move
from engine.kingdom.ground.moves import format_move
from engine.rng import Stream
from tests.helpers import flat, position, setup_of

GOALS = ("fishermen", "knights", "merchants")


def choice(**words: object) -> str:
    quadrants = (
        flat("lake", "G", {"e5": "W"}),
        flat("b"),
        flat("c"),
        flat("d", "G", {"e5": "farm"}),
    )
    state = position(setup_of(quadrants, goals=GOALS), **words)  # type: ignore[arg-type]
    return format_move(greedy_move(state, Stream("greedy", "test"), Budget(1)))


def test_of_two_hexes_the_one_that_pays_is_taken() -> None:
    # A second settlement on the row of d3 pays 2 (knights), d4 beside the water e5 pays only 1.
    assert choice(card="grass", settlements=["d3"]) in {"c3", "e3"}


def test_of_two_that_pay_the_one_that_pays_twice_is_taken() -> None:
    # d5 and e6 make a row of two and touch the water; c6 only makes a row of two.
    assert choice(card="grass", settlements=["c5 d6"], owed=1, begun=True) in {"d5", "e6"}


def test_the_turn_is_ended_when_no_action_gains() -> None:
    assert choice(card="grass", settlements=["a1"], owed=0, begun=True) == "end"


def test_a_location_is_worth_going_to() -> None:
    # o15 is the Farm; from n13 the hexes n14 and o14 touch it.
    assert choice(card="grass", settlements=["n13"], owed=1, begun=True) in {"n14", "o14"}
