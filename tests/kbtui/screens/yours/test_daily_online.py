"""The deal of the day at a relay, on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.play.start import Daily
from kbtui.screens.game import GameScreen
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
