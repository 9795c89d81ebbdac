"""The ports of a door. The next door of the same folder may share them, so that it can open before
this one closes; nobody else may.

Sockets that share a port let any process of the same user in, without a word. So the doors of a
folder hold a lock for each port, and a port that is taken while nobody holds its lock is refused.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import socket
from contextlib import closing
from pathlib import Path
from typing import Final

from relay.server.arguments import Refusal

_PATIENCE: Final = 10.0  # seconds for a relay that is ending with a door that was killed
_GLANCE: Final = 0.2  # seconds between two looks


class Ports:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: list[int] = []  # open files; their locks end with the process

    def claim(self, host: str, port: int, option: str) -> None:
        """Raises Refusal if somebody else has it."""
        if port and not self._hold(port) and not _is_free(host, port):
            text = f"port {port} is taken by another program, or by a door of another folder"
            raise Refusal(f"{text}; name another one with {option}")

    async def claim_patiently(self, host: str, port: int, option: str) -> None:
        """The same for a port that may become free in a moment."""
        for _ in range(int(_PATIENCE / _GLANCE)):
            if self._is_shared(port) or _is_free(host, port):
                break
            await asyncio.sleep(_GLANCE)
        self.claim(host, port, option)

    def hold(self, port: int) -> None:
        """One that was given to us."""
        self._hold(port)

    def _hold(self, port: int) -> bool:
        """Whether another door of this folder holds it too."""
        is_shared = self._is_shared(port)
        handle = self._open(port)
        fcntl.flock(handle, fcntl.LOCK_SH)
        self._held.append(handle)
        return is_shared

    def _is_shared(self, port: int) -> bool:
        handle = self._open(port)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False

    def _open(self, port: int) -> int:
        return os.open(self._folder / f"port-{port}.lock", os.O_RDWR | os.O_CREAT, 0o600)


def _is_free(host: str, port: int) -> bool:
    """Whether one can listen there without sharing; raises OSError for any other trouble."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True
