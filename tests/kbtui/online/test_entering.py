"""The way into rooms: what is asked for, and what is refused before a relay is contacted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.errors import BadInput
from kbtui.disk.locks import InUse
from kbtui.disk.settings import Settings
from kbtui.online import ownrelay, tickets
from kbtui.online.entering import Entrance, Way, address_of, tidy
from kbtui.play.start import Host, Join, Return, Watch
from relay.protocol import kinds as k
from tests.kbtui.online.rooms import free_port, relay_at, terms, until

ANN = Settings(name="Ann")


@pytest.fixture
async def entrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Entrance]:
    """A relay inside this program listens to this machine alone, and where it is free."""
    monkeypatch.setattr(ownrelay.OwnRelay.__init__, "__defaults__", (free_port(), "127.0.0.1"))
    entrance = Entrance(tmp_path / "online")
    yield entrance
    await entrance.close()


async def seated(entrance: Entrance, way: Way) -> str:
    """The code, once the room is there."""
    await entrance.open(way.guest)
    await until(lambda: way.guest.client.seal is not None)
    return way.guest.client.code


def test_codes_are_shown_as_they_are_read_out() -> None:
    assert tidy("kq74tn") == "KQ7-4TN"
    assert tidy(" nonsense ") == "NONSENSE"


def test_the_relay_is_the_one_that_is_named_or_that_of_the_settings() -> None:
    settings = Settings(relay="example.org")
    assert address_of("", settings).name == "example.org:8765"
    assert address_of("10.0.0.1", settings).name == "10.0.0.1:8765"
    assert address_of("", Settings()).name == "127.0.0.1:8765"
    with pytest.raises(BadInput, match="is not the address"):
        address_of("http://x", settings)


async def test_all_ways_lead_into_the_same_room(entrance: Entrance, tmp_path: Path) -> None:
    async with relay_at() as address:
        host = entrance.way(Host(address.name, False, terms(3), ("greedy",)), ANN)
        code = await seated(entrance, host)
        assert host.asked == ""
        await until(lambda: host.guest.room.seats[2].sitter == k.BOT)  # type: ignore[union-attr]
        typed = code.replace("-", "").lower()
        ben = Entrance(tmp_path / "ben")
        joined = ben.way(Join("", typed), Settings(name="Ben", relay=address.name))
        assert joined.asked == code
        assert await seated(ben, joined) == code
        watching = ben.way(Watch(address.name, typed), Settings(name="Cy"))
        assert watching.asked == code
        assert watching.guest.is_watching
        await ben.open(watching.guest)
        await until(lambda: watching.guest.room is not None)
        assert watching.guest.names[:2] == ("Ann", "Ben")
        for guest in (host.guest, joined.guest, watching.guest):
            await guest.stop()
    assert entrance.own is None


async def test_who_joins_again_is_back_in_the_own_seat(entrance: Entrance) -> None:
    async with relay_at() as address:
        first = entrance.way(Host(address.name, False, terms()), ANN)
        code = await seated(entrance, first)
        with pytest.raises(InUse):
            entrance.way(Join(address.name, code), ANN)
        await first.guest.stop()
        again = entrance.way(Join(address.name, code), Settings(name="Somebody"))
        assert await seated(entrance, again) == code
        assert again.guest.seat == 0
        assert again.guest.names[0] == "Ann"
        await again.guest.stop()


async def test_a_room_of_our_own_relay_starts_it(entrance: Entrance, tmp_path: Path) -> None:
    host = entrance.way(Host("", True, terms()), ANN)
    own = entrance.relay_of(host.guest)
    assert own is not None
    code = await seated(entrance, host)
    await host.guest.stop()
    await entrance.close()
    later = Entrance(tmp_path / "online")
    path = tickets.find(tmp_path / "online", code)
    assert path is not None
    back = later.way(Return(path), Settings())
    assert back.asked == code
    assert later.own is not None
    assert later.own.port == own.port
    assert await seated(later, back) == code
    await back.guest.stop()
    await later.close()


async def test_nobody_is_without_a_name(entrance: Entrance) -> None:
    async with relay_at() as address:
        way = entrance.way(Host(address.name, False, terms()), Settings(name=""))
        await seated(entrance, way)
        assert way.guest.names[0] == "Ada"
        await way.guest.stop()
