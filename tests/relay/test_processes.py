"""Relays as real processes: whole games, and what happens when somebody is killed."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.castle import moves
from relay.client.events import Ended, Fetched
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.room_codes import tidy_code
from relay.room import facts as f
from relay.store.sqlite import SqliteStore
from tests.kbtui.running import kb
from tests.relay.driving import Driver, sit_down, stop_all, terms
from tests.relay.processes import RelayProcess

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "players", "watchers"),
    [("kingdom", 2, 2), ("kingdom", 3, 1), ("kingdom", 4, 0), ("castle", 2, 1), ("castle", 4, 1)],
)
async def test_a_whole_game(tmp_path: Path, game: str, players: int, watchers: int) -> None:
    with RelayProcess(tmp_path) as relay:
        names = [f"Player {n}" for n in range(players)]
        spectators = [f"Watcher {n}" for n in range(watchers)]
        drivers = await sit_down(relay.url, names, spectators, game=game)
        for driver in drivers:
            await driver.ends()
        digests = {driver.client.table.digest() for driver in drivers if driver.client.table}
        assert len(digests) == 1
        assert all(driver.lines == 1 for driver in drivers)
        assert relay.figure("entries_total") == drivers[0].entries
        await stop_all(drivers)
        assert relay.stop() == 0


async def test_a_game_against_a_bot(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        ann = Driver(relay.url, "Ann")
        ann.stop_at = 0
        ann.client.create("kingdom", m.Terms('{"players":2}', False, True, 0, k.NO_CLOCK, 0))
        await ann.start().enters()
        await ann.request(m.SeatBot(1, "greedy"))
        await ann.go_on()
        await ann.ends()
        assert relay.figure("bot_moves_total") > 20
        await ann.stop()


def kept_entries(path: Path, code: str) -> int:
    """Entries of a room's game that are on disk."""
    store = SqliteStore(path)
    try:
        records = store.load(tidy_code(code) or "")
        return sum(isinstance(f.read_fact(record), f.Played) for record in records)
    finally:
        store.close()


async def killed_and_restarted(relay: RelayProcess, rooms: list[list[Driver]]) -> None:
    """``kill -9``; what anybody has been told is on disk."""
    relay.kill()
    for drivers in rooms:
        told = max(driver.entries for driver in drivers)
        assert kept_entries(relay.store, drivers[0].client.code) >= told
    await asyncio.to_thread(relay.start)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_no_acknowledged_entry_is_lost_by_kill_9(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with RelayProcess(tmp_path) as relay:
        rooms = [
            await sit_down(
                relay.url, [f"{seed} Ann {n}", f"{seed} Bob {n}"], [f"Eve {n}"], game=game
            )
            for n, game in enumerate(("kingdom", "kingdom", "castle", "castle"))
        ]
        for _ in range(5):
            driver = rng.choice(rng.choice(rooms))
            await driver.reaches(driver.entries + rng.randrange(1, 40))
            await killed_and_restarted(relay, rooms)
        drivers = [driver for room in rooms for driver in room]
        for driver in drivers:
            await driver.ends()
        assert all(driver.lines > 1 for driver in drivers)
        await stop_all(drivers)


class Hesitant(Driver):
    """Draws whenever that is possible, so that the rack is always full, and decides nothing in the
    turn of somebody else unless told to."""

    is_sure = False

    def play(self) -> None:
        client, table = self.client, self.client.table
        if table is None or (self.is_asked_off_turn and not self.is_sure):
            return
        if table.to_act == client.seat and moves.DRAW in table.game.legal(table.state):
            if client.is_open and not client.pending and client.confirmed == client.last:
                client.play("draw")
        else:
            super().play()

    async def has_line(self, number: int) -> None:
        await self.until(lambda: self.lines == number and self.client.is_open, "the line")

    @property
    def is_asked_off_turn(self) -> bool:
        """Whether a person has to decide in somebody else's turn."""
        table = self.client.table
        if table is None or table.to_act not in (0, 1):
            return False
        return table.game.on_turn(table.state) != table.to_act


async def test_kill_9_while_somebody_has_to_decide_in_the_turn_of_a_bot(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        for number in range(8):  # in some games nobody is asked, so there may have to be another
            people = [Hesitant(relay.url, f"{name} {number}") for name in ("Ann", "Bob")]
            kills = await killed_off_turn(relay, people)
            await fair(people[0], tmp_path)
            await stop_all(people)
            if kills:
                break
        assert kills
        assert not re.search(r"deal:|steal:|wall\d|prince", relay.log.read_text())


async def killed_off_turn(relay: RelayProcess, people: list[Hesitant]) -> int:
    """A whole game, in which the relay is killed up to three times while a person is asked."""
    ann, bob = people
    ann.client.create("castle", terms(4))
    await ann.start().enters()
    bob.client.join(ann.client.code)
    await bob.start().enters()
    for seat in (2, 3):
        await ann.request(m.SeatBot(seat, "novice"))
    for kills in range(3):
        await ann.until(lambda: ann.is_asked_off_turn or ann.is_over, "a decision off turn")
        if ann.is_over:
            return kills
        pages = [relay.page(path) for path in ("/metrics", "/healthz")]
        assert not re.search(r"deal:|steal:|wall\d|prince", "".join(pages))
        await killed_and_restarted(relay, [[*people]])
        for driver in people:
            await driver.has_line(kills + 2)
        await all_decide(people, True)
        await ann.until(lambda: not ann.is_asked_off_turn, "the decision")
        await all_decide(people, False)
    await all_decide(people, True)
    for driver in people:
        await driver.ends()
    return 3


async def all_decide(people: list[Hesitant], is_sure: bool) -> None:
    for driver in people:
        driver.is_sure = is_sure
        await driver.go_on()


async def fair(driver: Driver, folder: Path) -> None:
    """The record from the relay is found fair by the program that players have."""
    driver.client.fetch()
    await driver.flush()
    await driver.until(lambda: isinstance(driver.events[-1], Fetched), "the record")
    fetched = driver.events[-1]
    assert isinstance(fetched, Fetched)
    path = folder / "game.kbg"
    path.write_text(fetched.text, "utf-8")
    done = await asyncio.to_thread(kb, folder, "verify", str(path))
    assert (done.returncode, done.stdout[:5]) == (0, "Fair:"), done


async def test_kill_9_before_the_first_card(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        drivers = await sit_down(relay.url, ["Ann", "Bob"], ["Eve"], stop_at=0)
        await killed_and_restarted(relay, [drivers])
        for driver in drivers:
            await driver.until(lambda: all(d.is_back for d in drivers), "the lines")
        for driver in drivers:
            await driver.go_on()
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)


async def test_a_killed_client_takes_its_seat_again(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        ann, bob = await sit_down(relay.url, ["Ann", "Bob"])
        await bob.reaches(30)
        await bob.stop()
        had = bob.entries
        await bob.start().reaches(had + 10)  # only the line was lost: he has his table still
        await bob.stop()
        again = Driver(relay.url, "Bob")
        again.client.ticket = bob.client.ticket  # all that is left of him
        again.client.resume(bob.client.code)
        again.start()
        for driver in (ann, again):
            await driver.ends()
        assert again.client.seat == bob.client.seat == 1
        assert ann.lines == 1
        await stop_all([ann, again])


async def test_a_stop_tells_when_to_come_back(tmp_path: Path) -> None:
    with RelayProcess(tmp_path, "--back", "0.3") as relay:
        drivers = await sit_down(relay.url, ["Ann", "Bob"], ["Eve"])
        await drivers[0].reaches(20)
        assert await asyncio.to_thread(relay.stop) == 0
        for driver in drivers:
            assert await driver.is_told_to_go() == Ended("stopping", "the relay stops", 0.3, True)
            assert driver.close_code == 1012
        assert "event=stopped" in relay.log.read_text()
        relay.start()
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)


async def test_a_back_up_made_while_it_runs_is_a_store(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        ann, bob = await sit_down(relay.url, ["Ann", "Bob"])
        await ann.ends()
        copy = tmp_path / "copy"
        copy.mkdir()
        with closing(sqlite3.connect(relay.store)) as db:
            db.execute("vacuum into ?", (str(copy / relay.store.name),))
        await stop_all([ann, bob])
    with RelayProcess(copy) as relay:
        again = Driver(relay.url, "Ann")
        again.client.ticket = ann.client.ticket
        again.client.resume(ann.client.code)
        await again.start().ends()
        assert again.entries == ann.entries
        await again.stop()
