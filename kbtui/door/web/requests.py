"""Answers requests for pages, pictures and files. Whatever else is asked for is refused here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from websockets.http11 import Request, Response

from kbtui.door.memory.memory import Memory
from kbtui.door.web import staticfiles
from kbtui.door.web.languages import asked_for, speaking
from kbtui.door.web.markup import TITLE, message
from kbtui.door.web.paths import Line, Page, Route, route
from kbtui.door.web.responses import FOR_A_WHILE, FRESH, SVG, TEXT, Answers
from kbtui.door.web.sockets import Browser, Gate
from kbtui.door.web.taps.tappage import tap_page
from kbtui.door.web.terminal.terminalpage import terminal_page
from kbtui.door.web.watch import gamelist, home, roompage
from kbtui.door.web.watch.dayspage import Days, table_page
from kbtui.door.web.watch.gallery import Full, Gallery, TooFast
from kbtui.door.web.watch.room import Room
from kbtui.games.kit import find
from kbtui.online.answers import at_door
from kbtui.text.i18n import N_, _
from relay.days import deals

_NO_PAGE: Final = N_("There is no such page.")
_NO_RELAY: Final = N_("The relay does not answer right now.")
_TOO_MANY: Final = N_("That was too fast. Wait a moment and try again.")
_FULL: Final = N_("Too many games are being watched right now. Try again later.")
_MONTH: Final = 33  # days whose tables a relay keeps
_NO_CODE: Final = N_("That is not a room code. A code looks like KQ7-4TN.")


class Refusal(Exception):
    """A page cannot be shown; why, to be translated, or a sentence that is."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


class Pages:
    def __init__(
        self,
        days: Days,
        ways: home.Ways,
        answers: Answers,
        gallery: Gallery,
        gate: Gate,
        memory: Memory,
    ) -> None:
        self._ways = ways
        self._has_terminal = ways.has_terminal
        self._days, self._memory = days, memory
        self._answers = answers
        self._gallery = gallery
        self._gate = gate
        self._pages: dict[Page, Callable[[Browser, Request, Route], Awaitable[Response]]] = {
            Page.HOME: self._home,
            Page.ROOMS: self._rooms,
            Page.GO: self._go,
            Page.WATCH: self._watch,
            Page.PLAY: self._play,
            Page.JOIN: self._play,
            Page.DAILY: self._daily,
            Page.DAY: self._day,
            Page.TRY: self._tap,
            Page.TAP: self._tap,
            Page.NEW: self._tap,
            Page.BOARD: self._board,
            Page.STATIC: self._static,
            Page.HEALTH: self._health,
        }

    async def answer(self, browser: Browser, request: Request) -> Response | None:
        """A page, a refusal, or None: then a WebSocket may be opened."""
        found = route(request.path)
        try:
            if request.method != "GET":
                raise Refusal(HTTPStatus.METHOD_NOT_ALLOWED, _NO_PAGE)
            if not browser.arrive(request.headers.get_all("X-Forwarded-For")):
                raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, _TOO_MANY)
            if found is None:
                raise Refusal(HTTPStatus.NOT_FOUND, _NO_PAGE)
            if isinstance(found.to, Line):
                return None
            return await self._pages[found.to](browser, request, found)
        except Refusal as refusal:
            with speaking(asked_for(request)):
                page = message(_(refusal.text))
            more = {"Allow": "GET"} if refusal.status is HTTPStatus.METHOD_NOT_ALLOWED else {}
            return self._answers.make(request, page, status=refusal.status, more=more)

    # ---- pages -----------------------------------------------------------------------------------

    async def _home(self, browser: Browser, request: Request, found: Route) -> Response:
        rooms, days = await asyncio.gather(  # a relay that is silent costs the visitor one wait
            self._gallery.listing.rooms(), self._days.views(deals.today())
        )
        with speaking(asked_for(request)):
            page = home.home(rooms, self._gallery, self._ways, days, self._memory)
        return self._answers.make(request, page)

    async def _rooms(self, browser: Browser, request: Request, found: Route) -> Response:
        rooms = await self._gallery.listing.rooms()
        with speaking(asked_for(request)):
            return self._answers.make(request, gamelist.lists(rooms, self._gallery))

    async def _go(self, browser: Browser, request: Request, found: Route) -> Response:
        if not found.code:
            raise Refusal(HTTPStatus.NOT_FOUND, _NO_CODE)
        more = {"Location": f"/watch/{found.code}"}
        return self._answers.make(request, "", TEXT, status=HTTPStatus.SEE_OTHER, more=more)

    async def _watch(self, browser: Browser, request: Request, found: Route) -> Response:
        room = await self._room(browser, request, found)
        rooms = await self._gallery.listing.rooms() or ()
        with speaking(asked_for(request)):
            others = gamelist.others(room.code, rooms, self._gallery)
            return self._answers.make(request, roompage.room_page(room, *others))

    async def _play(self, browser: Browser, request: Request, found: Route) -> Response:
        """The app in a page; where there is none, a board to tap on."""
        if not self._has_terminal and not found.code:
            raise Refusal(HTTPStatus.NOT_FOUND, _NO_PAGE)
        if not self._has_terminal:
            more = {"Location": f"/tap/{found.code}"}
            return self._answers.make(request, "", TEXT, status=HTTPStatus.SEE_OTHER, more=more)
        line = f"/terminal/join/{found.code}" if found.code else "/terminal/play"
        with speaking(asked_for(request)):
            page = terminal_page(line, found.code, found.code or TITLE)
        return self._answers.make(request, page, more=self._answers.cookies.give(request))

    async def _daily(self, browser: Browser, request: Request, found: Route) -> Response:
        """The app in a page, at the deal of the day; where there is none, by taps."""
        taps = f"/daily/{deals.today()}"
        if not self._has_terminal:
            more = {"Location": taps}
            return self._answers.make(request, "", TEXT, status=HTTPStatus.SEE_OTHER, more=more)
        with speaking(asked_for(request)):
            page = terminal_page("/terminal/daily", "", _("Deal of the day"), taps)
        return self._answers.make(request, page, more=self._answers.cookies.give(request))

    async def _day(self, browser: Browser, request: Request, found: Route) -> Response:
        """The tables of a day that is over, or runs. A browser that plays sees its own tries."""
        try:
            age = deals.ordinal(deals.today()) - deals.ordinal(found.day)
        except ValueError:
            age = -1
        if not 0 <= age <= _MONTH:
            raise Refusal(HTTPStatus.NOT_FOUND, _NO_PAGE)
        views = await self._days.views(found.day, self._answers.cookies.read(request))
        with speaking(asked_for(request)):
            page = table_page(views, found.day, is_today=not age)
        return self._answers.make(request, page)

    async def _tap(self, browser: Browser, request: Request, found: Route) -> Response:
        with speaking(asked_for(request)):
            title = _(find(found.name).title) if found.name else found.code
            page = tap_page(found.code, found.name, title, found.day)
        return self._answers.make(request, page, more=self._answers.cookies.give(request))

    async def _board(self, browser: Browser, request: Request, found: Route) -> Response:
        room = await self._room(browser, request, found)
        language = asked_for(request)
        with speaking(language):
            picture = roompage.picture(room, found.number, language)
        if picture is None:
            raise Refusal(HTTPStatus.NOT_FOUND, _NO_PAGE)
        cache = FRESH if found.number is None else FOR_A_WHILE  # an entry never changes
        return self._answers.make(request, picture, SVG, cache=cache)

    async def _static(self, browser: Browser, request: Request, found: Route) -> Response:
        file = staticfiles.find(found.name)
        if file is None:
            raise Refusal(HTTPStatus.NOT_FOUND, _NO_PAGE)
        is_other = found.version not in ("", staticfiles.version(found.name))
        cache = FRESH if is_other else FOR_A_WHILE  # a page of another door asks for its own file
        return self._answers.make(request, file.data, file.kind, cache=cache)

    async def _health(self, browser: Browser, request: Request, found: Route) -> Response:
        return self._answers.make(request, "ok\n", TEXT)

    async def _room(self, browser: Browser, request: Request, found: Route) -> Room:
        """The room of that code, watched; raises Refusal."""
        try:
            room = await self._gallery.ask(found.code, self._gate, browser.address)
        except TooFast:
            raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, _TOO_MANY) from None
        except Full:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, _FULL) from None
        if room.is_there:
            return room
        if not room.refused:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, _NO_RELAY)
        host = urlsplit(self._answers.origin).netloc
        with speaking(asked_for(request)):
            text = at_door(room.refused, "", found.code, host)
        raise Refusal(HTTPStatus.NOT_FOUND, text)
