"""Logs in memory that work like rooms: one thing at a time, and nobody hears what is not
durable. They are far simpler, since nobody stays in them.

Where several relays share a store, what the others have added is read before anything is done.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from relay.effects import Append, Load, Note
from relay.hub.jobs import Job
from relay.hub.shared import Shared
from relay.protocol.errors import BadLog, Refusal


class Folded(Protocol):
    """What a log leads to."""

    def fold(self, fact: Any) -> None: ...

    def read(self, records: Iterable[bytes]) -> None:
        """Fold what was stored; raises BadLog."""


F = TypeVar("F", bound=Folded)


class OpenLog(Generic[F]):
    """One log in memory. ``make`` is what it begins with."""

    def __init__(self, name: str, make: Callable[[], F]) -> None:
        self.name = name
        self._make = make
        self.is_held = False  # until something is there that has to be computed elsewhere
        self.jobs: deque[Job] = deque()
        self.forget()

    def forget(self) -> None:
        """It has to be read again."""
        self.folded = self._make()
        self.stored = 0
        self.is_read = self.is_reading = False
        self.fresh: list[Any] = []
        self.is_writing = False
        self.current: Job | None = None
        self.after: list[Callable[[float], None]] = []

    @property
    def is_busy(self) -> bool:
        return self.is_reading or self.is_writing or self.is_held

    def change(self, fact: Any) -> None:
        self.folded.fold(fact)
        self.fresh.append(fact)


L = TypeVar("L", bound=OpenLog[Any])


class Logs(Generic[L]):
    """Those of one kind."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._open: dict[str, L] = {}

    # ---- what a kind of log adds -----------------------------------------------------------------

    @abstractmethod
    def _written(self, fact: Any) -> bytes:
        """A fact as it is stored."""

    @abstractmethod
    def _life(self) -> float:
        """Seconds after its last change for which a log is kept."""

    def _ready(self, log: L, now: float) -> None:
        """Before a job is done: facts that have to be there first. Raises Refusal if nothing can be
        done in this log."""

    # ---- one thing after the other ---------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether an answer of the store is about one of these."""
        return name in self._open

    def _work(self, log: L, job: Job, now: float) -> None:
        """Do it when the log is free."""
        if len(log.jobs) >= self._shared.limits.queue:
            raise Refusal("busy")
        log.jobs.append(job)
        if not log.is_busy:
            if self._shared.relay or not log.is_read:  # others may have added something
                self._read(log)
            else:
                self._next(log, now)

    def _read(self, log: L) -> None:
        log.is_reading = True
        self._shared.emit(Load(log.name, log.stored))

    def _next(self, log: L, now: float) -> None:
        """Do what waits, until something has to be stored."""
        while log.jobs and not log.is_busy:
            job = log.jobs.popleft()
            log.current = job
            try:
                self._ready(log, now)
                if log.fresh:
                    self._again(log)
                else:
                    job.run(now)
            except Refusal as refusal:
                self._shared.refuse_job(job, refusal, now)
            if log.fresh:
                self._write(log, now)
            elif not log.is_busy:
                self._finish(log, now)

    def _write(self, log: L, now: float) -> None:
        records = tuple(map(self._written, log.fresh))
        log.is_writing = True
        self._shared.emit(Append(log.name, log.stored, records, now + self._life()))

    def _finish(self, log: L, now: float) -> None:
        after, log.after, log.current = log.after, [], None
        for act in after:
            act(now)

    def _again(self, log: L) -> None:
        """What is being done has to be done once more."""
        if log.current is not None:
            log.jobs.appendleft(log.current)
            log.current = None

    # ---- answers ---------------------------------------------------------------------------------

    def stored(self, append: Append, now: float) -> None:
        log = self._open[append.room]
        log.stored += len(append.records)
        log.fresh, log.is_writing = [], False
        self._finish(log, now)
        self._next(log, now)

    def stale(self, append: Append, now: float) -> None:
        """Another relay was first: what it has done may change what we do."""
        log = self._open[append.room]
        self._again(log)
        log.forget()
        self._read(log)

    def loaded(self, load: Load, records: Sequence[bytes], now: float) -> None:
        log = self._open[load.room]
        log.is_reading = False
        try:
            log.folded.read(records)
        except BadLog as error:
            self._shared.emit(Note(load.room, error.text))
            self.failed(load, now)
            return
        log.stored += len(records)
        log.is_read = True
        self._next(log, now)

    def lost(self, load: Load, why: str, now: float) -> None:
        self._shared.emit(Note(load.room, f"the store has lost a part of this log: {why}"))
        self.failed(load, now)

    def failed(self, what: Append | Load, now: float) -> None:
        """Nobody knows what was kept: the next question reads it again."""
        log = self._open[what.room]
        self._again(log)
        jobs, log.jobs = log.jobs, deque()
        log.forget()
        for job in jobs:
            self._shared.refuse_job(job, Refusal("unavailable"), now)

    def _put_away(self, is_old: Callable[[L], bool]) -> None:
        """Logs that nobody needs leave the memory."""
        for log in [*self._open.values()]:
            if not log.jobs and not log.is_busy and is_old(log):
                del self._open[log.name]
