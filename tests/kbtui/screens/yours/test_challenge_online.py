"""A challenge at a relay, on the screen: taken by its code, sent back, compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.daily import dares, outbox
from kbtui.disk import places
from kbtui.play.start import Daily, Menu, Resume
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.yours.sidebyside import SideBySideScreen
from relay.store.log_store import MemoryStore
from tests.kbtui.daily.test_dares import be, played
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.daily.test_sidebyside import games
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
            assert "Ann dares you" in hand.text
            assert f"sent to {relay.name}" in hand.text
            await hand.press("enter")
            assert "Ann dares you" not in hand.text
            assert outbox._names()
            finish(screen.session)
            screen.after(0)
            await until(lambda: "has your game" in hand.text)
            assert not outbox._names()
            assert (await dares.look(left.kept)).view.played == 2
            await hand.press("enter", "end", "enter")
            await until(lambda: "to compare it with the game of Ann" in hand.text)
            await hand.press("d")
            await until(lambda: "ROUND BY ROUND" in hand.text)
            hand.check()
            assert "EVERYONE WHO PLAYED IT" in hand.text
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
            await hand.press("d")  # dare again: other cards, and a code at the end
            again = hand.game
            assert again.session.players == screen.session.players
            assert again.session.seed != screen.session.seed
            finish(again.session)
            again.after(0)
            await until(lambda: "Your challenge is" in hand.text)
            kept = dares.remembered(again.session.record())
            assert kept is not None
            assert kept.code in hand.text
            assert (await dares.look(kept)).view.name == "Ada"
            await hand.press("escape")
            assert "ROUND BY ROUND" in hand.text


async def test_a_relay_that_is_away_gets_the_game_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, store = places.data_folder(), MemoryStore()
    async with relay_at(store) as relay:
        be("ann", tmp_path, monkeypatch)
        left = await dares.send(relay, played("castle")[0], "Ann")
        monkeypatch.setenv(places.HOME, home)
        session = dares.session_of(await dares.look(left.kept), "Bob")
    port = int(relay.url.rpartition(":")[2].rstrip("/"))
    save = outbox.start(session, places.games_folder())
    save.close()
    async with opened(Resume(save.path or tmp_path), (80, 24)) as hand:
        finish(hand.game.session)
        hand.game.after(0)
        await until(lambda: "will be sent again" in hand.text)
    async with relay_at(store, port), opened(Daily(relay.name), (80, 24)) as hand:
        await until(lambda: f"has your game of the challenge {left.view.code} now" in hand.text)
        assert not outbox._names()
        assert (await dares.look(left.kept)).view.played == 2


async def test_two_castles_stand_side_by_side_from_a_hundred_columns_on() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        hand.app.push_screen(SideBySideScreen(*games("castle")))
        await hand.settle()
        heads = hand.lines[1]
        assert "you" in heads
        assert "Ann" in heads
        hand.check()
        await hand.resize(99, 34)
        assert "you" in hand.lines[0]
