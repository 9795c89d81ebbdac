"""The table of a day as a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kbtui.daily.asking import Asked
from kbtui.pages.cards.daytable import DayTablePage, Look
from kbtui.text.address import Address
from relay.days import deals
from relay.protocol import days as d
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, acts, dressed, press, shown

DAY = "2026-11-17"
RELAY = Address("ws://play.example.org:8765")
PEOPLE = tuple(d.Ranked(n, f"player {n}", 100 - n, 60, n == 30) for n in range(1, 51))
VIEW = d.DayView(
    *("kingdom", DAY, "92428ac3", 0, bytes(32), b"", d.DONE, 70, 60, 4, 30, 30),
    (-20, -3, 0, 4, 40),
    PEOPLE,
    (d.Ranked(1, "robot", 60, 70, False),),
)


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "clock", lambda: (deals.ordinal(DAY) + 0.5) * deals.DAY)


def outcome(it: DayTablePage) -> object:
    return it.outcome


def page(view: d.DayView | None = VIEW, look: str = "colour") -> DayTablePage:
    made = DayTablePage(RELAY, "kingdom", DAY)
    if view is not None:
        made.show(Asked(view, "00" * 32, RELAY))
    return dressed(made, look)


@EVERYWHERE
@pytest.mark.usefixtures("every_language")
def test_it_fits(size: tuple[int, int]) -> None:
    for view in (VIEW, None, replace(VIEW, people=(), programs=(), spread=(), place=0)):
        shown(page(view), size)


@EVERY_LOOK
def test_it_is_readable_in_every_look(look: str) -> None:
    shown(page(look=look), (80, 24))


def test_the_cursor_is_at_ones_own_row_and_leads_to_its_game() -> None:
    it = page()
    text = shown(it, (80, 24))
    assert "player 30" in text
    assert "better than 51 % of the others" in text
    press(it, "enter")
    assert isinstance(it.outcome, Look)
    assert it.outcome.row == 30
    press(it, "down", "enter")
    assert isinstance(it.outcome, Look)
    assert it.outcome.row == 31


def test_the_mouse_chooses_a_row_and_a_second_click_its_game() -> None:
    it = page()
    row = next(act for act in acts(it.lines(80, 24)) if act.startswith("row-") and act != "row-29")
    it.do(row)
    assert outcome(it) is None
    it.do(row)
    assert it.outcome == Look(Asked(VIEW, "00" * 32, RELAY), int(row.removeprefix("row-")) + 1)


def test_other_days_and_games_are_asked_for() -> None:
    it = page()
    press(it, "right")
    assert outcome(it) is None
    assert "last 31 days" in shown(it, (80, 24))
    press(it, "left")
    assert (outcome(it), it.day) == ("ask", "2026-11-16")
    it.outcome = None
    press(it, "g")
    assert (outcome(it), it.game) == ("ask", "castle")
    assert "Asking play.example.org" in shown(it, (80, 24))
    it.trouble = "play.example.org does not have the deal of that day."
    assert it.trouble in shown(it, (80, 24))


def test_a_row_of_programs_cannot_be_chosen_twice_by_mistake() -> None:
    it = page(replace(VIEW, people=()))
    press(it, "enter", "down")
    assert outcome(it) is None


def test_the_expert_stands_below_the_people_without_a_place() -> None:
    it = page(replace(VIEW, people=PEOPLE[:3], expert=(70, 66)))
    rows = shown(it).splitlines()
    (row,) = [row for row in rows if "expert" in row]
    assert row.split() == ["expert", "bot", "70:66", "+4"]
    press(it, "end", "enter")
    found = outcome(it)
    assert isinstance(found, Look)
    assert found.row == 0


def test_a_struck_row_cannot_be_looked_at() -> None:
    it = page(replace(VIEW, people=(*PEOPLE[:2], d.Ranked(0, "", 0, 0, False))))
    press(it, "end", "enter")
    assert outcome(it) is None
    assert "struck by the host" in shown(it)
    assert "The host of the relay has struck this result." in shown(it)
