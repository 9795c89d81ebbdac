"""The real program on a terminal: ``Program`` on its own pseudo-terminal, ``Pane`` in tmux.

Nothing here waits for a fixed time: ``until`` reads until the screen is as it should be, and gives
up at a deadline.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.kbtui.terminals import Terminal

ROOT: Final = Path(__file__).resolve().parents[2]

_PATIENCE: Final = 30.0  # seconds after which what is waited for will not come
_MOMENT: Final = 0.05
_CHUNK: Final = 1 << 16
_ASKS_SYNC: Final = b"\x1b[?2026$p"
_HAS_SYNC: Final = "\x1b[?2026;2$y"  # as most terminals answer: paints can be held together


def environ(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the machine that could make a difference; ``more`` replaces what is here."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {
        "KB_HOME": str(home),
        "LANG": "C.UTF-8",
        "LANGUAGE": "en",
        "LOGNAME": "ann",
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
    return {name: value for name, value in (kept | own | more).items() if value}


def command_of(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "kbtui", *arguments]


def with_bug(folder: Path, module: str, function: str) -> dict[str, str]:
    """Variables of a program in which that function of ``Class.name`` raises ZeroDivisionError."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = f"import {module} as it\nit.{function} = lambda *told: 1 / 0\n"
    (folder / "sitecustomize.py").write_text(lines, "utf-8")
    return {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


class Driven(ABC):
    """``kb`` on a terminal; used with ``with``, so that no process is left behind."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.terminal = Terminal(*size)
        self.written = b""
        self.code: int | None = None  # of the exit; negative: the signal that ended it
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    # How it is reached

    @property
    @abstractmethod
    def pid(self) -> int: ...

    @abstractmethod
    def _send(self, data: bytes) -> None: ...

    @abstractmethod
    def _receive(self, patience: float) -> bytes:
        """What it writes next; empty if nothing comes in that time, or ever."""

    @abstractmethod
    def _reap(self) -> None:
        """Find out how it has ended, if it has."""

    @abstractmethod
    def _leave(self) -> None:
        """Nobody looks at it any more; if it has not ended, it has to."""

    # To it

    def press(self, *keys: str) -> None:
        self._send("".join(_KEYS.get(key, key) for key in keys).encode())

    def click(self, x: int, y: int) -> None:
        self.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.pid, number)

    # From it

    def until(self, what: str | Callable[[], bool]) -> str:
        """Read until the screen shows the text, or until that is true; the text of the screen.
        A paint that has begun is read to its end."""
        is_there = what if callable(what) else lambda: what in self.terminal.text
        end = time.monotonic() + _PATIENCE
        while self.terminal.is_painting or not is_there():
            left = end - time.monotonic()
            is_alive = left > 0 and self._read(left)
            assert is_alive, f"{what} never came:\n{self.terminal.text}"
        return self.terminal.text

    def glance(self) -> None:
        """Read what has come, or comes in a moment."""
        while self._read(_MOMENT) or self.terminal.is_painting:
            pass

    def wait(self) -> int:
        """Read until it has ended; the exit code."""
        end = time.monotonic() + _PATIENCE
        while self.code is None:
            assert time.monotonic() < end, f"it does not end:\n{self.terminal.text}"
            if not self._read(end - time.monotonic()):
                self._reap()
        return self.code

    def _read(self, patience: float) -> bool:
        """Whether something came."""
        part = self._receive(patience)
        self.written += part
        if _ASKS_SYNC in part:
            self.press(_HAS_SYNC)
        self.terminal.feed(self._decoder.decode(part))
        return bool(part)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave()


class Program(Driven):
    """On a pseudo-terminal of its own."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """``variables`` of the environment; an empty one is taken away."""
        super().__init__(size)
        command = command_of(*arguments)
        self._pid, self._master = pty.fork()
        if self._pid == 0:
            try:
                _set_size(0, size)
                os.chdir("/")
                os.execve(command[0], command, environ(home, **(variables or {})))
            finally:
                os._exit(127)

    @property
    def pid(self) -> int:
        return self._pid

    def resize(self, columns: int, rows: int) -> None:
        self.terminal.resize(columns, rows)
        _set_size(self._master, (columns, rows))

    def hang_up(self) -> None:
        """Close the line: the program gets SIGHUP, and nobody reads any more."""
        os.close(self._master)
        self._master = -1

    def until_stopped(self) -> None:
        """Wait until it has stopped itself."""
        _pid, status = os.waitpid(self.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), status

    def _send(self, data: bytes) -> None:
        os.write(self._master, data)

    def _receive(self, patience: float) -> bytes:
        if self._master < 0 or not select.select([self._master], [], [], patience)[0]:
            return b""
        try:
            return os.read(self._master, _CHUNK)
        except OSError:  # how Linux says that the other side has closed it
            return b""

    def _reap(self) -> None:
        pid, status = os.waitpid(self.pid, os.WNOHANG if self._master >= 0 else 0)
        if pid:
            self.code = os.waitstatus_to_exitcode(status)

    def _leave(self) -> None:
        if self.code is None:
            with suppress(ProcessLookupError):
                self.kill()
            os.waitpid(self.pid, 0)
        if self._master >= 0:
            self.hang_up()


_KEYS: Final = {
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
    "ctrl+s": "\x13",
    "ctrl+w": "\x17",
    "ctrl+z": "\x1a",
}


def _set_size(handle: int, size: tuple[int, int]) -> None:
    columns, rows = size
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
