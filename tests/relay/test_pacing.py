"""Messages wait as long as the relay asks for, and not longer."""

from __future__ import annotations

import pytest

from relay import messages as m
from relay.pacing import Pace

WELCOME = m.Welcome(1, "test", 16384, 4, 2, ("kingdom",), ())


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_goes_out_at_once_and_the_rest_at_the_rate() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.learn(WELCOME)
    assert [pace.wait(m.Move) for _ in range(4)] == [0, 0, 0, 0.5]  # the hello was the first
    clock.now += 0.5
    assert [pace.wait(m.Move), pace.wait(m.Move)] == [0, 0.5]


def test_messages_that_cost_more_wait_longer() -> None:
    pace = Pace(Clock())
    pace.learn(WELCOME)
    assert [pace.wait(m.Peek), pace.wait(m.Peek)] == [0, 1.0]


def test_before_the_welcome_nothing_goes_out() -> None:
    assert Pace(Clock()).wait(m.Ping) > 0


def test_the_pace_is_that_of_the_newest_connection() -> None:
    pace = Pace(Clock())
    pace.learn(WELCOME)
    while not pace.wait(m.Move):
        pass
    pace.learn(WELCOME)
    assert pace.wait(m.Move) == pytest.approx(0)
