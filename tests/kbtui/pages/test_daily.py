"""The same cards as a page: every size and language, and over midnight."""

from __future__ import annotations

from calendar import timegm
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.dealer import Seal
from kbtui.daily.asking import Asked
from kbtui.daily.diary import Diary, new_try
from kbtui.daily.expert import Expert
from kbtui.pages.cards.daily import DailyPage
from kbtui.pages.cards.outcomes import Best, Copy, Play, Table
from kbtui.play import saves
from kbtui.play.start import Attempt, Replay, Resume
from kbtui.text.address import Address
from kbtui.text.i18n import _
from relay.days.deals import deal_of
from relay.protocol import days as d
from tests.kbtui.daily.test_diary import DAY, NOON, finish
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, acts, dressed, press, shown

NEXT = "2026-11-17"


class Clock:
    """A clock that can be set."""

    now = float(NOON)

    def __call__(self) -> float:
        return self.now


def page(folder: Path, clock: Clock | None = None, look: str = "colour") -> DailyPage:
    made = DailyPage(Diary(folder), Expert(folder / "experts"), clock or Clock())
    return dressed(made, look)


@pytest.fixture(name="over", scope="module")
def a_finished_try(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    session = new_try(deal_of("castle", DAY), "Ann")
    save = saves.start(session, folder)
    finish(session)
    save.close()
    return folder


def outcome(it: DailyPage) -> object:
    return it.outcome


@EVERYWHERE
@pytest.mark.usefixtures("every_language")
def test_it_fits(over: Path, size: tuple[int, int]) -> None:
    it = page(over)
    assert f"{_('Castle Builder')}   " in shown(it, size)
    press(it, "down")
    shown(it, size)
    press(it, "c")
    it.busy = "..."
    shown(it, size)


@EVERY_LOOK
def test_it_fits_in_every_look(over: Path, look: str) -> None:
    it = page(over, look=look)
    press(it, "end")
    text = shown(it)
    assert "TO PASTE" in text
    assert text.isascii() or look not in ("ascii", "plain")


def test_enter_opens_continues_and_replays(over: Path, tmp_path: Path) -> None:
    it = page(tmp_path)
    assert "not played yet" in shown(it)
    press(it, "enter")
    assert outcome(it) == Play(deal_of("kingdom", DAY), False)
    saves.start(new_try(deal_of("kingdom", DAY), "Ann"), tmp_path).close()
    it.refresh()
    assert "begun, not finished" in shown(it)
    press(it, "enter")
    assert isinstance(outcome(it), Resume)
    done = page(over)
    press(done, "down", "enter")
    assert isinstance(outcome(done), Replay)


def test_practice_shows_no_card_of_a_try_that_is_still_to_count(over: Path) -> None:
    it = page(over)
    press(it, "n")
    assert outcome(it) == Play(deal_of("kingdom", "2026-11-15"), True)
    press(it, "down", "n")
    assert outcome(it) == Play(deal_of("castle", DAY), True)


def test_a_text_to_copy_and_yesterdays_game(over: Path) -> None:
    it = page(over)
    press(it, "c")
    assert "once the try is over" in shown(it)
    press(it, "down", "c")
    copied = outcome(it)
    assert isinstance(copied, Copy)
    assert copied.text.count("\n") == 2
    press(it, "y")
    assert outcome(it) == Best(deal_of("castle", "2026-11-15"))
    assert {"game-0", "game-1"} <= {*acts(it.lines(80, 24))}


def test_a_page_that_stays_open_over_midnight_turns_to_the_next_day(over: Path) -> None:
    clock = Clock()
    it = page(over, clock)
    press(it, "down")
    clock.now = timegm((2026, 11, 16, 23, 59, 30))
    text = shown(it)
    assert "2026-11-16" in text
    assert "new deal in 1 min" in text
    clock.now = timegm((2026, 11, 17, 0, 1, 0))
    text = shown(it)
    assert NEXT in text
    assert "not played yet" in text
    assert "new deal in 23 h 59 min" in text
    assert "1 day in a row" in text  # today is not over
    press(it, "enter")
    assert outcome(it) == Play(deal_of("castle", NEXT), False)


# ---- at a relay ---------------------------------------------------------------------------------

RELAY = Address("ws://play.example.org:8765")


def view(trying: str, game: str = "kingdom", **more: Any) -> Asked:
    made = d.DayView(
        *(game, DAY, "92428ac3", 0, bytes(32), b"", trying, 12, 9, 0, 0, 0),
        *((), (), ()),
    )
    return Asked(replace(made, **more), "00" * 32, RELAY)


def online(folder: Path, trying: str, **more: Any) -> DailyPage:
    made = DailyPage(Diary(folder), Expert(folder / "experts"), Clock(), relay=RELAY)
    made.views = {(game, DAY): view(trying, game, **more) for game in ("kingdom", "castle")}
    return dressed(made, "colour")


def test_enter_opens_the_try_at_the_relay(tmp_path: Path) -> None:
    it = online(tmp_path, d.NEW)
    text = shown(it, (80, 24))
    assert "12 tries, 9 finished, play.example.org:8765" in text
    press(it, "enter")
    assert isinstance(it.outcome, Attempt)
    assert it.outcome.daily == f"{DAY} 92428ac3"
    assert (it.outcome.game, it.outcome.relay) == ("kingdom", RELAY.url)


def test_a_try_that_was_begun_there_is_continued(tmp_path: Path) -> None:
    it = online(tmp_path, d.BEGUN)
    assert "begun, not finished" in shown(it, (80, 24))
    press(it, "enter")
    assert isinstance(it.outcome, Attempt)


def test_a_try_that_is_over_is_not_opened_again(over: Path) -> None:
    it = online(over, d.DONE, place=2)
    assert "place 2 of 9" in shown(it, (80, 24))
    press(it, "enter")  # it was played elsewhere: there is no record of it here
    assert outcome(it) is None
    press(it, "n")  # practice is free now
    assert isinstance(it.outcome, Play)
    assert (it.outcome.deal.day, it.outcome.is_practice) == (DAY, True)


def test_before_the_try_only_the_deal_of_yesterday_is_practice(tmp_path: Path) -> None:
    it = online(tmp_path, d.NEW)
    press(it, "n")
    assert isinstance(it.outcome, Play)
    assert it.outcome.deal.day == "2026-11-15"


def test_a_relay_that_does_not_answer_can_be_done_without(tmp_path: Path) -> None:
    it = online(tmp_path, d.NEW)
    it.views = {}
    it.trouble = "play.example.org: no answer."
    text = shown(it, (80, 24))
    assert "no answer. Press o" in text
    press(it, "enter")
    assert outcome(it) is None
    press(it, "o", "enter")
    assert isinstance(it.outcome, Play)
    assert not it.outcome.is_practice


def test_tab_leads_to_the_table_where_there_is_one(tmp_path: Path) -> None:
    it = page(tmp_path)
    press(it, "tab")
    assert outcome(it) is None
    assert "Only a relay has a table." in shown(it, (80, 24))
    it = online(tmp_path, d.NEW)
    press(it, "down", "tab")
    assert it.outcome == Table("castle", DAY)


def test_left_open_overnight_it_asks_about_the_new_day(tmp_path: Path) -> None:
    clock = Clock()
    it = DailyPage(Diary(tmp_path), Expert(tmp_path / "experts"), clock, relay=RELAY)
    it.views = {("kingdom", DAY): view(d.DONE, place=1)}
    dressed(it, "colour")
    assert it.asked("kingdom") is not None
    clock.now += 86_400
    assert it.asked("kingdom") is None
    assert f"Asking {RELAY.name}" in shown(it, (80, 24))
    press(it, "enter")
    assert outcome(it) is None  # not yesterday's


@EVERYWHERE
@pytest.mark.usefixtures("every_language")
def test_it_fits_with_a_relay(over: Path, size: tuple[int, int]) -> None:
    for trying in (d.NEW, d.BEGUN, d.DONE, d.ABANDONED):
        shown(online(over, trying, place=2, beaten=7), size)


def test_the_expert_of_the_open_deal_is_no_measure_for_a_try_at_a_relay(
    over: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cards were others."""
    told = "The expert with the same deal"
    it = page(over)
    press(it, "down")
    monkeypatch.setattr(Expert, "result", lambda _self, _deal: it.here.found.result)
    assert told in shown(it).split("YESTERDAY")[0]
    found = it.here.found
    assert found.record is not None
    sealed = found._replace(record=found.record._replace(seal=Seal("00" * 32, ("", ""))))
    monkeypatch.setattr(Diary, "find", lambda *_asked: sealed)
    it.refresh()
    assert told not in shown(it).split("YESTERDAY")[0]
