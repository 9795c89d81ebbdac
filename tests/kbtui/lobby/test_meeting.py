"""Who meets whom, and when a room of two begins on its own."""

from __future__ import annotations

import pytest

from kbtui.lobby.meeting import partner, terms
from relay.protocol import kinds as k
from relay.protocol import messages as m

WAITING = m.Listed("KQ7-4TN", k.LOBBY, "kingdom", ("Ann", ""), 1, True, 0)


@pytest.mark.parametrize(
    "other",
    [
        WAITING._replace(phase=k.PLAYING),
        WAITING._replace(free=0),
        WAITING._replace(names=("Ann", "", ""), free=2),
        WAITING._replace(names=("Ann", "Bob", ""), free=1),
        WAITING._replace(game="castle"),
    ],
)
def test_only_somebody_who_waits_for_one_opponent_is_met(other: m.Listed) -> None:
    assert partner([other], "kingdom") is None
    assert partner([other, WAITING], "kingdom") == WAITING


def test_everybody_finds_the_same_one_first() -> None:
    rooms = [WAITING, WAITING._replace(code="AAA-333"), WAITING._replace(code="XXX-999")]
    assert partner(rooms, "kingdom") == partner(rooms[::-1], "kingdom") == rooms[1]


def test_the_room_can_be_found_and_watched() -> None:
    assert terms('{"players":2}')[1:6] == (True, True, 0, k.NO_CLOCK, 0)
