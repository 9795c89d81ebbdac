"""What the title bar says about the connection, the clock and the spectators."""

from __future__ import annotations

import time

import pytest

from kbtui.lobby import titlebar
from kbtui.online.guest import Guest
from kbtui.paint.runs import Line
from kbtui.text.address import parse_address
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import messages as m

NOW = 1000.0


def guest(phase: Phase = Phase.UP) -> Guest:
    found = Guest(parse_address("example.org"), "Ann", None)
    found.client.code = "KQ7-4TN"
    found.connection.phase = phase
    return found


def plain(line: Line) -> str:
    return "".join(run.text for run in line).strip()


def test_all_is_well() -> None:
    one = guest()
    assert plain(titlebar.bar(one, NOW)) == "KQ7-4TN"
    one.connection.latency = 0.0234
    one.client.present = m.Present((0, 1), 2)
    assert plain(titlebar.bar(one, NOW)) == "KQ7-4TN  2 spectators  23 ms"
    assert plain(titlebar.bar(one, NOW, short=True)) == "KQ7-4TN"


def test_the_clock_of_whoever_has_to_act_runs_down() -> None:
    one = guest()
    one.client.clock = m.ClockView(1, (90_000, 61_500))
    one.clock_at = NOW
    assert plain(titlebar.bar(one, NOW)) == "KQ7-4TN  1:02"
    assert plain(titlebar.bar(one, NOW + 60)) == "KQ7-4TN  0:02"
    assert plain(titlebar.bar(one, NOW + 600)) == "KQ7-4TN  0:00"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (9, "0:09"),
        (600, "10:00"),
        (7200, "120:00"),
        (5 * 3600, "5 h"),
        (604_800, "7 d"),
    ],
)
def test_spans_of_time_are_short(seconds: int, text: str) -> None:
    assert titlebar.span(seconds) == text


def test_trouble_takes_the_place_of_everything() -> None:
    one = guest(Phase.CONNECTING)
    assert plain(titlebar.bar(one, NOW)) == "connecting to example.org:8765"
    one.connection.phase, one.connection.trouble = Phase.WAITING, ConnectionRefusedError()
    one.connection.again_at = NOW + 2.2
    assert plain(titlebar.bar(one, NOW)) == "the relay is not running; retrying in 3 s"
    one.connection.phase = Phase.ENDED
    one.connection.trouble = e.Ended("kicked", "x", 0, False)
    assert plain(titlebar.bar(one, NOW)) == "not connected: the host has freed your seat"


def test_without_a_clock_nothing_runs() -> None:
    assert titlebar.remaining(guest(), time.monotonic()) is None
