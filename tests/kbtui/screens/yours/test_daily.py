"""The deal of the day on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.daily import expert
from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.play.start import Daily, Menu
from kbtui.screens.coach import CoachScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.yours.better import BetterScreen
from kbtui.screens.yours.daily import DailyScreen
from relay.days import deals
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.online.rooms import until
from tests.kbtui.piloting import opened

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert, "LEVEL", "greedy")
    monkeypatch.setattr(type(COACH), "levels", ("greedy",))
    monkeypatch.setattr(analysis, "PLAYED", 12)
    monkeypatch.setattr(deals, "clock", lambda: (deals.ordinal("2026-11-16") + 0.5) * deals.DAY)


async def test_from_the_menu_to_the_try_that_counts_and_back(home: Path) -> None:
    async with opened(Menu(), (80, 24)) as hand:
        await hand.press("d")
        assert isinstance(hand.app.screen, DailyScreen)
        hand.check()
        await hand.press("enter")
        screen = hand.app.screen
        assert isinstance(screen, GameScreen)
        assert "deal of the day, counts" in hand.text
        await hand.press("c")
        assert "There are no hints in a try that counts." in hand.text
        await hand.press("escape", "escape")
        assert isinstance(hand.app.screen, DailyScreen)
        assert "begun, not finished" in hand.text
        await hand.press("enter")
        again = hand.app.screen
        assert isinstance(again, GameScreen)
        assert again.session.table.entries[:3] == screen.session.table.entries[:3]
        assert len([*(home / "games").iterdir()]) == 1
        finish(again.session)
        again.moved()
        await hand.press("enter", "end", "enter")
        assert "Final score" in hand.text
        await hand.press("escape")
        assert isinstance(hand.app.screen, DailyScreen)
        assert "begun, not finished" not in hand.text


async def test_pages_begin_with_the_game_whose_menu_they_come_from() -> None:
    async with opened(Menu("castle"), (80, 24)) as hand:
        await hand.press("d")
        assert isinstance(hand.app.screen, DailyScreen)
        assert hand.app.screen.page.game == "castle"
        await hand.press("escape", "y")
        assert "Game < Castle Builder >" in hand.text


async def test_yesterdays_best_line_is_shown() -> None:
    async with opened(Daily(), (80, 24)) as hand:
        await hand.press("y")
        await until(lambda: "the best turns" in hand.text)
        assert isinstance(hand.app.screen, CoachScreen)
        hand.check()
        await hand.press("enter")
        assert isinstance(hand.app.screen, BetterScreen)
        await hand.press("escape", "escape")
        assert isinstance(hand.app.screen, ReplayScreen)
        await hand.press("escape")
        assert "The expert with the same deal:" in hand.text
        await hand.press("n")
        screen = hand.app.screen
        assert isinstance(screen, GameScreen)
        assert not screen.session.is_counted
