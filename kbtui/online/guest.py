"""Somebody in a room: the seat, the connection, and all that screens and line mode ask and tell.

A ``Guest`` owns the client and its connection. Requests go out through its methods; events go to
its listener. It keeps the ticket up to date, so that a crash at any moment loses no seat.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from kbtui.online import reports
from kbtui.online.tickets import Kept
from kbtui.play.session import HUMAN, REMOTE
from kbtui.text.address import Address
from relay.client import events as e
from relay.client.client import Client
from relay.client.connection import Connection, Phase
from relay.client.events import Backoff
from relay.client.ticket import Ticket
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.relay_urls import may_follow

Listener = Callable[[e.Event | None], None]  # None: only the line has changed


class Guest:
    """A player with a ticket, or without one a watcher."""

    def __init__(
        self, address: Address, name: str, kept: Kept | None, backoff: Backoff | None = None
    ) -> None:
        self.address = address
        self.kept = kept
        ticket = None if kept is None else kept.place.ticket
        self.client = Client(name, ticket)
        self.client.keep = self._keep
        also = "" if kept is None else kept.place.also
        self.connection = Connection(
            *(self.client, address.url, self._hear, lambda: self._tell(None)),
            *(backoff, also, address.badge),
        )
        self.murmurs: list[m.Murmur] = []  # what watchers said since we came
        self.rooms: tuple[m.Listed, ...] | None = None  # that want to be found, once asked for
        self.refusal: m.Refused | None = None  # the last one, until something else is requested
        self.foul = ""  # how the relay broke its word about the deal
        self.is_verified = False  # the deal was fair
        self.report: reports.Report | None = None
        self.clock_at = 0.0  # time.monotonic() when the clock came
        self.gone_at: dict[int, float] = {}  # time.monotonic() when a seat was first found away
        self._counted: tuple[str, ...] = ()  # who sat there when the relay last counted
        self._listeners: list[Listener] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def levels(self) -> tuple[str, ...]:
        """Of bots that the relay has for the game of this room."""
        return self.client.levels

    # ---- the line -------------------------------------------------------------------------------

    def start(self) -> asyncio.Task[None]:
        """Open the line; it stays up in the background until ``stop``. The caller
        learns from the task that it broke: a bug in a listener ends it."""
        self._task = asyncio.create_task(self.connection.run())
        return self._task

    def hang_up(self) -> None:
        """Send what is left, then close the line; the seat is kept."""
        self.connection.leave()
        if self.kept is not None:
            self.kept.close()

    async def stop(self) -> None:
        """The same, and wait until it is done; raises what has broken the line."""
        self.hang_up()
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    def forget(self) -> None:
        """There is nothing to come back to."""
        if self.kept is not None:
            self.kept.forget()

    @property
    def is_up(self) -> bool:
        return self.connection.phase is Phase.UP

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell it everything from now on; what is given back ends that."""
        self._listeners.append(listener)

        def unlisten() -> None:
            if listener in self._listeners:  # it may be ended twice
                self._listeners.remove(listener)

        return unlisten

    def _tell(self, event: e.Event | None) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    # ---- what is --------------------------------------------------------------------------------

    @property
    def room(self) -> m.RoomView | None:
        return self.client.room

    @property
    def seat(self) -> int | None:
        return self.client.seat

    @property
    def is_watching(self) -> bool:
        return self.kept is None

    @property
    def daily(self) -> str:
        """The day and the edition of a try of the deal of a day; empty in any other room."""
        return "" if self.kept is None else self.kept.place.daily

    @property
    def is_host(self) -> bool:
        return self.room is not None and self.seat == self.room.host

    @property
    def is_playing(self) -> bool:
        """Whether there is a game to be seen."""
        room, table = self.room, self.client.table
        return room is not None and room.phase in (k.PLAYING, k.OVER) and table is not None

    @property
    def names(self) -> tuple[str, ...]:
        seats = self.room.seats if self.room is not None else ()
        return tuple(clean(seat.name, k.NAME) for seat in seats)

    @property
    def players(self) -> tuple[str, ...]:
        """As a session has them: we, people elsewhere, levels of bots."""
        seats = self.room.seats if self.room is not None else ()
        pairs = zip(seats, self.sitters, strict=True)
        return tuple(seat.level if seat.sitter == k.STAND_IN else sitter for seat, sitter in pairs)

    @property
    def sitters(self) -> tuple[str, ...]:
        """The same as records have them: a seat is its player's also while a bot plays for them."""
        seats = self.room.seats if self.room is not None else ()
        return tuple(
            seat.level if seat.sitter == k.BOT else HUMAN if number == self.seat else REMOTE
            for number, seat in enumerate(seats)
        )

    @property
    def has_remote_players(self) -> bool:
        """Whether others than we have a seat, also while a bot plays for them."""
        return REMOTE in self.sitters

    @property
    def away(self) -> tuple[bool, ...]:
        """Whose connection is down; nobody's as long as we do not know."""
        seats = self.room.seats if self.room is not None else ()
        here = self.client.present
        if here is None or len(self._counted) != len(seats):
            return (False,) * len(seats)
        return tuple(
            seat.sitter in (k.PERSON, k.STAND_IN) and seat.name == name and number not in here.seats
            for number, (seat, name) in enumerate(zip(seats, self._counted, strict=True))
        )

    @property
    def watchers(self) -> int:
        return self.client.present.watchers if self.client.present is not None else 0

    # ---- requests -------------------------------------------------------------------------------

    def create(self, game: str, terms: m.Terms) -> None:
        self.client.create(game, terms)
        self.connection.flush()

    def join(self, code: str, level: str = "") -> None:
        """``level`` is for a bot."""
        self.client.join(code, level)
        self.connection.flush()

    def attempt(self, game: str, day: str, level: str = "") -> None:
        self.client.attempt(game, day, level)
        self.connection.flush()

    def resume(self) -> None:
        """Back to the room of the ticket."""
        assert self.kept is not None, "who watches has no seat"
        self.client.resume(self.kept.place.code)
        self.connection.flush()

    def watch(self, code: str) -> None:
        self.client.watch(code)
        self.connection.flush()

    def stand_for(self, people: int) -> None:
        """That many watch through this connection: nobody if it is only for a glance."""
        self.client.stand_for(people)
        self.connection.flush()

    def ready(self, yes: bool = True) -> None:
        if yes:
            self.refusal = None
            self.client.ready()
            self.connection.flush()
        else:
            self.request(m.Ready(b""))

    def request(self, message: m.ToRelay) -> None:
        """Anything else: chat, bots, votes, start, leave."""
        self.refusal = None
        self.client.request(message)
        self.connection.flush()

    def play(self, token: str) -> None:
        """A move; raises what is wrong with it."""
        self.client.play(token)
        self.connection.flush()

    def follow(self) -> None:
        """On to the room of the rematch."""
        self.is_verified, self.foul = False, ""
        self.gone_at = {}  # seats are others there
        self.client.follow()
        self.connection.flush()

    # ---- what arrives ---------------------------------------------------------------------------

    def _hear(self, event: e.Event) -> None:
        match event:
            case e.Got(message):
                self._got(message)
            case e.Entered(code):
                if self.kept is not None:
                    self.kept.call(code)
                    self.kept.keep(seat=self.seat or 0)
            case e.Ended(where=where) if self.kept and may_follow(self.address.url, where):
                self.kept.keep(also=where)  # if the first one stays away, the seat is there
            case e.Differs():
                self.report = reports.of(event, self.client)
            case e.Verified():
                self.is_verified = True
            case e.Foul(text):
                self.foul = text
        self._tell(event)

    def _got(self, message: m.ToClient) -> None:
        match message:
            case m.Rooms():
                self.rooms = message.rooms
            case m.Murmur():
                self.murmurs.append(message)
            case m.Refused():
                self.refusal = message
            case m.Present():
                self._counted = self.names
                now, away = time.monotonic(), enumerate(self.away)
                self.gone_at = {seat: self.gone_at.get(seat, now) for seat, is_so in away if is_so}
            case m.ClockView():
                self.clock_at = time.monotonic()
            case m.RoomView():
                self._remember(message)

    def _remember(self, room: m.RoomView) -> None:
        """Who is in the room, for those who look at the ticket later."""
        if self.kept is None:
            return
        self.kept.keep(
            phase=room.phase,
            names=self.names,
            seats=self.sitters,
            game=room.game,
            options=room.terms.options,
        )

    def _keep(self, ticket: Ticket) -> None:
        """Before a nonce is sealed or revealed: it must not be used for another deal."""
        if self.kept is not None:
            self.kept.keep(key=ticket.key.hex(), revealed=ticket.revealed.hex())

    def saw(self, entries: int, turn: int, acting: int | None) -> None:
        """How much of the game the player has seen."""
        if self.kept is not None:
            self.kept.keep(seen=entries, turn=turn, acting=acting)
