"""What can go wrong between relays and their Valkey, each of it for real."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from relay.client.events import Ended
from relay.protocol import messages as m
from relay.protocol.room_codes import tidy_code
from relay.server import clock
from relay.server.server import Relay, Settings
from relay.store.valkey.opening import open_valkey
from relay.store.valkey.servers import SLOTS, slot_of
from tests.relay.cluster.test_relays import QUICK, seat
from tests.relay.conftest import Server
from tests.relay.driving import Driver, each, sit_down, stop_all
from tests.relay.gate import Gate, unix
from tests.relay.processes import RelayProcess
from tests.relay.server.test_server import certificates
from tests.relay.valkeys import SAFE, Valkey, free_port, own_prefix

pytestmark = pytest.mark.slow


@asynccontextmanager
async def relay_on(url: str) -> AsyncIterator[Relay]:
    store = await asyncio.to_thread(open_valkey, url)
    async with Relay(Settings(port=0, limits=QUICK), store) as relay:
        yield relay


async def test_a_server_out_of_reach_and_back(valkey: Server) -> None:
    path = valkey.url.partition("://")[2]
    async with Gate(unix(path)) as gate:
        url = own_prefix(f"valkey://127.0.0.1:{gate.port}")
        async with relay_on(url) as relay:
            ann, bob = await sit_down(relay.address, ["Ann", "Bob"], stop_at=10)
            await each((ann, bob), lambda d: d.entries >= 10, "ten entries")
            doors, gate.doors = gate.doors, []
            gate.cut()
            await ann.request(m.Say("is anybody there?"))
            await ann.until(lambda: "unavailable" in ann.refusals, "the refusal")
            gate.doors = doors
            await plays_on(ann, bob)
            await stop_all([ann, bob])


async def test_a_slow_server_and_answers_that_are_lost(valkey: Server) -> None:
    path = valkey.url.partition("://")[2]
    async with Gate(unix(path)) as gate:
        url = own_prefix(f"valkey://127.0.0.1:{gate.port}")
        async with relay_on(url) as relay:
            ann, bob = await sit_down(relay.address, ["Ann", "Bob"], stop_at=10)
            await each((ann, bob), lambda d: d.entries >= 10, "ten entries")
            before = [list(driver.refusals) for driver in (ann, bob)]  # such as of a second start
            gate.delay = 0.1
            for driver in (ann, bob):
                await driver.go_on(16)
            await each((ann, bob), lambda d: d.entries >= 16, "six more")
            gate.delay = 0.0
            for lost in range(20, 30):
                gate.losses = 1  # of whichever connection is next
                for driver in (ann, bob):
                    await driver.go_on(lost)
                for driver in (ann, bob):
                    await driver.reaches(lost)
            assert [driver.refusals for driver in (ann, bob)] == before
            for driver in (ann, bob):
                await driver.go_on()
            for driver in (ann, bob):
                await driver.ends()
            await stop_all([ann, bob])


async def test_a_subscription_that_dies_without_a_word_is_noticed(valkey: Server) -> None:
    path = valkey.url.partition("://")[2]
    async with Gate(unix(path)) as gate:
        direct = own_prefix(valkey.url)
        prefix = direct.partition("?")[2]
        async with (
            relay_on(direct) as one,
            relay_on(f"valkey://127.0.0.1:{gate.port}?{prefix}") as two,
        ):
            ann = await seat(one.address, "Ann", stop_at=0)
            bob = await seat(two.address, "Bob", ann.client.code, stop_at=0)
            gate.hold()
            begun = time.monotonic()
            await ann.request(m.Say("do you hear me?"))
            await bob.until(lambda: bob.client.chat, "what was said meanwhile")
            assert time.monotonic() - begun < 20  # ten on a machine that is not loaded
            assert bob.lines == 1
            for driver in (ann, bob):
                await driver.go_on()
            for driver in (ann, bob):
                await driver.ends()
            await stop_all([ann, bob])


async def test_a_relay_that_slept_wakes_with_old_beliefs(valkey: Server, tmp_path: Path) -> None:
    url = own_prefix(valkey.url)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    limits = replace(QUICK, beat=0.2)
    with (
        RelayProcess(tmp_path / "one", url=url, limits=limits) as one,
        RelayProcess(tmp_path / "two", url=url, limits=limits) as two,
    ):
        ann = await seat(one.url, "Ann", stop_at=0)
        bob = await seat(two.url, "Bob", ann.client.code, stop_at=0)
        await bob.until(lambda: bob.client.present and len(bob.client.present.seats) == 2, "Ann")
        one.process.send_signal(signal.SIGSTOP)
        await ann.request(m.Say("before I slept"))  # it will be read when it wakes
        await bob.until(lambda: bob.client.present and bob.client.present.seats == (1,), "absence")
        for n in range(5):
            await bob.request(m.Say(f"while you slept {n}"))
        await bob.until(lambda: len(bob.client.chat) == 5, "his own lines")
        one.process.send_signal(signal.SIGCONT)
        await each((ann, bob), lambda d: len(d.client.chat) == 6, "all lines")
        texts = [[d.client.chat[n].text for n in range(1, 7)] for d in (ann, bob)]
        assert texts[0] == texts[1]
        assert texts[0][-1] == "before I slept"
        for driver in (ann, bob):
            await driver.go_on()
        for driver in (ann, bob):
            await driver.ends()
        await stop_all([ann, bob])


async def test_a_missed_sign_of_life_or_two_cost_nobody_anything(
    valkey: Server, tmp_path: Path
) -> None:
    url = own_prefix(valkey.url)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    limits = replace(QUICK, beat=1.0)
    with (
        RelayProcess(tmp_path / "one", url=url, limits=limits) as one,
        RelayProcess(tmp_path / "two", url=url, limits=limits) as two,
    ):
        ann = await seat(one.url, "Ann", stop_at=0)
        bob = await seat(two.url, "Bob", ann.client.code, stop_at=0)
        await bob.until(lambda: bob.client.present and len(bob.client.present.seats) == 2, "Ann")
        await two.becomes("relays", 2)
        one.process.send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        await asyncio.sleep(1.5)
        asleep = time.monotonic() - begun
        relays, present = two.figure("relays"), bob.client.present
        one.process.send_signal(signal.SIGCONT)
        if asleep < 2.0:  # otherwise the machine was too busy to look in time
            assert relays == 2
            assert present is not None
            assert present.seats == (0, 1)
        await ann.request(m.Say("still here"))
        await bob.until(lambda: bob.client.chat, "what she says")
        assert ann.lines == bob.lines == 1
        await stop_all([ann, bob])


async def test_the_clocks_of_relays_do_not_matter(
    valkey: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with relay_on(own_prefix(valkey.url)) as relay:
        driver = relay._driver
        assert driver is not None
        before = driver._now()
        monkeypatch.setattr(clock, "of_day", lambda: time.time() + 86_400 * 365)
        assert 0 <= driver._now() - before < 30
        assert driver._clock.behind() > 86_400 * 364


async def test_over_tls_as_a_user_of_its_own(tmp_path: Path) -> None:
    server, _ = certificates(tmp_path)
    with Valkey() as valkey:
        rights = ("~kb:*", "&kb:*", "+@all", "-@dangerous", "+config|get", "+info")
        valkey.ask("ACL", "SETUSER", "kb", "on", ">secret", *rights)
        async with Gate(unix(f"{valkey.folder}/s"), tls=server) as gate:
            url = f"valkeys://kb:secret@127.0.0.1:{gate.port}"
            with pytest.raises(OSError, match=r"certificate|CERTIFICATE"):
                await asyncio.to_thread(open_valkey, url)
            async with relay_on(f"{url}?ca={tmp_path / 'cert.pem'}") as relay:
                drivers = await sit_down(relay.address, ["Ann", "Bob"])
                for driver in drivers:
                    await driver.ends()
                await stop_all(drivers)


async def test_with_a_replica_nothing_counts_that_it_does_not_have(tmp_path: Path) -> None:
    at_once = (*SAFE, "--repl-diskless-sync-delay", "0")
    with Valkey(*at_once, port=free_port()) as main, Valkey(port=free_port()) as copy:
        copy.ask("REPLICAOF", "127.0.0.1", str(main.port))
        async with asyncio.timeout(30):
            while b"state=online" not in main.ask("INFO", "replication"):
                await asyncio.sleep(0.05)
        url = f"valkey://127.0.0.1:{main.port}"
        with RelayProcess(tmp_path, "--replicas", "1", url=url) as relay:
            ann, bob = await sit_down(relay.url, ["Ann", "Bob"], stop_at=10)
            await each((ann, bob), lambda d: d.entries >= 10, "ten entries")
            copy.pause()
            await ann.request(m.Say("nobody has this twice"))
            await ann.until(lambda: "unavailable" in ann.refusals, "the refusal")
            await ann.request(m.Say("nor this"))  # the room has to be read before that
            await ann.until(lambda: ann.refusals.count("unavailable") == 2, "another refusal")
            assert not bob.client.chat
            copy.go_on()
            await ann.until(lambda: ann.client.chat, "it was stored after all")
            await stop_all([ann, bob])


async def test_sentinels_name_another_server(tmp_path: Path) -> None:
    with (
        Valkey(*SAFE, "--repl-diskless-sync-delay", "0", port=free_port()) as main,
        Valkey(port=free_port()) as copy,
        Valkey("--sentinel", port=free_port()) as sentinel,
    ):
        copy.ask("REPLICAOF", "127.0.0.1", str(main.port))
        for command in (
            ("MONITOR", "games", "127.0.0.1", main.port, 1),
            ("SET", "games", "down-after-milliseconds", 500),
            ("SET", "games", "failover-timeout", 3000),
        ):
            sentinel.ask("SENTINEL", *command)
        url = f"valkey+sentinel://127.0.0.1:{sentinel.port}/games"
        with RelayProcess(tmp_path, url=url) as relay:
            ann, bob = await sit_down(relay.url, ["Ann", "Bob"], stop_at=20)
            await each((ann, bob), lambda d: d.entries >= 20, "twenty entries")
            async with asyncio.timeout(30):
                key = f"kb:{{{tidy_code(ann.client.code)}}}:log"
                while copy.ask("XLEN", key) != main.ask("XLEN", key):
                    await asyncio.sleep(0.05)
                while not sentinel.ask("SENTINEL", "REPLICAS", "games"):
                    await asyncio.sleep(0.05)
            main.kill()
            await plays_on(ann, bob)
            lost = [x for x in ann.events if isinstance(x, Ended) and x.code == "lost"]
            assert lost == []  # the replica had it all
            assert copy.ask("ROLE")[0] == b"master"
            await stop_all([ann, bob])


async def plays_on(*drivers: Driver) -> None:
    """To the end, whatever was refused meanwhile."""

    async def nudge() -> None:
        while not all(driver.is_over for driver in drivers):
            for driver in drivers:
                await driver.go_on()
            await asyncio.sleep(0.2)

    task = asyncio.create_task(nudge())
    for driver in drivers:
        await driver.ends()
    await task


# ---- a Valkey Cluster ---------------------------------------------------------------------------

NODES = (
    *("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"),
    *("--cluster-node-timeout", "1000"),
)
THIRD = SLOTS // 3


@asynccontextmanager
async def three_nodes() -> AsyncIterator[list[Valkey]]:
    with ExitStack() as stack:
        nodes = [stack.enter_context(Valkey(*SAFE, *NODES, port=cluster_port())) for _ in range(3)]
        for n, node in enumerate(nodes):
            last = SLOTS - 1 if n == 2 else (n + 1) * THIRD - 1
            node.ask("CLUSTER", "ADDSLOTSRANGE", n * THIRD, last)
            for other in nodes:
                node.ask("CLUSTER", "MEET", "127.0.0.1", other.port)
        async with asyncio.timeout(30):
            for node in nodes:
                while b"cluster_state:ok" not in node.ask("CLUSTER", "INFO") or (
                    len(node.ask("CLUSTER", "SLOTS")) < 3
                ):
                    await asyncio.sleep(0.05)
        yield nodes


def node_of(room: str) -> int:
    return min(slot_of(f"{{{room}}}") // THIRD, 2)


def cluster_port() -> int:
    """The nodes talk to each other at a port that is 10000 higher."""
    while (port := free_port()) > 55_000:
        pass
    return port


async def test_rooms_are_spread_over_three_servers_and_one_is_killed() -> None:
    async with three_nodes() as nodes:
        url = f"valkey+cluster://127.0.0.1:{nodes[0].port}"
        async with relay_on(url) as one, relay_on(url) as two:
            rooms: dict[int, list[Driver]] = {}
            while len(rooms) < 3:  # one at each server
                ann = await seat(one.address, f"Ann {len(rooms)}", stop_at=10)
                node = node_of(tidy_code(ann.client.code) or "")
                if node in rooms:
                    await ann.stop()
                    continue
                rooms[node] = [ann, await seat(two.address, "Bob", ann.client.code, stop_at=10)]
            await each(
                [d for room in rooms.values() for d in room], lambda d: d.entries >= 10, "10"
            )
            killed = 1 if node_of("relays") != 1 else 2
            nodes[killed].kill()
            for node, room in rooms.items():
                if node != killed:
                    await plays_on(*room)
            await rooms[killed][0].request(m.Say("is anybody there?"))
            ann = rooms[killed][0]
            await ann.until(lambda: "unavailable" in ann.refusals, "the refusal")
            await asyncio.to_thread(nodes[killed].start)
            await plays_on(*rooms[killed])
            await stop_all([d for room in rooms.values() for d in room])
