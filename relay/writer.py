"""Between the loop and the store: many rooms, one sync.

Whatever has gathered while the last batch was written is written as the next one. Answers come
together, one call for a whole batch. Of one room only one question is ever on its way, so a batch
may do all appends first.

The store has a thread of its own, because a disk may take its time. As long as it does not, the
loop writes by itself: to wait a fraction of a millisecond takes less time, and half the work, than
to hand over and be woken again. The first sync that takes longer sends the next ones to the thread
for a second; if that happens again, for two, and so on.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from relay.effects import Append, Load, Sweep
from relay.store import LogStore

Question = Append | Load | Sweep
_BATCH: Final = 512  # questions in one batch; more would make the first of them wait
_QUICK: Final = 0.004  # seconds for which the loop may stand still, with everybody in it
_LONGEST: Final = 600.0  # seconds that a slow store is left to its thread before it is tried again
_CALMER: Final = 0.95  # of that time is left after each quick batch


class Answer(NamedTuple):
    """What became of a question."""

    question: Question
    outcome: bool | list[bytes] | None  # was it carried out, the records, or None: it failed


class Batch(NamedTuple):
    answers: list[Answer]
    seconds: float  # that the store took
    trouble: str  # what went wrong; empty if nothing did


class Writer:
    """Ask from the loop; answers come by ``tell``, in the loop."""

    def __init__(self, store: LogStore, tell: Callable[[Batch], None]) -> None:
        self._store = store
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Question] = []
        self._asked = 0  # batches that the thread has
        self._shy = 0.5  # seconds; twice as long the thread has it after a slow batch
        self._shy_until = 0.0
        self._queue: queue.SimpleQueue[list[Question] | None] = queue.SimpleQueue()
        self._done = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def ask(self, question: Question) -> None:
        """Hand over with everything else that comes up in this round of the loop."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(question)

    def _hand_over(self) -> None:
        questions, self._gathered = self._gathered, []
        if not questions:
            return
        if self._may_write(questions):
            batch = self._ask_store(questions)
            self._mind(batch.seconds)
            self._tell(batch)
        else:
            self._asked += 1
            self._queue.put(questions)

    def _may_write(self, questions: Sequence[Question]) -> bool:
        """Whether the loop may do it by itself: not while the thread is at it, and no reading."""
        is_free = not self._asked and self._loop.time() >= self._shy_until
        return is_free and all(isinstance(question, Append) for question in questions)

    def _mind(self, seconds: float) -> None:
        """Note whether the store was quick."""
        if seconds <= _QUICK:
            self._shy = max(0.5, self._shy * _CALMER)
        else:
            self._shy = min(2 * self._shy, _LONGEST)
            self._shy_until = self._loop.time() + self._shy

    def _answered(self, batch: Batch, count: int) -> None:
        """The thread has done what was handed over so many times."""
        self._asked -= count
        self._tell(batch)

    async def stop(self) -> None:
        """Answer everything that was asked, then close the store."""
        self._hand_over()
        self._queue.put(None)
        await self._done
        self._thread.join()

    # ---- in the thread, or in the loop while the thread has nothing to do ------------------------

    def _run(self) -> None:
        is_last = False
        while not is_last:
            questions, count, is_last = self._next()
            if questions:
                batch = self._ask_store(questions)
                self._loop.call_soon_threadsafe(self._answered, batch, count)
        try:
            self._store.close()
        finally:
            self._loop.call_soon_threadsafe(self._done.set_result, None)

    def _next(self) -> tuple[list[Question], int, bool]:
        """What has gathered, how often something was handed over, and whether it is the end."""
        found: list[Question] = []
        count = 0
        while len(found) < _BATCH and not (found and self._queue.empty()):
            more = self._queue.get()
            if more is None:
                return found, count, True
            found += more
            count += 1
        return found, count, False

    def _ask_store(self, questions: Sequence[Question]) -> Batch:
        begun = time.perf_counter()
        answers: list[Answer] = []
        troubles: list[str] = []
        appends = [q for q in questions if isinstance(q, Append)]
        try:
            outcomes: Sequence[bool | None] = self._store.append(appends) if appends else ()
        except Exception as error:  # whatever it is, this thread has to go on
            outcomes = [None] * len(appends)
            troubles.append(f"{type(error).__name__}: {error}")
        answers += map(Answer, appends, outcomes)
        for question in questions:
            if isinstance(question, Append):
                continue
            try:
                answers.append(Answer(question, self._read(question)))
            except Exception as error:
                answers.append(Answer(question, None))
                troubles.append(f"{type(error).__name__}: {error}")
        return Batch(answers, time.perf_counter() - begun, "; ".join(dict.fromkeys(troubles)))

    def _read(self, question: Load | Sweep) -> list[bytes] | bool:
        if isinstance(question, Load):
            return self._store.load(question.room)
        self._store.sweep(question.now)
        return True
