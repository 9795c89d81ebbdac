"""Who meets whom, and when a room of two begins on its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.contract import find
from kbtui.lobby.meeting import Meeting, partner, terms
from kbtui.online.guest import Guest
from kbtui.text.address import parse_address
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


def test_nobody_meets_people_they_ignore_or_goes_back_to_a_room_that_sent_them_away() -> None:
    later = WAITING._replace(code="XXX-999", names=("Bob", ""))
    assert partner([WAITING, later], "kingdom", {"Ann"}) == later
    assert partner([WAITING, later], "kingdom", {WAITING.code}) == later
    assert partner([WAITING, later], "kingdom", {"Ann", "Bob"}) is None


class Sitting(Guest):
    """Ada in a room of two that somebody else has opened; what she sends is kept."""

    def __init__(self, terms: m.Terms, game: str = "kingdom", host: int = 1) -> None:
        super().__init__(parse_address("localhost"), "Ada", None)
        rules = find(game)
        asked = {"seed": "bay-jade-63"} | json.loads(terms.options)
        laid: dict[str, Any] = rules.settled(rules.new(asked)) | {"seed": rules.seed(asked)}
        seats = tuple(
            m.SeatView(name, k.PERSON, "", False, False, False, False) for name in ("Ada", "Ann")
        )
        terms = terms._replace(options=json.dumps(laid))
        self.client.room = m.RoomView("KQ7-4TN", k.LOBBY, game, terms, host, seats, (), "")
        self.client.seat = 0
        self.sent: list[object] = []

    def ready(self, yes: bool = True) -> None:
        self.sent.append("ready" if yes else "not ready")

    def request(self, message: m.ToRelay) -> None:
        self.sent.append(message)


USUAL = terms('{"players":2}')


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_who_wants_to_play_at_once_is_ready_for_the_usual_options(game: str) -> None:
    guest = Sitting(USUAL, game)
    Meeting(guest).go_on()
    assert guest.sent == ["ready"]


@pytest.mark.parametrize(
    ("game", "odd"),
    [
        ("kingdom", USUAL._replace(clock=k.TURN_CLOCK, seconds=10)),
        ("kingdom", USUAL._replace(off_turn=60)),
        ("kingdom", terms('{"players":2,"sets":["base","marshlands"]}')),
        ("kingdom", terms('{"players":2,"two_cards":true}')),
        ("castle", terms('{"players":2,"coins":9}')),
    ],
)
def test_options_that_they_do_not_expect_are_left_for_them_to_read(game: str, odd: m.Terms) -> None:
    guest = Sitting(odd, game)
    Meeting(guest).go_on()
    assert guest.sent == []


def test_somebody_who_is_ignored_has_to_go_and_is_asked_once() -> None:
    guest = Sitting(USUAL, host=0)
    meeting = Meeting(guest, {"Ann"})
    meeting.go_on()
    meeting.go_on()
    assert guest.sent == [m.Kick(1)]


def test_in_a_room_of_somebody_who_is_ignored_nobody_gets_ready() -> None:
    guest = Sitting(USUAL)
    Meeting(guest, {"Ann"}).go_on()
    assert guest.sent == []
