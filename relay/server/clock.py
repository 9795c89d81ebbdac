"""The relay's own time, which nobody can set.

The clock of a machine may be set by hours or weeks, by mistake or on purpose, and be set back a
moment later. No turn may end and no game may be forgotten because of that. So the relay counts on
from where it began with a clock that only ever runs, and notes in its store how far it has come: a
relay that is started again continues from there. The time in which no relay ran does not count.

Relays that share a store have its time instead, which nobody can set either; see its ``beat``.

Games and waits go by this time; only what people read, the time of a line of chat, is the time of
day.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic as running
from time import time as of_day
from typing import Final

from relay.effects import Append
from relay.store.log_store import LogStore, SharedStore

NOTED: Final = 60.0  # seconds between two notes
# Two rows of the store that are not rooms: they have no records, and their expiry is the time.
_OWN, _DAY = "(relay's time)", "(time of day)"
_FAR: Final = 1e11  # seconds; added, so that no look for what has expired ever finds them


class RelayClock:
    def __init__(self, store: LogStore) -> None:
        """From where the store says, or from the time of day if it says nothing."""
        day, own, noted = of_day(), _read(store, _OWN), _read(store, _DAY)
        if own is None or noted is None:
            own = day
        else:
            # What passed since the last note. The clock may have been set meanwhile, or no relay
            # have run: more than the time between two notes is never believed.
            own += min(max(day - noted, 0.0), NOTED)
        self._ahead = own - running()

    def now(self) -> float:
        """In seconds, near those since 1970."""
        return self._ahead + running()

    def behind(self) -> float:
        """By how much the time of day is ahead of this one; below 0 if it is not."""
        return of_day() - self.now()

    def expired(self) -> float:
        """What was to be kept until then may go: it is later by both clocks."""
        return min(of_day(), self.now())

    def note(self) -> Sequence[Append]:
        """To be kept in the store."""
        return noted(self.now())


def noted(now: float) -> Sequence[Append]:
    """How a store learns that it is this late."""
    times = (_OWN, now), (_DAY, of_day())
    return [Append(name, 0, (), time + _FAR) for name, time in times]


class SharedClock:
    """The time of a store that several relays use: the same for all of them."""

    def __init__(self, store: SharedStore) -> None:
        self._store = store
        self._latest = 0.0

    def now(self) -> float:
        """It never runs back, also when it turns out that it was a little ahead."""
        self._latest = max(self._latest, self._store.now())
        return self._latest

    def behind(self) -> float:
        return of_day() - self.now()

    def expired(self) -> float:
        return 0.0  # such a store forgets on its own

    def note(self) -> Sequence[Append]:
        return ()


def clock_for(store: LogStore) -> RelayClock | SharedClock:
    return SharedClock(store) if isinstance(store, SharedStore) else RelayClock(store)


def _read(store: LogStore, name: str) -> float | None:
    try:
        kept = store.expiry(name)
    except OSError:  # the next request for a room will hear of it
        return None
    return None if kept is None else kept - _FAR
