"""Kills relays and their Valkey again and again while games are played on them.

    python -m bench.chaos --kills 100 --relays 3 --rooms 6
    python -m bench.chaos --named

Three relays share one Valkey; a balancer spreads players and spectators over them, so most rooms
are at two or three relays. If relays know their own addresses (``--named``), they send the people
of a room to one of them, which is killed like the others. Each kill is ``kill -9`` and a start on
the same files. After each of them, and at the end, everything that anybody was told must be in the
store; every client compares every entry and verifies every deal. Two ratios in the end: nothing
lost, and all games finished.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from relay.client.events import Ended
from relay.protocol.room_codes import tidy_code
from relay.room import facts as f
from relay.store.valkey.opening import open_valkey
from tests.relay.driving import FAST, Driver, sit_down, stop_all
from tests.relay.gate import Gate, tcp
from tests.relay.processes import RelayProcess
from tests.relay.valkeys import Valkey, free_port

_LIMITS: Final = replace(FAST, beat=0.5)
_GAMES: Final = ("kingdom", "castle")


class Chaos:
    def __init__(self, server: Valkey, relays: list[RelayProcess], rng: random.Random) -> None:
        self.server = server
        self.relays = relays
        self.rng = rng
        self.rooms: list[list[Driver]] = []
        self.kills = {"relay": 0, "valkey": 0}
        self.finished = 0
        self.checked = 0  # entries that somebody was told, compared with the store
        self.lost = 0
        self.moved = 0  # times that somebody was sent to another relay
        self._made = 0

    async def open_room(self, url: str) -> list[Driver]:
        self._made += 1
        n, game = self._made, _GAMES[self._made % len(_GAMES)]
        return await sit_down(url, [f"Ann {n}", f"Bob {n}"], [f"Eve {n}"], game=game)

    async def kill_one(self, what: str) -> None:
        """And start it again; what was told before it died has to be there."""
        self.kills[what] += 1
        victim = self.server if what == "valkey" else self.rng.choice(self.relays)
        victim.kill()
        told = self._told()
        await asyncio.to_thread(victim.start)
        await self.check(told)

    def _told(self) -> dict[str, int]:
        found = {room[0].client.code: room for room in self.rooms}
        return {code: max(driver.entries for driver in room) for code, room in found.items()}

    async def check(self, told: dict[str, int]) -> None:
        kept = await asyncio.to_thread(self._kept, list(told))
        for code, count in told.items():
            self.checked += count
            self.lost += max(0, count - kept[code])

    def _kept(self, codes: list[str]) -> dict[str, int]:
        store = open_valkey(self.server.url)
        try:
            return {code: _entries(store.load(tidy_code(code) or "")) for code in codes}
        finally:
            store.close()

    async def replace_finished(self, url: str) -> None:
        for at, room in enumerate(self.rooms):
            if all(driver.is_over for driver in room):
                await self.finish(room)
                self.rooms[at] = await self.open_room(url)

    async def finish(self, room: list[Driver]) -> None:
        self.finished += 1
        ends = [event for driver in room for event in driver.events if isinstance(event, Ended)]
        self.moved += sum(event.code == "moved" for event in ends)
        await stop_all(room)

    async def nudge(self) -> None:
        """Players who were refused something while Valkey was away try again, as people do."""
        while True:
            await asyncio.sleep(0.5)
            for driver in [driver for room in self.rooms for driver in room]:
                if driver.client.is_open:
                    driver.client.avoid = ()  # as the app does when it has stayed for a while
                await driver.go_on()


def _entries(records: list[bytes]) -> int:
    return sum(isinstance(f.read_fact(record), f.Played) for record in records)


async def run(kills: int, relays: int, rooms: int, seed: int, are_named: bool = False) -> Chaos:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="kbchaos") as folder:
        async with AsyncExitStack() as stack:
            server = stack.enter_context(Valkey())
            found = []
            for n in range(relays):
                (Path(folder) / str(n)).mkdir()
                port = free_port() if are_named else 0
                own = ("--own-url", f"ws://127.0.0.1:{port}") if are_named else ()
                relay = RelayProcess(
                    Path(folder) / str(n), *own, url=server.url, limits=_LIMITS, port=port
                )
                found.append(stack.enter_context(relay))
            gate = await stack.enter_async_context(Gate(*(tcp(each.port) for each in found)))
            url = f"ws://127.0.0.1:{gate.port}"
            chaos = Chaos(server, found, rng)
            for _ in range(rooms):
                chaos.rooms.append(await chaos.open_room(url))
            nudging = asyncio.create_task(chaos.nudge())
            plan = ["relay", "valkey"] * kills
            rng.shuffle(plan)
            for what in plan:
                driver = rng.choice(rng.choice(chaos.rooms))
                await driver.reaches(driver.entries + rng.randrange(1, 12))
                await chaos.kill_one(what)
                await chaos.replace_finished(url)
            for room in chaos.rooms:
                for driver in room:
                    await driver.ends()
            nudging.cancel()
            await chaos.check(chaos._told())
            for room in chaos.rooms:
                await chaos.finish(room)
            chaos.lost += sum(relay.figure("errors_total") > 0 for relay in found)
        return chaos


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill relays and their Valkey during games.")
    parser.add_argument("--kills", type=int, default=100, help="of relays, and as many of Valkey")
    parser.add_argument("--relays", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=6)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--named", action="store_true", help="relays know their own addresses")
    asked = parser.parse_args()
    begun = time.monotonic()
    chaos = asyncio.run(run(asked.kills, asked.relays, asked.rooms, asked.seed, asked.named))
    print(f"{chaos.kills['relay']} relays and {chaos.kills['valkey']} Valkeys were killed")
    print(f"{chaos.checked} entries that somebody was told were looked for: {chaos.lost} lost")
    print(f"{chaos.finished} games came to their end, every deal verified, no copy differed")
    print(f"{chaos.moved} times somebody was sent to another relay")
    print(f"in {time.monotonic() - begun:.0f} seconds")
    return 1 if chaos.lost else 0


if __name__ == "__main__":
    sys.exit(main())
