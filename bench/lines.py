"""Many clients in one process, as thin as possible: bytes, counted and timed.

The clients know the games they play (bench/prepared_rooms.py), so they neither fold nor think. A
frame from a client has to be masked; with a mask of zeros, its bytes stay the same.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import time
from collections.abc import Sequence
from itertools import cycle
from typing import Final
from urllib.parse import urlsplit

import msgpack  # type: ignore[import-untyped]

from bench.prepared_rooms import Script
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode

_LOG: Final = b"\xa3log"
_BYE: Final = b"\xa3bye"
_QUIET: Final = 0.5  # seconds in which nobody is sent on any more
_HELLOS: Final = {
    role: encode(m.Hello(k.PROTOCOL, role, "bench")) for role in (k.PLAYER, k.WATCHER)
}
_ZEROS: Final = bytes(4)


def masked(data: bytes, kind: int = 0x82) -> bytes:
    """A frame from a client, a binary one by default."""
    size = len(data)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((kind,)) + length + _ZEROS + data


class Thin(asyncio.Protocol):
    """One connection."""

    def __init__(self, room: Room, path: str, first: Sequence[bytes]) -> None:
        self.room = room
        self.entry = 0  # the last one heard of
        self.count = 0  # bytes of entries that came
        self.total = 0  # bytes that came
        self.is_open = False
        self._path = path
        self._first = list(first)
        self._avoid: list[str] = []
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, data: bytes) -> None:
        self.transport.write(masked(data))

    def data_received(self, data: bytes) -> None:
        self.total += len(data)
        if self._rest:
            data = self._rest + data
        if not self.is_open:
            head, sign, data = data.partition(b"\r\n\r\n")
            if not sign:
                self._rest = head
                return
            if b" 101 " not in head[:20]:
                raise RuntimeError(f"no WebSocket: {head[:80]!r}")
            self.is_open, self.total = True, len(data)
            for message in self._first:
                self.send(message)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Take the whole frames; what is left."""
        start = 0
        while len(data) >= start + 2:
            size, head = data[start + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
            end = start + head + size
            if len(data) < end:
                break
            if data[start + head + 1 : start + head + 5] == _BYE:
                self._follow(data[start + head : end])
                return b""
            if data[start] == 0x82:
                self._message(data[start + head : end], end - start)
            elif data[start] == 0x89:
                self.transport.write(masked(data[start + head : end], 0x8A))  # a pong
            else:
                raise RuntimeError(f"the line was closed: {data[start:end]!r}")
            start = end
        return data[start:]

    def _follow(self, data: bytes) -> None:
        """To the relay that the goodbye names, with the same wish."""
        _bye, code, _text, _wait, *where = msgpack.unpackb(data)
        if code != "moved":
            raise RuntimeError(f"the line was closed: {code}")
        self.transport.abort()
        self.is_open, self.entry, self._rest = False, 0, b""
        self._avoid += where
        hello, *_, wish = self._first
        self._first = [hello, encode(m.Avoid(tuple(self._avoid))), wish]
        self.room.load.follow(self, urlsplit(where[0]).port or 0)

    def _message(self, data: bytes, size: int) -> None:
        if data[1:5] == _LOG:
            self.entry = msgpack.unpackb(data)[2]
            self.count += size
            self.room.heard(self)


class Room:
    """The clients of one game."""

    def __init__(self, script: Script, load: Load, is_relay: bool) -> None:
        self.script = script
        self.load = load
        self.is_relay = is_relay
        self.next = 0  # step
        self.players: list[Thin] = []
        self.watchers: list[Thin] = []
        self.sent_at = 0.0

    def everybody(self, watchers: int) -> list[Thin]:
        code = self.script.code
        path = "/" if self.is_relay else f"/{code}"
        for token in self.script.tokens:
            resume = encode(m.Resume(code, token, 0, b"", 0))
            first = (_HELLOS[k.PLAYER], resume) if self.is_relay else ()
            self.players.append(Thin(self, path, first))
        watch = encode(m.Watch(code, "w", 0, b""))
        for _ in range(watchers):
            first = (_HELLOS[k.WATCHER], watch) if self.is_relay else ()
            self.watchers.append(Thin(self, path, first))
        return [*self.players, *self.watchers]

    @property
    def is_ready(self) -> bool:
        """Whether all know what is stored."""
        lines = [*self.players, *self.watchers]
        return all(x.is_open and (x.entry or not self.is_relay) for x in lines)

    @property
    def is_waiting(self) -> bool:
        """Whether the next move can be sent."""
        step = self.next - 1
        return step < 0 or all(x.entry >= self.script.steps[step].after for x in self.players)

    def send(self) -> None:
        step = self.script.steps[self.next]
        self.next += 1
        self.sent_at = time.perf_counter()
        self.players[step.seat].send(step.move if self.is_relay else step.told)

    def heard(self, line: Thin) -> None:
        if self.next:
            self.load.deliveries += 1
            if self.load.is_timed:
                self.load.times.append(time.perf_counter() - self.sent_at)
            if self.load.is_eager and self.next < self.load.steps(self.script):
                step = self.script.steps[self.next]
                if line is self.players[step.seat] and line.entry == step.number - 1:
                    self.send()
            self.load.wake(self)


class Load:
    """All rooms, and what they measure."""

    def __init__(
        self,
        port: int | Sequence[int],
        scripts: Sequence[Script],
        watchers: int,
        is_relay: bool,
        most: int = 10**6,
        are_apart: bool = False,
    ) -> None:
        """Of several ports each connection takes the next; if rooms are apart, each room does."""
        self.ports = [port] if isinstance(port, int) else list(port)
        self.rooms = [Room(script, self, is_relay) for script in scripts]
        self.watchers = watchers
        self.are_apart = are_apart
        self.most = most  # steps of each room
        self.longest = max(min(most, len(script.steps)) for script in scripts)
        self.deliveries = 0
        self.times: list[float] = []
        self.is_timed = False
        self.is_eager = False
        self._done = asyncio.Event()
        self._left = 0
        self._moved_at = 0.0
        self._moves: set[asyncio.Task[object]] = set()

    @property
    def bytes(self) -> int:
        """Of all entries that were delivered."""
        return sum(x.count for room in self.rooms for x in (*room.players, *room.watchers))

    def forget(self) -> None:
        """Count from here on."""
        for room in self.rooms:
            for line in (*room.players, *room.watchers):
                line.count = 0

    def steps(self, script: Script) -> int:
        return min(self.most, len(script.steps))

    async def connect(self) -> None:
        loop, ports = asyncio.get_running_loop(), cycle(self.ports)
        for room in self.rooms:
            own = next(ports) if self.are_apart else 0
            for line in room.everybody(self.watchers):
                port = own or next(ports)
                await loop.create_connection(lambda line=line: line, "127.0.0.1", port)  # type: ignore[misc]
        end = time.monotonic() + 30
        while not all(room.is_ready for room in self.rooms) or self._is_moving:
            await asyncio.sleep(0.02)
            if time.monotonic() > end:
                wrong = [r for r in self.rooms if not r.is_ready]
                lines = [
                    (x.is_open, x.entry, x.total) for x in (*wrong[0].players, *wrong[0].watchers)
                ]
                raise RuntimeError(f"{len(wrong)} rooms are not ready; of the first {lines}")

    @property
    def _is_moving(self) -> bool:
        return time.monotonic() < self._moved_at + _QUIET

    def follow(self, line: Thin, port: int) -> None:
        """Reconnect at another relay."""
        loop = asyncio.get_running_loop()
        self._moved_at = time.monotonic()
        task = loop.create_task(loop.create_connection(lambda: line, "127.0.0.1", port))
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)

    def wake(self, room: Room) -> None:
        """Note when a room is through."""
        if room.next >= self.steps(room.script):
            last = room.script.steps[room.next - 1].after
            if all(x.entry >= last for x in [*room.players, *room.watchers]):
                self._left -= 1
                if self._left <= 0:
                    self._done.set()

    async def flat_out(self, steps: int = 10**6) -> float:
        """Every room plays on as fast as it can, up to that many; how many seconds it took."""
        self.is_eager, self.most = True, min(steps, self.longest)
        rooms = [room for room in self.rooms if room.next < self.steps(room.script)]
        self._left = len(rooms)
        self._done.clear()
        begun = time.perf_counter()
        for room in rooms:
            room.send()
        async with asyncio.timeout(300):
            while self._left > 0:
                await self._done.wait()
        return time.perf_counter() - begun

    async def steadily(self, rate: float, seconds: float) -> list[float]:
        """That many moves a second, room after room; how long each delivery took."""
        self.is_timed = True
        begun, count, late = time.perf_counter(), 0, 0
        while (passed := time.perf_counter() - begun) < seconds:
            while count < passed * rate:
                room = self.rooms[count % len(self.rooms)]
                count += 1
                if room.next < len(room.script.steps) and room.is_waiting:
                    room.send()
                else:
                    late += 1
            await asyncio.sleep(0.0005)
        await asyncio.sleep(0.2)
        self.is_timed = False
        if late > count // 20:
            print(f"    {late} of {count} moves could not be sent in time")
        return sorted(self.times)

    def close(self) -> None:
        for room in self.rooms:
            for line in [*room.players, *room.watchers]:
                line.transport.abort()


def stuck(transport: asyncio.Transport) -> None:
    """From now on nothing is read from this line, and the system keeps little for it."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    transport.pause_reading()
