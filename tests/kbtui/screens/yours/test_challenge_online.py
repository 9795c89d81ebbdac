"""A challenge at a relay, on the screen: taken by its code, sent back, compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.daily import dares
from kbtui.disk import places
from kbtui.play.start import Daily
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.yours.challengescreen import open_challenge
from kbtui.screens.yours.sidebyside import SideBySideScreen
from kbtui.story.exports import Source
from tests.kbtui.daily.test_dares import be, played
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.online.rooms import relay_at, until
from tests.kbtui.piloting import opened

pytestmark = pytest.mark.slow


async def test_a_code_is_taken_played_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = places.data_folder()
    async with relay_at() as relay:
        be("ann", tmp_path, monkeypatch)
        left = await dares.send(relay, played()[0], "Ann")
        monkeypatch.setenv(places.HOME, home)
        async with opened(Daily(relay.name), (100, 40)) as hand:
            await hand.press("j", *"kq7-4tn", "enter")
            await until(lambda: "There is no challenge KQ7-4TN" in hand.text)
            await hand.press("j", *left.view.code.lower(), "enter")
            await until(lambda: isinstance(hand.app.screen, GameScreen))
            screen = hand.app.screen
            assert isinstance(screen, GameScreen)
            finish(screen.session)
            assert open_challenge(hand.app, Source.of(screen.session)) == ""
            await until(lambda: "ROUND BY ROUND" in hand.text)
            hand.check()
            assert "ALL WHO PLAYED IT" in hand.text
            assert left.view.code in hand.text
            await hand.press("enter")
            both = hand.app.screen
            assert isinstance(both, SideBySideScreen)
            for size in ((100, 40), (80, 24), (62, 22), (140, 45), (200, 60)):
                await hand.resize(*size)
                hand.check()
                await hand.press("right", "tab")
            assert both.model.at == 5
            await hand.press("end")
            assert f"round {len(both.model.rounds)} of" in hand.text
            await hand.press("escape")
            assert "ROUND BY ROUND" in hand.text
        seen = await dares.look(left.kept)
        assert seen.view.played == 2
