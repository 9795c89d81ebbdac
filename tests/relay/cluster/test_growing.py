"""Relays come and go while games are played, and rooms move from one store to another."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from relay.client.events import Ended, Entered
from relay.effects import Append
from relay.server.cli import main
from relay.server.clock import noted
from relay.server.copying import NotCopied, copy
from relay.server.server import Relay, Settings
from relay.store.log_store import MemoryStore
from relay.store.sqlite import SqliteStore
from relay.store.valkey.opening import open_valkey
from tests.relay.cluster.test_relays import QUICK
from tests.relay.conftest import Server
from tests.relay.driving import Driver, each, sit_down, stop_all, terms
from tests.relay.gate import Gate, tcp
from tests.relay.processes import RelayProcess
from tests.relay.valkeys import free_port, own_prefix

pytestmark = pytest.mark.slow


async def test_every_relay_is_replaced_while_games_are_played(valkey: Server) -> None:
    url = own_prefix(valkey.url)

    async def start() -> Relay:
        store = await asyncio.to_thread(open_valkey, url)
        relay = Relay(Settings(port=0, limits=QUICK), store)
        await relay.start()
        return relay

    relays = [await start(), await start()]
    async with Gate(*(tcp(relay.port) for relay in relays)) as balancer:
        address = f"ws://127.0.0.1:{balancer.port}"
        rooms = [await sit_down(address, [f"Ann {n}", f"Bob {n}"], [f"Eve {n}"]) for n in range(3)]
        drivers = [driver for room in rooms for driver in room]
        for turn in range(4):
            await drivers[turn].reaches(drivers[turn].entries + 10)
            new, old = await start(), relays.pop(0)
            balancer.doors = [tcp(relay.port) for relay in (*relays, new)]
            await old.stop()
            relays.append(new)
        for driver in drivers:
            await driver.ends()
        told = [x for driver in drivers for x in driver.events if isinstance(x, Ended)]
        assert told
        assert {(each.code, each.wait, each.may_return) for each in told} == {("stopping", 0, True)}
        await stop_all(drivers)
    for relay in relays:
        await relay.stop()


async def go_on(drivers: list[Driver], url: str, stop_at: int | None) -> None:
    """All come back, at this address, and play."""
    for driver in drivers:
        driver.url = url
        driver.events.clear()
        driver.start()
    await each(drivers, lambda d: any(isinstance(x, Entered) for x in d.events), "the room")
    for driver in drivers:
        await driver.go_on(stop_at)


async def test_from_a_file_to_valkey_and_back(valkey: Server, tmp_path: Path) -> None:
    url, file = own_prefix(valkey.url), tmp_path / "back.sqlite"
    (tmp_path / "one").mkdir()
    with RelayProcess(tmp_path / "one") as relay:
        drivers = await sit_down(relay.url, ["Ann", "Bob"], stop_at=20)
        await drivers[0].reaches(20)
        await drivers[1].reaches(20)
        await stop_all(drivers)
        assert main(["copy", str(relay.store), url]) == 2  # the relay still runs
        relay.stop()
        assert main(["copy", str(relay.store), url]) == 0
        assert main(["copy", str(relay.store), url]) == 0  # nothing is copied twice
    (tmp_path / "two").mkdir()
    with RelayProcess(tmp_path / "two", url=url) as relay:
        await go_on(drivers, relay.url, 40)
        await drivers[0].reaches(40)
        await drivers[1].reaches(40)
        await stop_all(drivers)
        assert main(["copy", url, str(file)]) == 2  # it is used
        relay.stop()
    assert main(["copy", url, str(file)]) == 0
    file.replace(tmp_path / "relay.sqlite")
    with RelayProcess(tmp_path) as relay:
        await go_on(drivers, relay.url, None)
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)


def test_a_copy_says_what_is_different(tmp_path: Path) -> None:
    source, target = SqliteStore(tmp_path / "a"), MemoryStore()
    source.append([Append("room", 0, (b"a", b"b"), 4e9), Append("old", 0, (b"x",), 1.0)])
    said: list[str] = []
    copy(source, target, said.append)
    assert target.load("room") == [b"a", b"b"]
    assert said == ["1 rooms with 2 records are in the new store, and were compared"]
    source.append([Append("room", 2, (b"c",), 4e9)])
    copy(source, target, said.append)
    assert target.load("room") == [b"a", b"b", b"c"]
    target.append([Append("room", 3, (b"theirs",), 4e9)])
    with pytest.raises(NotCopied, match="another room"):
        copy(source, target, said.append)


def test_a_copy_keeps_the_time_of_games(valkey: Server) -> None:
    source, target = MemoryStore(), open_valkey(own_prefix(valkey.url))
    source.append(noted(1_700_000_000.0))
    source.append([Append("room", 0, (b"a",), 1_700_100_000.0)])
    copy(source, target, lambda text: None)
    assert 0 <= target.now() - 1_700_000_000 < 120
    expiry = target.expiry("room")
    assert expiry is not None
    assert expiry == pytest.approx(1_700_100_000, abs=120)
    target.close()


def test_a_store_is_not_copied_onto_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["copy", "a", "a"]) == 2
    assert capsys.readouterr().err == "kb-relay: FROM and TO are the same store\n"


async def test_a_rolling_upgrade_without_a_balancer(valkey: Server, tmp_path: Path) -> None:
    """Relays as processes, each with its own address; the goodbye leads everybody to the next."""
    url = own_prefix(valkey.url)

    def relay_at(name: str) -> RelayProcess:
        folder, port = tmp_path / name, free_port()
        folder.mkdir()
        own = ("--own-url", f"ws://127.0.0.1:{port}")
        return RelayProcess(folder, *own, limits=QUICK, url=url, port=port)

    with ExitStack() as stack:
        relays = [stack.enter_context(relay_at(name)) for name in ("a", "b")]
        rooms = []
        for n in range(2):
            home = relays[n].url
            rooms.append(await sit_down(home, [f"Ann {n}", f"Bob {n}"], [f"Eve {n}"]))
        drivers = [driver for room in rooms for driver in room]
        for name in ("c", "d"):
            await drivers[0].reaches(drivers[0].entries + 8)
            new = await asyncio.to_thread(stack.enter_context, relay_at(name))
            relays.append(new)
            await relays[0].becomes("relays", 3)
            old = relays.pop(0)
            assert await asyncio.to_thread(old.stop) == 0
        for driver in drivers:  # nobody who sat at "a" or "b" could come home
            await driver.ends()
        told = [x for driver in drivers for x in driver.events if isinstance(x, Ended)]
        assert {driver.where for driver in drivers} <= {relay.url for relay in relays}
        assert all(each.code == "stopping" and each.where for each in told)
        assert len({room[0].where for room in rooms for _ in room}) <= 2
        for room in rooms:
            assert len({driver.where for driver in room}) == 1  # all of a room at one relay
        await stop_all(drivers)


async def test_who_speaks_an_earlier_version_comes_home(valkey: Server, tmp_path: Path) -> None:
    url = own_prefix(valkey.url)
    port = free_port()
    own = ("--own-url", "ws://127.0.0.1:1")  # nobody is there: the word must not be sent
    (tmp_path / "b").mkdir()
    with (
        RelayProcess(tmp_path, limits=QUICK, url=url, port=port) as relay,
        RelayProcess(tmp_path / "b", *own, limits=QUICK, url=url) as other,
    ):
        drivers = [Driver(relay.url, name) for name in ("Ann", "Bob")]
        for driver in drivers:
            driver.client._newest = 4
        drivers[0].client.create("kingdom", terms())
        await drivers[0].start().enters()
        drivers[1].client.join(drivers[0].client.code)
        await drivers[1].start().enters()
        await drivers[0].reaches(10)
        await relay.becomes("relays", 2)
        relay.stop()
        relay.start()
        await each(drivers, lambda d: d.is_back, "the same relay")
        assert [x.where for x in drivers[0].events if isinstance(x, Ended)] == [""]
        for driver in drivers:
            await driver.ends()
        assert other.figure("connections_total") == 0
        await stop_all(drivers)
