"""Runs a program on a pseudo-terminal: presses keys, counts and times what it writes."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

QUIET: Final = 0.25  # seconds without a byte after which a screen has settled
_PATIENCE: Final = 20.0  # seconds after which a program that still writes is not waited for
_CHUNK: Final = 1 << 16
_LAST: Final = 2000
_ASKS_SYNC: Final = b"\x1b[?2026$p"
_HAS_SYNC: Final = b"\x1b[?2026;2$y"  # as most terminals answer: paints can be held together


class Ended(Exception):
    """The program is not there any more."""


class OnTerminal:
    """Runs until it is closed; used with ``with``, so that no process is left behind."""

    def __init__(
        self,
        arguments: Sequence[str],
        environ: Mapping[str, str],
        size: tuple[int, int],
        *,
        sync: bool = True,
    ) -> None:
        """``size`` is columns and rows; ``sync``: whether paints can be held together. They then
        begin with a few bytes that are written before the paint is ready."""
        self.started = time.perf_counter()
        self._sync = sync
        self._last = b""  # for the message when it ends too early
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            _become(arguments, environ, size)

    def press(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def settle(self, quiet: float = QUIET) -> bytes:
        """What it writes until it has been quiet for some time."""
        found, end = b"", time.perf_counter() + _PATIENCE
        while time.perf_counter() < end and (part := self._read(quiet)):
            found += part
        return found

    def answer(self, keys: bytes, quiet: float = QUIET) -> tuple[float, bytes]:
        """Seconds from the keys to the first bytes of the answer, and the whole answer."""
        start = time.perf_counter()
        self.press(keys)
        first = self._read(_PATIENCE)
        seconds = time.perf_counter() - start
        return seconds, first + self.settle(quiet)

    def until(self, mark: re.Pattern[bytes]) -> tuple[float, bytes]:
        """Seconds since the start until the mark is written, and what was written by then."""
        found, end = b"", time.perf_counter() + _PATIENCE
        while not mark.search(found) and time.perf_counter() < end:
            found += self._read(_PATIENCE)
        return time.perf_counter() - self.started, found

    def resize(self, size: tuple[int, int]) -> None:
        _set_size(self._master, size)

    def _read(self, patience: float) -> bytes:
        """What comes next; nothing if it takes longer than that."""
        if not select.select([self._master], [], [], patience)[0]:
            return b""
        try:
            part = os.read(self._master, _CHUNK)
        except OSError:  # how Linux says that the other side has closed it
            raise Ended(self._last.decode(errors="replace")) from None
        self._last = (self._last + part)[-_LAST:]
        if self._sync and _ASKS_SYNC in part:
            self.press(_HAS_SYNC)
        return part

    def close(self) -> None:
        """Hang up and wait; what does not heed is ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._master)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _become(arguments: Sequence[str], environ: Mapping[str, str], size: tuple[int, int]) -> None:
    """The child turns into the program; if that fails it must not go on as a second parent."""
    try:
        _set_size(0, size)
        os.execvpe(arguments[0], [*arguments], environ)
    finally:
        os._exit(127)


def _set_size(handle: int, size: tuple[int, int]) -> None:
    columns, rows = size
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
