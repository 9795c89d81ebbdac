"""A hint for a player who waits: the move, why, and not for ever."""

from __future__ import annotations

import pytest

from engine.bots import Stop, never
from engine.kingdom.ground.moves import format_move
from engine.kingdom.state import State
from kbtui.games.kingdom.coach import asking, telling
from kbtui.games.kingdom.coach.advice import Advice, advise
from kbtui.games.kingdom.coach.asking import hint
from tests.kbtui.games.kingdom.coach.test_advice import begun

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben")


def test_a_hint_is_the_advice_as_a_token_and_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = begun().observation(0)
    advice = advise(seen)
    monkeypatch.setattr(asking, "advise", lambda _observation, _stop: advice)
    token, told = hint(seen, NAMES)
    assert token == format_move(advice.first)
    assert told == telling.hint(advice, NAMES)


def test_it_is_given_when_patience_ends_or_nobody_wants_it_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stops: list[bool] = []

    def asked(observation: State, stop: Stop = never) -> Advice:
        stops.append(stop())
        return advise(observation, lambda: True)

    monkeypatch.setattr(asking, "PATIENCE", 600.0)
    monkeypatch.setattr(asking, "advise", asked)
    seen = begun().observation(0)
    hint(seen, NAMES)
    hint(seen, NAMES, lambda: True)
    monkeypatch.setattr(asking, "PATIENCE", 0.0)
    hint(seen, NAMES)
    assert stops == [False, True, True]
