"""Measures relays that share a Valkey, against a relay with a file in the same run.

    python -m bench.cluster            all of it, about five minutes
    python -m bench.cluster --quick    the same with fewer rounds

The load and the way of comparing are those of ``bench.relay``: prepared games, everything that is
compared runs at the same time and in turns, and the result is the median of ratios. CPU is that of
the relays alone; what Valkey takes is printed beside it.

A delivery is a message with entries that a client gets, player or spectator. What a relay does to
take a move, or to hear of one, is shared by the deliveries that it leads to. So a delivery costs
more where fewer clients get it: four clients of a room at one relay share one move; at four relays,
each alone, they share one move and three times hearing of it. That is what spreading a room costs,
and it ends when each client has a relay of its own. How the cost grows with the number of relays is
another question. It is measured with relays that know their own addresses (``together``): clients
ask at all of them and follow to the one that has the room; and, for clients that do not follow,
with as many clients of a room at each relay.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import mean, median
from threading import Event, Thread
from typing import Final, NamedTuple

from bench.lines import Load
from bench.prepared_rooms import Script, write
from bench.relay import _OPEN, _TURNS, Bench, Process, Side, Verdict, in_turns, part, syncs
from bench.relay import Patience as _Patience
from relay.effects import Append
from relay.store.valkey.opening import open_valkey
from tests.relay.valkeys import SAFE, Valkey, free_port, own_prefix

ROOMS: Final = 60
WATCHERS: Final = 2
RATE: Final = 200.0  # moves a second
_LATER: Final = 4e9  # when these rooms expire
_APPENDS: Final = 8.0  # seconds of a round of appends with and without a replica
_RECORD: Final = bytes(80)
_LOOK: Final = 0.05  # seconds between two syncs that are measured
_SHORT: Final = 40  # moves of each room where there are many
_ACQUAINTED: Final = 4.0  # seconds after which relays know of each other
PATIENT: Final = _Patience(rounds=3, seconds=6.0, idle=9.0, lines=400)
QUICK: Final = _Patience(rounds=1, seconds=3.0, idle=4.0, lines=200)


class Relays:
    """Several of them, measured together."""

    def __init__(self, processes: Sequence[Process], server: Valkey) -> None:
        self.processes = processes
        self.ports = [process.port for process in processes]
        self.folder = server.folder
        self._server = server

    def cpu(self) -> float:
        return sum(process.cpu() for process in self.processes)

    def memory(self) -> int:
        return sum(process.memory() for process in self.processes)

    def server_cpu(self) -> float:
        assert self._server.process is not None
        return scheduled(self._server.process.pid)[0]

    def waited(self) -> list[tuple[float, float]]:
        """Seconds that relays, Valkey and the load have had a core, and have waited for one."""
        assert self._server.process is not None
        pids = [process.pid for process in self.processes]
        pairs = [scheduled(pid) for pid in pids]
        relays = sum(cpu for cpu, _ in pairs), sum(wait for _, wait in pairs)
        return [relays, scheduled(self._server.process.pid), scheduled(os.getpid())]


def scheduled(pid: int) -> tuple[float, float]:
    """Seconds that all threads of a process have had a core, and have waited for one."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    rows = [(task / "schedstat").read_text().split() for task in tasks]
    return sum(int(row[0]) for row in rows) / 1e9, sum(int(row[1]) for row in rows) / 1e9


@contextmanager
def relays(
    server: Valkey,
    scripts: Sequence[Script],
    count: int,
    *arguments: str,
    are_named: bool = False,
) -> Iterator[Relays]:
    """That many relays on keys of their own, with these rooms in them. If they are named, they send
    the people of a room to one of them."""
    url = own_prefix(server.url)
    store = open_valkey(url)
    for at in range(0, len(scripts), 50):
        store.append([Append(s.code, 0, s.records, _LATER) for s in scripts[at : at + 50]])
    store.close()
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            port = free_port() if are_named else 0
            own = ("--own-url", f"ws://127.0.0.1:{port}") if are_named else ()
            words = ["--port", str(port), "--store", url, *_OPEN, *own, *arguments]
            process = Process(["-m", "relay", *words])
            stack.callback(process.end)
            found.append(process)
        yield Relays(found, server)


@contextmanager
def strangers(server: Valkey, scripts: Sequence[Script], count: int) -> Iterator[Relays]:
    """The same number of relays on the same Valkey that know nothing of each other, each with every
    so-many-th of these rooms: what they cost is the machine's doing, not the cluster's."""
    with ExitStack() as stack:
        some = (relays(server, scripts[n::count], 1, are_named=True) for n in range(count))
        yield Relays([stack.enter_context(one).processes[0] for one in some], server)


def side(found: Relays, load: Load) -> Side:
    return Side(found, load)  # type: ignore[arg-type]


class Cost(NamedTuple):
    cpu: float  # seconds of the relays for one delivery
    server: float  # the same of Valkey
    rate: float  # deliveries a second
    load: float  # seconds of the load for one delivery
    # How many times as long each took as it had a core, since others want it too: the relays,
    # Valkey, the load.
    slow: tuple[float, float, float]
    sync: float  # seconds of a sync of the same disk, meanwhile


@contextmanager
def syncing(folder: Path) -> Iterator[list[float]]:
    """How long a sync takes now and then, as long as this lasts: a moment later the disk may be ten
    times as slow."""
    found: list[float] = []
    is_over = Event()

    def look() -> None:
        while not is_over.wait(_LOOK):
            found.extend(syncs(folder, 1))

    thread = Thread(target=look)
    thread.start()
    try:
        yield found
    finally:
        is_over.set()
        thread.join()


def cost(found: Relays, load: Load) -> Cost:
    before, own, one = found.server_cpu(), time.process_time(), side(found, load)
    pairs = found.waited()
    with syncing(found.folder) as times:
        asyncio.run(in_turns([one], 1))
    spent, own = found.server_cpu() - before, time.process_time() - own
    more = zip(pairs, found.waited(), strict=True)
    relays, valkey, loads = (1 + (b[1] - a[1]) / (b[0] - a[0]) for a, b in more)
    count = load.deliveries
    slow = (relays, valkey, loads)
    return Cost(one.cpu, spent / count, one.rate, own / count, slow, mean(times))


# ---- one relay: Valkey instead of a file ---------------------------------------------------------


def speed(bench: Bench, server: Valkey, scripts: Sequence[Script]) -> Iterator[Verdict]:
    ratios: list[float] = []
    for _ in range(bench.patience.rounds):
        with bench.relay(scripts) as one, relays(server, scripts, 1) as other:
            file = Side(one, Load(one.port, scripts, WATCHERS, is_relay=True))
            before = other.server_cpu()
            shared = side(other, Load(other.ports, scripts, WATCHERS, is_relay=True))
            asyncio.run(in_turns([file, shared], _TURNS))
            spent = (other.server_cpu() - before) / shared.load.deliveries
        ratios.append(shared.cpu / file.cpu)
        for name, each, more in (("file", file, 0.0), ("valkey", shared, spent)):
            text = f"{each.cpu * 1e6:6.1f} us CPU each, and {more * 1e6:5.1f} us of Valkey"
            print(f"  {name:<12} {each.rate:7.0f} deliveries/s  {text}")
    yield Verdict("CPU of a delivery with Valkey, of that with a file", median(ratios), 1.5)


# ---- several relays ------------------------------------------------------------------------------


def together(bench: Bench, server: Valkey, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """Clients who ask at all relays and follow to the one that has their room. Each relay has as
    many rooms as one alone: with fewer, what has come up while Valkey synced is less, and a batch
    costs the same. Beside them as many relays that are strangers to each other: several processes
    on few cores cost each other time, whether they share rooms or not."""
    most = len(scripts)
    names = {True: "all follow", False: "strangers"}
    costs: dict[tuple[int, int, bool], list[Cost]] = {
        case: []
        for case in (
            *((1, most, True), (4, most, True)),
            *((count, count * most, is_cluster) for count in (2, 4) for is_cluster in names),
        )
    }
    rooms = [*scripts, *(write(n) for n in range(most, 4 * most))]
    for turn in range(max(2, bench.patience.rounds)):
        for case in costs if turn % 2 else reversed(costs):
            count, many, is_cluster = case
            some = rooms[:many]
            cluster = partial(relays, are_named=True) if is_cluster else strangers
            with cluster(server, some, count) as found:
                time.sleep(_ACQUAINTED)
                load = Load(found.ports, some, WATCHERS, True, _SHORT, are_apart=not is_cluster)
                costs[case].append(cost(found, load))
    typical = {case: median(each.cpu for each in seen) for case, seen in costs.items()}
    for (count, many, is_cluster), cpu in typical.items():
        valkey = median(each.server for each in costs[count, many, is_cluster]) * 1e6
        text = f"{cpu * 1e6:6.1f} us CPU each, and {valkey:5.1f} us of Valkey"
        print(f"  {count} relays, {many:3} rooms, {names[is_cluster]}  {text}")
    for count in (2, 4):
        own = typical[count, count * most, True]
        pairs = zip(*(costs[count, count * most, each] for each in names), strict=True)
        ratio = median(one.cpu / other.cpu for one, other in pairs)
        print(f"  {count} relays cost {own / typical[1, most, True]:.2f} times one per delivery")
        what = f"CPU of a delivery at {count} relays for those who follow, of strangers"
        yield Verdict(what, ratio, 1.15)


def growth(bench: Bench, server: Valkey, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """Every room at all relays, as for clients that do not follow: two have a player, and others
    only pass entries on."""
    costs: dict[str, list[Cost]] = {}
    few = scripts[: len(scripts) // 2]
    cases = {
        "1 relay, 2 watchers": (1, 2, scripts),
        "2 relays, 2 watchers": (2, 2, scripts),
        "4 relays, 2 watchers": (4, 2, scripts),
        "2 relays, 6 watchers": (2, 6, few),
        "4 relays, 14 watchers": (4, 14, few),
        "2 relays, 40 watchers": (2, 40, scripts[:10]),
        "2 relays, 10 rooms": (2, 2, scripts[:10]),
    }
    for _ in range(bench.patience.rounds):
        for name, (count, watchers, rooms) in cases.items():
            with relays(server, rooms, count) as found:
                load = Load(found.ports, rooms, watchers, is_relay=True)
                costs.setdefault(name, []).append(cost(found, load))
    typical = {name: median(each.cpu for each in seen) for name, seen in costs.items()}
    for name, seen in costs.items():
        relay, valkey = typical[name] * 1e6, median(each.server for each in seen) * 1e6
        rate = median(each.rate for each in seen)
        slow = " ".join(f"{median(each.slow[n] for each in seen):.2f}" for n in range(3))
        sync = median(each.sync for each in seen) * 1e3
        text = f"{relay:6.1f} us CPU each, and {valkey:5.1f} us of Valkey; {slow} times as slow"
        text += f", a sync {sync:.2f} ms"
        print(f"  {name:<24} {rate:7.0f} deliveries/s  {text}")
    work = median(each.load for seen in costs.values() for each in seen) * 1e6
    print(f"  the load took {work:.0f} us for each delivery")
    one, two, four = (typical[f"{n}, 2 watchers"] for n in ("1 relay", "2 relays", "4 relays"))
    hear, watch = 4e6 * (two - one), 2e6 * (four - two)
    print(f"  to hear of a move: {hear:.0f} us where a player is, {watch:.0f} us elsewhere")
    pairs = (2, typical["2 relays, 6 watchers"]), (4, typical["4 relays, 14 watchers"])
    for count, each in pairs:
        yield Verdict(
            f"CPU of a delivery, 4 clients at each of {count} relays, of 1", each / one, 1
        )
    yield Verdict("the same, 4 clients of a room at two relays, of one", two / one, 2.0)
    many, few_rooms = typical["2 relays, 40 watchers"], typical["2 relays, 10 rooms"]
    yield Verdict("the same with 40 watchers, of 2", many / few_rooms, 1.0)
    yield Verdict("the same in 60 rooms, of 10", two / few_rooms, 1.7)


class Work(NamedTuple):
    """What relays have done that have rooms of their own."""

    deliveries: int
    seconds: float
    cpus: tuple[float, ...]  # of each relay
    server: float  # the same of Valkey

    @property
    def rate(self) -> float:
        return self.deliveries / self.seconds

    @property
    def possible(self) -> float:
        """Deliveries a second if each relay had a core to itself: then the busiest would be busy
        all the time, and all others would wait for it."""
        return self.deliveries / max(self.cpus)


async def play_apart(found: Relays, scripts: Sequence[Script]) -> Work:
    """Each room at one relay, in turn."""
    load = Load(found.ports, scripts, WATCHERS, is_relay=True, are_apart=True)
    await load.connect()
    begun, server = time.perf_counter(), found.server_cpu()
    before = [process.cpu() for process in found.processes]
    await load.flat_out()
    seconds = time.perf_counter() - begun
    cpus = [process.cpu() - spent for process, spent in zip(found.processes, before, strict=True)]
    load.close()
    return Work(load.deliveries, seconds, tuple(cpus), found.server_cpu() - server)


def twice(bench: Bench, server: Valkey, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """Two relays that have as many rooms of their own as one alone, against that one. To see what
    they can do takes a core for each of them, one for Valkey and two for the load. With fewer it is
    derived from the CPU that each process has used for its deliveries. That does not depend on who
    waited for whom, but processes on the same core make each other slower; so what one relay can do
    is also measured beside a stranger, where the machine has just as much to do."""
    cores = len(os.sched_getaffinity(0))
    more = [*scripts, *(write(n) for n in range(len(scripts), 2 * len(scripts)))]
    cases = {
        "one": (scripts, relays, 1),
        "two strangers": (more, strangers, 2),
        "two": (more, relays, 2),
    }
    works: dict[str, list[Work]] = {name: [] for name in cases}
    for number in range(max(2, bench.patience.rounds)):
        for name, (rooms, start, count) in cases.items() if number % 2 else reversed(cases.items()):
            with start(server, rooms, count) as some:
                works[name].append(asyncio.run(play_apart(some, rooms)))
    for name, seen in works.items():
        cpu = median(sum(each.cpus) / each.deliveries for each in seen) * 1e6
        valkey = median(each.server / each.deliveries for each in seen) * 1e6
        print(f"  {name:<13} {cpu:6.1f} us CPU for each delivery, of Valkey {valkey:.1f}")
    rate, alone, beside = (
        median(ratios)
        for ratios in zip(
            *(
                (two.rate / one.rate, two.possible / one.possible, 2 * two.possible / pair.possible)
                for one, pair, two in zip(*works.values(), strict=True)
            ),
            strict=True,
        )
    )
    print(f"  two relays delivered {rate:.2f} times one on {cores} cores with all else;")
    print(f"  by CPU {alone:.2f} times one alone, {beside:.2f} times one beside a stranger")
    if cores >= 5:
        yield Verdict("deliveries a second of two relays, of one", rate, 1.7, False)
    yield Verdict("the same, derived: each relay with its own core", beside, 1.7, False)


# ---- how long it takes ---------------------------------------------------------------------------


def delay(bench: Bench, server: Valkey, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """From a move at one relay to each delivery, half of them at another."""
    extra: list[float] = []

    async def run(ports: Sequence[int]) -> tuple[float, float]:
        load = Load(ports, scripts, WATCHERS, is_relay=True)
        await load.connect()
        times = await load.steadily(RATE, bench.patience.seconds)
        load.close()
        return part(times, 0.5), part(times, 0.99)

    for _ in range(bench.patience.rounds):
        with relays(server, scripts, 2) as found:
            half, most = asyncio.run(run(found.ports))
        sync = part(sorted(syncs(server.folder)), 0.5)
        extra.append((half - sync) * 1e3)
        print(
            f"  two relays {half * 1e3:6.2f} ms for half, {most * 1e3:6.2f} ms for 99 percent",
            end="",
        )
        print(f"; a sync {sync * 1e3:.2f} ms")
    yield Verdict("ms of the median delay across relays beyond a sync", median(extra), 3.0)


def replicas(bench: Bench) -> None:
    """What it costs to wait for a replica: one append at a time, now without and now with it. The
    disk of a busy machine is now and then ten times as slow, but it is so for both."""
    times: list[list[float]] = [[], []]
    at_once = (*SAFE, "--repl-diskless-sync-delay", "0")
    with Valkey(*at_once, port=free_port()) as main, Valkey(port=free_port()) as copy:
        copy.ask("REPLICAOF", "127.0.0.1", str(main.port))
        while b"state=online" not in main.ask("INFO", "replication"):
            time.sleep(0.05)
        stores = [open_valkey(own_prefix(main.url), replicas=count) for count in (0, 1)]
        end, turn = time.monotonic() + _APPENDS * bench.patience.rounds, 0
        while time.monotonic() < end:
            for count in (0, 1) if turn % 2 else (1, 0):
                begun = time.perf_counter()
                done = stores[count].append([Append("room", turn, (_RECORD,), _LATER)])
                times[count].append(time.perf_counter() - begun)
                assert all(done)
            turn += 1
        for store in stores:
            store.close()
    more = median(after - before for before, after in zip(*times, strict=True)) * 1e3
    for count, found in enumerate(map(sorted, times)):
        shown = ", ".join(f"{part(found, share) * 1e3:.2f}" for share in (0.25, 0.5, 0.75))
        print(f"  an append with {count} replicas: {shown} ms for a quarter, half, three quarters")
    print(f"  of {turn} pairs, half took at least {more:.2f} ms longer with a replica")


def footprint(bench: Bench, server: Valkey, scripts: Sequence[Script]) -> Iterator[Verdict]:
    lines = bench.patience.lines
    rooms = [*scripts, *(write(n) for n in range(len(scripts), lines // 4))][: lines // 4]

    async def run(found: Relays) -> tuple[float, float]:
        before = found.memory()
        load = Load(found.ports, rooms, WATCHERS, is_relay=True, most=5)
        await load.connect()
        await load.flat_out()
        size = (found.memory() - before) / lines
        await asyncio.sleep(2.0)
        begun, cpu = time.perf_counter(), found.cpu()
        await asyncio.sleep(bench.patience.idle)
        share = (found.cpu() - cpu) / (time.perf_counter() - begun)
        load.close()
        return size / 1000, 100 * share

    with relays(server, rooms, 1) as found:
        size, share = asyncio.run(run(found))
    yield Verdict("kB of a warm connection, its share of a room included", size, 26)
    yield Verdict(f"percent CPU with {lines} idle connections", share, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure relays that share a Valkey.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    patience = QUICK if parser.parse_args().quick else PATIENT
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no server is left behind
    print(f"{ROOMS} rooms of 2 players and {WATCHERS} watchers, every entry synced to disk")
    with tempfile.TemporaryDirectory() as name, Valkey() as server:
        bench, scripts = Bench(Path(name), patience), [write(n) for n in range(ROOMS)]
        verdicts = [*speed(bench, server, scripts)]
        verdicts += together(bench, server, scripts)
        verdicts += growth(bench, server, scripts)
        verdicts += twice(bench, server, scripts)
        print(f"at {RATE:.0f} moves a second")
        verdicts += delay(bench, server, scripts)
        replicas(bench)
        verdicts += footprint(bench, server, scripts)
    print("values and their targets")
    for verdict in verdicts:
        print(verdict)


if __name__ == "__main__":
    main()
