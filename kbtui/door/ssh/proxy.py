"""The PROXY protocol, versions 1 and 2: a proxy says first whose connection it passes on.

Only what comes from listed addresses is read this way; anybody else would be believed.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from ipaddress import ip_address
from typing import Final

_SECOND: Final = b"\r\n\r\n\x00\r\nQUIT\n"
_FIRST: Final = b"PROXY "
_LONGEST: Final = 107  # bytes of a line of version 1
_MOST: Final = 4096  # bytes of version 2, with all that may follow the addresses
_IPV4, _IPV6 = 1, 2


class BadHeader(Exception):
    """The proxy does not speak this protocol."""


async def origin(sock: socket.socket, patience: float) -> str | None:
    """The address of the client; None if the proxy itself connects, as for a check of health.
    Raises BadHeader, OSError, TimeoutError. Nothing behind the header is read."""
    async with asyncio.timeout(patience):
        start = await _exactly(sock, 12)
        if start == _SECOND:
            return await _second(sock)
        if start.startswith(_FIRST):
            return await _first(sock, start)
    raise BadHeader


async def _exactly(sock: socket.socket, count: int) -> bytes:
    loop, data = asyncio.get_running_loop(), b""
    while len(data) < count:
        more = await loop.sock_recv(sock, count - len(data))
        if not more:
            raise BadHeader
        data += more
    return data


async def _first(sock: socket.socket, line: bytes) -> str | None:
    while not line.endswith(b"\r\n"):
        if len(line) >= _LONGEST:
            raise BadHeader
        line += await _exactly(sock, 1)
    words = line.decode("ascii", "replace").split()
    if words[1:2] == ["UNKNOWN"]:
        return None
    if len(words) != 6 or words[1] not in ("TCP4", "TCP6"):
        raise BadHeader
    return _checked(words[2])


async def _second(sock: socket.socket) -> str | None:
    version, family, length = struct.unpack("!BBH", await _exactly(sock, 4))
    if version >> 4 != 2 or length > _MOST:
        raise BadHeader
    rest = await _exactly(sock, length)
    if version & 15 == 0:  # its own connection
        return None
    if family >> 4 == _IPV4 and length >= 12:
        return socket.inet_ntop(socket.AF_INET, rest[:4])
    if family >> 4 == _IPV6 and length >= 36:
        return socket.inet_ntop(socket.AF_INET6, rest[:16])
    return None


def _checked(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise BadHeader from None
