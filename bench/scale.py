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

    move: float = 117e-6  # of the relay that takes a move: decoded, refereed, written
    hear: float = 63.5e-6  # of each other relay that has the room, to pass it on
    fold: float = 46.2e-6  # of those among them that have a player, who will want to act
    send: float = 7.9e-6  # for one delivery
    batch: float = 111e-6  # of a relay for one batch to Valkey, however large
    hints: float = 100e-6  # of a relay for some hints that come together
    append: float = 12.7e-6  # of Valkey
    publish: float = 11.4e-6  # of Valkey, for each relay that listens
    turn: float = 240e-6  # of Valkey, for all that has come together
    load: float = 17e-6  # of the load for one delivery


class Case(NamedTuple):
    relays: int
    rooms: int
    watchers: int
    relay_cpu: float  # measured: microseconds for one delivery
    valkey_cpu: float
    rate: float  # measured: deliveries a second
    # Measured: how many times as long relays, Valkey and the load took as they had a core.
    slow: tuple[float, float, float]
    sync: float  # measured right after it: milliseconds


# Rounds of ``bench.cluster`` on two cores that a dozen other programs used too.
MEASURED: Final = (
    Case(1, 60, 2, 38.9, 8.2, 3276, (5.59, 19.99, 7.65), 0.5),
    Case(1, 60, 2, 41.0, 9.2, 2477, (9.99, 24.49, 10.94), 4.73),
    Case(1, 60, 2, 42.9, 10.2, 3473, (4.12, 17.63, 6.07), 5.09),
    Case(2, 60, 2, 61.1, 11.8, 2992, (6.92, 15.25, 10.27), 4.19),
    Case(2, 60, 2, 63.7, 12.7, 2432, (8.81, 16.53, 11.36), 4.18),
    Case(2, 60, 2, 62.1, 12.5, 3052, (5.99, 17.13, 8.52), 4.78),
    Case(2, 30, 6, 42.0, 9.6, 2909, (9.7, 23.18, 12.21), 1.75),
    Case(2, 30, 6, 42.8, 8.8, 2816, (8.99, 22.7, 15.51), 0.87),
    Case(2, 10, 2, 86.5, 20.6, 3112, (4.56, 9.68, 5.01), 1.11),
    Case(2, 10, 2, 83.1, 18.8, 5704, (3.77, 8.42, 6.33), 5.77),
    Case(2, 10, 40, 19.2, 4.7, 5130, (12.44, 28.66, 13.92), 4.57),
    Case(2, 10, 40, 19.0, 5.0, 8761, (7.46, 18.94, 7.42), 4.21),
    Case(4, 60, 2, 83.6, 15.3, 1907, (13.04, 22.09, 20.48), 0.65),
    Case(4, 60, 2, 88.9, 15.2, 1695, (12.9, 23.22, 19.34), 3.99),
    Case(4, 60, 2, 86.2, 15.6, 3174, (7.5, 14.51, 10.07), 3.97),
    Case(4, 30, 14, 35.0, 7.2, 3445, (19.43, 34.79, 21.22), 1.53),
    Case(4, 30, 14, 38.7, 7.4, 4687, (12.15, 26.26, 12.81), 4.46),
    Case(4, 10, 2, 144.4, 27.7, 2335, (5.01, 5.18, 8.69), 3.78),
    Case(4, 10, 2, 119.6, 27.2, 5062, (7.3, 9.76, 8.01), 5.0),
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
