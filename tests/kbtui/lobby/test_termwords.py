"""Room options in words."""

from __future__ import annotations

import pytest

from kbtui.lobby import termwords
from kbtui.text import durations
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.lobby.waitingrooms import PLAYED

TERMS = m.Terms('{"players":3,"seed":"x"}', False, True, 0, k.NO_CLOCK, 0)


def room(options: str) -> m.RoomView:
    terms = TERMS._replace(options=options)
    return m.RoomView("KQ74TN", k.LOBBY, "kingdom", terms, 0, (), (), "")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(30, "30 s"), (90, "90 s"), (180, "3 min"), (1200, "20 min"), (86_400, "1 day")],
)
def test_spans(seconds: int, text: str) -> None:
    assert durations.span(seconds) == text


def test_clocks() -> None:
    assert durations.clock(k.NO_CLOCK, 0) == "no clock"
    assert durations.clock(k.TURN_CLOCK, 7 * 86_400) == "7 days per turn"
    assert durations.clock(k.GAME_CLOCK, 600) == "10 min per game"


def test_limits() -> None:
    assert termwords.limits(TERMS) == "no clock"
    limited = TERMS._replace(clock=k.TURN_CLOCK, seconds=90, off_turn=30)
    assert termwords.limits(limited) == "90 s per turn; off turn, a bot decides after 30 s"


def test_watching() -> None:
    assert termwords.watching(TERMS, 0) == "can be watched"
    assert termwords.watching(TERMS, 1) == "1 spectator"
    assert termwords.watching(TERMS._replace(delay=60), 2) == "2 spectators, 60 s delay"
    assert termwords.watching(TERMS._replace(watching=False), 0) == "no spectators"


def test_the_table_of_a_room() -> None:
    start = termwords.start_of(room(TERMS.options))
    assert start is not None
    assert start.setup.players == 3
    assert termwords.options(room('{"sets":["base","marshlands"]}')) == "base game, Marshlands"


@pytest.mark.parametrize("options", ["[1", "[]", '{"players":9}', "[" * 4000, '{"sets":3}'])
def test_options_that_make_no_table(options: str) -> None:
    assert termwords.start_of(room(options)) is None


@pytest.mark.parametrize(
    ("turn", "idle", "told"),
    [
        (0, 0, "in progress"),
        (11, 0, "turn 11"),
        (11, 5, "turn 11, idle for 5 min"),
        (4, 2 * 24 * 60, "turn 4, idle for 2 days"),
    ],
)
def test_how_far_a_listed_game_is(turn: int, idle: int, told: str) -> None:
    assert termwords.progress(PLAYED._replace(turn=turn, idle=idle)) == told
