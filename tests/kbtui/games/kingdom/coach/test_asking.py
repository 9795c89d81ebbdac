"""A hint for a waiting player: at once, or with a message while it takes long."""

from __future__ import annotations

import threading

import pytest

from engine.bots import Stop, never
from engine.kingdom.state import State
from kbtui.games.kingdom.coach import asking, telling
from kbtui.games.kingdom.coach.advice import Advice, advise
from kbtui.games.kingdom.coach.asking import hint
from tests.kbtui.games.kingdom.coach.test_advice import begun

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben")


def test_a_quick_hint_is_given_without_more_words(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, said = begun().observation(0), list[str]()
    advice = advise(seen)
    monkeypatch.setattr(asking, "advise", lambda _observation, _stop: advice)
    assert hint(seen, NAMES, said.append) == telling.hint(advice, NAMES)
    assert said == []


def test_a_slow_one_says_that_it_takes_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    def slow(observation: State, stop: Stop = never) -> Advice:
        assert told.wait(30)
        return advise(observation)

    monkeypatch.setattr(asking, "advise", slow)
    monkeypatch.setattr(asking, "_SECOND", 0.01)
    said = []

    def say(text: str) -> None:
        said.append(text)
        told.set()

    assert hint(begun().observation(0), NAMES, say)
    assert said == ["The coach is thinking."]
