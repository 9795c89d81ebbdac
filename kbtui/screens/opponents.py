"""Everybody else at the table of a game screen: they act until the person has to.

Bots think in a thread while the screen counts seconds. Each move can be looked at for a moment, at
the pace of the settings. Enter hurries: a bot answers early, and nobody waits for the rest.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from engine.contract import DEALER
from engine.table import Entry
from kbtui.play.link import is_external
from kbtui.play.session import Session

if TYPE_CHECKING:
    from kbtui.screens.gamescreen import GameScreen

T = TypeVar("T")

# Seconds to look at a move of somebody else, by the pace of the settings.
PACES: Final = {"off": 0.0, "fast": 0.25, "normal": 0.7, "slow": 1.6}
_DEAF: Final = 0.6  # seconds
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
        """The next entry; only a bot of ours needs time for it. None for a person."""
        is_quick = session.table.to_act == DEALER or session.waits_for is not None
        if is_quick or not session.is_local:
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
    return seat is not None and not is_external(session.players[seat])


class Others:
    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._hurry = asyncio.Event()
        self._thinking = Thinking(self._hurry.is_set, screen.repaint)
        self._is_following = False  # their moves are being shown
        self._noted = 0  # notes of the session that were told
        self.is_deaf = False  # the screen, for a moment, to who hurries them

    @property
    def seconds(self) -> int:
        """For how long a bot has thought."""
        return self._thinking.seconds

    def hurry(self) -> None:
        self._hurry.set()

    def go_on(self) -> None:
        """Let them act until the person has to."""
        if self._screen.session.is_local or not self._is_following:  # else all comes in its turn
            self._is_following = True
            self._screen.run_worker(self._act(), exclusive=True, group="others")

    async def _act(self) -> None:
        try:
            await self._follow()
        finally:
            self._is_following = False
        said = len(self._screen.spoken)
        for companion in self._screen.companions:
            companion.settled()
        if len(self._screen.spoken) != said:  # after the last paint
            self._screen.repaint()

    async def _follow(self) -> None:
        screen = self._screen
        self._hurry.clear()
        has_moved = False
        while True:
            session = screen.session
            known = len(session.table.entries)
            entry = await self._thinking.next_entry(session)
            if len(session.table.entries) != known:
                continue  # the person has taken something back meanwhile
            if entry is None:
                break
            if screen.hand.lingers and not await self._linger(known):
                continue
            session.follow(entry)
            has_moved = True
            self._tell_notes()
            seconds = self._pause(entry)
            if entry.actor == session.table.to_act == DEALER and not seconds:
                continue  # nobody would see it before the next entry
            screen.moved()
            await self._wait(seconds)
        if self._hurry.is_set() or screen.hand.hands_over_to is not None:
            self.be_deaf()
        screen.hand.settle_in()
        if has_moved:
            screen.tell_news()
        self._tell_notes()
        screen.moved()
        if screen.hand.is_asked:
            self._call_person()

    async def _linger(self, known: int) -> bool:
        """A moment for the person to undo; whether nothing was undone."""
        await self._wait(PACES[self._screen.kb.settings.pace])
        return len(self._screen.session.table.entries) == known

    def _call_person(self) -> None:
        """It is the person's turn, who may look elsewhere, or does not expect to be asked."""
        screen = self._screen
        if any(companion.call() for companion in screen.companions):
            return
        is_missed = not screen.app.app_focus or screen.hand.is_reacting
        if screen.kb.settings.bell and is_missed:
            screen.app.bell()

    def _tell_notes(self) -> None:
        """Say once what is wrong with a program that plays here."""
        for note in self._screen.session.notes[self._noted :]:
            self._screen.say(note)
            self._noted += 1

    def be_deaf(self) -> None:
        """Who presses Enter to hurry a bot, or to end the turn, presses it once too often: that
        must neither build nor take the keyboard."""
        if PACES[self._screen.kb.settings.pace]:
            self.is_deaf = True
            self._screen.set_timer(_DEAF, self._listen)

    def _listen(self) -> None:
        self.is_deaf = False

    def _pause(self, entry: Entry) -> float:
        """Seconds to look at it."""
        seconds = 0.0 if entry.actor == DEALER else PACES[self._screen.kb.settings.pace]
        for companion in self._screen.companions:
            seconds = companion.pause(seconds)
        return seconds

    async def _wait(self, seconds: float) -> None:
        """Unless somebody hurries."""
        if seconds and not self._hurry.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)
