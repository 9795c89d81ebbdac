"""A relay stops for good and hands its players to another: their apps find the seat again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kbtui.disk.settings import Settings
from kbtui.online import tickets
from kbtui.online.entering import Entrance
from kbtui.online.guest import Guest
from kbtui.online.peeking import statuses
from kbtui.play.start import Host, Return
from relay.client.connection import Phase
from tests.relay.cluster.test_relays import QUICK
from tests.relay.driving import DEADLINE, terms
from tests.relay.processes import RelayProcess
from tests.relay.valkeys import Valkey, free_port

pytestmark = pytest.mark.slow


async def until_in_room(guest: Guest, relay: RelayProcess) -> None:
    async with asyncio.timeout(DEADLINE):
        while not (
            guest.connection.phase is Phase.UP
            and guest.room is not None
            and await asyncio.to_thread(relay.figure, "connections") == 1
        ):
            await asyncio.sleep(0.05)


async def test_the_seat_is_found_at_the_relay_that_was_named(tmp_path: Path) -> None:
    with Valkey() as server:
        relays = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            port = free_port()
            own = ("--own-url", f"ws://127.0.0.1:{port}")
            relays.append(
                RelayProcess(tmp_path / name, *own, limits=QUICK, url=server.url, port=port)
            )
        with relays[0] as one, relays[1] as two:
            await one.becomes("relays", 2)
            folder = tmp_path / "home" / "online"
            entrance = Entrance(folder)
            guest = entrance.way(Host(one.url, False, terms()), Settings()).guest
            await entrance.open(guest)
            await until_in_room(guest, one)
            one.stop()  # and never comes back
            await until_in_room(guest, two)
            await guest.stop()
            (held,) = tickets.held(folder)
            assert (held[1].relay, held[1].also) == (one.url, two.url)
            (status,) = await statuses(folder, DEADLINE)
            assert status.kind == "not begun"
            again = entrance.way(Return(held[0]), Settings()).guest
            await entrance.open(again)
            await until_in_room(again, two)
            await again.stop()
