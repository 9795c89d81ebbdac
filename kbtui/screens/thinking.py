"""Runs bots in a thread while the screen counts seconds; Enter makes them answer early."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeVar

from engine.contract import DEALER
from engine.table import Entry
from kbtui.play.link import is_foreign
from kbtui.play.session import Session

T = TypeVar("T")

_SECOND: Final = 1.0  # after which the screen says that it takes a while
_HASTE: Final = 0.5  # seconds that a hurried bot has for a move: about what an expert needs


async def counted(task: asyncio.Task[T], tell: Callable[[int], None]) -> T:
    """The result; ``tell`` is called for each second it takes."""
    seconds = 0
    while not (await asyncio.wait([task], timeout=_SECOND))[0]:
        seconds += 1
        tell(seconds)
    return task.result()


class Thinking:
    """The thinking of the bots at this table."""

    def __init__(self, is_hurried: Callable[[], bool], show: Callable[[], None]) -> None:
        self.seconds = 0  # spent on the current move so far
        self._is_hurried = is_hurried
        self._show = show

    async def next_entry(self, session: Session) -> Entry | None:
        """The next entry of a bot, or of the dealer, who answers at once; None for a person."""
        if session.table.to_act == DEALER or session.waits_for is not None:
            return session.think()
        stopped, began = threading.Event(), monotonic()

        def stop() -> bool:
            is_late = self._is_hurried() and monotonic() - began >= _HASTE
            return stopped.is_set() or (is_late and _answers_at_once(session))

        task = asyncio.create_task(asyncio.to_thread(session.think, stop))
        try:
            return await counted(task, self._tell)
        finally:  # also when the player leaves the game or undoes a move
            stopped.set()
            self.seconds = 0

    def _tell(self, seconds: int) -> None:
        self.seconds = seconds
        self._show()


def _answers_at_once(session: Session) -> bool:
    """Whether the bot can be hurried: ours always have an answer, an external bot has not."""
    seat = session.table.to_act
    return seat is not None and not is_foreign(session.players[seat])
