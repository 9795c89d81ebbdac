"""A room of the relay as the door sees it from one chair, and what a page may show of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from engine.table import Table
from kbtui.online.guest import Guest
from kbtui.story.chronicle import Chronicle
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.server.logs import trouble

_PATIENCE: Final = 5.0  # seconds for a room to appear


class Room:
    """Somebody in a room: a spectator, or the player of a browser."""

    def __init__(self, guest: Guest, asked: str) -> None:
        """The guest has said where to go; the connection is opened here. ``asked`` is the code of
        the room, empty if it is new."""
        self.guest = guest
        self._asked = asked
        self.looked_at = time.monotonic()
        self.viewers = 0
        self.version = 0  # counts what a page might show otherwise
        self.pictures: dict[tuple[str, int], str] = {}  # by language and entry
        self._pages: dict[str, tuple[int, Any]] = {}  # by language; of which version
        self._chronicle: Chronicle | None = None
        self._changed = asyncio.Event()
        self.guest.listen(self._hear)
        self.task = self.guest.start()
        self.task.add_done_callback(lambda _task: self.renew())  # that it is over is news, too

    def _hear(self, event: e.Event | None) -> None:
        if event is not None:
            self.renew()

    def renew(self) -> None:
        """A page might show something else now."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def page(self, language: str, make: Callable[[], Any]) -> Any:
        """What is made of this moment, once for everybody who reads that language."""
        known = self._pages.get(language)
        if known is None or known[0] != self.version:
            known = self._pages[language] = self.version, make()
        return known[1]

    @property
    def code(self) -> str:
        return self.guest.client.code or self._asked

    @property
    def table(self) -> Table | None:
        """The game as far as this chair may see it; None before it has begun."""
        return self.guest.client.table if self.guest.is_playing else None

    @property
    def chronicle(self) -> Chronicle | None:
        """What has happened; it follows the table."""
        table = self.table
        if table is None:
            return None
        if self._chronicle is None or self._chronicle.table is not table:
            self._chronicle = Chronicle(table, self.guest.seat)
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

    async def leave(self) -> None:
        """Hang up. What broke the connection is our own mistake, and must not break others."""
        self.guest.hang_up()
        (ending,) = await asyncio.gather(self.task, return_exceptions=True)
        if isinstance(ending, Exception):
            trouble("mistake", ending)

    @contextmanager
    def look(self) -> Iterator[None]:
        """Somebody looks for as long as this lasts."""
        self.viewers += 1
        self._count()
        try:
            yield
        finally:
            self.viewers -= 1
            self.looked_at = time.monotonic()
            self._count()

    def _count(self) -> None:
        """How many look has changed."""
