"""The coach after a game: from score, count and replay, and to the moments of the turns."""

from __future__ import annotations

from typing import TypeVar

import pytest

from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.play.start import Menu
from kbtui.screens.coach import CoachScreen
from kbtui.screens.countscreen import CountScreen, ScoreScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.yours.better import BetterScreen
from tests.kbtui.piloting import Hand, opened
from tests.kbtui.screens.test_countscreen import counted

pytestmark = pytest.mark.slow

S = TypeVar("S")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach who is quick: how well it judges is not looked at here."""
    monkeypatch.setattr(type(COACH), "levels", ("greedy",))
    monkeypatch.setattr(analysis, "PLAYED", 12)


def top(hand: Hand, kind: type[S]) -> S:
    """The screen on top, which is of that kind."""
    screen = hand.app.screen
    assert isinstance(screen, kind), screen
    return screen


async def test_after_the_game_the_turns_that_cost_most_lead_to_their_moments() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        await counted(hand, "first-game", has_rematch=True)
        await hand.press("end", "enter")
        score = top(hand, ScoreScreen)
        await hand.press("c")
        screen = top(hand, CoachScreen)
        assert "Ann  the costliest turns" in hand.text
        hand.check()
        await hand.press("down", "enter", "r")
        replay = top(hand, ReplayScreen)
        assert replay.looking.replay.at == screen.page.found[1].entry
        await hand.press("escape")
        assert top(hand, BetterScreen).turn.at == 1
        await hand.press("escape", "r")
        assert top(hand, ReplayScreen).looking.replay.at == replay.looking.replay.at
        await hand.press("escape")
        assert top(hand, CoachScreen) is screen
        await hand.press("escape")
        assert top(hand, ScoreScreen) is score


async def test_a_click_on_a_turn_is_where_the_cursor_is_afterwards() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        await counted(hand, "first-game")
        await hand.press("c")
        screen = top(hand, CoachScreen)
        await hand.click_act("look-1")
        await hand.press("escape")
        (pointed,) = (line for line in hand.text.splitlines() if line.startswith(" ►"))
        assert COACH.heading(screen.page.found[1]) in pointed


async def test_the_coach_can_be_asked_from_the_count_and_from_a_replay() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        count = await counted(hand, "first-game")
        await hand.press("c")
        first = top(hand, CoachScreen)
        await hand.press("enter", "c")
        assert top(hand, CoachScreen) is first
        await hand.press("r", "c")
        assert top(hand, CoachScreen) is not first
        await hand.press("escape", "escape", "escape")
        assert top(hand, CountScreen) is count


async def test_leaving_stops_the_coach() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        await counted(hand, "first-game")
        hand.send("c")
        await hand.answer()
        screen = top(hand, CoachScreen)
        hand.send("escape")
        await hand.settle()
        assert screen._stopped.is_set()
