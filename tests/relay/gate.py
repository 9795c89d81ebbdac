"""A gate between somebody and a server, which can be shut, slow, or lose what comes back."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress

_Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Gate:
    """Use it as a context, in a running loop."""

    def __init__(
        self, *doors: Callable[[], Awaitable[_Opened]], tls: ssl.SSLContext | None = None
    ) -> None:
        """Each of ``doors`` opens a connection; the first that opens is taken, beginning with
        another one each time."""
        self.doors = list(doors)
        self._tls = tls
        self.delay = 0.0  # seconds, each way
        self.is_held = False  # nothing passes, and nobody is told
        self._held: set[asyncio.StreamWriter] = set()  # for ever
        self.losses = 0  # answers to be lost, each with its connection
        self.port = 0
        self._turn = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Gate:
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", self.port, ssl=self._tls
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """All connections, at once."""
        for writer in list(self._writers):
            writer.transport.abort()

    def hold(self) -> None:
        """Nothing passes on the connections that there are, and nobody is told; new ones are well,
        as after a router was started again."""
        self._held |= self._writers

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = await self._open()
        if opened is None:
            writer.transport.abort()
            return
        there, back = opened
        self._writers |= {writer, back}
        for pipe in (self._pass(reader, back, False), self._pass(there, writer, True)):
            task = asyncio.create_task(pipe)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _open(self) -> _Opened | None:
        for _ in self.doors:
            self._turn += 1
            with suppress(OSError):
                return await self.doors[self._turn % len(self.doors)]()
        return None

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                while self.is_held or writer in self._held:
                    await asyncio.sleep(0.02)
                if is_answer and self.losses:
                    self.losses -= 1
                    break
                writer.write(data)
                await writer.drain()
        self._writers.discard(writer)
        writer.transport.abort()


def unix(path: str) -> Callable[[], Awaitable[_Opened]]:
    return lambda: asyncio.open_unix_connection(path)


def tcp(port: int) -> Callable[[], Awaitable[_Opened]]:
    return lambda: asyncio.open_connection("127.0.0.1", port)
