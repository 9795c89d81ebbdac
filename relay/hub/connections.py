"""Connections and the addresses they come from: who they are, and how much they may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.contract import Seat
from relay.effects import Peer
from relay.protocol import kinds as k
from relay.protocol.limits import Bucket, Limits

if TYPE_CHECKING:
    from relay.hub.open_room import OpenRoom


class Connection:
    """One connection, and where it is."""

    __slots__ = (
        *("address", "avoid", "bucket", "cursor", "faults", "is_behind", "name", "peer"),
        *("open_room", "origin", "people", "role", "seat", "since", "version", "voice"),
    )

    def __init__(self, peer: Peer, address: Address, limits: Limits, now: float) -> None:
        self.peer = peer
        self.address = address
        self.origin = address.name  # where the person is, if a door stands in between
        self.bucket = Bucket(limits.burst, limits.rate, now)
        self.faults = 0  # messages dropped for haste
        self.role = ""  # fixed by the hello
        self.version = k.OLDEST  # of the protocol, that both speak
        self.avoid: tuple[str, ...] = ()  # relays to which it is not sent
        self.open_room: OpenRoom | None = None
        self.seat: Seat | None = None  # None for a spectator: the viewer of what is sent
        self.since = 0.0  # when it took its place in the room
        self.voice = 0  # number of a spectator
        self.name = ""  # of a spectator
        self.people = 1  # who watch through it
        self.cursor = 0  # the last entry that was sent
        self.is_behind = False  # a page was full: the next one has to be asked for


def count_people(watchers: Mapping[int, Connection], limits: Limits) -> int:
    """How many people watch, through all of them. An address is not believed to stand for more
    than could connect from there."""
    counts: Counter[str] = Counter()
    for watcher in watchers.values():
        counts[watcher.address.name] += watcher.people
    return sum(min(count, limits.connections) for count in counts.values())


class Address:
    """Where connections come from."""

    __slots__ = ("connections", "creations", "guesses", "name")

    def __init__(self, name: str, limits: Limits, now: float) -> None:
        self.name = name
        self.connections = 0
        self.guesses = Bucket(limits.guesses, limits.guess_rate, now)
        self.creations = Bucket(limits.creations, limits.creation_rate, now)

    def is_at_rest(self, now: float) -> bool:
        """Whether forgetting it would change nothing."""
        is_idle = not self.connections and self.guesses.is_full(now)
        return is_idle and self.creations.is_full(now)


class Addresses:
    """All addresses that have to be remembered, and no more of them than the limit."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: dict[str, Address] = {}

    def may_connect(self, name: str) -> bool:
        known = self._known.get(name)
        return known is None or known.connections < self._limits.connections

    def arrive(self, name: str, now: float) -> Address:
        if name not in self._known:
            if len(self._known) >= self._limits.addresses:
                self._forget(now)
            self._known[name] = Address(name, self._limits, now)
        self._known[name].connections += 1
        return self._known[name]

    def _forget(self, now: float) -> None:
        """Drop those at rest; if that is not enough, also those that are only not connected."""
        known = self._known.items()
        kept = {name: address for name, address in known if not address.is_at_rest(now)}
        if len(kept) >= self._limits.addresses:
            kept = {name: address for name, address in kept.items() if address.connections}
        self._known = kept

    def depart(self, address: Address) -> None:
        address.connections -= 1
