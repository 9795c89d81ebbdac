"""Bots think beside the game screen, which says for how long; who is hurried comes to an end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeVar

from engine.contract import DEALER
from engine.table import Entry
from kbtui.link import is_foreign
from kbtui.session import Session

T = TypeVar("T")

_SECOND: Final = 1.0  # after which it is told that it takes a while
_HASTE: Final = 0.5  # seconds for a move of a bot that is hurried: about what an expert needs


async def counted(task: asyncio.Task[T], tell: Callable[[int], None]) -> T:
    """What comes of it; each second that it takes is told."""
    seconds = 0
    while not (await asyncio.wait([task], timeout=_SECOND))[0]:
        seconds += 1
        tell(seconds)
    return task.result()


class Thinking:
    """Of those at this table who are no people."""

    def __init__(self, is_hurried: Callable[[], bool], show: Callable[[], None]) -> None:
        self.seconds = 0  # since the move that is thought of began
        self._is_hurried = is_hurried
        self._show = show

    async def next_entry(self, session: Session) -> Entry | None:
        """The dealer has nothing to think about. None: a person has to act."""
        if session.table.to_act == DEALER or session.waits_for is not None:
            return session.think()
        stopped, began = threading.Event(), monotonic()

        def stop() -> bool:
            is_late = self._is_hurried() and monotonic() - began >= _HASTE
            return stopped.is_set() or (is_late and _answers_at_once(session))

        task = asyncio.create_task(asyncio.to_thread(session.think, stop))
        try:
            return await counted(task, self._tell)
        finally:  # also when the game is left, or the person takes something back
            stopped.set()
            self.seconds = 0

    def _tell(self, seconds: int) -> None:
        self.seconds = seconds
        self._show()


def _answers_at_once(session: Session) -> bool:
    """Our bots have a good answer at any time; for a program of others somebody else would have to
    answer."""
    seat = session.table.to_act
    return seat is not None and not is_foreign(session.players[seat])
