"""The novice plays plausibly: it builds, and not always where it pays most."""

from __future__ import annotations

from engine.bots import Budget
from engine.kingdom.bots.novice import novice_move
from engine.kingdom.ground.moves import format_move
from engine.rng import Stream
from tests.helpers import flat, position, setup_of

GOALS = ("knights", "fishermen", "merchants")


def choices(**words: object) -> set[str]:
    quadrants = (flat("a"), flat("b"), flat("c"), flat("d", "G", {"e5": "farm"}))
    state = position(setup_of(quadrants, goals=GOALS), **words)  # type: ignore[arg-type]
    streams = [Stream("novice", str(number)) for number in range(30)]
    return {format_move(novice_move(state, stream, Budget(1))) for stream in streams}


def test_it_sees_what_pays_but_not_always() -> None:
    found = choices(card="grass", settlements=["d3"])
    assert found & {"c3", "e3"}, "two on a row pay"
    assert found - {"c3", "e3"}, "a novice overlooks that now and then"


def test_a_turn_with_nothing_to_do_is_ended() -> None:
    assert choices(card="grass", settlements=["a1"], owed=0, begun=True) == {"end"}
