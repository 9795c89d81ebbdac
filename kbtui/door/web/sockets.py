"""A connection of a browser, counted from the moment it is made until it is gone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from websockets.asyncio.server import ServerConnection

from relay.hub.guesses import Guess
from relay.protocol.limits import Bucket, Limits
from relay.server.admission import Admission, Network

# A page is a dozen files, each with its own connection. The rest is as at a relay.
LIMITS: Final = Limits(connections=30, all_connections=1000, arrivals=200, arrival_rate=10.0)
BAD: Final = 1008  # the code with which a WebSocket is closed that breaks the rules
_GOODBYE: Final = 1.0  # seconds
_ROOMS: Final = (5, 1 / 60)  # made at once, and for each second, from one address
_GUESSES: Final = (10, 0.1)  # wrong room codes, the same


class _Counted:
    """How often each address has done something."""

    def __init__(self, burst: float, rate: float, most: int) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, Bucket] = {}

    def of(self, address: str, now: float) -> Bucket:
        if len(self._buckets) >= self._most:
            self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full(now)}
        return self._buckets.setdefault(address, Bucket(self._burst, self._rate, now))


class Gate:
    """Who may connect. The relay sees one address, ours: so what it would count by address is
    counted here."""

    def __init__(self, proxies: tuple[Network, ...] = (), limits: Limits = LIMITS) -> None:
        self.admission = Admission(limits, proxies)
        self._guesses = _Counted(*_GUESSES, limits.addresses)
        self._rooms = _Counted(*_ROOMS, limits.addresses)

    def guess(self, address: str, now: float) -> Guess:
        """A room code that somebody gives, to be paid for before the relay is asked."""
        return Guess(self._guesses.of(address, now), now)

    def make_room(self, address: str, now: float) -> bool:
        """Whether one more room is not too soon."""
        return self._rooms.of(address, now).take(now)


class Browser(ServerConnection):
    def __init__(self, gate: Gate, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gate = gate
        self.address = ""  # whose browser it is, once the headers are read
        self._socket_address = ""  # of the other end, which may be a proxy
        self._counted_for = ""  # while it is there

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        name = transport.get_extra_info("peername")
        self._socket_address = self._counted_for = str(name[0]) if name else "?"
        if not self._gate.admission.enter(self._socket_address, self.loop.time()):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gate.admission.leave(self._counted_for)
        self._counted_for = ""

    async def turn_away(self) -> None:
        """End a WebSocket that breaks the rules; its good-bye is not waited for long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.close(BAD), _GOODBYE)
        self.transport.abort()

    def arrive(self, forwarded: list[str]) -> bool:
        """The headers are read: who it is, and whether one more from there is not too many."""
        admission = self._gate.admission
        self.address = admission.origin(self._socket_address, forwarded)
        if not admission.is_proxy(self._socket_address):
            return True  # asked when the connection was made
        if not self._counted_for:
            return False  # it is gone
        self._counted_for = self.address
        return admission.pass_on(self._socket_address, self.address, self.loop.time())
