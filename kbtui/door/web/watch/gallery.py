"""Rooms that somebody watches in a browser: one connection to the relay for all who look.

So pages show what a spectator may see, with the delay that the host has set, and nothing else ever
reaches this process.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from kbtui.door.web.sockets import Gate
from kbtui.door.web.watch.publicrooms import Listing
from kbtui.door.web.watch.room import Room
from kbtui.online.guest import Guest
from kbtui.text.address import Address

_NAME: Final = "web"
_KEPT: Final = 30.0  # seconds that a room is watched after the last look
_SWEEP: Final = 5.0  # seconds between two looks for rooms that nobody watches
_MOST: Final = 200  # rooms at once ...
_OF_ADDRESS: Final = 30  # ... and of those that one address has asked for
_MOMENT: Final = 0.5  # seconds


class Watched(Room):
    """A room that spectators look at. The relay counts them one by one; those who come and go
    within a moment are not worth a message."""

    _counting: asyncio.TimerHandle | None = None

    def __init__(self, guest: Guest, asked: str, asker: str) -> None:
        super().__init__(guest, asked)
        self.asker = asker  # the address from which it was asked for first

    def _count(self) -> None:
        if self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(_MOMENT, self._tell)

    def _tell(self) -> None:
        self._counting = None
        self.guest.stand_for(self.viewers)

    async def leave(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
        await super().leave()


class Full(Exception):
    """Too many rooms are watched."""


class TooFast(Exception):
    """Too many wrong codes came from there."""


class Gallery:
    """All rooms that are watched, and the list of those that could be."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self.listing = Listing(address)
        self._rooms: dict[str, Watched] = {}
        self._sweeping: asyncio.Task[None] | None = None

    def find(self, code: str) -> Room | None:
        """The room, if it is watched already."""
        return self._rooms.get(code)

    async def ask(self, code: str, gate: Gate, address: str) -> Room:
        """The room of a code that somebody at the address gives, there or refused; raises TooFast
        and Full. The code of a public room, or of one that is being watched, costs no guess."""
        if code in self._rooms or self.listing.has(code):
            return await self._open(code, address)
        loop = asyncio.get_running_loop()
        guess = gate.guess(address, loop.time())
        if not guess.is_paid:
            raise TooFast
        try:
            room = await self._open(code, address)
        except Full:
            guess.right(loop.time())
            raise
        guess.is_wrong(room.refused, loop.time())
        return room

    async def _open(self, code: str, asker: str) -> Room:
        """The room, there or refused; raises Full."""
        room, dropped = self._rooms.get(code), None
        if room is not None and room.is_over_and_out:
            del self._rooms[code]  # it may be another one by now
            room = None
        if room is None:
            dropped = self._make_place(asker)
            guest = Guest(self._address, _NAME, None)
            guest.stand_for(0)
            guest.watch(code)
            room = self._rooms[code] = Watched(guest, code, asker)
            if self._sweeping is None:
                self._sweeping = asyncio.create_task(self._sweep())
        room.looked_at = time.monotonic()
        if dropped is not None:
            await dropped.leave()
        if not await room.appear() and self._rooms.get(code) is room:
            del self._rooms[code]
            await room.leave()
        return room

    def _make_place(self, asker: str) -> Room | None:
        """The room that gives way to one more, if one has to: the one that was looked at longest
        ago. Raises Full if somebody is looking at each of them."""
        rooms = self._rooms
        crowd = [code for code, room in rooms.items() if room.asker == asker]
        if len(crowd) < _OF_ADDRESS:
            crowd = list(rooms) if len(rooms) >= _MOST else []
        if not crowd:
            return None
        idle = [code for code in crowd if not rooms[code].viewers]
        if not idle:
            raise Full
        return rooms.pop(min(idle, key=lambda code: rooms[code].looked_at))

    async def _sweep(self) -> None:
        while self._rooms:
            await asyncio.sleep(_SWEEP)
            now = time.monotonic()
            for code, room in tuple(self._rooms.items()):
                if not room.viewers and now - room.looked_at > _KEPT:
                    del self._rooms[code]
                    await room.leave()
        self._sweeping = None

    async def close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        rooms, self._rooms = tuple(self._rooms.values()), {}
        for room in rooms:
            await room.leave()
