"""One relay as a process, with its rooms in a real Valkey; both are killed."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from relay.client.events import Differs, Ended, Event
from relay.protocol.room_codes import tidy_code
from relay.room import facts as f
from relay.store.valkey.opening import open_valkey
from tests.relay.driving import Driver, each, sit_down, stop_all, terms
from tests.relay.processes import RelayProcess
from tests.relay.valkeys import Valkey

pytestmark = pytest.mark.slow


def kept_entries(url: str, code: str) -> int:
    """Entries of a room's game that are in the store."""
    store = open_valkey(url)
    try:
        records = store.load(tidy_code(code) or "")
        return sum(isinstance(f.read_fact(record), f.Played) for record in records)
    finally:
        store.close()


async def test_games_survive_kill_9_of_the_relay_and_of_the_server(tmp_path: Path) -> None:
    rng = random.Random(16)
    with Valkey() as server, RelayProcess(tmp_path, url=server.url) as relay:
        rooms = [
            await sit_down(relay.url, [f"Ann {n}", f"Bob {n}"], [f"Eve {n}"], game=game)
            for n, game in enumerate(("kingdom", "castle"))
        ]
        drivers = [driver for room in rooms for driver in room]
        for kill in range(6):
            driver = rng.choice(drivers)
            await driver.reaches(driver.entries + rng.randrange(1, 30))
            if kill % 2:
                server.kill()
                told = [max(driver.entries for driver in room) for room in rooms]
                await asyncio.to_thread(server.start)
            else:
                relay.kill()
                told = [max(driver.entries for driver in room) for room in rooms]
                await asyncio.to_thread(relay.start)
            for room, least in zip(rooms, told, strict=True):
                assert kept_entries(server.url, room[0].client.code) >= least
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)
        assert relay.figure("errors_total") == 0
        assert relay.stop() == 0


class Patient(Driver):
    """Plays on when the relay has lost something, and remembers that it was told."""

    @property
    def knows(self) -> bool:
        return any(isinstance(event, Differs) for event in self.events)

    def _heed(self, event: Event) -> None:
        if not isinstance(event, Differs):
            super()._heed(event)


async def test_a_lost_end_of_a_game_is_told_in_words_and_the_game_goes_on(tmp_path: Path) -> None:
    with Valkey() as server, RelayProcess(tmp_path, url=server.url) as relay:
        ann, bob = Patient(relay.url, "Ann"), Patient(relay.url, "Bob")
        for driver in (ann, bob):
            driver.stop_at = 10
        ann.client.create("kingdom", terms())
        await ann.start().enters()
        bob.client.join(ann.client.code)
        await bob.start().enters()
        await ann.reaches(10)
        await bob.reaches(10)
        key = f"kb:{{{tidy_code(ann.client.code)}}}:log"
        replica = server.ask("DUMP", key)
        had = max(ann.entries, bob.entries)
        for driver in (ann, bob):
            await driver.go_on(had + 3)
        await ann.reaches(had + 3)
        await bob.reaches(had + 3)
        server.ask("RESTORE", key, 0, replica, "REPLACE")  # as after a failover
        for driver in (ann, bob):
            await driver.go_on()
        await each((ann, bob), lambda d: d.knows, "the room as it is")
        for driver in (ann, bob):
            await driver.go_on()
        for driver in (ann, bob):
            await driver.ends()
            told = [x for x in driver.events if isinstance(x, Ended) and x.code == "lost"]
            assert "has lost the latest entries" in told[0].text
        await stop_all([ann, bob])


async def test_a_server_that_comes_back_empty_serves_no_other_history(tmp_path: Path) -> None:
    with Valkey() as server, RelayProcess(tmp_path, url=server.url) as relay:
        ann, bob = await sit_down(relay.url, ["Ann", "Bob"], stop_at=10)
        await ann.reaches(10)
        await bob.reaches(10)
        server.kill()
        server.empty()
        await asyncio.to_thread(server.start)
        for driver in (ann, bob):
            await driver.go_on()
        await ann.until(lambda: "no-room" in ann.refusals, "the refusal")
        assert kept_entries(server.url, ann.client.code) == 0
        await stop_all([ann, bob])
