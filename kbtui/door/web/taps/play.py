"""One browser at one seat: what it is shown, and what it asks for.

Requests are small JSON objects. A move is a token of the notation; our copy of the game refuses an
illegal one, and so does the relay, which treats this player like any other.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Final, NamedTuple

from websockets.exceptions import ConnectionClosed

from engine.errors import EngineError
from kbtui.door.web.cookies import try_token
from kbtui.door.web.languages import asked_for, speaking
from kbtui.door.web.paths import Route
from kbtui.door.web.sockets import Browser, Gate
from kbtui.door.web.taps.news import news
from kbtui.door.web.taps.seats import Full, Seat, Seats, asked_name, usual_terms
from kbtui.door.web.watch.dayspage import Days
from kbtui.games.kit import find
from kbtui.online.answers import trouble
from kbtui.online.guest import Guest
from kbtui.online.other_players import Step, request_for, step
from kbtui.text.i18n import N_, _
from kbtui.text.phrases import told
from relay.client import events as e
from relay.hub.guesses import Guess
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.days import DONE, NEW, AskDay, DayView
from relay.protocol.limits import Bucket

_BURST: Final = 20  # requests at once ...
_RATE: Final = 5.0  # ... and for each second
_LOOK: Final = 20.0  # seconds after which a room that says nothing is looked at again
_SOON: Final = 1.0  # seconds after which the relay knows what came of a try
_ASKS: Final = 12  # questions about that, of one page
_HELLO: Final = 20.0  # seconds for the first request
_LONGEST: Final = 2000  # characters of a request
_BOT: Final = "skilled"
_WINDOWS: Final = 6  # sockets at one seat: of windows, and of some that a phone has just lost
_NO_WINDOW: Final = N_("Too many windows show this seat. Close some of them.")
_NO_SEAT: Final = N_("Too many people are playing here right now. Try again later.")
_GONE: Final = N_("The relay does not answer right now.")
_NO_NAME: Final = N_("Type a name that others can read.")
_TOO_FAST: Final = N_("That was too fast. Wait a moment and try again.")
_NO_DEAL: Final = N_("The deal of that day cannot be played here now.")


class Table(NamedTuple):
    """What all players share."""

    seats: Seats
    gate: Gate
    days: Days
    host: str  # where the games are, as people type it


class Player:
    def __init__(self, table: Table, browser: Browser, cookie: str, language: str) -> None:
        self._table, self._browser = table, browser
        self._cookie, self._language = cookie, language
        self._bucket = Bucket(_BURST, _RATE, browser.loop.time())
        self._said = ""  # what was wrong with the last request
        self._wake = asyncio.Event()
        self._asks = _ASKS
        self._guess: Guess | None = None  # the code of a room

    async def play(self, found: Route) -> None:
        """From the first request, which has a name, until the page is closed."""
        first = await asyncio.wait_for(self._request(), _HELLO)
        name = asked_name(first.get("name"))
        seat = await self._sit(found, name) if name else _NO_NAME
        if isinstance(seat, Seat) and seat.viewers >= _WINDOWS:
            seat = _NO_WINDOW
        if isinstance(seat, str):
            with speaking(self._language):
                await self._browser.send(json.dumps({"said": _(seat)}))
            return
        with seat.look():
            tasks = [
                asyncio.ensure_future(self._show(seat)),
                asyncio.ensure_future(self._hear(seat)),
            ]
            try:
                done, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, seat: Seat) -> None:
        while True:
            self._do(seat, await self._request())

    async def _sit(self, found: Route, name: str) -> Seat | str:
        """A seat, or why there is none."""
        seats, cookie, address = self._table.seats, self._cookie, self._browser.address
        try:
            if found.code:
                return seats.find(cookie, found.code) or self._join(found.code, name)
            if found.day:
                return await self._try(found.name, found.day, name)
            if not self._table.gate.make_room(address, self._browser.loop.time()):
                return _NO_SEAT
            terms = usual_terms(find(found.name).form.players[0])
            return seats.create(cookie, address, name, found.name, terms)
        except Full:
            return _NO_SEAT

    def _join(self, code: str, name: str) -> Seat | str:
        """A seat in the room of that code, which is paid for until it is known to be right."""
        address, now = self._browser.address, self._browser.loop.time()
        guess = self._guess = self._table.gate.guess(address, now)
        if not guess.is_paid:
            return _TOO_FAST
        try:
            return self._table.seats.join(self._cookie, address, name, code)
        except Full:
            guess.right(now)
            raise

    async def _try(self, game: str, day: str, name: str) -> Seat | str:
        """The try of this browser at the deal of that day; raises Full."""
        table, cookie, address = self._table, self._cookie, self._browser.address
        seat = table.seats.find_try(cookie, game, day)
        if seat is not None:
            return seat
        views = await self._asked(game, day)
        if not views:
            return _NO_DEAL
        is_new = views[0].trying == NEW
        if is_new and not table.gate.make_room(address, self._browser.loop.time()):
            return _NO_SEAT
        return table.seats.attempt(cookie, address, name, views[0])

    async def _asked(self, game: str, day: str) -> tuple[DayView, ...]:
        """How that day stands for this browser; nothing if the relay does not say."""
        token = try_token(self._cookie, game, day)
        return await self._table.days.asked([AskDay(game, day, token)])

    async def _request(self) -> dict[str, Any]:
        """The next one; a client that breaks the rules is disconnected."""
        data = await self._browser.recv()
        try:
            request = json.loads(data) if len(data) <= _LONGEST else None
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict) or not self._bucket.take(self._browser.loop.time()):
            await self._browser.turn_away()
            raise ConnectionClosed(None, None)
        return request

    # ---- what it is shown ------------------------------------------------------------------------

    async def _show(self, seat: Seat) -> None:
        """Everything that changes; a picture only if it is another one."""
        sent: dict[str, Any] = {}
        while True:
            self._wake.clear()
            await self._judge(seat)
            version = seat.version
            if seat.guest.room is not None or seat.guest.refusal is not None:
                self._settle(seat)
                with speaking(self._language):
                    shown = news(seat, self._said, self._table.host, self._language)
                fresh = {name: value for name, value in shown.items() if sent.get(name) != value}
                if fresh:
                    await self._browser.send(json.dumps(fresh))
                sent = shown
            if seat.guest.room is None and seat.guest.refusal is not None:
                await self._turned_away(seat)
                return
            if seat.is_over_and_out:
                await self._browser.send(json.dumps(self._ending(seat)))
                await self._browser.close()
                return
            await self._next(seat, version)

    def _ending(self, seat: Seat) -> dict[str, Any]:
        """Why nothing comes any more. Who is not wanted in the room stays out: a page that came
        back would take the seat from another window again, or sit down where it was freed."""
        why = seat.guest.connection.trouble
        with speaking(self._language):
            if isinstance(why, e.Ended):
                nothing = {"prompt": "", "buttons": [], "choices": [], "options": []}
                return {"inside": False, "said": trouble(why, self._table.host), **nothing}
            return {"said": _(_GONE)}

    async def _judge(self, seat: Seat) -> None:
        """What came of a try. The relay knows it a moment after the game is over, and a little
        later what its expert has made of the same cards; it is not asked forever."""
        room = seat.guest.room
        if room is not None and seat.is_unjudged and self._asks:
            self._asks -= 1
            for view in await self._asked(room.game, seat.day):
                seat.judge(view if view.trying == DONE else None)

    def _settle(self, seat: Seat) -> None:
        """It is known whether the code was right."""
        if self._guess is not None:
            code = "" if seat.guest.room is not None else seat.refused
            self._guess.is_wrong(code, self._browser.loop.time())

    async def _turned_away(self, seat: Seat) -> None:
        """There is no such room, or no seat in it: the page was told, and this is the end."""
        await self._table.seats.close(seat)
        await self._browser.close()

    async def _next(self, seat: Seat, version: int) -> None:
        """Wait until there may be something new."""
        is_early = seat.is_unjudged and seat.outcome is None and self._asks
        tasks = [
            asyncio.ensure_future(seat.change(version, _SOON if is_early else _LOOK)),
            asyncio.ensure_future(self._wake.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    # ---- what it asks for ------------------------------------------------------------------------

    def _do(self, seat: Seat, request: dict[str, Any]) -> None:
        guest, word = seat.guest, request.get("do")
        self._said, guest.refusal = "", None
        self._wake.set()
        try:
            match word:
                case "move" if isinstance(request.get("move"), str):
                    if seat.table is None or seat.table.to_act == guest.seat:
                        seat.play(request["move"])  # else it was one tap too many
                case "undo":
                    seat.play("undo")
                case "ready":
                    guest.ready()
                case "unready":
                    guest.ready(False)
                case "bots":
                    self._fill(seat)
                case "start":
                    guest.request(m.Start())
                case "again":
                    guest.request(m.Rematch(True))
                case "leave":
                    guest.request(m.Leave())
                case "say" if isinstance(request.get("text"), str):
                    self._say(guest, request["text"])
                case "option":
                    self._choose(guest, request.get("id"), request.get("at"))
                case Step.VOTE | Step.UNVOTE | Step.RETAKE:
                    found = step(guest)
                    if found is not None and found[0] == word:
                        guest.request(request_for(found))
        except EngineError as error:
            with speaking(self._language):
                self._said = told(error)

    @staticmethod
    def _say(guest: Guest, text: str) -> None:
        line = clean(text, k.CHAT)
        if line:
            guest.request(m.Say(line))

    @staticmethod
    def _choose(guest: Guest, question: object, at: object) -> None:
        """Another option for the game; the relay checks that the host wants it."""
        room = guest.room
        forms = None if room is None else find(room.game).forms
        if room is not None and forms is not None and isinstance(question, str):
            with suppress(LookupError):  # a page of another version
                at = at if type(at) is int else -1
                guest.request(m.Change(forms.answered(room.terms, question, at)))

    @staticmethod
    def _fill(seat: Seat) -> None:
        """Bots for all free seats."""
        room, levels = seat.guest.room, seat.guest.levels
        if room is not None and levels:
            level = _BOT if _BOT in levels else levels[-1]
            for number, each in enumerate(room.seats):
                if not each.name:
                    seat.guest.request(m.SeatBot(number, level))


async def play(table: Table, browser: Browser, cookie: str, found: Route) -> None:
    """A socket of a page to tap on, until it is closed."""
    assert browser.request is not None
    with suppress(ConnectionClosed, TimeoutError):
        await Player(table, browser, cookie, asked_for(browser.request)).play(found)
