"""The coach's words, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kingdom.ground.moves import END, parse_move
from engine.kingdom.rules.steps import step
from kbtui.games.kingdom.coach.advice import Advice, rest_of_turn
from kbtui.games.kingdom.coach.reasons import Reasons
from kbtui.games.kingdom.coach.telling import hint, to_do, why
from kbtui.text.i18n import LANGUAGES, use
from tests.helpers import position
from tests.kbtui.games.kingdom.coach.test_reasons import SETUP, after

NAMES = ("Ada", "Ben")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("g7", "Build on G7"),
        ("oracle@g7", "Build on G7 with the Oracle"),
        ("canoe+@g7", "Build on G7 with the Canoe bonus"),
        ("barn@c4-d6", "Move C4 to D6 with the Barn"),
        ("temple@c4", "Take C4 off the board with the Temple"),
        ("play:marsh/forest", "Play marsh/forest"),
        ("pass", "Do not use the Canoe"),
        ("end", "End the turn"),
    ],
)
def test_every_kind_of_move_can_be_told(token: str, words: str) -> None:
    assert to_do(parse_move(token)) == words
    for language in LANGUAGES:
        use(language)
        assert to_do(parse_move(token))


def test_reasons_are_told_the_gold_first() -> None:
    state, found = after("o14", "o13")
    assert why(found, state, NAMES) == [
        "takes the Farm",
        "touches no new terrain, which keeps your options open",
    ]
    state, found = after("k2", "k1", "t1")
    assert why(found, state, NAMES)[0] == "costs Ben 6 gold"
    state, found = after("o12", "o11")
    assert "heads toward the Farm at O15" in why(found, state, NAMES)
    told = why(Reasons((("knights", 4), ("lords", -6)), (), (0,), (), None, False), state, NAMES)
    assert told == ["Knights +4", "Lords -6", "loses the Farm"]


def test_a_hint_has_the_move_its_reasons_and_the_rest_of_the_turn() -> None:
    state = position(SETUP, card="grass", settlements=("k1",))
    line = [parse_move(token) for token in ("l1", "m1", "n1")]
    advice = rest_of_turn(state, lambda _state, n: line[n] if n < len(line) else END)
    assert hint(advice, NAMES) == [
        "Build on L1: Knights +2, touches no new terrain, which keeps your options open.",
        "Then M1, N1; overall: Knights +6.",
    ]


def test_a_hint_without_anything_to_point_at_says_so() -> None:
    state, move = position(SETUP, card="grass", settlements=("l4 m4 l5",)), parse_move("k5")
    after_ = step(state, move)
    assert hint(Advice(0, state, (move,), after_), NAMES) == [
        "Build on K5: it leaves the best chances for later."
    ]
    assert hint(Advice(0, after_, (), after_), NAMES) == ["End the turn: nothing else would pay."]
