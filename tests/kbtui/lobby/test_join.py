"""Typing a room code: capitals and the dash are filled in, and the answer is shown below."""

from __future__ import annotations

import pytest

from kbtui.lobby.join import JOIN, WATCH, JoinPage
from relay.protocol.room_codes import ALPHABET
from tests.kbtui.pages.showing import (
    EVERY_LOOK,
    EVERYWHERE,
    before_cursor,
    dressed,
    press,
    shown,
    write,
)


def page_of(kind: str = JOIN, look: str = "colour") -> JoinPage:
    return dressed(JoinPage(kind, "example.org:8765"), look)


@EVERYWHERE
def test_it_can_be_read_everywhere(size: tuple[int, int]) -> None:
    page = page_of()
    told = shown(page, size)
    assert "___-___" in told
    assert "on example.org:8765" in told
    write(page, "kq74")
    assert "KQ7-4__" in shown(page, size)
    assert before_cursor(page, size).endswith("KQ7-4")
    page.refuse("no-room", "")
    assert "There is no room KQ7-4 on" in " ".join(shown(page, size).split())


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    page = page_of(WATCH, look)
    write(page, "www-www")
    assert "WWW-WWW" in shown(page, (62, 22))


def test_the_dash_and_capitals_are_put_in() -> None:
    page = page_of()
    for typed, text in (("k", "K__-___"), ("q", "KQ_-___"), ("7", "KQ7-___"), ("-", "KQ7-___")):
        write(page, typed)
        assert text in shown(page)
    write(page, " 4tn9")
    assert page.shown_code == "KQ7-4TN"
    press(page, "enter")
    assert page.outcome == "KQ7-4TN"


def test_what_was_typed_can_be_taken_back() -> None:
    page = page_of()
    write(page, "kq74")
    press(page, "backspace", "backspace")
    assert page.shown_code == "KQ"
    press(page, "ctrl+u")
    assert page.code == ""


@pytest.mark.parametrize("sign", "0o1il2z5s8buvä!")
def test_signs_of_no_code_are_explained(sign: str) -> None:
    page = page_of()
    write(page, sign)
    assert page.code == ""
    assert f"No code has a {sign.upper()}" in shown(page)
    write(page, "k")
    assert "No code" not in shown(page)


def test_every_sign_of_codes_can_be_typed() -> None:
    for sign in ALPHABET.lower():
        page = page_of()
        write(page, sign)
        assert page.code == sign.upper()


def test_half_a_code_leads_nowhere() -> None:
    page = page_of()
    write(page, "kq7")
    press(page, "enter")
    assert page.outcome is None
    assert "A code has six characters" in shown(page)


def test_a_game_that_runs_can_be_watched_instead() -> None:
    page = page_of()
    write(page, "kq74tn")
    page.refuse("wrong-phase", "")
    assert "Press Ctrl+W to watch instead" in shown(page)
    press(page, "ctrl+w")
    assert page.outcome == WATCH


def test_who_wants_to_watch_is_not_asked_to() -> None:
    page = page_of(WATCH)
    write(page, "kq74tn")
    page.refuse("wrong-phase", "")
    assert "instead" not in shown(page)


def test_esc_leaves() -> None:
    page = page_of()
    press(page, "escape")
    assert page.outcome == "back"
