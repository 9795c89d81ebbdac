"""Looks at the public games of the relay for all halls, and keeps the records of those that end.

A relay lists a room while somebody of it is connected, so most finished games are never listed as
such: a game that was listed as running and is not any more is asked for by its code. The door
watches it for a moment, as anybody could, and takes the record that spectators may have.

Programs ask the door for the list: a connection of their own would cost each of them 1.5 MB.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

from kbtui.door.memory.memory import Memory
from kbtui.door.memory.record import of_bots, rerun_of
from kbtui.games.kit import keys
from kbtui.online.guest import Guest
from kbtui.text.address import Address
from relay.client import events as e
from relay.client.visit import NoAnswer, Visit, visit
from relay.protocol import kinds as k
from relay.protocol import messages as m

_EVERY: Final = 20.0  # seconds between two looks at the list ...
_SOON: Final = 3.0  # ... and while somebody is in the hall
_ASKED: Final = 10.0  # seconds that a hall is remembered
_AGAIN: Final = 300.0  # seconds before a game that was left is asked for again
_PATIENCE: Final = 8.0  # seconds for an answer
_MOST: Final = 200  # games that are looked out for
_NAME: Final = "kb-door"


class Finished:
    def __init__(self, relay: Address, memory: Memory, every: float = _EVERY) -> None:
        self._relay, self._memory, self._every = relay, memory, every
        self._awaited: dict[str, float] = {}  # codes of games that ran, and when to ask for them
        self._done: dict[str, None] = {}  # codes of those that need not be asked for
        self._task: asyncio.Task[None] | None = None
        self._fetching: asyncio.Task[None] | None = None
        self._rooms: tuple[m.Listed, ...] | None = None  # None: the relay does not answer
        self._looked_at = self._asked_at = -_EVERY  # as ``time.monotonic`` has it
        self._asked = asyncio.Event()

    def listed(self) -> dict[str, Any]:
        """For halls: ``rooms`` if they are known, or whether they will be ``soon``."""
        now = time.monotonic()
        is_old, self._asked_at = now - self._looked_at > 2 * _SOON, now
        if is_old:
            self._asked.set()
        rooms = None if is_old or self._rooms is None else [[*room] for room in self._rooms]
        return {"rooms": rooms, "soon": is_old}

    async def _pause(self) -> None:
        """Until the next look."""
        is_asked = time.monotonic() - self._asked_at < _ASKED
        self._asked.clear()
        with suppress(TimeoutError):
            pause = min(self._every, _SOON) if is_asked else self._every
            await asyncio.wait_for(self._asked.wait(), pause)

    def _saw(self, rooms: tuple[m.Listed, ...] | None) -> None:
        self._rooms, self._looked_at = rooms, time.monotonic()

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        for task in filter(None, (self._task, self._fetching)):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        await self._have_something()
        while True:
            with suppress(NoAnswer, TimeoutError):  # the relay is away: it is asked again
                async with visit(self._relay.url, _NAME) as caller:
                    await self._look(caller)
            self._saw(None)
            await self._pause()

    async def _have_something(self) -> None:
        """A door at which nobody has played shows what is played here."""
        if not self._memory.reruns:
            for game in keys():
                found = await asyncio.to_thread(of_bots, game, time.time())
                if found is not None:
                    self._memory.offer(found)

    async def _look(self, caller: Visit) -> None:
        """Until the relay does not answer any more."""
        while True:
            async with asyncio.timeout(_PATIENCE):
                answer = await caller.ask(m.ListRooms())
            if isinstance(answer, m.Rooms):
                self._saw(answer.rooms)
                codes = self._ended([room for room in answer.rooms if room.watching])
                if codes and (self._fetching is None or self._fetching.done()):
                    self._fetching = asyncio.ensure_future(self._fetch_all(codes))
            await self._pause()

    def _ended(self, rooms: list[m.Listed]) -> list[str]:
        """The codes of games that may be over by now."""
        now = time.monotonic()
        running = [room.code for room in rooms if room.phase == k.PLAYING]
        over = [room.code for room in rooms if room.phase == k.OVER]
        for code in running:
            if len(self._awaited) < _MOST:
                self._awaited[code] = 0.0
        gone = [at for at, when in self._awaited.items() if at not in running and when <= now]
        return [code for code in dict.fromkeys([*over, *gone]) if code not in self._done]

    async def _fetch_all(self, codes: list[str]) -> None:
        """Beside the looks at the list: a game that was left keeps us waiting."""
        for code in codes:
            await self._fetch(code)

    async def _fetch(self, code: str) -> None:
        text = await _record(self._relay, code)
        if text is None:  # it is not over: its players may come back
            self._awaited[code] = time.monotonic() + _AGAIN
            return
        self._awaited.pop(code, None)
        self._done[code] = None
        if len(self._done) > _MOST:
            del self._done[next(iter(self._done))]
        found = await asyncio.to_thread(rerun_of, code, text, time.time())
        if found is not None:
            self._memory.finished(found)


async def _record(relay: Address, code: str) -> str | None:
    """The record of that room; None: there is none yet; empty: there will be none."""
    guest, found = Guest(relay, _NAME, None), asyncio.get_running_loop().create_future()

    def hear(event: e.Event | None) -> None:
        room = guest.room
        if found.done():
            return
        if isinstance(event, e.Fetched):
            found.set_result(event.text)
        elif guest.refusal is not None:
            found.set_result(None if guest.refusal.code in e.PASSING else "")
        elif isinstance(event, e.Got) and event.message is room and _is_over(room):
            guest.client.fetch()
            guest.connection.flush()

    guest.listen(hear)
    guest.stand_for(0)
    guest.watch(code)
    task = guest.start()
    try:
        async with asyncio.timeout(_PATIENCE):
            text: str | None = await found
            return text
    except TimeoutError:
        return None
    finally:
        guest.hang_up()
        await asyncio.gather(task, return_exceptions=True)


def _is_over(room: m.RoomView | None) -> bool:
    return room is not None and room.phase == k.OVER
