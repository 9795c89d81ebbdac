"""The same cards as a page: every size and language, and over midnight."""

from __future__ import annotations

from calendar import timegm
from pathlib import Path

import pytest

from kbtui.daily.diary import Diary, new_try
from kbtui.daily.expert import Expert
from kbtui.pages.daily import Best, Copy, DailyPage, Play
from kbtui.play import saves
from kbtui.play.start import Replay, Resume
from relay.days.deals import deal_of
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
    shown(it, size)
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
