"""Clients on real connections: ``Client`` with a WebSocket, and somebody behind it who plays.

A driver gets ready, starts the game if it is the host, plays random legal moves, and reconnects by
itself. Nothing here sleeps for a fixed time and hopes: all waiting is for a condition, with a
deadline.
"""

from __future__ import annotations

import asyncio
import random
import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from relay.client import events as e
from relay.client.client import Client
from relay.client.events import Backoff
from relay.client.ticket import Ticket
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode
from relay.protocol.limits import Limits
from relay.protocol.relay_urls import with_place

DEADLINE: Final = 50.0  # seconds for anything that a test waits for
QUICK: Final = Backoff(first=0.02, most=0.3)  # a test has less patience than a player
# Tests send faster than people, and all from one address.
FAST: Final = Limits(
    burst=60_000,
    rate=60_000,
    connections=1000,
    creations=1000,
    guesses=1000,
    presence=0.05,
    arrivals=100_000,
    all_arrivals=100_000,
)


def terms(players: int = 2, listed: bool = False) -> m.Terms:
    return m.Terms(f'{{"players":{players}}}', listed, True, 0, k.NO_CLOCK, 0)


async def dial(url: str, tls: ssl.SSLContext | None = None) -> ClientConnection:
    """A line as an app opens it."""
    return await connect(
        url, proxy=None, compression=None, ping_interval=None, max_size=k.RELAY_FRAME, ssl=tls
    )


_TOO_LATE: Final = ("start", "wrong-phase")


class Driver:
    """One client, its line, and what it does when something happens."""

    def __init__(
        self, url: str, name: str, is_watcher: bool = False, tls: ssl.SSLContext | None = None
    ) -> None:
        self.url = url
        self.tls = tls
        self.random = random.Random(name)
        ticket = None if is_watcher else Ticket.draw(self.random.randbytes)
        self.client = Client(name, ticket)
        self.events: list[e.Event] = []
        self.lines = 0  # opened so far
        self.close_code: int | None = None  # of the last line that was closed
        self.where = ""  # the relay that the last goodbye named
        self.is_final = False  # told not to come back
        self.stop_at: int | None = None  # entries on the table when we stop playing
        self._changed = asyncio.Condition()
        self._failure: BaseException | None = None
        self._line: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    # ---- the line -------------------------------------------------------------------------------

    def start(self) -> Driver:
        self._task = asyncio.create_task(self._run())
        return self

    async def stop(self) -> None:
        """Hang up without a word, as somebody does whose process is killed."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        try:
            attempt = 0
            while not self.is_final:
                try:
                    line = await dial(self.where or self.url, self.tls)
                except (OSError, InvalidHandshake, TimeoutError, EOFError):
                    self.where = ""
                    await asyncio.sleep(QUICK.delay(attempt, self.random.random()))
                    attempt += 1
                else:
                    attempt = 0
                    await self._stay(line)
        except Exception as failure:
            self._failure = failure
        await self._tell()

    async def _stay(self, line: ClientConnection) -> None:
        """From the hello to the end of a line."""
        self._line = line
        self.lines += 1
        try:
            await self._talk(line)
        except ConnectionClosed as closed:
            self.close_code = closed.rcvd.code if closed.rcvd is not None else 1006
        finally:
            self._line = None
            line.transport.abort()
            self.client.lost()
        await self._tell()
        last = self.events[-1] if self.events else None
        if isinstance(last, e.Ended) and last.may_return:
            await asyncio.sleep(last.wait)

    async def _talk(self, line: ClientConnection) -> None:
        self.client.opened()
        await self.flush()
        while True:
            data = await line.recv()
            for event in self.client.receive(decode_for_client(data)):
                self.events.append(event)
                self._heed(event)
                if isinstance(event, e.Ended) and event.code in e.PASSING:
                    return  # the room could not be read: try again on another line, as the app does
            await self.flush()
            await self._tell()

    async def flush(self) -> None:
        """Send what the client wants to send; if the line is down it is wanted again later."""
        if self._line is not None:
            with suppress(ConnectionClosed):
                for message in self.client.take():
                    await self._line.send(encode(message))

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    # ---- the player -----------------------------------------------------------------------------

    def _heed(self, event: e.Event) -> None:
        match event:
            case e.Ended():
                if event.code == "stopping" and event.where:  # as the app does
                    self.client.avoid = with_place(self.client.avoid, self.where or self.url)
                self.is_final, self.where = not event.may_return, event.where
            case e.Foul() | e.Differs():
                raise AssertionError(f"{self.client.name}: {event}")
            case e.Advanced() | e.TakenBack():
                self.play()
            case e.Got(m.RoomView()) | e.Got(m.Present()) | e.Got(m.SealView()):
                self._prepare()

    def _prepare(self) -> None:
        """In the lobby: be ready, and begin when all are."""
        client, room = self.client, self.client.room
        if room is None or client.seat is None or client.seal is None or room.phase != k.LOBBY:
            return
        if self.stop_at == 0:
            return
        if not room.seats[client.seat].ready:
            client.ready()
        is_full = all(seat.ready for seat in room.seats)
        people = {n for n, seat in enumerate(room.seats) if seat.sitter == k.PERSON}
        is_here = client.present is not None and people == set(client.present.seats)
        if client.seat == room.host and is_full and is_here:
            client.request(m.Start())

    def play(self) -> None:
        """A random legal move, if it is our turn and nothing is on its way."""
        client, table = self.client, self.client.table
        if table is None or client.seat is None or client.pending or not client.is_open:
            return
        if table.to_act != client.seat or client.confirmed < client.last:
            return
        if self.stop_at is None or len(table.entries) < self.stop_at:
            client.play(table.game.format(self.random.choice(table.game.legal(table.state))))

    # ---- what tests ask for ---------------------------------------------------------------------

    async def until(self, is_so: Callable[[], object], what: str) -> None:
        """Wait until something is so; while the game moves, that may take its time."""
        is_there = False
        while not is_there:
            before = self.entries
            try:
                async with asyncio.timeout(DEADLINE), self._changed:
                    await self._changed.wait_for(lambda: self._failure is not None or bool(is_so()))
                is_there = True
            except TimeoutError:
                if self.entries <= before:
                    text = f"{self.client.name} waits for {what}; {self}"
                    raise AssertionError(text) from None
        if self._failure is not None:
            raise self._failure

    async def enters(self) -> None:
        await self.until(lambda: self.client.room is not None, "a room")

    async def ends(self) -> None:
        await self.until(lambda: self.is_over, "the end of the game, verified")

    async def reaches(self, entry: int) -> None:
        await self.until(lambda: self.entries >= entry or self.is_over, f"entry {entry}")

    async def request(self, message: m.ToRelay) -> None:
        self.client.request(message)
        await self.flush()

    async def go_on(self, stop_at: int | None = None) -> None:
        """Play until that many entries are on the table; None: to the end."""
        self.stop_at = stop_at
        self._prepare()
        self.play()
        await self.flush()

    @property
    def entries(self) -> int:
        return self.client.confirmed

    @property
    def is_back(self) -> bool:
        """Whether the line was lost and is up again."""
        return self.lines > 1 and self.client.is_open

    async def is_told_to_go(self) -> e.Ended | None:
        """Wait until the line is closed; the relay's last word."""
        await self.until(lambda: self.close_code is not None, "the good-bye")
        return next((x for x in self.events if isinstance(x, e.Ended)), None)

    @property
    def is_over(self) -> bool:
        return any(isinstance(event, e.Verified) for event in self.events)

    @property
    def refusals(self) -> list[str]:
        """The codes of all refusals that came, save those of moves. A driver wishes to start with
        every news from the lobby, and the second wish may come when the game has begun."""
        found = (event.message for event in self.events if isinstance(event, e.Got))
        refused = [message for message in found if isinstance(message, m.Refused)]
        return [each.code for each in refused if (each.wish, each.code) != _TOO_LATE]

    def __str__(self) -> str:
        room = self.client.room
        phase = room.phase if room is not None else "no room"
        return f"{phase}, entry {self.entries}, line {self.lines}, closed {self.close_code}"


D = TypeVar("D", bound=Driver)


async def sit_down(
    url: str,
    names: Iterable[str],
    watchers: Iterable[str] = (),
    stop_at: int | None = None,
    tls: ssl.SSLContext | None = None,
    game: str = "kingdom",
) -> list[Driver]:
    """A room and its people, the host first and watchers last; they begin by themselves."""
    host, *guests = [Driver(url, name, tls=tls) for name in names]
    spectators = [Driver(url, name, is_watcher=True, tls=tls) for name in watchers]
    for driver in (host, *guests):
        driver.stop_at = stop_at
    host.client.create(game, terms(1 + len(guests)))
    await host.start().enters()
    for driver in spectators:
        driver.client.watch(host.client.code)
        await driver.start().enters()
    for driver in guests:
        driver.client.join(host.client.code)
        await driver.start().enters()
    return [host, *guests, *spectators]


async def each(drivers: Iterable[D], is_so: Callable[[D], object], what: str) -> None:
    """Wait until it is so for each of them."""
    for driver in drivers:
        await driver.until(partial(is_so, driver), what)


async def stop_all(drivers: Iterable[Driver]) -> None:
    for driver in drivers:
        await driver.stop()
