"""A game of Castle Builder over a relay: a screen, somebody elsewhere, and a spectator."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.castle.pieces.tiles import UNKNOWN
from kbtui.games.castle.play.hand import Play
from kbtui.online.online_table import OnlineTable
from kbtui.play.start import Menu
from kbtui.screens.beside.relay import online_game
from tests.kbtui.app_at_relay import says
from tests.kbtui.games.castle.test_whole_games import ByKeys
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import begun, relay_at, stop, until
from tests.kbtui.piloting import opened

pytestmark = pytest.mark.slow


async def test_a_game_is_played_to_its_end_and_watched(tmp_path: Path) -> None:
    async with relay_at() as address, opened(Menu(), (120, 40)) as hand:
        with hand.app._context():  # as when a screen opens the line: what comes is the app's
            ann, bob = await begun(address, tmp_path, "Ann", "Bob", game="castle")
            will = rooms.watcher(address, "Will", ann.client.code)
        await until(lambda: will.is_playing and will.client.confirmed == will.client.last)
        await hand.app.push_screen(online_game(ann))
        await hand.settle()
        await says(hand, "your turn")
        player, other, watching = ByKeys(hand, "online"), OnlineTable(bob), OnlineTable(will)
        play, random = hand.game.hand, Random("online")
        assert isinstance(play, Play)
        while not play.session.is_over:
            if play.is_asked:
                await player.act()
            else:
                rooms.step(other, random)
                await hand.answer()
            rooms.show(watching)
            racks = watching.session.observation(None).racks
            assert watching.session.is_over or {*b"".join(racks)} <= {UNKNOWN, *_open(watching)}
        await until(lambda: _is_over(other) and _is_over(watching))
        assert "The game is over" in hand.text
        assert watching.session.table.state.castles == play.session.table.state.castles
        await says(hand, "were dealt")  # the report on fair dealing comes last
        hand.check()
        await stop(ann, bob, will)


def _open(table: OnlineTable) -> bytes:
    """Tiles that everybody has seen go to a rack."""
    return b"".join(table.session.table.state.known[-1])


def _is_over(table: OnlineTable) -> bool:
    rooms.show(table)
    return table.session.is_over
