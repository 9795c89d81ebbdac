"""People of a room who ask at different relays meet at one of them: real relays, a real Valkey."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from relay.client.events import Ended
from relay.protocol import kinds as k
from tests.relay.cluster.test_relays import QUICK
from tests.relay.conftest import Server
from tests.relay.driving import Driver, each, stop_all, terms
from tests.relay.gate import Gate, tcp
from tests.relay.processes import RelayProcess
from tests.relay.valkeys import free_port, own_prefix

pytestmark = pytest.mark.slow


def relay_at(folder: Path, url: str) -> RelayProcess:
    folder.mkdir()
    port = free_port()
    own = ("--own-url", f"ws://127.0.0.1:{port}/{folder.name}")  # as behind a proxy for all
    return RelayProcess(folder, *own, limits=QUICK, url=url, port=port)


async def crowd(relays: Sequence[RelayProcess]) -> list[int]:
    """How many are connected to each."""
    found = [asyncio.to_thread(relay.figure, "connections") for relay in relays]
    return [int(count) for count in await asyncio.gather(*found)]


async def test_they_ask_at_three_relays_and_meet_at_one_until_it_is_killed(
    valkey: Server, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        url = own_prefix(valkey.url)
        starting = [relay_at(tmp_path / name, url) for name in ("a", "b", "c")]
        relays = await asyncio.gather(
            *(asyncio.to_thread(stack.enter_context, relay) for relay in starting)
        )
        for relay in relays:
            await relay.becomes("relays", 3)
        async with Gate(*(tcp(relay.port) for relay in relays)) as balancer:
            name = f"ws://127.0.0.1:{balancer.port}"  # leads to another relay each time
            ann, bob = Driver(name, "Ann"), Driver(name, "Bob")
            eve = Driver(name, "Eve", is_watcher=True)
            ann.client.create("kingdom", terms(3))
            await ann.start().enters()
            for driver in (bob, eve):
                (driver.client.join if driver is bob else driver.client.watch)(ann.client.code)
                await driver.start().enters()
            counts = await crowd(relays)
            assert sorted(counts) == [0, 0, 3]
            home = relays[counts.index(3)]
            assert {bob.where, eve.where} == {f"{home.url}/{home.folder.name}"}
            away = next(relay for relay in relays if relay is not home)
            old = Driver(away.url, "Old")  # does not know that a relay can send it on
            old.client._newest = k.GATHERING - 1
            old.client.join(ann.client.code)
            drivers = [ann, bob, eve, old.start()]
            await each(drivers, lambda driver: driver.entries >= 10, "some moves")
            assert sorted(await crowd(relays)) == [0, 1, 3]
            await asyncio.to_thread(home.kill)
            before = max(driver.entries for driver in drivers)
            await each(drivers, lambda driver: driver.entries >= before + 10, "more moves")
            rest = [relay for relay in relays if relay is not home]
            async with asyncio.timeout(20):
                while sorted(await crowd(rest)) != [0, 4]:
                    pass
            assert old.lines == 1
            sent = [x for driver in drivers for x in driver.events if isinstance(x, Ended)]
            assert {each.code for each in sent} == {"moved"}
            await stop_all(drivers)
