"""Between a page with a terminal and a program: keys and sizes one way, what it paints the other.

The page speaks the small language of the script that draws the terminal (``textual-serve`` brings
it): JSON arrays with a word first, and plain bytes to the terminal.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Final

from websockets.exceptions import ConnectionClosed

from kbtui.door.players.players import Full as NoMore
from kbtui.door.players.wish import Window
from kbtui.door.web.languages import asked_for, speaking
from kbtui.door.web.paths import Route
from kbtui.door.web.sockets import Browser
from kbtui.door.web.terminal.sessions import Full, Session, Sessions, Wanted
from kbtui.text.i18n import N_, _
from relay.protocol.limits import Bucket

ENDED, ELSEWHERE, FULL = 1000, 4001, 4002  # close codes, which the page's script knows
_BURST: Final = 2000  # messages at once; a mouse that is moved makes a hundred each second ...
_RATE: Final = 400.0  # ... and for each second
_REPAINT: Final = 0.15  # seconds between two sizes, so that the program notices both
_LOOKS: Final = 10  # as long apart, before a program that has not painted is shown both again
_TRIES: Final = 8
_FULL: Final = N_("Too many people are playing here right now. Try again later.")


class Bridge:
    def __init__(self, browser: Browser, session: Session) -> None:
        self._browser, self._session = browser, session
        self._bucket = Bucket(_BURST, _RATE, browser.loop.time())
        self._window = Window(0, 0)  # the latest size of the page

    async def run(self, window: Window, is_new: bool) -> None:
        """Until the program ends, the page is gone, or another page shows the program."""
        session = self._session
        session.attach(self)
        tasks = [asyncio.ensure_future(self._show()), asyncio.ensure_future(self._hear())]
        if not is_new:
            self._window = window
            tasks.append(asyncio.ensure_future(self._repaint()))
        try:
            await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
        finally:
            session.detach(self)
            for task in tasks:
                task.cancel()
            endings = await asyncio.gather(*tasks, return_exceptions=True)
        for ending in endings:
            if isinstance(ending, Exception):
                raise ending

    async def _show(self) -> None:
        session, browser = self._session, self._browser
        while True:
            await session.news.wait()
            if session.page is not self:
                await browser.close(ELSEWHERE)
                return
            is_over = session.is_over  # what is taken below is then all of it
            if data := session.take():
                await browser.send(data)
            if is_over:
                await browser.close(ENDED)
                return

    async def _hear(self) -> None:
        while True:
            data = await self._browser.recv()
            message = _message(data)
            if message is None or not self._bucket.take(self._browser.loop.time()):
                await self._browser.turn_away()
                return
            await self._do(*message)

    async def _do(self, word: str, value: Any) -> None:
        player = self._session.player
        if player is None or self._session.page is not self:
            return
        match word, value:
            case "stdin", str():
                self._session.stir()
                player.write(value.encode("utf-8", "replace"))
            case "resize", {"width": int(width), "height": int(height)}:
                self._window = Window.of(width, height)
                player.resize(self._window)
            case "ping", str():
                await self._browser.send(json.dumps(["pong", value[:40]]))

    async def _repaint(self) -> None:
        """A program paints everything for a window of another size, so it is shown two. One that is
        busy meanwhile sees only the second, which is the size it has; then it is shown both again.
        """
        session = self._session
        for _try in range(_TRIES):
            if session.player is None:
                return
            before, (columns, rows) = session.written, self._window
            session.player.resize(Window.of(columns, max(rows - 1, 1)))
            await asyncio.sleep(_REPAINT)
            session.player.resize(self._window)
            for _look in range(_LOOKS):
                await asyncio.sleep(_REPAINT)
                if session.written - before >= columns * rows // 2:  # more than any change
                    return


def _message(data: str | bytes) -> tuple[str, Any] | None:
    """A word and its value; None if it is nothing of ours."""
    try:
        word, *values = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return None
    return (word, values[0] if values else None) if isinstance(word, str) else None


async def play(sessions: Sessions, browser: Browser, cookie: str, found: Route) -> None:
    """The socket of a page with a terminal, until it is closed."""
    assert browser.request is not None
    language = asked_for(browser.request)
    wanted = Wanted(cookie, found.tab, found.words)
    window = Window.of(*found.size)
    session = sessions.find(wanted)
    is_new = session is None
    with suppress(ConnectionClosed):
        if session is None:
            try:
                session = await sessions.open(wanted, browser.address, window, language)
            except (Full, NoMore, OSError):
                with speaking(language):
                    await browser.send(f"{_(_FULL)}\r\n".encode())
                await browser.close(FULL)
                return
        await Bridge(browser, session).run(window, is_new)
