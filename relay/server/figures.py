"""Counts what happens while a relay runs, and renders the metrics page (Prometheus text format)."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final, NamedTuple

_PREFIX: Final = "kb_relay_"
_STEP: Final = 1_000_000  # bytes
# Upper bounds in seconds: a sync takes about a millisecond on a good disk, a hundred on a bad one.
_BOUNDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


def _coarse(count: int) -> int:
    """So that no single frame can be told by its length."""
    return count - count % _STEP


class Histogram:
    """How long something took, sorted into a few sizes."""

    def __init__(self) -> None:
        self._found = [0] * (len(_BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self._found[bisect_left(_BOUNDS, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        return sum(self._found)

    def buckets(self) -> Iterator[tuple[str, int]]:
        """Each upper bound, and how many were not above it."""
        return zip((*map(str, _BOUNDS), "+Inf"), accumulate(self._found), strict=True)


class StoreHealth(NamedTuple):
    """How the store does, as far as this relay knows."""

    kind: str = "memory"
    is_well: bool = True
    latency: float = 0.0  # seconds that it takes for a batch lately
    restarts: int = 0  # of its servers, noticed so far
    lease_age: float = 0.0  # seconds since it last took our sign of life, among several relays

    def lines(self, hub: Mapping[str, int]) -> Iterator[str]:
        """For the page that says whether the relay is well."""
        yield f"store: {self.kind}"
        yield f"latency: {self.latency * 1000:.1f} ms"
        if "relays" in hub:
            yield f"relays: {hub['relays']}"
            yield f"leases: {hub['leases']}"
            yield f"lease renewed: {self.lease_age:.0f} s ago"


class Figures:
    """Counters of a driver. Plain numbers: they are changed a hundred thousand times a second."""

    def __init__(self, kind: str = "memory") -> None:
        """``kind`` of store."""
        self.kind = kind
        self.started = time.time()
        self.connections = 0  # WebSockets opened so far
        self.messages_in = 0
        self.messages_out = 0
        self.bytes_in = 0
        self.bytes_out = 0
        self.dropped_readers = 0
        self.silent = 0  # connections that answered no ping
        self.turned_away: Counter[str] = Counter()  # before they were WebSockets, by reason
        self.thoughts = 0
        self.errors = 0
        self.store = Histogram()  # one batch each
        self.store_questions = 0
        self.store_failures = 0

    def page(self, hub: Mapping[str, int], store: StoreHealth | None = None) -> str:
        """``hub``: what the hub has counted."""
        return "".join(f"{line}\n" for line in self._lines(hub, store or StoreHealth()))

    def _lines(self, hub: Mapping[str, int], store: StoreHealth) -> Iterator[str]:
        def figure(name: str, kind: str, text: str, value: float) -> Iterator[str]:
            yield from _head(name, kind, text)
            yield f"{_PREFIX}{name} {value}"

        yield from figure("connections", "gauge", "Open connections.", hub["connections"])
        yield from figure("rooms", "gauge", "Rooms in memory.", hub["rooms"])
        if "relays" in hub:
            yield from figure("relays", "gauge", "Relays on the same store.", hub["relays"])
            text = "Leases held: rooms whose bots and clocks are this relay's."
            yield from figure("leases", "gauge", text, hub["leases"])
            text = "Since the other relays last heard that this one is there."
            yield from figure("lease_age_seconds", "gauge", text, store.lease_age)
        yield from _by("store_info", "Where games are kept.", "store", {self.kind: 1}, "gauge")
        text = "1 if the store did what it was last asked."
        yield from figure("store_up", "gauge", text, int(store.is_well))
        text = "How long a batch takes lately."
        yield from figure("store_latency_seconds", "gauge", text, store.latency)
        yield from figure("start_time_seconds", "gauge", "When the relay began.", self.started)
        for name, text, value in (
            ("connections", "WebSockets opened.", self.connections),
            ("entries", "Entries of games made durable.", hub.get("entries", 0)),
            ("messages_in", "Messages from clients.", self.messages_in),
            ("messages_out", "Messages to clients.", self.messages_out),
            ("bytes_in", "Bytes from clients, by the million.", _coarse(self.bytes_in)),
            ("bytes_out", "Bytes to clients, by the million.", _coarse(self.bytes_out)),
            ("dropped_readers", "Connections that did not read.", self.dropped_readers),
            ("silent", "Connections that answered no ping.", self.silent),
            ("bot_moves", "Moves that bots thought of.", self.thoughts),
            ("errors", "Mistakes of the relay itself; see its log.", self.errors),
            ("store_questions", "Appends and reads.", self.store_questions),
            ("store_failures", "Batches that the store could not do.", self.store_failures),
            (
                "store_restarts",
                "Servers of the store that were not the ones before.",
                store.restarts,
            ),
            ("store_lost_rooms", "Rooms of which the store had lost a part.", hub.get("lost", 0)),
            ("races_lost", "Appends that another relay was first with.", hub.get("stale", 0)),
        ):
            yield from figure(f"{name}_total", "counter", text, value)
        tallies = {"refused": "Wishes refused.", "bye": "Connections that the relay ended."}
        for word, text in tallies.items():
            counted = {k.partition(" ")[2]: n for k, n in hub.items() if k.startswith(f"{word} ")}
            yield from _by(f"{word}_total", text, "code", counted)
        text = "Requests turned away before they were WebSockets."
        yield from _by("turned_away_total", text, "reason", self.turned_away)
        yield from self._store_lines()

    def _store_lines(self) -> Iterator[str]:
        name = "store_seconds"
        yield from _head(name, "histogram", "Time to make a batch durable.")
        for bound, count in self.store.buckets():
            yield f'{_PREFIX}{name}_bucket{{le="{bound}"}} {count}'
        yield f"{_PREFIX}{name}_sum {self.store.sum}"
        yield f"{_PREFIX}{name}_count {self.store.count}"


def _head(name: str, kind: str, text: str) -> Iterator[str]:
    yield f"# HELP {_PREFIX}{name} {text}"
    yield f"# TYPE {_PREFIX}{name} {kind}"


def _by(
    name: str, text: str, label: str, counted: Mapping[str, int], kind: str = "counter"
) -> Iterator[str]:
    yield from _head(name, kind, text)
    for code, count in sorted(counted.items()):
        yield f'{_PREFIX}{name}{{{label}="{code}"}} {count}'
