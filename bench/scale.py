"""A small simulation of relays that share a Valkey, with the costs that were measured.

    python -m bench.scale

Relays, Valkey and the load are processes that do one thing at a time and share the cores of a
machine. Rooms play as fast as they can, as in ``bench.cluster``. It prints the points measured
there beside those of the simulation, and then what larger numbers of players need by the same
costs. docs/scale.md says what to make of it.

How fast rooms play depends on what else runs on the machine. So the measurement says how long each
kind of process waited for a core, and how long a sync took: the simulation is given that, and has
to find the same number of deliveries in a second. Both are needed. Valkey waits several times as
long for each moment of its work as a relay does, since it wakes up for a little at a time; and a
sync took between half a millisecond and six, from one measurement to the next.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from math import ceil
from typing import Final, NamedTuple


class Costs(NamedTuple):
    """Seconds. Fitted to the measured points below; a load of other programs is in them."""

    move: float = 111e-6  # of the relay that takes a move: decoded, refereed, written
    hear: float = 53.4e-6  # of each other relay that has the room, to pass it on
    fold: float = 65.2e-6  # of those among them that have a player, who will want to act
    send: float = 8.9e-6  # for one delivery
    batch: float = 67e-6  # of a relay for one batch to Valkey, however large
    hints: float = 341e-6  # of a relay for some hints that come together
    append: float = 12e-6  # of Valkey
    publish: float = 9.4e-6  # of Valkey, for each relay that listens
    turn: float = 317e-6  # of Valkey, for all that has come together
    load: float = 21e-6  # of the load for one delivery


class Case(NamedTuple):
    relays: int
    rooms: int
    watchers: int
    relay_cpu: float  # measured: microseconds for one delivery
    valkey_cpu: float
    rate: float  # measured: deliveries a second
    # Measured: how many times as long relays, Valkey and the load took as they had a core.
    slow: tuple[float, float, float]
    sync: float  # measured meanwhile: milliseconds


# Rounds of ``bench.cluster`` on two cores that a dozen other programs used too.
MEASURED: Final = (
    Case(1, 60, 2, 38.0, 7.6, 6149, (3.2, 13.47, 4.38), 6.73),
    Case(1, 60, 2, 39.0, 8.8, 4794, (3.8, 13.2, 5.9), 5.77),
    Case(2, 10, 2, 99.5, 22.8, 3622, (2.61, 7.95, 4.39), 2.61),
    Case(2, 10, 2, 97.5, 21.8, 4551, (2.15, 7.29, 5.29), 4.08),
    Case(2, 10, 40, 19.9, 4.4, 11299, (5.5, 12.81, 5.78), 7.97),
    Case(2, 10, 40, 20.3, 4.3, 12919, (4.05, 11.96, 4.39), 3.58),
    Case(2, 30, 6, 45.6, 9.1, 4776, (5.54, 16.51, 7.69), 8.88),
    Case(2, 30, 6, 43.9, 9.0, 7120, (4.18, 10.18, 5.9), 4.2),
    Case(2, 60, 2, 62.3, 11.3, 3788, (5.5, 13.73, 8.1), 8.78),
    Case(2, 60, 2, 67.9, 12.9, 4195, (4.31, 11.36, 6.31), 4.94),
    Case(4, 10, 2, 139.7, 27.7, 2983, (4.11, 7.22, 5.12), 2.67),
    Case(4, 10, 2, 134.7, 24.2, 4825, (3.31, 5.32, 4.12), 4.16),
    Case(4, 30, 14, 37.4, 6.5, 6044, (9.01, 17.01, 8.77), 8.7),
    Case(4, 30, 14, 37.1, 6.0, 10143, (5.6, 10.32, 6.03), 5.9),
    Case(4, 60, 2, 84.3, 12.4, 3719, (6.64, 13.39, 9.25), 9.09),
    Case(4, 60, 2, 94.1, 14.1, 3543, (6.54, 14.49, 9.58), 6.96),
)
_PLAYERS: Final = 2
_MOVES: Final = 6000


class Process:
    """Does one thing at a time. ``slow``: how long it takes for a second's work, since others want
    its core too."""

    def __init__(self, slow: float) -> None:
        self.slow = slow
        self.jobs: deque[tuple[float, float, Callable[[], None]]] = deque()
        self.is_busy = False
        self.cpu = 0.0


class World:
    """The time, and what happens when."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def do(self, who: Process, cpu: float, then: Callable[[], None], wait: float = 0.0) -> None:
        """So much of a core, and after that a wait without one."""
        who.jobs.append((cpu, wait, then))
        self._start(who)

    def _start(self, who: Process) -> None:
        if who.jobs and not who.is_busy:
            cpu, wait, then = who.jobs.popleft()
            who.is_busy = True
            who.cpu += cpu
            self._at(cpu * who.slow + wait, lambda: self._done(who, then))

    def _done(self, who: Process, then: Callable[[], None]) -> None:
        who.is_busy = False
        then()
        self._start(who)

    def _at(self, seconds: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + seconds, next(self._numbers), act))

    def run(self, is_over: Callable[[], bool]) -> None:
        while self._events and not is_over():
            self.now, _, act = heapq.heappop(self._events)
            act()


class Cluster:
    """Rooms whose guests are spread over all relays."""

    def __init__(self, case: Case, costs: Costs) -> None:
        self.case, self.costs = case, costs
        self.world = World()
        relay, valkey, load = case.slow
        self.relays = [Process(relay) for _ in range(case.relays)]
        self.valkey, self.load = Process(valkey), Process(load)
        self.deliveries = self.moves = 0
        self._waiting: list[list[int]] = [[] for _ in self.relays]  # rooms, for the next batch
        self._is_writing = [False] * case.relays
        self._asked: list[tuple[int, list[int]]] = []  # batches at Valkey
        self._is_serving = False
        self._left = [0] * case.rooms  # relays that have not delivered yet
        each = _PLAYERS + case.watchers
        self._lines = [each // case.relays + (n < each % case.relays) for n in range(case.relays)]

    def move(self, room: int) -> None:
        self.moves += 1
        relay = (room + self.moves) % min(self.case.relays, _PLAYERS)
        self.world.do(self.relays[relay], self.costs.move, lambda: self._append(relay, room))

    def _append(self, relay: int, room: int) -> None:
        self._waiting[relay].append(room)
        self._flush(relay)

    def _flush(self, relay: int) -> None:
        if self._waiting[relay] and not self._is_writing[relay]:
            batch, self._waiting[relay] = self._waiting[relay], []
            self._is_writing[relay] = True
            self.world.do(self.relays[relay], self.costs.batch, lambda: self._ask(relay, batch))

    def _ask(self, relay: int, batch: list[int]) -> None:
        self._asked.append((relay, batch))
        self._serve()

    def _serve(self) -> None:
        """Valkey: all that has come, one sync, all answers."""
        if self._asked and not self._is_serving:
            asked, self._asked, self._is_serving = self._asked, [], True
            each = self.costs.append + self.costs.publish * self.case.relays
            cpu = self.costs.turn + each * sum(len(batch) for _, batch in asked)
            self.world.do(self.valkey, cpu, lambda: self._answer(asked), self.case.sync / 1e3)

    def _answer(self, asked: list[tuple[int, list[int]]]) -> None:
        """The relay that asked tells its own guests, and others hear of it; room after room, so
        that the first ones play on while the last ones are told."""
        self._is_serving = False
        costs = self.costs
        for relay, batch in asked:
            for room in batch:
                self._left[room] = self.case.relays
            for other, lines in enumerate(self._lines):
                each = lines * costs.send
                first = 0.0
                if other != relay:
                    first = costs.hints
                    each += costs.hear + (costs.fold if other < _PLAYERS else 0.0)
                for room in batch:
                    act = lambda other=other, room=room: self._deliver(other, room)  # noqa: E731
                    self.world.do(self.relays[other], first + each, act)
                    first = 0.0
            self._is_writing[relay] = False
            self._flush(relay)
        self._serve()

    def _deliver(self, relay: int, room: int) -> None:
        lines = self._lines[relay]
        self.deliveries += lines
        self.world.do(self.load, lines * self.costs.load, lambda: self._heard(room))

    def _heard(self, room: int) -> None:
        self._left[room] -= 1
        if not self._left[room]:
            self.move(room)

    def run(self) -> tuple[float, float, float]:
        """Microseconds of relays and of Valkey for one delivery, and deliveries a second."""
        for room in range(self.case.rooms):
            self.move(room)
        self.world.run(lambda: self.moves >= _MOVES)
        relays = sum(relay.cpu for relay in self.relays)
        count = self.deliveries
        return relays / count * 1e6, self.valkey.cpu / count * 1e6, count / self.world.now


def reproduced(costs: Costs = Costs()) -> Iterator[tuple[Case, float, float, float]]:  # noqa: B008
    for case in MEASURED:
        yield case, *Cluster(case, costs).run()


# ---- what larger numbers need --------------------------------------------------------------------

_PACE: Final = 0.1  # moves of a player in a second
_ROOM: Final = 3.0  # connections of a room: players and spectators
_FULL: Final = 0.5  # of a core that is planned with: the rest is for peaks
_KB: Final = 25  # of a connection
_BEAT: Final = 3.0  # seconds
_WORDS: Final = 2000  # bytes that a relay says of itself


class Need(NamedTuple):
    players: int
    moves: float  # a second
    relays: int  # cores
    memory: float  # GB, of all relays
    valkeys: int  # cores, each with a disk that syncs
    beats: float  # MB a second from the one server that knows all relays


def needs(players: int, is_spread: bool, costs: Costs = Costs()) -> Need:  # noqa: B008
    """Every room at one relay, or spread over two as a balancer does it; batches of ten appends and
    of ten hints, as busy relays have them."""
    moves = players * _PACE
    relay = costs.move + _ROOM * costs.send + costs.batch / 10
    if is_spread:
        relay += costs.hear + costs.fold + costs.hints / 10
    relays = ceil(moves * relay / _FULL)
    valkey = costs.append + (1 + is_spread) * costs.publish + costs.turn / 10
    return Need(
        players,
        moves,
        relays,
        players * _KB / 1e6,
        ceil(moves * valkey / _FULL),
        relays * relays * _WORDS / _BEAT / 1e6,
    )


def main() -> None:
    print("each measured, and simulated     us of relays      us of Valkey      deliveries/s")
    for case, relay, valkey, rate in reproduced():
        shape = f"{case.relays} relays, {case.rooms} rooms, {case.watchers} watchers"
        cpu = f"{case.relay_cpu:7.1f} {relay:7.1f}   {case.valkey_cpu:7.1f} {valkey:7.1f}"
        print(f"{shape:<29} {cpu}   {case.rate:7.0f} {rate:7.0f}")
    for is_spread, where in ((False, "one relay"), (True, "two relays")):
        print(f"\nevery room at {where}")
        print("   players    moves/s  relay cores  GB of relays  Valkey cores  MB/s of beats")
        for players in (1_000, 100_000, 10_000_000):
            need = needs(players, is_spread)
            text = f"{need.relays:12} {need.memory:13.2f} {need.valkeys:13} {need.beats:14.1f}"
            print(f"{need.players:10} {need.moves:10.0f} {text}")


if __name__ == "__main__":
    main()
