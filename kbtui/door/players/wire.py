"""What the door and its spawner say to each other: one JSON object for each packet, with files.

The packets are small and the two trust each other; only what a player typed comes from outside,
and that is text in a list of words.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from typing import Any, Final

LONGEST: Final = 64 * 1024
_FILES: Final = 4
Message = dict[str, Any]


def pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send(line: socket.socket, message: Message, files: tuple[int, ...] = ()) -> None:
    """Raises OSError."""
    socket.send_fds(line, [packed(message)], files)


def receive(line: socket.socket) -> tuple[Message | None, list[int]]:
    """None: the other end is gone. Raises BlockingIOError."""
    try:
        data, files, _flags, _address = socket.recv_fds(line, LONGEST, _FILES)
    except ConnectionError:
        return None, []
    if not data:
        return None, []
    return unpacked(data), files


def packed(message: Mapping[str, Any]) -> bytes:
    """Raises OSError if it is too long."""
    data = json.dumps(message).encode()
    if len(data) > LONGEST:
        raise OSError(f"{len(data)} bytes are too many")
    return data


def unpacked(data: bytes) -> Message:
    """Raises ValueError."""
    try:
        message = json.loads(data)
    except RecursionError:
        message = None
    if not isinstance(message, dict):
        raise ValueError
    return message
