"""Before the waiting room: why you are not in the room yet, and what you can do."""

from __future__ import annotations

import pytest

from kbtui.lobby.waiting import GIVE_UP
from kbtui.lobby.waitingwords import WATCH
from relay.protocol import messages as m
from relay.protocol.errors import REFUSALS
from tests.kbtui.lobby.waitingrooms import Desk, waiting
from tests.kbtui.pages.showing import EVERYWHERE, press, shown


def refused(code: str, text: str = "because") -> m.Refused:
    return m.Refused("join", 0, code, text)


@EVERYWHERE
def test_connecting_is_shown_everywhere(size: tuple[int, int]) -> None:
    desk = Desk(waiting(None, is_up=False, trouble="connecting to example.org:8765"))
    told = shown(desk.page, size)
    assert "KQ7-4TN" in told
    assert "connecting to example.org:8765" in told


def test_a_relay_that_is_not_there_comes_with_advice_and_enter_tries_again() -> None:
    desk = Desk(
        waiting(None, is_up=False, trouble="the relay is not running", advice="Start kb-relay.")
    )
    told = shown(desk.page)
    assert "Start kb-relay." in told
    assert "try now" in told
    press(desk.page, "enter")
    assert desk.requests == ["again"]


def test_a_relay_that_is_there_opens_the_room() -> None:
    assert "the room is being opened" in shown(Desk(waiting(None)).page)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("no-room", "There is no room KQ7-4TN on example.org:8765"),
        ("room-full", "All seats in KQ7-4TN are taken"),
        ("wrong-phase", "The game in KQ7-4TN has already started"),
        ("no-watching", "allows no spectators"),
        ("wrong-token", "no longer yours"),
        ("bad-options", "cannot use these game options: because"),
        ("something-new", "because"),
    ],
)
def test_refusals_are_told_in_words(code: str, text: str) -> None:
    assert text in shown(Desk(waiting(None, refusal=refused(code))).page)


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_can_be_told(code: str) -> None:
    told = shown(Desk(waiting(None, refusal=refused(code, "\x1b[31mred"))).page)
    assert "\x1b" not in told


def test_a_full_room_can_be_watched_instead() -> None:
    for code in ("room-full", "wrong-phase"):
        desk = Desk(waiting(None, refusal=refused(code)))
        assert "Press w to watch instead" in shown(desk.page)
        press(desk.page, "w")
        assert desk.page.outcome == WATCH


def test_others_cannot() -> None:
    for known in (
        waiting(None, refusal=refused("no-room")),
        waiting(None, None, refusal=refused("wrong-phase")),
        waiting(None),
    ):
        desk = Desk(known)
        press(desk.page, "w")
        assert desk.page.outcome is None


def test_esc_leaves_the_doorway_at_once() -> None:
    desk = Desk(waiting(None))
    press(desk.page, "escape")
    assert desk.page.outcome == GIVE_UP
