"""The public rooms of the relay: asked for when somebody looks, but not too often."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from kbtui.text.address import Address
from relay.client.visit import NoAnswer, visit
from relay.protocol import messages as m

_FRESH: Final = 3.0  # seconds that a list is good for


class Listing:
    def __init__(self, address: Address) -> None:
        self._address = address
        self._rooms: tuple[m.Listed, ...] = ()
        self._until = 0.0
        self._one = asyncio.Lock()

    async def rooms(self) -> tuple[m.Listed, ...] | None:
        """None: the relay does not answer."""
        async with self._one:  # requests that come meanwhile get the same answer
            if time.monotonic() >= self._until:
                try:
                    async with visit(self._address.url, "kb-door") as caller:
                        answer = await caller.ask(m.ListRooms())
                except NoAnswer:
                    return None
                self._rooms = answer.rooms if isinstance(answer, m.Rooms) else ()
                self._until = time.monotonic() + _FRESH
            return self._rooms
