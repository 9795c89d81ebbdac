"""Programs of browsers. A page may be reloaded: its program waits a minute, then it is hung up."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple, Protocol

from kbtui.door.players.players import Listener, Player
from kbtui.door.players.wish import Window
from kbtui.door.web.terminal.modes import Modes

KEPT: Final = 60.0  # seconds that a program waits for its page
_MOST_WAITING: Final = 262_144  # bytes for a page that does not read; then the program waits
_OF_ONE: Final = 4  # programs of one browser


class Full(Exception):
    """No more programs for this browser, this address, or at all."""


class Wanted(NamedTuple):
    """A program for a browser; it is found again by the whole of this."""

    browser: str  # its cookie
    tab: str  # of that browser
    words: tuple[str, ...]  # for ``kb``, from the closed list of addresses


class Host(Protocol):
    """Who runs programs: the door that SSH players come through."""

    async def open(
        self, wanted: Wanted, window: Window, language: str, ear: Listener, address: str
    ) -> Player:
        """Start one; raises Full, OSError. It counts how many an account and an address have."""

    def left(self, player: Player) -> None:
        """It has ended."""


class Session:
    """One program, and what it wrote that its page has not got yet."""

    def __init__(self, sessions: Sessions, wanted: Wanted) -> None:
        self.wanted = wanted
        self.player: Player | None = None
        self.is_over = False
        self.page: object | None = wanted  # the one that shows it now; at first the one to come
        self.news = asyncio.Event()  # something was written, or it is over
        self.written = 0  # bytes, for any page
        self._sessions = sessions
        self._modes = Modes()
        self._unread = b""
        self._hanging_up: asyncio.TimerHandle | None = None  # if no page comes
        self._idle: asyncio.TimerHandle | None = None  # if no key is pressed

    # ---- what the program does -------------------------------------------------------------------

    def wrote(self, data: bytes, is_error: bool) -> None:
        self._modes.saw(data)
        if self.page is None:
            return  # nobody looks; it paints everything again when somebody does
        self.written += len(data)
        self._unread += data
        self.news.set()
        if len(self._unread) > _MOST_WAITING and self.player is not None:
            self.player.pause()

    def ended(self, code: int) -> None:
        self.is_over = True
        for timer in (self._hanging_up, self._idle):
            if timer is not None:
                timer.cancel()
        self.news.set()
        self._sessions.forget(self)

    # ---- what its page does ----------------------------------------------------------------------

    def attach(self, page: object) -> None:
        """This page shows it from now on; the page that did before hears about it."""
        if self._hanging_up is not None:
            self._hanging_up.cancel()
            self._hanging_up = None
        is_first = self.page is self.wanted
        self.page = page
        if not is_first:
            self._unread = self._modes.restored()
        self.news.set()

    def detach(self, page: object) -> None:
        """The page is gone; if no other comes within a minute, so is the program."""
        if self.page is not page or self.is_over:
            return
        self.page, self._unread = None, b""
        if self.player is not None:
            self.player.resume()
        loop = asyncio.get_running_loop()
        self._hanging_up = loop.call_later(KEPT, self.hang_up)

    def take(self) -> bytes:
        """What was written since the last time."""
        data, self._unread = self._unread, b""
        self.news.clear()
        if data and self.player is not None and not self.is_over:
            self.player.resume()
        return data

    def stir(self) -> None:
        """Somebody is there."""
        if self._idle is not None:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(self._sessions.idle, self.hang_up)

    def hang_up(self) -> None:
        if self.player is not None and not self.is_over:
            self.player.hang_up()


class Sessions:
    def __init__(self, host: Host, idle: float) -> None:
        """``idle``: seconds without a key after which a program is hung up."""
        self.idle = idle
        self._host = host
        self._sessions: list[Session] = []

    def find(self, wanted: Wanted) -> Session | None:
        return next((each for each in self._sessions if each.wanted == wanted), None)

    async def open(self, wanted: Wanted, address: str, window: Window, language: str) -> Session:
        """A new program; raises Full, OSError."""
        own = sum(each.wanted.browser == wanted.browser for each in self._sessions)
        if own >= _OF_ONE:
            raise Full
        session = Session(self, wanted)
        self._sessions.append(session)
        try:
            session.player = await self._host.open(wanted, window, language, session, address)
        except BaseException:
            self._sessions.remove(session)
            raise
        if session.is_over:  # sooner than we knew which it is
            self._host.left(session.player)
        else:
            session.stir()
        return session

    def __len__(self) -> int:
        return len(self._sessions)

    def forget(self, session: Session) -> None:
        if session in self._sessions:
            self._sessions.remove(session)
        if session.player is not None:
            self._host.left(session.player)

    def close(self) -> None:
        """Hang up on everybody; no program is left behind."""
        for session in tuple(self._sessions):
            session.hang_up()
