"""The line from a hosted program to its door: it asks, the door answers.

One packet of JSON each way. The door is on this machine and answers at once; a program without a
door, or one that the door no longer hears, gets no answer.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import traceback
from typing import Any, Final

FILE: Final = 3  # the open file that the door gives along
_LONGEST: Final = 64 * 1024
_PATIENCE: Final = 5.0  # seconds


_one_at_a_time = threading.Lock()  # all lines of a process are one, and answers come in order


class Line:
    """``ask`` is all there is; for other answers, subclass ``Line``."""

    def __init__(self, file: int = FILE) -> None:
        self._file = file
        self._socket: socket.socket | None = None

    def ask(self, question: str, **more: object) -> dict[str, Any]:
        """The answer; empty if there is none."""
        data = json.dumps({"ask": question, **more}).encode()
        try:
            with _one_at_a_time:
                if self._socket is None:
                    self._socket = socket.socket(fileno=os.dup(self._file))  # several may ask
                    self._socket.settimeout(_PATIENCE)
                self._socket.send(data)
                answer = json.loads(self._socket.recv(_LONGEST) or b"{}")
        except (OSError, ValueError):
            return {}
        return answer if isinstance(answer, dict) else {}


def tell_mistake(error: BaseException) -> None:
    """An error of ours, for the log of the door: its kind and place, without what was in it."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    where = " < ".join(f"{f.filename.rpartition('/')[2]}:{f.lineno}" for f in reversed(frames))
    Line().ask("mistake", error=type(error).__name__, where=where)
