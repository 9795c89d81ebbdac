"""The first page at a door: a name, a code or a guest; it fits everywhere and believes the door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kbtui.disk.settings import Settings
from kbtui.games.kit import tones
from kbtui.look.look import Look
from kbtui.look.terminal import terminal_of
from kbtui.pages.welcome import CODE, ENTERED, GUEST, LEFT, NAME, WelcomePage
from kbtui.paint.runs import length, plain
from kbtui.text import i18n
from kbtui.text.keys import Keys


class Door:
    """Answers as a desk does."""

    def __init__(self, has_key: bool = True, **answers: Mapping[str, Any]) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self._answers: dict[str, Mapping[str, Any]] = {
            "welcome": {
                "door": "-p 2222 play.example.org",
                "key": has_key,
                "print": "SHA256:" + "x" * 43,
                "proposal": "ada",
                "guest": "~sanderling2",
                "return": "ACDE-FGHJ",
            },
            "name": {"state": "free"},
            **answers,
        }

    def ask(self, question: str, **more: Any) -> Mapping[str, Any]:
        self.asked.append((question, more))
        return self._answers.get(question, {})


def page_of(door: Door, ascii_: bool = False) -> WelcomePage:
    settings = Settings(symbols="ascii" if ascii_ else "unicode")
    page = WelcomePage(door.ask)
    page.look = Look(settings, terminal_of({"TERM": "xterm"}, settings, "utf-8"), tones)
    page.keys = Keys(settings.keyset, settings.keys)
    return page


def shown(page: WelcomePage, columns: int = 80, rows: int = 24) -> str:
    return "\n".join(plain(row).rstrip() for row in page.lines(columns, rows))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)])
@pytest.mark.parametrize("has_key", [True, False])
def test_it_fits_in_every_language(language: str, size: tuple[int, int], has_key: bool) -> None:
    i18n.use(language)
    try:
        for ascii_ in (False, True):
            page = page_of(Door(has_key, enter={"is_in": True, "secret": "ACDE-FGHJ"}), ascii_)
            for _ in range(2):
                lines = page.lines(*size)
                assert len(lines) == size[1]
                assert max(map(length, lines)) <= size[0]
                assert "play.example.org" in shown(page, *size)
                page.do("choose")
    finally:
        i18n.use(i18n.ENGLISH)


def test_a_name_is_proposed_judged_as_it_is_typed_and_taken_by_enter() -> None:
    door = Door(enter={"is_in": True, "secret": "ACDE-FGHJ"})
    page = page_of(door)
    assert "ada   free" in shown(page)
    page.type("b", "b")  # in place of the proposal
    page.type("o", "o")
    assert door.asked[-1] == ("name", {"name": "bo"})
    page.type("enter", None)
    assert ("enter", {"name": "bo"}) in door.asked
    assert page.outcome is None
    assert "ACDE-FGHJ" in shown(page)
    page.type("escape", None)  # a code that is shown once is not passed over
    page.type("x", "x")
    assert page.outcome is None
    page.type("enter", None)
    assert page.outcome == ENTERED


def test_refusals_are_told_and_nobody_is_in() -> None:
    page = page_of(Door(enter={"free": ["ada2", "ada3"]}))
    page.type("enter", None)
    assert "These are free: ada2, ada3." in shown(page)
    page.do("south")
    assert page.at == CODE
    page.type("enter", None)
    assert "This code does not work" in shown(page)
    assert page.outcome is None
    page.type("ctrl+q", None)
    assert page.outcome == LEFT


def test_a_guest_goes_in_by_enter_and_a_key_that_was_a_guest_needs_a_name() -> None:
    page = page_of(Door(False, guest={"is_in": True}))
    assert page.rows == (GUEST, CODE)
    assert "~sanderling2" in shown(page)
    assert "ssh -p 2222 ACDE-FGHJ@play.example.org" in shown(page).replace("\n ", "")
    page.type("enter", None)
    assert page.outcome == ENTERED
    page = page_of(Door(code={"named": False}))
    page.do(CODE)
    page.do("choose")
    assert page.at == NAME
    assert "Choose a name" in shown(page)


def test_a_door_that_does_not_answer_lets_nobody_in() -> None:
    page = page_of(Door(welcome={}, name={}))
    page.do("choose")
    shown(page)
    assert page.outcome is None
