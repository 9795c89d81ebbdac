"""The public rooms of the relay: asked for when somebody looks, but not too often."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from kbtui.text.address import Address
from relay.client.visit import NoAnswer, visit
from relay.protocol import messages as m

_FRESH: Final = 3.0  # seconds that an answer is good for, and that none is believed
_PATIENCE: Final = 5.0  # seconds for it: a browser does not wait much longer for its page


class Listing:
    def __init__(self, address: Address) -> None:
        self._address = address
        self._rooms: tuple[m.Listed, ...] | None = None
        self._until = 0.0
        self._one = asyncio.Lock()

    async def rooms(self) -> tuple[m.Listed, ...] | None:
        """None: the relay does not answer."""
        async with self._one:  # requests that come meanwhile get the same answer
            if time.monotonic() >= self._until:
                self._rooms = await self._asked()
                self._until = time.monotonic() + _FRESH
            return self._rooms

    def has(self, code: str) -> bool:
        """Whether the room was public when the relay was last asked."""
        return any(room.code == code for room in self._rooms or ())

    async def _asked(self) -> tuple[m.Listed, ...] | None:
        try:
            async with asyncio.timeout(_PATIENCE), visit(self._address.url, "kb-door") as caller:
                answer = await caller.ask(m.ListRooms())
        except (NoAnswer, TimeoutError):
            return None
        return answer.rooms if isinstance(answer, m.Rooms) else ()
