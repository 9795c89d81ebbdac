"""Messages wait as long as the relay requires, and no longer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relay.client.pacing import Pace
from relay.protocol import messages as m
from relay.protocol.limits import COSTS, Bucket

WELCOME = m.Welcome(1, "test", 16384, 8, 2, ("kingdom",), ())
AT_ONCE = 6  # three quarters of the burst


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
    assert [pace.wait(m.Move) for _ in range(AT_ONCE - 1)] == [0] * (AT_ONCE - 1)
    late = pace.wait(m.Move)
    assert late == pytest.approx(0.5, rel=0.1)
    clock.now += late
    assert pace.wait(m.Move) == 0
    assert pace.wait(m.Move) > 0


def test_messages_that_cost_more_wait_longer() -> None:
    pace = greeted(Clock())
    assert [pace.wait(m.Peek), pace.wait(m.Peek)] == [0, 0]
    assert pace.wait(m.Peek) == pytest.approx(1.0, rel=0.1)


def test_before_the_welcome_everything_goes_out_and_counts() -> None:
    pace = Pace(Clock())
    assert [pace.wait(m.Hello), pace.wait(m.Resume)] == [0, 0]
    pace.learn(WELCOME)
    left = AT_ONCE - int(COSTS.get(m.Hello, 1) + COSTS.get(m.Resume, 1))
    assert [pace.wait(m.Move) for _ in range(left)] == [0] * left
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
    assert AT_ONCE + 10 * WELCOME.rate - 4 < sent < AT_ONCE + 10 * WELCOME.rate


def test_what_a_line_holds_up_for_a_second_is_not_too_fast_when_it_comes() -> None:
    clock = Clock()
    pace, relay = greeted(clock), Bucket(WELCOME.burst, WELCOME.rate, clock.now)
    assert relay.take(clock.now), "the hello"
    for _ in range(AT_ONCE - 1):
        assert pace.wait(m.Move) == 0  # held up on the way ...
    clock.now += 1.0
    assert [pace.wait(m.Move), pace.wait(m.Move)] == [0, pytest.approx(0.5, rel=0.1)]
    assert all(relay.take(clock.now) for _ in range(AT_ONCE)), "... and it all comes together"


def test_a_relay_that_says_that_it_takes_nothing_is_asked_slowly() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.learn(replace(WELCOME, burst=1, rate=0))
    assert pace.wait(m.Move) == 0
    assert pace.wait(m.Move) == pytest.approx(1, rel=0.1)
