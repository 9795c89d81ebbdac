"""Keeps the rights that the door drops, to start a spawner again after it was killed.

``python -m kbtui.door.players.keeper`` with a socket as standard input. The door sends the other
end of a socket, and that is all it can ask for: which program is started, and with which settings,
was said on the command line, before anybody could connect.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Final

from kbtui.door.players import wire

GRACE: Final = 2.0  # seconds for a process to end on its own
_KEPT: Final = (
    "PATH",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "TMPDIR",
)  # programs get their own variables


class Keeper:
    """The door's end."""

    def __init__(self, words: tuple[str, ...]) -> None:
        """``words``: of the spawner, for ``spawn``."""
        self._line, theirs = wire.pair()
        with theirs:
            self._process = spawn((__name__, *words), theirs)

    def start(self, theirs: socket.socket) -> None:
        """A spawner that reads this line; one that still runs is ended. Raises OSError."""
        wire.send(self._line, {}, (theirs.fileno(),))

    def stop(self) -> None:
        self._line.close()
        wait(self._process)


def spawn(words: tuple[str, ...], line: socket.socket) -> subprocess.Popen[bytes]:
    """A module with this line as standard input."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    command = [sys.executable, "-P", "-X", "utf8", "-m", *words]
    return subprocess.Popen(command, stdin=line.fileno(), env=environment, cwd="/")


def wait(process: subprocess.Popen[bytes]) -> None:
    """It was told to end."""
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        with suppress(PermissionError):  # it has rights that we have dropped, and ends later
            process.kill()
            process.wait()


def serve(words: tuple[str, ...]) -> None:
    """Until the door is gone; its spawner ends with it."""
    line = socket.socket(fileno=os.dup(0))
    for number in (signal.SIGINT, signal.SIGTERM):  # for the door, which then ends us
        signal.signal(number, signal.SIG_IGN)
    running: subprocess.Popen[bytes] | None = None
    while True:
        message, files = wire.receive(line)
        if running is not None:
            if message is not None:
                running.kill()
            wait(running)
        if message is None:
            return
        with socket.socket(fileno=files[0]) as theirs:
            running = spawn(words, theirs)


if __name__ == "__main__":
    serve(tuple(sys.argv[1:]))
