"""The deal of the day at a relay, on the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kbtui.games.castle.coach import analysis
from kbtui.games.castle.coach.asking import COACH
from kbtui.online.entering import Entrance
from kbtui.play.start import Daily
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.yours.daily import DailyScreen
from relay.days import deals
from tests.kbtui.daily.test_asking import GAME, ask, enter, play
from tests.kbtui.online.rooms import relay_at, until
from tests.kbtui.piloting import opened

pytestmark = pytest.mark.slow


async def test_the_try_at_a_relay_its_table_and_the_way_back(home: Path) -> None:
    async with relay_at() as relay, opened(Daily(relay.name), (80, 24)) as hand:
        await until(lambda: "0 tries, 0 finished" in hand.text)
        hand.check()
        await hand.press("tab")
        await until(lambda: "Nobody has finished yet." in hand.text)
        await hand.press("escape", "down", "enter")
        await until(lambda: isinstance(hand.app.screen, GameScreen))
        await until(lambda: "deal of the day, counts" in hand.text)
        screen = hand.app.screen
        assert isinstance(screen, GameScreen)
        assert not screen.session.allows_hints
        await hand.press("escape", "escape")
        await until(lambda: "begun, not finished" in hand.text)
        await hand.press("enter")
        await until(lambda: isinstance(hand.app.screen, GameScreen))
        await hand.press("escape", "escape")
        assert len([*(home / "online").glob("*.ticket")]) == 1


async def test_a_relay_that_is_away_leaves_the_open_deal(home: Path) -> None:
    async with opened(Daily("127.0.0.1:9"), (80, 24)) as hand:
        await until(lambda: "Press o to play" in hand.text)
        await hand.press("o", "enter")
        assert isinstance(hand.app.screen, GameScreen)
        assert len([*(home / "games").iterdir()]) == 1


async def test_the_expert_and_the_coach_after_a_try_at_a_relay(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real relay lets its expert play, and the best game is shown with the coach's words."""
    monkeypatch.setattr("relay.days.expert_game.LEVEL", "greedy")
    monkeypatch.setattr("relay.server.driver._REST", 0.0)
    monkeypatch.setattr(type(COACH), "levels", ("greedy",))
    monkeypatch.setattr(analysis, "PLAYED", 12)
    async with relay_at() as relay:
        guest = await enter(Entrance(home / "online"), await ask(relay))
        await play(guest)
        await guest.stop()
        async with asyncio.timeout(50):
            while not (done := await ask(relay)).view.expert:
                await asyncio.sleep(0.05)
        assert len(done.view.expert) == 2
        async with opened(Daily(relay.name), (100, 40)) as hand:
            screen = hand.app.screen
            assert isinstance(screen, DailyScreen)
            await hand.press("down", "tab")
            await until(lambda: "greedy bot" in hand.text or "expert bot" in hand.text)
            await hand.press("end", "enter")
            await until(lambda: isinstance(hand.app.screen, ReplayScreen))
            await hand.press("escape", "escape")
            await screen._show_others(deals.deal_of(GAME, deals.today()))  # as if it were yesterday
            await until(lambda: "the best turns" in hand.text, 50)
            assert "The coach on the best game" in hand.text
            hand.check()
