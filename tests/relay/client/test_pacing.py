"""Messages wait as long as the relay requires, and no longer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relay.client.pacing import Pace
from relay.protocol import messages as m

WELCOME = m.Welcome(1, "test", 16384, 4, 2, ("kingdom",), ())


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def greeted(clock: Clock) -> Pace:
    """One that has said hello and was welcomed."""
    pace = Pace(clock)
    assert pace.wait(m.Hello) == 0
    pace.learn(WELCOME)
    return pace


def test_a_burst_goes_out_at_once_and_the_rest_at_the_rate() -> None:
    clock = Clock()
    pace = greeted(clock)
    assert [pace.wait(m.Move) for _ in range(3)] == [0, 0, 0]
    late = pace.wait(m.Move)
    assert late == pytest.approx(0.5, rel=0.1)
    clock.now += late
    assert pace.wait(m.Move) == 0
    assert pace.wait(m.Move) > 0


def test_messages_that_cost_more_wait_longer() -> None:
    pace = greeted(Clock())
    assert pace.wait(m.Peek) == 0
    assert pace.wait(m.Peek) == pytest.approx(1.0, rel=0.1)


def test_before_the_welcome_everything_goes_out_and_counts() -> None:
    pace = Pace(Clock())
    assert [pace.wait(m.Hello), pace.wait(m.Resume)] == [0, 0]
    pace.learn(WELCOME)
    assert pace.wait(m.Move) == 0
    assert pace.wait(m.Move) > 0


def test_what_costs_more_than_a_burst_goes_out_all_the_same() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.learn(WELCOME)
    assert pace.wait(m.Create) == 0


def test_the_pace_is_never_above_that_of_the_relay() -> None:
    clock = Clock()
    pace = greeted(clock)
    sent = 0
    for _ in range(400):
        sent += pace.wait(m.Move) == 0
        clock.now += 0.025
    assert WELCOME.burst + 10 * WELCOME.rate - 4 < sent < WELCOME.burst + 10 * WELCOME.rate


def test_a_relay_that_says_that_it_takes_nothing_is_asked_slowly() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.learn(replace(WELCOME, burst=1, rate=0))
    assert pace.wait(m.Move) == 0
    assert pace.wait(m.Move) == pytest.approx(1, rel=0.1)
