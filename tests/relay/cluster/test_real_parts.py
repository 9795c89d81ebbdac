"""Parts that cannot be imitated: a server with TLS of its own, Redis 7, a failover that loses
moves, relays whose clocks are a year apart, a relay that is cut off from all others."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kbtui.online.tickets import start
from relay.client.events import Ended, Got
from relay.effects import Append
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.room_codes import tidy_code
from relay.store.valkey.opening import open_valkey
from tests.relay.cluster.test_faults import plays_on, relay_on
from tests.relay.cluster.test_one_relay import Patient
from tests.relay.cluster.test_relays import QUICK, seat, spectator
from tests.relay.conftest import Server
from tests.relay.driving import DEADLINE, Driver, each, sit_down, stop_all, terms
from tests.relay.gate import Gate, unix
from tests.relay.processes import RelayProcess, environment
from tests.relay.server.test_server import write_certificate
from tests.relay.valkeys import SAFE, Valkey, free_port, own_prefix

pytestmark = pytest.mark.slow
ALLOWED = ("on", ">secret", "~kb:*", "&kb:*", "+@all", "-@dangerous", "+config|get", "+info")


# ---- Redis 7, with TLS of its own ---------------------------------------------------------------


@pytest.mark.needs("redis")
async def test_a_server_with_tls_of_its_own_and_a_certificate_for_the_relay(tmp_path: Path) -> None:
    cert, key = write_certificate(tmp_path)
    port = free_port()
    tls = (
        *("--tls-port", str(port), "--tls-cert-file", str(cert), "--tls-key-file", str(key)),
        *("--tls-ca-cert-file", str(cert), "--tls-auth-clients", "yes"),
    )
    with Valkey(*SAFE, *tls, program="redis") as server:
        assert server.ask("INFO", "server").count(b"redis_version:7.") == 1
        server.ask("ACL", "SETUSER", "kb", *ALLOWED)
        server.ask("ACL", "SETUSER", "default", "off")
        url = f"valkeys://kb:secret@127.0.0.1:{port}"
        # Not trusted by us, then not by the server.
        for end, text in (("", "CERTIFICATE_VERIFY_FAILED"), (f"?ca={cert}", "cert=FILE&key=FILE")):
            with pytest.raises(OSError, match=text):
                await asyncio.to_thread(open_valkey, url + end)
        own = f"{url}?ca={cert}&cert={cert}&key={key}"
        (tmp_path / "one").mkdir()
        (tmp_path / "two").mkdir()
        with (
            RelayProcess(tmp_path / "one", url=own, limits=QUICK) as one,
            RelayProcess(tmp_path / "two", url=own, limits=QUICK) as two,
        ):
            ann = await seat(one.url, "Ann")
            bob = await seat(two.url, "Bob", ann.client.code)
            for driver in (ann, bob):
                await driver.ends()
            await stop_all([ann, bob])


@pytest.mark.needs("redis")
async def test_games_on_redis_7_survive_kill_9(tmp_path: Path) -> None:
    with Valkey(program="redis") as server, RelayProcess(tmp_path, url=server.url) as relay:
        ann, bob = await sit_down(relay.url, ["Ann", "Bob"], stop_at=20)
        await each((ann, bob), lambda d: d.entries >= 20, "twenty entries")
        server.kill()
        await asyncio.to_thread(server.start)
        await plays_on(ann, bob)
        assert relay.figure("store_restarts_total") >= 1
        assert relay.figure("store_lost_rooms_total") == 0
        await stop_all([ann, bob])


# ---- a failover that loses moves ----------------------------------------------------------------


@asynccontextmanager
async def watched() -> AsyncIterator[tuple[Valkey, Valkey, str]]:
    """A primary, its replica, and the URL of the sentinel that watches them."""
    with (
        Valkey(*SAFE, "--repl-diskless-sync-delay", "0", port=free_port()) as main,
        Valkey(port=free_port()) as copy,
        Valkey("--sentinel", port=free_port()) as sentinel,
    ):
        copy.ask("REPLICAOF", "127.0.0.1", str(main.port))
        for command in (
            ("MONITOR", "games", "127.0.0.1", main.port, 1),
            ("SET", "games", "down-after-milliseconds", 2000),
            ("SET", "games", "failover-timeout", 6000),
        ):
            sentinel.ask("SENTINEL", *command)
        async with asyncio.timeout(DEADLINE):
            while not sentinel.ask("SENTINEL", "REPLICAS", "games"):
                await asyncio.sleep(0.05)
        yield main, copy, f"valkey+sentinel://127.0.0.1:{sentinel.port}/games"


async def test_a_failover_that_loses_moves_is_noticed_and_said(tmp_path: Path) -> None:
    """The replica hears nothing of the last moves; the primary stops answering; the sentinel makes
    the replica the primary. When the old one wakes, it has moves that nobody may see."""
    async with watched() as (main, copy, url):
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
        with (
            RelayProcess(tmp_path / "one", url=url, limits=QUICK) as one,
            RelayProcess(tmp_path / "two", url=url, limits=QUICK) as two,
        ):
            ann, bob = Patient(one.url, "Ann"), Patient(two.url, "Bob")
            ann.stop_at = bob.stop_at = 10
            ann.client.create("kingdom", terms())
            await ann.start().enters()
            bob.client.join(ann.client.code)
            await bob.start().enters()
            await each((ann, bob), lambda d: d.entries >= 10, "ten entries")
            key = f"kb:{{{tidy_code(ann.client.code)}}}:log"
            async with asyncio.timeout(DEADLINE):
                while copy.ask("XLEN", key) != main.ask("XLEN", key):
                    await asyncio.sleep(0.02)
            copy.pause()
            main.ask("CLIENT", "KILL", "TYPE", "replica")
            had = max(ann.entries, bob.entries)
            for driver in (ann, bob):
                await driver.go_on(had + 3)
            await each((ann, bob), lambda d: d.entries >= had + 3, "moves that will be lost")
            main.pause()
            copy.go_on()
            async with asyncio.timeout(DEADLINE):
                while copy.ask("ROLE")[0] != b"master":
                    await asyncio.sleep(0.05)
            nudging = asyncio.create_task(nudge(ann, bob))
            await each((ann, bob), lambda d: d.knows, "that moves are lost")
            main.go_on()  # with its own idea of the game
            for driver in (ann, bob):
                await driver.ends()
                told = [x for x in driver.events if isinstance(x, Ended) and x.code == "lost"]
                assert "has lost the latest entries" in told[0].text
            nudging.cancel()
            assert one.figure("store_lost_rooms_total") == 1
            assert two.figure("store_lost_rooms_total") == 1
            assert copy.ask("ROLE")[0] == b"master"
            tables = [driver.client.opened_table for driver in (ann, bob)]
            assert tables[0] is not None
            assert tables[1] is not None
            assert tables[0].digest() == tables[1].digest()
            await stop_all([ann, bob])


async def nudge(*drivers: Driver) -> None:
    """A client that was refused something tries again, as people do."""
    while True:
        for driver in drivers:
            await driver.go_on()
        await asyncio.sleep(0.2)


# ---- a relay that is cut off --------------------------------------------------------------------


async def test_a_relay_that_is_cut_off_forks_nothing_and_catches_up(valkey: Server) -> None:
    """Relays meet only in Valkey: to cut one off from the others is to cut it off from there."""
    path, url = valkey.url.partition("://")[2], own_prefix(valkey.url)
    prefix = url.partition("?")[2]
    async with (
        Gate(unix(path)) as gate,
        relay_on(url) as one,
        relay_on(f"valkey://127.0.0.1:{gate.port}?{prefix}") as two,
    ):
        ann = await seat(one.address, "Ann", terms=terms(3), stop_at=0)
        bob = await seat(two.address, "Bob", ann.client.code, stop_at=0)
        await ann.request(m.SeatBot(2, "novice"))
        eve = await spectator(one.address, "Eve", ann.client.code)
        await each([ann, bob, eve], lambda d: _here(d) == ((0, 1), 1), "everybody")
        doors, gate.doors = gate.doors, []
        gate.cut()
        await ann.until(lambda: _here(ann) == ((0,), 1), "Bob's absence, as far as one can see")
        await ann.request(m.Say("heard by those who can"))
        await ann.until(lambda: ann.client.chat, "the line")
        await bob.request(m.Say("refused where nothing can be stored"))
        await bob.until(lambda: "unavailable" in bob.refusals, "the refusal")
        gate.doors = doors
        await bob.until(lambda: bob.client.chat, "what was said meanwhile")
        assert [line.text for line in bob.client.chat.values()] == ["heard by those who can"]
        await each([ann, bob, eve], lambda d: _here(d) == ((0, 1), 1), "everybody again")
        for driver in (ann, bob):
            await driver.go_on()
        for driver in (ann, bob, eve):
            await driver.ends()
        assert len({d.client.table.digest() for d in (ann, bob, eve) if d.client.table}) == 1
        await stop_all([ann, bob, eve])


def _here(driver: Driver) -> tuple[tuple[int, ...], int] | None:
    found = driver.client.present
    return None if found is None else (found.seats, found.watchers)


# ---- clocks that differ -------------------------------------------------------------------------

_OTHER_CLOCK = """
import time
_real = time.time
time.time = lambda: _real() + {seconds}
"""


async def test_relays_whose_clocks_are_a_year_apart_play_one_game(
    valkey: Server, tmp_path: Path
) -> None:
    url, year = own_prefix(valkey.url), 365 * 86_400
    relays = []
    for name, seconds in (("now", 0), ("ahead", year), ("behind", -year)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(_OTHER_CLOCK.format(seconds=seconds))
        relays.append(RelayProcess(folder, url=url, limits=QUICK, path=folder))
    with relays[0] as now, relays[1] as ahead, relays[2] as behind:
        started = [relay.figure("start_time_seconds") for relay in (now, ahead, behind)]
        assert started[1] - started[0] > year / 2
        assert started[0] - started[2] > year / 2
        clock = terms(listed=True)._replace(clock=k.TURN_CLOCK, seconds=600)
        ann = await seat(ahead.url, "Ann", terms=clock, stop_at=10)
        bob = await seat(behind.url, "Bob", ann.client.code, stop_at=10)
        eve = await spectator(now.url, "Eve", ann.client.code)
        drivers = (ann, bob, eve)
        await each(drivers, lambda d: d.entries >= 10, "ten entries")
        shown = [driver.client.clock for driver in drivers]
        for clock_view in shown:
            assert clock_view is not None
            assert 500_000 < clock_view.left[clock_view.seat] <= 600_000
        for driver in (ann, bob):
            await driver.go_on()
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)


# ---- `kb status` at another relay ---------------------------------------------------------------


async def test_kb_status_as_a_program_at_a_second_relay(valkey: Server, tmp_path: Path) -> None:
    url = own_prefix(valkey.url)
    for name in ("one", "two", "ann", "bob"):
        (tmp_path / name).mkdir()
    with (
        RelayProcess(tmp_path / "one", url=url, limits=QUICK) as one,
        RelayProcess(tmp_path / "two", url=url, limits=QUICK) as two,
    ):
        drivers = await sit_down(one.url, ["Ann", "Bob"], stop_at=12)
        await each(drivers, lambda d: d.entries >= 12, "twelve entries")
        for driver in drivers:
            ticket, folder = driver.client.ticket, tmp_path / driver.client.name.lower()
            assert ticket is not None
            kept = start(folder / "online", two.url, driver.client.name)  # a seat made at "one"
            secrets = {"token": ticket.token.hex(), "key": ticket.key.hex()}
            kept.keep(**secrets, code=driver.client.code, seat=driver.client.seat)
            kept.close()
        table = drivers[0].client.table
        assert table is not None
        await stop_all(drivers)
        one.kill()
        told = {name: _status(tmp_path / name) for name in ("ann", "bob")}
        due = ("ann", "bob")[table.to_act or 0]
        other = ({"ann", "bob"} - {due}).pop()
        assert (told[due][0], told[other][0]) == (0, 1)
        assert (told[due][1]["your_turn"], told[other][1]["waiting"]) == (1, 1)
        for driver in drivers:  # and back to the seat, there
            driver.url = two.url
            driver.start()
        await plays_on(*drivers)
        await stop_all(drivers)


def _status(home: Path) -> tuple[int, dict[str, int]]:
    found = subprocess.run(
        [sys.executable, "-P", "-m", "kbtui", "status", "--json"],
        env=environment(home),
        capture_output=True,
        timeout=DEADLINE,
        check=False,
    )
    return found.returncode, json.loads(found.stdout)


# ---- a server that is full, and what a script may not do any more -------------------------------


async def test_a_full_server_refuses_and_loses_nothing(tmp_path: Path) -> None:
    with Valkey() as server, RelayProcess(tmp_path, url=server.url, limits=QUICK) as relay:
        ann, bob = await sit_down(relay.url, ["Ann", "Bob"], stop_at=10)
        await each((ann, bob), lambda d: d.entries >= 10, "ten entries")
        server.ask("CONFIG", "SET", "maxmemory", "1")
        await ann.request(m.Say("is there room for this?"))
        await ann.until(lambda: "unavailable" in ann.refusals, "the refusal")
        assert relay.figure("store_up") == 0
        server.ask("CONFIG", "SET", "maxmemory", "0")
        await plays_on(ann, bob)
        assert relay.figure("store_up") == 1
        assert relay.figure("store_lost_rooms_total") == 0
        assert not ann.client.chat
        await stop_all([ann, bob])


def test_what_follows_an_entry_in_the_script_cannot_undo_it() -> None:
    with Valkey() as server:
        server.ask("ACL", "SETUSER", "kb", *ALLOWED)
        store = open_valkey(server.url.replace("://", "://kb:secret@"))
        server.ask("ACL", "SETUSER", "kb", "resetchannels", "-pexpire")  # while it runs
        for number in range(3):
            wish = Append("room", number, (b"%d" % number,), store.now() + 3600)
            assert store.append([wish]) == [True]
        assert store.load("room") == [b"0", b"1", b"2"]
        store.close()


async def test_the_list_of_public_games_comes_back_when_it_is_lost(
    valkey: Server, tmp_path: Path
) -> None:
    url = own_prefix(valkey.url)
    store = open_valkey(url)
    async with relay_on(url) as one, relay_on(url) as two:
        ann = await seat(one.address, "Ann", terms=terms(listed=True), stop_at=0)
        bob = Driver(two.address, "Bob")
        bob.client.create("kingdom", terms())
        await bob.start().enters()

        async def is_listed() -> bool:
            bob.events.clear()
            await bob.request(m.ListRooms())
            await bob.until(lambda: any(_rooms(event) for event in bob.events), "the list")
            rows = next(filter(None, map(_rooms, bob.events)))
            return ann.client.code in [row.code for row in rows.rooms]

        for _ in range(2):
            async with asyncio.timeout(DEADLINE):
                while not await is_listed():
                    await asyncio.sleep(0.05)
            key = store.key("relays", "list")
            store.servers.link_for(key).ask_one("DEL", key)
        await stop_all([ann, bob])
    store.close()


def _rooms(event: object) -> m.Rooms | None:
    message = event.message if isinstance(event, Got) else None
    return message if isinstance(message, m.Rooms) else None
