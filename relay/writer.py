"""The store in a thread of its own: many rooms, one sync.

Whatever has gathered while the last batch was written is written as the next one. Answers go back
to the loop together, one call for a whole batch. Of one room only one question is ever on its way,
so a batch may do all appends first.
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
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def stop(self) -> None:
        """Answer everything that was asked, then close the store."""
        self._hand_over()
        self._queue.put(None)
        await self._done
        self._thread.join()

    # ---- in the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        is_last = False
        while not is_last:
            questions, is_last = self._next()
            if questions:
                batch = self._ask_store(questions)
                self._loop.call_soon_threadsafe(self._tell, batch)
        try:
            self._store.close()
        finally:
            self._loop.call_soon_threadsafe(self._done.set_result, None)

    def _next(self) -> tuple[list[Question], bool]:
        """What has gathered, and whether it is the end."""
        found: list[Question] = []
        while len(found) < _BATCH and not (found and self._queue.empty()):
            more = self._queue.get()
            if more is None:
                return found, True
            found += more
        return found, False

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
