"""Between the loop and the store: makes many rooms durable with one sync.

Whatever has accumulated while one batch was written becomes the next batch. The answers to a batch
come together, in one call. Each room has at most one request pending, so a batch may do all appends
first.

The loop prepares a batch; slow work, syncing and reading, is done in a thread. Whenever that thread
needs the interpreter it has to wait for the loop to release it, so it uses the interpreter as
little as possible. As long as syncs are usually fast, the loop even does them itself: waiting a
fraction of a millisecond takes less time than handing over and being woken again. One slow sync
changes nothing about that: moves have to wait for it in any case. The loop waits for a store
that several relays share as it does for everybody else: it keeps running.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from relay.effects import Append, Load, Sweep
from relay.store.log_store import LogStore, LostHistory, Outcomes, Rest, SharedStore


class Errand(NamedTuple):
    """Anything else that somebody wants of the store; what comes of it, or None if it failed."""

    run: Callable[[], Any]
    done: Callable[[Any], None]


Question = Append | Load | Sweep | Errand
_BATCH: Final = 512  # questions in one batch; more would make the first of them wait
_SOME, _CROWD = 8, 128  # questions: more may come right behind some, and a crowd need not wait
# Seconds that a batch usually takes: above the one the thread waits for it, below the other the
# loop does so again. A busy machine counts too: a sleeper is not woken at once.
_SLOW: Final = 0.002
_QUICK: Final = 0.001
_WEIGHT: Final = 0.1  # of the latest batch in what is usual


# A question and what became of it: was it done, the records, what was lost, what an errand brought,
# or None: it failed. A plain tuple, for there is one for every move.
Answer = tuple[Question, Any]


class Batch(NamedTuple):
    answers: list[Answer]
    seconds: float  # that the store took
    trouble: str  # what went wrong; empty if nothing did


class _Work:
    """A batch on its way."""

    def __init__(self, store: LogStore, questions: list[Question]) -> None:
        self._store = store
        self._appends = [q for q in questions if isinstance(q, Append)]
        self._others: list[Load | Sweep | Errand] = []
        if len(self._appends) < len(questions):
            self._others = [q for q in questions if not isinstance(q, Append)]
        self._troubles: list[str] = []
        self._seconds = 0.0
        self._finish: Callable[[], Outcomes] | None = None
        self.may_wait = bool(self._others)  # not in the loop

    def begin(self, store: SharedStore, done: Callable[[], None]) -> bool:
        """Whether the store does it while the loop runs; ``done`` is called when the rest can be
        done."""
        if self._others:
            return False
        begun = time.perf_counter()

        def answered(rest: Rest) -> None:
            self._seconds = time.perf_counter() - begun
            self.may_wait = callable(rest)
            self._finish = rest if callable(rest) else lambda: rest
            done()

        return store.begin(self._appends, answered)

    def prepare(self) -> None:
        """What takes no time, in the loop."""
        begun = time.perf_counter()
        if self._appends:
            try:
                self._finish = self._store.prepare(self._appends)
                if self._finish is None:
                    self._finish = partial(self._store.append, self._appends)
                    self.may_wait = True
            except Exception as error:  # whatever it is, the relay has to keep running
                self._note(error)
        self._seconds += time.perf_counter() - begun

    def finish(self) -> Batch:
        """All the rest."""
        begun = time.perf_counter()
        outcomes: Outcomes = [None] * len(self._appends)
        if self._finish is not None:
            try:
                outcomes = self._finish()
                if None in outcomes:
                    self._troubles.append("a part of the store is out of reach")
            except Exception as error:
                self._note(error)
        answers: list[Answer] = [*zip(self._appends, outcomes, strict=True)]
        for question in self._others:
            try:
                answers.append((question, self._read(question)))
            except LostHistory as lost:
                answers.append((question, lost))
            except Exception as error:
                answers.append((question, None))
                self._note(error)
        self._seconds += time.perf_counter() - begun
        return Batch(answers, self._seconds, "; ".join(dict.fromkeys(self._troubles)))

    def _read(self, question: Load | Sweep | Errand) -> Any:
        if isinstance(question, Load):
            return self._store.load(question.room, question.after)
        if isinstance(question, Errand):
            return question.run()
        return bool(self._store.sweep(question.now))

    def _note(self, error: Exception) -> None:
        self._troubles.append(f"{type(error).__name__}: {error}")


class Writer:
    """Ask from the loop; answers come by ``tell``, in the loop."""

    def __init__(self, store: LogStore, tell: Callable[[Batch], None]) -> None:
        self._store = store
        self._shared = store if isinstance(store, SharedStore) else None
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Question] = []
        self._is_busy = False  # the thread has the store
        self._is_stopping = False
        self.usual = 0.0  # seconds that the store takes for a batch
        self._is_quick = True
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._done = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def ask(self, question: Question) -> None:
        """Ask with everything else that comes up in this round of the loop."""
        if not self._gathered:
            self._loop.call_soon(self._look_round, 0)
        self._gathered.append(question)

    def _look_round(self, before: int) -> None:
        """Go on; but when many come at once, not before those that come right behind them."""
        count = len(self._gathered)
        if before < count < _CROWD and count >= _SOME:
            self._loop.call_soon(self._look_round, count)
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Do what has gathered, if the store is free."""
        while self._gathered and not self._is_busy:
            work = _Work(self._store, self._gathered[:_BATCH])
            self._gathered = self._gathered[_BATCH:]
            if self._begin(work):
                continue
            work.prepare()
            if work.may_wait or not self._is_quick:
                self._is_busy = True
                self._queue.put(work)
            else:
                self._answer(work.finish())
                if not self._gathered:
                    self._store.anticipate()
        if self._is_stopping and not self._is_busy:
            self._queue.put(None)

    def _begin(self, work: _Work) -> bool:
        if self._shared is None:
            return False

        def done() -> None:
            if work.may_wait:
                self._queue.put(work)
            else:
                self._answered(work.finish())

        self._is_busy = True
        try:
            is_begun = work.begin(self._shared, done)
        except OSError:  # the thread says what is wrong with it
            is_begun = False
        self._is_busy = is_begun and self._is_busy  # it may be answered already
        return is_begun

    def _answer(self, batch: Batch) -> None:
        self.usual += _WEIGHT * (batch.seconds - self.usual)
        if not _QUICK <= self.usual <= _SLOW:
            self._is_quick = self.usual < _QUICK
        self._tell(batch)

    def _answered(self, batch: Batch) -> None:
        self._is_busy = False
        self._answer(batch)
        self._go_on()

    async def stop(self) -> None:
        """Answer everything that was asked, then close the store."""
        self._is_stopping = True
        self._go_on()
        await self._done
        self._thread.join()

    # ---- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            self._loop.call_soon_threadsafe(self._answered, work.finish())
        try:
            self._store.close()
        finally:
            self._loop.call_soon_threadsafe(self._done.set_result, None)
