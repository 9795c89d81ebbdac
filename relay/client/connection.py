"""A client's connection to its relay: opens it, keeps it up, and reconnects when it is lost.

``Connection`` drives a ``Client`` over a WebSocket. It reports the state of the connection
(``phase``, when it will try again, how long an answer takes) and passes every event to its owner.
"""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from relay.client import events as e
from relay.client.client import Client
from relay.client.events import Backoff
from relay.client.pacing import Pace
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode
from relay.protocol.errors import BadMessage
from relay.protocol.kinds import BADGE, PLACES, RELAY_FRAME
from relay.protocol.relay_urls import is_inner, may_follow, with_place

_OPEN: Final = 8.0  # seconds for a connection to open
_PING: Final = 10.0  # seconds between two pings
_SILENCE: Final = 25.0  # seconds without a word after which a connection counts as dead
_NAMED: Final = 3.0  # seconds for a connection to a relay that another one has named
_SETTLED: Final = 60.0  # seconds after which a connection may be sent anywhere again
_GOODBYE: Final = 1.0  # seconds to send what is left when the player leaves


class Phase(StrEnum):
    CONNECTING = "connecting"
    UP = "up"
    WAITING = "waiting"  # lost; it is tried again at ``again_at``
    ENDED = "ended"  # for good


# What can go wrong when a connection is opened.
UNOPENED: Final = (OSError, InvalidHandshake, InvalidURI, TimeoutError, EOFError)
# Why a connection is not up: it could not be opened, the relay has ended it, or it just broke.
Trouble = Exception | e.Ended | None


class _Straight(connect):
    """Goes where we send it: a relay names others in a goodbye, where we can judge them."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def dial(
    url: str, patience: float = _OPEN, is_far: bool = False, badge: str = ""
) -> ClientConnection:
    """A connection to a relay; raises what is in ``UNOPENED``. ``is_far``: it has to be on the
    Internet, not on this machine or in its network. ``badge``: of a door, for the player."""
    where: dict[str, Any] = {"host": await _far_address(url, patience)} if is_far else {}
    return await _Straight(
        url,
        **where,
        additional_headers={BADGE: badge} if badge else None,
        proxy=None,
        compression=None,
        ping_interval=None,
        max_size=RELAY_FRAME,
        open_timeout=patience,
        close_timeout=_GOODBYE,
    )


async def _far_address(url: str, patience: float) -> str:
    """Of the host; raises OSError, TimeoutError. The name is not looked up again: its owner could
    change where it leads."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(patience):
        found = await loop.getaddrinfo(urlsplit(url).hostname, None, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if any(map(is_inner, addresses)):
        raise OSError(f"a relay elsewhere has named {url}, which is in our own network")
    return addresses[0]


class Connection:
    def __init__(
        self,
        client: Client,
        url: str,
        hear: Callable[[e.Event], None],
        changed: Callable[[], None],
        backoff: Backoff | None = None,
        also: str = "",
        badge: str = "",
    ) -> None:
        """``hear`` gets what happens at the table; ``changed``: it is up, down, or slower. If the
        relay does not answer, one at ``also`` may have the same rooms. ``badge``: for the relay of
        a door alone."""
        self.client = client
        self.url, self._badge = url, badge
        self.phase = Phase.CONNECTING
        self.latency: float | None = None  # seconds there and back
        self.again_at = 0.0  # time.monotonic() of the next try
        self.trouble: Trouble = None  # why the connection is not up
        self.failures = 0  # tries in a row that came to nothing
        self._hear = hear
        self._changed = changed
        self._backoff = backoff or Backoff()
        self._wake = asyncio.Event()
        self._heard = 0.0
        self._pace = Pace()
        self._is_leaving = False
        self._is_welcome = False  # on this connection
        self._hops = 0  # how often we were sent on, since we last stayed somewhere
        self._astray = 0  # and how often to somebody who did not welcome us
        # Whether home is in our own network: only then it may name others there.
        self._is_near = is_inner(urlsplit(url).hostname or "")
        # The next one to try first: the one that was named, the one that named it, and home.
        self._places = [url]
        if also != url and may_follow(url, also):
            self._places.append(also)

    # ---- what the owner does ---------------------------------------------------------------------

    def flush(self) -> None:
        """The client has something to send."""
        self._wake.set()

    def try_now(self) -> None:
        """Do not wait for the next try."""
        if self.phase is Phase.WAITING:
            self.again_at = 0.0
            self._wake.set()

    def leave(self) -> None:
        """Send what is left, then end."""
        self._is_leaving = True
        self._wake.set()

    async def run(self) -> None:
        """Until the relay has sent us away for good, or we ``leave``. Raises what the owner
        raises when it hears something: the connection is closed then."""
        try:
            while self.phase is not Phase.ENDED and not self._is_leaving:
                await self._once()
        finally:
            self._is_leaving = True
            self._turn(Phase.ENDED, self.trouble)

    # ---- one connection --------------------------------------------------------------------------

    async def _once(self) -> None:
        self._turn(Phase.CONNECTING, self.trouble)
        place = self._places[0]
        is_home = place == self.url
        try:
            line = await self._unless_left(
                dial(place, badge=self._badge)
                if is_home
                else dial(place, _NAMED, not self._is_near)
            )
        except UNOPENED as error:
            self._try_next()
            if not is_home:
                self._astray += 1
                self.client.avoid = with_place(self.client.avoid, place)
            self.failures += 1
            delay = self._backoff.delay(self.failures - 1, random.random())
            await self._wait(delay, error)
        else:
            if line is not None and is_home:
                self._is_near = is_inner(str(line.remote_address[0]))
            if line is not None:
                await self._stay(line)

    async def _unless_left(
        self, dialling: Coroutine[None, None, ClientConnection]
    ) -> ClientConnection | None:
        """The connection; None if the player leaves before it is up."""
        opening = asyncio.ensure_future(dialling)
        while not opening.done() and not self._is_leaving:
            self._wake.clear()
            waking = asyncio.ensure_future(self._wake.wait())
            await asyncio.wait({opening, waking}, return_when=asyncio.FIRST_COMPLETED)
            waking.cancel()
        if opening.done():
            return opening.result()
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        return None

    async def _stay(self, line: ClientConnection) -> None:
        """From the hello to the end of the connection."""
        self._heard = time.monotonic()
        self._pace = Pace()
        self._is_welcome = False
        self.client.opened()
        self._wake.set()
        tasks = [asyncio.ensure_future(task) for task in (self._read(line), self._write(line))]
        tasks.append(asyncio.ensure_future(self._ping()))
        trouble: Trouble = None
        try:
            done, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:  # a bug, ours or a listener's, ends the connection
                trouble = task.result() or trouble
        except BadMessage as error:
            trouble = error
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._is_leaving:
                with suppress(ConnectionClosed, OSError, TimeoutError):
                    await line.close()
            line.transport.abort()
            self.client.lost()
            self.latency = None
        await self._after(trouble)

    async def _after(self, trouble: Trouble) -> None:
        if self._is_leaving:
            return
        ended = trouble if isinstance(trouble, e.Ended) else None
        if ended is not None and not ended.may_return:
            self._turn(Phase.ENDED, trouble)
            return
        if ended is not None and ended.code == "version":
            return  # an older relay: it is asked again at once, in words that it knows
        luck = random.random()
        self._astray += not self._is_welcome and self._places[0] != self.url
        if ended is not None and may_follow(self.url, ended.where):
            if ended.code == "stopping":  # others may not know yet that it does
                self.client.avoid = with_place(self.client.avoid, self._places[0])
            self._places = list(dict.fromkeys((ended.where, self._places[0], self.url)))
        elif not self._is_welcome:  # a relay that has no space for us
            self._try_next()
        is_moved = ended is not None and ended.code == "moved"
        if is_moved and self._hops < PLACES and not self._astray:
            self._hops += 1
            self._turn(Phase.CONNECTING, None)
            return  # nothing is wrong, and nobody has to wait
        pause = self._backoff.delay(self._astray, luck)
        await self._wait(ended.wait if ended is not None and ended.wait else pause, trouble)

    def _try_next(self) -> None:
        self._places.append(self._places.pop(0))

    async def _wait(self, seconds: float, trouble: Trouble) -> None:
        self.again_at = time.monotonic() + seconds
        self._turn(Phase.WAITING, trouble)
        while (left := self.again_at - time.monotonic()) > 0 and not self._is_leaving:
            self._wake.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), left)

    async def _read(self, line: ClientConnection) -> e.Ended | None:
        """Until the connection is closed; what the relay said about it, if anything."""
        ended: e.Ended | None = None
        with suppress(ConnectionClosed):
            while ended is None:
                for event in self._heard_from(await line.recv()):
                    if isinstance(event, e.Ended):
                        ended = event
                    self._hear(event)
                self._wake.set()
        return ended

    def _heard_from(self, data: str | bytes) -> list[e.Event]:
        self._heard = time.monotonic()
        message = decode_for_client(data)
        if isinstance(message, m.Pong):
            self.latency = max(self._heard - message.stamp / 1_000_000, 0.0)
            self._changed()
            return []
        if isinstance(message, m.Welcome):
            self.failures, self._is_welcome = 0, True
            self._pace.learn(message)
            self._turn(Phase.UP, None)
        return self.client.receive(message)

    async def _write(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed, OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while out := self.client.take():  # more may come while we wait for our turn
                    for message in out:
                        await self._pace.turn(type(message))
                        await line.send(encode(message))
                if self._is_leaving:
                    return

    async def _ping(self) -> None:
        """Measure the connection, and notice one that died without a word."""
        settled_at = time.monotonic() + _SETTLED
        while True:
            if self.client.is_open:
                if time.monotonic() > settled_at:
                    self._hops, self._astray, self.client.avoid = 0, 0, ()
                self.client.request(m.Ping(int(time.monotonic() * 1_000_000)))
                self._wake.set()
            await asyncio.sleep(_PING if self.latency is not None else _PING / 10)
            if time.monotonic() - self._heard > _SILENCE:
                return

    def _turn(self, phase: Phase, trouble: Trouble) -> None:
        if (phase, trouble) != (self.phase, self.trouble):
            self.phase, self.trouble = phase, trouble
            self._changed()
