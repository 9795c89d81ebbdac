"""Measures a relay under load, against a bare broadcast server in the same run.

    python -m bench.relay            all of it, about six minutes
    python -m bench.relay --quick    the same with fewer rounds

The relay, the bare server and the load are separate processes on loopback. The games in the rooms
are prepared in advance (bench/prepared_rooms.py), so that the load costs the same for both: the
bare server is sent exactly what it should pass on. CPU is that of the server process alone.

A machine is not equally fast from one second to the next, least of all if it is busy. So everything
that is compared runs at the same time, and the load alternates between the two at short intervals;
the result is the median of the ratios of several such rounds. The load has a core to itself and all
servers share another: left alone, the system moves the load next to a server in the middle of its
deliveries, for the relay more often than for the bare server (``--unpinned`` measures that).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bench.lines import Load, Thin, stuck
from bench.prepared_rooms import Script, keep, write
from relay.protocol import messages as m
from relay.protocol.codec import encode
from relay.protocol.limits import Limits

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = 100
WATCHERS: Final = 2
RATE: Final = 1000.0  # moves a second
LATE: Final = 100  # entries of a game that is far on; the shortest have some 125
FEW: Final = 15  # moves of each room where games begin early and late: none comes to its end
# Far above what one address could do, for all these clients have one.
_OPEN: Final = [
    word
    for name in (
        *("burst", "rate", "connections", "guesses", "all_connections", "rooms", "watchers"),
        *("arrivals", "all_arrivals"),
    )
    for word in ("--limit", f"{name}=60000")
]
_TURNS: Final = 8  # of each server in a round
_BREATH: Final = 0.005  # seconds; what a server does behind its last delivery counts too


class Patience(NamedTuple):
    rounds: int
    seconds: float  # of a steady load
    idle: float  # seconds to look at idle connections
    lines: int


PATIENT: Final = Patience(rounds=5, seconds=8.0, idle=21.0, lines=1000)
QUICK: Final = Patience(rounds=1, seconds=3.0, idle=5.0, lines=400)


class Verdict(NamedTuple):
    what: str
    value: float
    target: float
    at_most: bool = True

    def __str__(self) -> str:
        met = self.value <= self.target if self.at_most else self.value >= self.target
        bound, end = ("at most" if self.at_most else "at least"), ("met" if met else "MISSED")
        digits = 0 if self.target >= 100 else 2
        shown = f"{self.value:8.{digits}f}  {bound:>8} {self.target:7.{digits}f}  {end}"
        return f"  {self.what:<56} {shown}"


class Process:
    """A server that is measured."""

    def __init__(self, arguments: Sequence[str], cores: frozenset[int] = frozenset()) -> None:
        """``cores``: those that it may use; none: all."""
        ours = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores or ours)  # a child has what its parent has
        self._child = subprocess.Popen(
            [sys.executable, "-P", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        os.sched_setaffinity(0, ours)
        assert self._child.stdout is not None
        self.port = int(self._child.stdout.readline().rpartition(":")[2])
        self.pid = self._child.pid

    def cpu(self) -> float:
        """Seconds, of all its threads."""
        tasks = Path(f"/proc/{self._child.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> int:
        text = Path(f"/proc/{self._child.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        assert found is not None
        return 1024 * int(found[1])

    def end(self) -> None:
        self._child.kill()
        self._child.wait()
        if self._child.stdout is not None:
            self._child.stdout.close()


class Bench:
    """What all measurements need."""

    def __init__(
        self, folder: Path, patience: Patience, cores: frozenset[int] = frozenset()
    ) -> None:
        """``cores`` are those of the servers; none: all."""
        self.folder = folder
        self.patience = patience
        self._cores = cores
        self._stores = 0

    @contextmanager
    def relay(self, scripts: Sequence[Script], *arguments: str) -> Iterator[Process]:
        """A relay with a store of its own that has these rooms."""
        self._stores += 1
        store = self.folder / f"{self._stores}.sqlite"
        keep(scripts, store)
        words = ["-m", "relay", "--port", "0", "--store", str(store), *_OPEN, *arguments]
        process = Process(words, self._cores)
        try:
            yield process
        finally:
            process.end()

    @contextmanager
    def bare(self) -> Iterator[Process]:
        process = Process(["-m", "bench.broadcast"], self._cores)
        try:
            yield process
        finally:
            process.end()


class Side:
    """A server, its load, and what that has cost so far."""

    def __init__(self, process: Process, load: Load) -> None:
        self.load = load
        self._process = process
        self._cpu = self._seconds = 0.0

    async def play(self, steps: int) -> None:
        """As fast as it goes, up to that many steps of each room."""
        before = self._process.cpu()
        self._seconds += await self.load.flat_out(steps)
        await asyncio.sleep(_BREATH)
        self._cpu += self._process.cpu() - before

    @property
    def cpu(self) -> float:
        """Seconds for one delivery."""
        return self._cpu / self.load.deliveries

    @property
    def rate(self) -> float:
        """Deliveries a second."""
        return self.load.deliveries / self._seconds

    @property
    def size(self) -> float:
        """Bytes of one delivery."""
        return self.load.bytes / self.load.deliveries


async def in_turns(sides: Sequence[Side], turns: int) -> None:
    """Everything played as fast as it goes, now here and now there."""
    for side in sides:
        await side.load.connect()
        side.load.forget()
    for turn in range(1, turns + 1):
        for side in sides if turn % 2 else sides[::-1]:
            await side.play(ceil(side.load.longest * turn / turns))
    for side in sides:
        side.load.close()


def speed(bench: Bench, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """The relay against the bare server."""
    pairs: list[tuple[Side, Side]] = []
    for _ in range(bench.patience.rounds):
        with bench.bare() as one, bench.relay(scripts) as other:
            bare = Side(one, Load(one.port, scripts, WATCHERS, is_relay=False))
            relay = Side(other, Load(other.port, scripts, WATCHERS, is_relay=True))
            asyncio.run(in_turns([bare, relay], _TURNS))
        pairs.append((relay, bare))
        for name, side in (("relay", relay), ("bare server", bare)):
            each = f"{side.cpu * 1e6:6.1f} us CPU each"
            print(f"  {name:<12} {side.rate:7.0f} deliveries/s  {each}")
    cost = median(relay.cpu / bare.cpu for relay, bare in pairs)
    yield Verdict("CPU of a delivery, of the bare server's", cost, 1.5)
    yield Verdict("the same, as we would like it", cost, 1.2)
    ratio = median(relay.rate / bare.rate for relay, bare in pairs)
    yield Verdict("deliveries a second, of the bare server's", ratio, 0.65, at_most=False)
    yield Verdict("bytes of a delivered move", pairs[0][0].size, 60)


# ---- how long it takes --------------------------------------------------------------------------


def part(times: Sequence[float], share: float) -> float:
    """The value that this share of the sorted times does not exceed."""
    return times[min(len(times) - 1, int(len(times) * share))]


def syncs(folder: Path, count: int = 60) -> list[float]:
    """How long it takes to make one more page of a file durable."""
    found: list[float] = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(count):
            file.write(bytes(4096))
            begun = time.perf_counter()
            os.fsync(file.fileno())
            found.append(time.perf_counter() - begun)
    return found


async def steadily(bench: Bench, bare: Load, relay: Load) -> dict[str, list[float]]:
    """How long deliveries take at a steady load, now here and now there, and a sync."""
    loads = {"relay": relay, "bare server": bare}
    found: dict[str, list[float]] = {"sync": []}
    for load in loads.values():
        await load.connect()
    for _ in range(_TURNS):
        for name, load in loads.items():
            found[name] = await load.steadily(RATE, bench.patience.seconds / _TURNS)
        found["sync"] = sorted([*found["sync"], *syncs(bench.folder)])
    for load in loads.values():
        load.close()
    return found


def delay(bench: Bench, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """At a steady load, from the move that is sent to each delivery."""
    halves: list[float] = []
    mosts: list[float] = []
    for _ in range(bench.patience.rounds):
        with bench.bare() as one, bench.relay(scripts) as other:
            bare = Load(one.port, scripts, WATCHERS, is_relay=False)
            relay = Load(other.port, scripts, WATCHERS, is_relay=True)
            found = asyncio.run(steadily(bench, bare, relay))
        for name, times in found.items():
            half, most = part(times, 0.5) * 1e3, part(times, 0.99) * 1e3
            print(f"  {name:<12} {half:7.2f} ms for half of all, {most:7.2f} ms for 99 percent")
        for share, ratios in ((0.5, halves), (0.99, mosts)):
            least = part(found["bare server"], share) + part(found["sync"], share)
            ratios.append(part(found["relay"], share) / least)
    yield Verdict("median delay, of the bare server's and a sync", median(halves), 1.5)
    yield Verdict("99th percentile, of the same", median(mosts), 2.0)


async def ask_on(watcher: Thin) -> None:
    """Ask for the game from its first entry, as often as the limits of a relay allow."""
    while True:
        watcher.send(encode(m.More(0)))
        await asyncio.sleep(1 / Limits().rate)


def stuck_watcher(bench: Bench, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """What one watcher who does not read, and asks on and on, does to the other rooms."""
    rooms = [*scripts[1:], write(len(scripts), start=LATE)]

    async def run(process: Process) -> tuple[float, float]:
        load = Load(process.port, rooms, WATCHERS, is_relay=True)
        await load.connect()
        seconds, last = bench.patience.seconds / 2, load.rooms.pop()
        before = part(await load.steadily(RATE, seconds), 0.99)
        watcher = last.watchers[0]
        stuck(watcher.transport)
        for _ in range(400):  # more than the system keeps for it
            watcher.send(encode(m.More(0)))
        await asyncio.sleep(0.5)
        load.times.clear()
        asking = asyncio.create_task(ask_on(watcher))
        after = part(await load.steadily(RATE, seconds), 0.99)
        asking.cancel()
        load.rooms.append(last)
        load.close()
        return before, after

    found: list[tuple[float, float]] = []
    for _ in range(bench.patience.rounds):
        # Without these it would be dropped at once, and the load would be gone.
        with bench.relay(rooms, "--limit", "outbox=100000000", "--limit", "stall=600") as process:
            found.append(asyncio.run(run(process)))
    ratio = median(after / before for before, after in found)
    yield Verdict("99th percentile elsewhere, with one stuck watcher", ratio, 1.5)


# ---- how it grows -------------------------------------------------------------------------------


class Case(NamedTuple):
    """Rooms of some kind, played as fast as it goes."""

    scripts: Sequence[Script]
    watchers: int
    most: int = 10**6  # moves of each room


def times(bench: Bench, large: Case, small: Case, turns: int = 1) -> float:
    """How many times as much CPU a delivery takes in the large case as in the small.

    More than one turn is for cases of one size: to change servers has its price for both, and
    the one that begins pays more of it. So each begins in half of the rounds.
    """
    ratios: list[float] = []
    rounds = bench.patience.rounds
    for number in range(rounds if turns == 1 else rounds + rounds % 2 + 2):
        with bench.relay(large.scripts) as one, bench.relay(small.scripts) as other:
            much, little = (
                Side(process, Load(process.port, case.scripts, case.watchers, True, case.most))
                for process, case in ((one, large), (other, small))
            )
            sides = [little, much] if number % 2 else [much, little]
            asyncio.run(in_turns(sides, turns))
        ratios.append(much.cpu / little.cpu)
    return median(ratios)


def growth(bench: Bench, scripts: Sequence[Script]) -> Iterator[Verdict]:
    small = Case(scripts[:10], 2)
    ratio = times(bench, Case(scripts[:10], 98), small)
    yield Verdict("CPU of a delivery with 98 watchers, of 2", ratio, 1.0)
    many = [*scripts, *(write(n) for n in range(len(scripts), 250))]
    yield Verdict("the same in 250 rooms, of 10", times(bench, Case(many, 2, 40), small), 1.7)
    late = Case([write(n, start=LATE) for n in range(len(many))], 2, FEW)
    ratio = times(bench, late, Case(many, 2, FEW), turns=5)
    yield Verdict(f"the same after entry {LATE}, of the beginning", ratio, 1.1)


def footprint(bench: Bench, scripts: Sequence[Script]) -> Iterator[Verdict]:
    """Connections that have said a little and then fall silent."""
    lines = bench.patience.lines
    scripts = [*scripts, *(write(n) for n in range(len(scripts), lines // 4))][: lines // 4]

    async def run(process: Process) -> tuple[float, float]:
        before = process.memory()
        load = Load(process.port, scripts, WATCHERS, is_relay=True, most=5)
        await load.connect()
        await load.flat_out()
        size = (process.memory() - before) / lines
        await asyncio.sleep(2.0)  # who is there is told once more
        begun, cpu = time.perf_counter(), process.cpu()
        await asyncio.sleep(bench.patience.idle)
        share = (process.cpu() - cpu) / (time.perf_counter() - begun)
        load.close()
        return size / 1000, 100 * share

    with bench.relay(scripts) as process:
        size, share = asyncio.run(run(process))
    yield Verdict("kB of a warm connection, its share of a room included", size, 26)
    yield Verdict(f"percent CPU with {lines} idle connections", share, 1.0)


def resume_size(bench: Bench) -> Iterator[Verdict]:
    """All that a client gets who comes back to a long game with nothing."""
    script = write(2, players=4, start=280)  # some 200 moves, and what was dealt between them

    async def run(process: Process) -> int:
        load = Load(process.port, [script], 0, is_relay=True)
        await load.connect()
        load.close()
        return load.rooms[0].players[0].total

    with bench.relay([script], "--limit", "page=512") as process:
        size = asyncio.run(run(process))
    yield Verdict(f"bytes to resume a game of {script.entry} entries", size, 8000)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a relay beside a bare server.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--unpinned", action="store_true", help="leave all cores to everybody")
    asked = parser.parse_args()
    patience = QUICK if asked.quick else PATIENT
    own, *others = sorted(os.sched_getaffinity(0))
    cores = frozenset(others[:1] if not asked.unpinned else ())
    if cores:
        os.sched_setaffinity(0, {own})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no server is left behind
    print(
        f"{ROOMS} rooms of 2 players and {WATCHERS} watchers, random legal moves, full durability"
    )
    with tempfile.TemporaryDirectory() as name:
        bench, scripts = Bench(Path(name), patience, cores), [write(n) for n in range(ROOMS)]
        verdicts = [*speed(bench, scripts)]
        print(f"at {RATE:.0f} moves a second")
        verdicts += delay(bench, scripts)
        verdicts += stuck_watcher(bench, scripts)
        verdicts += [*footprint(bench, scripts), *resume_size(bench), *growth(bench, scripts)]
    print("values and their targets")
    for verdict in verdicts:
        print(verdict)


if __name__ == "__main__":
    main()
