"""What a store is: one append-only log of small records per room.

A store knows bytes and numbers, not what they mean. The log of a room is everything the relay
permanently knows about it: anyone who has the store can serve the room (relay/room/facts.py lists
the records). The records of a room are numbered from 1 without gaps; ``seq`` is the number of the
last one.

The interface blocks and takes batches, so that a store can make many rooms durable with one sync: a
driver collects appends and passes on what has accumulated. Players hear nothing before it is
durable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol, runtime_checkable

from relay.effects import Append


class Kept(NamedTuple):
    """A room in the store."""

    room: str
    seq: int  # number of its last record
    expires: float  # when it may be forgotten; seconds since 1970


class LostHistory(Exception):
    """Records that this process has seen in the store are gone. Said once: after that
    the room is what the store has."""


class LogStore(Protocol):
    """Compare-and-append. All methods may block and raise ``OSError`` if the store is out of reach;
    after an error nobody knows what was kept until the room is loaded again."""

    kind: str  # for the operator

    def append(self, appends: Sequence[Append]) -> Sequence[bool | None]:
        """Carry out each in order; when this returns, all that say True are durable. None: that
        one failed, and others did not.

        An append is carried out if the room has exactly ``expected`` records: its records follow as
        ``expected + 1`` and so on, all or none, and the room's expiry becomes ``expires``. If the
        room has another number it is stale: False, and nothing happens. A room that is not there
        has 0 records, so the first append makes it. Atomic also against other processes.
        """

    def prepare(self, appends: Sequence[Append]) -> Callable[[], Sequence[bool | None]] | None:
        """The same in two parts: now what takes no time, and the rest when the answer is called,
        from whatever thread. Nothing else may be asked of the store in between. None: it cannot be
        prepared, and ``append`` may have to wait."""

    def anticipate(self) -> None:
        """There is time: do what can be done before the next append is known. Never raises."""

    def load(self, room: str, after: int = 0) -> list[bytes]:
        """All records in order, or those after the one with this number; empty if there is no such
        room. Raises LostHistory."""

    def rooms(self) -> list[Kept]:
        """Every room that has records, in no particular order."""

    def expiry(self, room: str) -> float | None:
        """When the room may be forgotten; None if there is no such room."""

    def sweep(self, now: float) -> list[str]:
        """Forget rooms that have expired by now; which they were. Not all at once, if they are so
        many that others would have to wait: none means that none is left."""

    def close(self) -> None: ...


class Followed(NamedTuple):
    """From now on everything is heard that happens in the room; what was before may be unknown."""

    room: str


class Unheard(NamedTuple):
    """The room cannot be listened to; it is tried again and again."""

    room: str


class Hint(NamedTuple):
    """Another relay has appended: the records, or none if they do not follow what is known."""

    room: str
    first: int  # number of the first of them
    records: tuple[bytes, ...]
    seq: int  # number of the last of them; 0 if that was not understood
    sight: bytes = b""  # what the other relay says about them


class Words(NamedTuple):
    """What another relay has published about a room."""

    room: str
    relay: bytes
    words: bytes


Event = Followed | Unheard | Hint | Words
# What became of appends; or a call for it that may have to wait, in a thread.
Outcomes = Sequence[bool | None]
Rest = Outcomes | Callable[[], Outcomes]


class Listening(Protocol):
    """What was begun by ``SharedStore.listen``."""

    def follow(self, room: str, is_on: bool) -> None: ...

    def close(self) -> None: ...


@runtime_checkable
class SharedStore(LogStore, Protocol):
    """A store that several relays use at once."""

    name: bytes  # of this relay, among them
    restarts: int  # how often the store was seen to be another process than before

    def begin(self, appends: Sequence[Append], done: Callable[[Rest], None]) -> bool:
        """Carry them out while the loop that calls this keeps running. ``done`` gets what became of
        them, later and in that loop. Nothing else may be asked of the store in between. False: this
        is impossible now, and nothing was done."""

    def now(self) -> float:
        """The time of the store, in seconds: the same for all relays."""

    def set_time(self, now: float) -> None:
        """For a store that nobody uses yet."""

    def beat(self, words: bytes = b"", life: float = 0.0) -> dict[bytes, bytes]:
        """Say that this relay is alive for ``life`` seconds, and something about it; returns what
        each relay that is alive says."""

    def here(self, room: str, guests: bytes, words: bytes) -> dict[bytes, bytes]:
        """Say whom this relay has in a room, and publish words, if there are any; what each relay
        says."""

    def publish(self, room: str, words: bytes) -> None:
        """Something that nobody stores."""

    def forget(self, room: str) -> None:
        """The room has left the memory."""

    def listen(self, tell: Callable[[list[Event]], None]) -> Listening:
        """Hear what other relays do in rooms, in the running loop."""


class MemoryStore:
    """A store for tests and for tables that need not outlive the process."""

    kind = "memory"

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._expires: dict[str, float] = {}

    def append(self, appends: Sequence[Append]) -> list[bool]:
        return [self._append(append) for append in appends]

    def prepare(self, appends: Sequence[Append]) -> Callable[[], list[bool]]:
        return partial(self.append, appends)

    def anticipate(self) -> None:
        """There is nothing to prepare."""

    def _append(self, append: Append) -> bool:
        log = self._logs.get(append.room, [])
        if len(log) != append.expected:
            return False
        log.extend(append.records)
        self._logs[append.room] = log
        self._expires[append.room] = append.expires
        return True

    def load(self, room: str, after: int = 0) -> list[bytes]:
        return self._logs.get(room, [])[after:]

    def rooms(self) -> list[Kept]:
        logs = self._logs.items()
        return [Kept(room, len(log), self._expires[room]) for room, log in logs if log]

    def expiry(self, room: str) -> float | None:
        return self._expires.get(room)

    def sweep(self, now: float) -> list[str]:
        gone = [room for room, expires in self._expires.items() if expires <= now]
        for room in gone:
            del self._logs[room], self._expires[room]
        return gone

    def close(self) -> None:
        """Nothing to let go of."""
