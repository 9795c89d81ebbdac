"""The server for browsers: pages by a closed list, and WebSockets from our own pages alone.

    async with WebDoor(Settings(relay=address, port=0)) as door:
        print(door.url)

Pages are answered before a WebSocket could begin, by GET only. The library compares ``Origin`` with
ours before it accepts a WebSocket, and refuses one that names none.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Final, Self, cast
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request
from websockets.typing import Origin

from kbtui.door.memory.memory import Memory
from kbtui.door.web.languages import asked_for
from kbtui.door.web.paths import Line, Route, route
from kbtui.door.web.requests import Pages
from kbtui.door.web.responses import Answers
from kbtui.door.web.sockets import LIMITS, Browser, Gate
from kbtui.door.web.staticfiles import has_terminal, version
from kbtui.door.web.taps.play import Table
from kbtui.door.web.taps.play import play as play_by_taps
from kbtui.door.web.taps.seats import Seats
from kbtui.door.web.terminal.bridge import play as play_in_terminal
from kbtui.door.web.terminal.sessions import Host, Sessions
from kbtui.door.web.watch.dayspage import Days
from kbtui.door.web.watch.gallery import Full, Gallery, TooFast
from kbtui.door.web.watch.home import Ways
from kbtui.door.web.watch.live import tell
from kbtui.text.address import Address
from relay.protocol.limits import Limits
from relay.server.admission import Network
from relay.server.logs import trouble

_OPEN: Final = 20.0  # seconds for the headers of a request, and for our answer to be made
_CLOSE: Final = 20.0  # seconds for a slow reader to take a page
_PING: Final = 20.0  # seconds between two pings, and for their answer
_FRAME: Final = 65_536  # bytes of a message from a browser
OUTDATED: Final = 4003  # a close code, after which a page is loaded again
_SCRIPTS: Final = {Line.LIVE: "live.js", Line.TAPS: "tap.js", Line.TERMINAL: "terminal.js"}
_LIBRARY: Final = logging.getLogger("relay.websockets")  # never at a level that shows what is sent


@dataclass(frozen=True)
class Settings:
    relay: Address
    host: str = "127.0.0.1"
    port: int = 8080  # 0: any that is free
    url: str = ""  # where browsers find us, such as https://play.example.org; empty: right here
    tls: ssl.SSLContext | None = None
    proxies: tuple[Network, ...] = ()  # whose X-Forwarded-For is believed
    ways: Ways = field(default_factory=Ways)
    badge: Callable[[str], str] = lambda address: ""  # for the relay: whom we connect for
    programs: Host | None = None  # runs the app for a page; None: no app
    memory: Memory = field(default_factory=Memory)
    limits: Limits = LIMITS
    idle: float = 4 * 3600.0  # seconds without a key, of a program


class WebDoor:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._gate = Gate(settings.proxies, settings.limits)
        self._gallery = Gallery(settings.relay)
        self._days = Days(settings.relay)
        self._seats = Seats(settings.relay, settings.badge)
        host = settings.programs
        self._sessions = None if host is None else Sessions(host, settings.idle)
        self._socket: socket.socket | None = None
        self._server: Server | None = None
        self._answers = Answers(settings.url)
        can_play = settings.programs is not None and has_terminal()
        ways = settings.ways._replace(has_terminal=can_play)
        self._pages = Pages(
            self._days, ways, self._answers, self._gallery, self._gate, settings.memory
        )
        self.url = settings.url
        self.port = settings.port
        self._lines: dict[Line, Callable[[Browser, Request, Route], Awaitable[None]]] = {
            Line.LIVE: self._live,
            Line.TAPS: self._taps,
            Line.TERMINAL: self._terminal,
        }

    def bind(self) -> None:
        """Take the port, before rights are given up; raises OSError."""
        settings = self._settings
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        both = settings.host == "::" and socket.has_dualstack_ipv6()
        self._socket = socket.create_server(
            (settings.host, settings.port),
            family=family,
            dualstack_ipv6=both,
            # The next door starts while this one lets people end.
            reuse_port=hasattr(socket, "SO_REUSEPORT") and settings.port != 0,
        )

    @property
    def programs(self) -> int:
        """How many run for pages now."""
        return 0 if self._sessions is None else len(self._sessions)

    async def start(self) -> None:
        """Listen; raises OSError if that cannot be."""
        settings = self._settings
        if self._socket is None:
            self.bind()
        _LIBRARY.setLevel(logging.WARNING)
        origins: list[Origin | None] = []  # nobody's, until the port is known
        self._server = await serve(
            self._serve,
            sock=self._socket,
            process_request=cast(Any, self._pages.answer),
            create_connection=cast(type[ServerConnection], partial(Browser, self._gate)),
            ssl=settings.tls,
            origins=origins,
            **_OPTIONS,
        )
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = self._answers.origin = settings.url or _local_url(settings, self.port)
        origins.append(Origin(self.url))

    def stop_accepting(self) -> None:
        """People who are here may continue."""
        if self._server is not None:
            self._server.server.close()

    async def stop(self) -> None:
        """Close every connection, and wait until all of it is gone."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
            await server.wait_closed()
        if self._sessions is not None:
            self._sessions.close()
        await self._gallery.close()
        await self._seats.close_all()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    # ---- WebSockets ------------------------------------------------------------------------------

    async def _serve(self, socket: ServerConnection) -> None:
        """Until the browser is gone, or what it was shown."""
        browser, request = cast(Browser, socket), socket.request
        found = None if request is None else route(request.path)
        if request is None or found is None or not isinstance(found.to, Line):
            return
        if found.version and found.version != version(_SCRIPTS[found.to]):
            await browser.close(OUTDATED)
            return
        work = asyncio.ensure_future(self._lines[found.to](browser, request, found))
        gone = asyncio.ensure_future(browser.wait_closed())
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        for task in (work, gone):
            task.cancel()
        (ending, _gone) = await asyncio.gather(work, gone, return_exceptions=True)
        if isinstance(ending, Exception) and not isinstance(ending, ConnectionClosed):
            trouble("mistake", ending)  # of ours; the socket is closed, and nobody else notices

    async def _live(self, browser: Browser, request: Request, found: Route) -> None:
        try:
            room = await self._gallery.ask(found.code, self._gate, browser.address)
        except (TooFast, Full):
            return
        if room.is_there:
            listing = self._gallery if found.version else None
            await tell(browser, room, listing, asked_for(request))

    async def _taps(self, browser: Browser, request: Request, found: Route) -> None:
        cookie = self._answers.cookies.read(request)
        if cookie is not None:
            table = Table(self._seats, self._gate, self._days, urlsplit(self.url).netloc)
            await play_by_taps(table, browser, cookie, found)

    async def _terminal(self, browser: Browser, request: Request, found: Route) -> None:
        cookie = self._answers.cookies.read(request)
        if cookie is not None and self._sessions is not None:
            await play_in_terminal(self._sessions, browser, cookie, found)


_OPTIONS: Final[dict[str, Any]] = {
    "compression": "deflate",  # a picture or a screen takes a tenth of its bytes
    "max_size": _FRAME,
    "max_queue": 8,
    "open_timeout": _OPEN,
    "close_timeout": _CLOSE,
    "ping_interval": _PING,
    "ping_timeout": _PING,
    "server_header": None,
    "logger": _LIBRARY,
}


def _local_url(settings: Settings, port: int) -> str:
    """Where a browser on this machine finds us."""
    scheme = "http" if settings.tls is None else "https"
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{scheme}://{host}:{port}"
