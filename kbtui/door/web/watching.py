"""Rooms that somebody watches in a browser: one spectator of the relay for all who look.

So pages show what a spectator may see, with the delay that the host has set, and nothing else ever
reaches this process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.table import Table
from kbtui.online.guest import Guest
from kbtui.story.chronicle import Chronicle
from kbtui.text.address import Address
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import kinds as k

_NAME: Final = "web"
_PATIENCE: Final = 5.0  # seconds for a room to appear
_KEPT: Final = 30.0  # seconds that a room is watched after the last look
_SWEEP: Final = 5.0  # seconds between two looks for rooms that nobody watches
_MOST: Final = 200  # rooms at once


class Full(Exception):
    """Too many rooms are watched."""


class Watched:
    """One room, from a spectator's chair."""

    def __init__(self, address: Address, code: str) -> None:
        self.code = code
        self.guest = Guest(address, _NAME, None)
        self.looked_at = time.monotonic()
        self.viewers = 0
        self.version = 0  # counts what a page might show otherwise
        self.pictures: dict[tuple[str, int], str] = {}  # by language and entry
        self._chronicle: Chronicle | None = None
        self._changed = asyncio.Event()
        self.guest.listen(self._hear)
        self.guest.watch(code)
        self.task = self.guest.start()

    def _hear(self, event: e.Event | None) -> None:
        if event is not None:
            self.version += 1
            self._changed.set()
            self._changed = asyncio.Event()

    @property
    def table(self) -> Table | None:
        """The game as far as spectators may see it; None before it has begun."""
        return self.guest.client.table if self.guest.is_playing else None

    @property
    def chronicle(self) -> Chronicle | None:
        """What has happened; it follows the table."""
        table = self.table
        if table is None:
            return None
        if self._chronicle is None or self._chronicle.table is not table:
            self._chronicle = Chronicle(table, None)
            self.pictures.clear()
        self._chronicle.update()
        return self._chronicle

    @property
    def refused(self) -> str:
        """Why the relay shows no such room; empty if it does, or does not answer."""
        return "" if self.guest.refusal is None else self.guest.refusal.code

    @property
    def is_over_and_out(self) -> bool:
        """Whether nothing can come any more."""
        return self.task.done() or self.guest.connection.phase is Phase.ENDED

    @property
    def is_there(self) -> bool:
        """Whether there is something to show: a room, and all entries of its game."""
        client, room = self.guest.client, self.guest.room
        if room is None:
            return False
        has_begun = room.phase in (k.PLAYING, k.OVER)
        return not has_begun or (client.table is not None and client.confirmed >= client.last)

    async def appear(self) -> bool:
        """Wait until there is something to show; False if that does not come."""
        end = time.monotonic() + _PATIENCE
        while not self.is_there:
            if self.refused or self.is_over_and_out or time.monotonic() >= end:
                return False
            await self.change(self.version, min(1.0, end - time.monotonic()))
        return True

    async def change(self, seen: int, patience: float) -> bool:
        """Wait until it is no longer the version that was seen; False: nothing happened."""
        if self.version == seen:
            try:
                await asyncio.wait_for(self._changed.wait(), patience)
            except TimeoutError:
                return False
        return True

    @contextmanager
    def look(self) -> Iterator[None]:
        """Somebody looks for as long as this lasts."""
        self.viewers += 1
        try:
            yield
        finally:
            self.viewers -= 1
            self.looked_at = time.monotonic()


class Gallery:
    """All rooms that are watched."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._rooms: dict[str, Watched] = {}
        self._sweeping: asyncio.Task[None] | None = None

    def find(self, code: str) -> Watched | None:
        """The room, if it is watched already."""
        return self._rooms.get(code)

    async def open(self, code: str) -> Watched:
        """The room, there or refused; raises Full."""
        room = self._rooms.get(code)
        if room is not None and room.is_over_and_out:
            del self._rooms[code]  # it may be another one by now
            room = None
        if room is None:
            if len(self._rooms) >= _MOST:
                raise Full
            room = self._rooms[code] = Watched(self._address, code)
            if self._sweeping is None:
                self._sweeping = asyncio.create_task(self._sweep())
        room.looked_at = time.monotonic()
        if not await room.appear() and self._rooms.get(code) is room:
            del self._rooms[code]
            await room.guest.stop()
        return room

    async def _sweep(self) -> None:
        while self._rooms:
            await asyncio.sleep(_SWEEP)
            now = time.monotonic()
            for code, room in tuple(self._rooms.items()):
                if not room.viewers and now - room.looked_at > _KEPT:
                    del self._rooms[code]
                    await room.guest.stop()
        self._sweeping = None

    async def close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        rooms, self._rooms = tuple(self._rooms.values()), {}
        for room in rooms:
            await room.guest.stop()
