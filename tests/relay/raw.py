"""A connection without manners: any bytes in any order, and nothing is read unless asked for."""

from __future__ import annotations

import asyncio
import socket
from typing import Final, Self

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode
from tests.relay.driving import DEADLINE

BINARY, TEXT, CONTINUED, PING = 0x82, 0x81, 0x00, 0x89
# What requests for figures name as the machine they are for, and the status of the answer.
HOSTS: Final = (
    ("localhost", "200"),
    ("127.0.0.1:8765", "200"),
    ("[::1]:8765", "200"),
    ("evil.example:8765", "403"),
    ("localhost.evil.example", "403"),
    ("[::1", "403"),
    ("localhost\r\nHost: evil.example", "403"),
)
# Headers of requests that came through a proxy.
PASSED_ON: Final = (
    "X-Forwarded-For: 127.0.0.1",
    "Forwarded: for=10.0.0.1",
    "X-Real-IP: ::1",
    "Via: 1.1 proxy",
)
_ZEROS: Final = bytes(4)  # a mask that changes nothing
_CLOSE: Final = 0x88


def frame(data: bytes, head: int = BINARY) -> bytes:
    """A frame as a client sends it."""
    size = len(data)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 65_536:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes((head,)) + length + _ZEROS + data


def request(path: str = "/", **headers: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: relay",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


class Raw:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.code: int | None = None  # that the relay closed the line with
        self.said: list[m.ToClient] = []

    @classmethod
    async def socket(cls, port: int, buffer: int | None = None) -> Self:
        """Only a socket; ``buffer``: bytes that the system keeps for us."""
        sock = socket.socket()
        sock.setblocking(False)
        if buffer is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        limit = buffer or 2**16
        return cls(*await asyncio.open_connection(sock=sock, limit=limit))

    @classmethod
    async def open(cls, port: int, role: str = k.PLAYER, buffer: int | None = None) -> Self:
        """A WebSocket; with a role, one that has said hello."""
        raw = await cls.socket(port, buffer)
        raw.writer.write(request())
        async with asyncio.timeout(DEADLINE):
            head = await raw.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        if role:
            raw.send(m.Hello(k.PROTOCOL, role, "raw"))
        return raw

    async def answer(self, text: bytes) -> bytes:
        """What comes back to some bytes, to the end of the line."""
        self.writer.write(text)
        try:
            async with asyncio.timeout(DEADLINE):
                return await self.reader.read()
        except ConnectionError:
            return b""
        finally:
            self.close()

    def send(self, *messages: m.ToRelay) -> None:
        for message in messages:
            self.writer.write(frame(encode(message)))

    async def hear(self) -> m.ToClient | None:
        """The next message; None when the line is closed."""
        try:
            async with asyncio.timeout(DEADLINE):
                while self.code is None:
                    head, size = await self.reader.readexactly(2)
                    if size > 125:
                        width = 2 if size == 126 else 8
                        size = int.from_bytes(await self.reader.readexactly(width), "big")
                    data = await self.reader.readexactly(size)
                    if head == _CLOSE:
                        self.code = int.from_bytes(data[:2], "big")
                    elif head == BINARY:
                        self.said.append(decode_for_client(data))
                        return self.said[-1]
        except (asyncio.IncompleteReadError, ConnectionError):
            self.code = self.code or 1006
        return None

    async def until(self, kind: type[m.ToClient]) -> m.ToClient:
        """The next message of a kind."""
        while (message := await self.hear()) is not None:
            if isinstance(message, kind):
                return message
        raise AssertionError(f"the line was closed with {self.code}; {self.said[-1:]}")

    async def end(self) -> int:
        """The code that the line is closed with."""
        while await self.hear() is not None:
            pass
        self.close()
        assert self.code is not None
        return self.code

    def close(self) -> None:
        self.writer.transport.abort()
