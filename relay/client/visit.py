"""A short visit to a relay: say hello, ask a few questions, get the answers, disconnect."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from relay.client import events as e
from relay.client.connection import UNOPENED, Trouble, dial
from relay.client.pacing import Pace
from relay.client.plausible import check_codes
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode
from relay.protocol.errors import BadMessage

_PATIENCE: Final = 8.0  # seconds for a welcome


class NoAnswer(Exception):
    """The relay cannot be asked; ``trouble`` is why, as of a connection."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


class Visit:
    """A connection that is up. Questions go one at a time: a refusal does not say of what it is."""

    def __init__(self, socket: ClientConnection, app: str) -> None:
        self._socket = socket
        self._app = app
        self._pace = Pace()
        self.version = k.OLDEST  # that both speak

    async def greet(self, version: int) -> m.Welcome:
        """Say which version we speak; a relay that is older may refuse it."""
        await self._pace.turn(m.Hello)
        await self._send(m.Hello(version, k.PLAYER, self._app))
        welcome = await self._receive()
        if not isinstance(welcome, m.Welcome):
            raise NoAnswer(BadMessage("bad-message", "it does not welcome us"))
        self._pace.learn(welcome)
        self.version = welcome.version
        return welcome

    async def ask(self, message: m.ToRelay) -> m.ToClient:
        """The answer; raises NoAnswer."""
        await self._pace.turn(type(message))
        await self._send(message)
        return await self._receive()

    async def _send(self, message: m.ToRelay) -> None:
        try:
            await self._socket.send(encode(message))
        except ConnectionClosed:
            raise NoAnswer(None) from None

    async def _receive(self) -> m.ToClient:
        try:
            message = decode_for_client(await self._socket.recv())
            if isinstance(message, m.Rooms):
                check_codes(*(room.code for room in message.rooms))
        except ConnectionClosed:
            raise NoAnswer(None) from None
        except BadMessage as error:
            raise NoAnswer(error) from None
        if isinstance(message, m.Bye):
            may_return = message.code not in e.FINAL
            raise NoAnswer(e.Ended(message.code, message.text, message.wait / 1000, may_return))
        return message


@asynccontextmanager
async def visit(
    url: str, app: str = "kbtui", patience: float = _PATIENCE, badge: str = ""
) -> AsyncIterator[Visit]:
    """A visit that has begun; raises NoAnswer, also after that many seconds without a welcome.
    ``badge``: as of a connection."""
    try:
        socket, caller = await _begun(url, app, patience, k.PROTOCOL, badge)
    except NoAnswer as refusal:
        if not isinstance(refusal.trouble, e.Ended) or refusal.trouble.code != "version":
            raise
        # What is newer than the oldest version is asked only of relays that speak it.
        socket, caller = await _begun(url, app, patience, k.OLDEST, badge)
    try:
        yield caller
    finally:
        socket.transport.abort()


async def _begun(
    url: str, app: str, patience: float, version: int, badge: str
) -> tuple[ClientConnection, Visit]:
    try:
        socket = await dial(url, badge=badge)
    except UNOPENED as error:
        raise NoAnswer(error) from None
    caller = Visit(socket, app)
    try:
        async with asyncio.timeout(patience):
            await caller.greet(version)
    except TimeoutError as error:
        socket.transport.abort()
        raise NoAnswer(error) from None
    except BaseException:
        socket.transport.abort()
        raise
    return socket, caller
