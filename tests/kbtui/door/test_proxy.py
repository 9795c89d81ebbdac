"""The PROXY protocol: whose connection it is, and nothing that follows is eaten."""

from __future__ import annotations

import asyncio
import socket
import struct
from ipaddress import ip_address

import pytest

from kbtui.door.ssh.proxy import BadHeader, origin

SECOND = b"\r\n\r\n\x00\r\nQUIT\n"


def second(address: str, command: int = 1, more: bytes = b"") -> bytes:
    packed = ip_address(address).packed
    family = 0x11 if len(packed) == 4 else 0x21
    rest = packed * 2 + struct.pack("!HH", 40000, 22) + more
    return SECOND + struct.pack("!BBH", 0x20 | command, family, len(rest)) + rest


async def read(data: bytes, patience: float = 5.0) -> tuple[str | None, bytes]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.sendall(data + b"SSH-2.0-x\r\n")
        theirs.shutdown(socket.SHUT_WR)
        found = await origin(ours, patience)
        return found, await asyncio.get_running_loop().sock_recv(ours, 100)


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (b"PROXY TCP4 192.0.2.7 192.0.2.1 40000 22\r\n", "192.0.2.7"),
        (b"PROXY TCP6 2001:db8::7 2001:db8::1 40000 22\r\n", "2001:db8::7"),
        (b"PROXY UNKNOWN\r\n", None),
        (second("192.0.2.7"), "192.0.2.7"),
        (second("2001:db8::7", more=b"\x04\x00\x01x"), "2001:db8::7"),
        (second("192.0.2.7", command=0), None),
    ],
)
async def test_the_address_is_read_and_what_follows_is_left(
    header: bytes, address: str | None
) -> None:
    assert await read(header) == (address, b"SSH-2.0-x\r\n")


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"PROXY TCP4 nowhere 192.0.2.1 40000 22\r\n",
        b"PROXY TCP4 192.0.2.7\r\n",
        b"PROXY " + b"x" * 200,
        SECOND + b"\x11\x11\x00\x0c" + b"x" * 12,
        SECOND + b"\x21\x11\xff\xff",
    ],
)
async def test_who_does_not_speak_it_is_refused(header: bytes) -> None:
    with pytest.raises(BadHeader):
        await read(header)


async def test_a_silent_proxy_is_not_waited_for() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        with pytest.raises(TimeoutError):
            await origin(ours, 0.05)
