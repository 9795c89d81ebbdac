"""The program's end of the pipes to the second process. Nothing here waits.

One chunk of tasks is pending at a time. The bot that gave it may have been stopped since; results
that nobody waits for any more are discarded. If the process cannot be started, ends or is silent,
the bot continues alone, without a message.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import weakref
from array import array
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import engine
from engine.bots import Task, Work

_ROOT: Final = os.path.dirname(os.path.dirname(os.path.abspath(engine.__file__)))
# Without site: bots need the standard library alone, and so it is there at once.
HELPER: Final = (sys.executable, "-S", "-P", "-m", "kbtui.play.crew.helper")
_FLOAT: Final = array("d").itemsize
_MOST: Final = 1 << 16  # bytes that are read at once


class Pipes:
    """A crew of one: a process that is started when it is first given something."""

    def __init__(self, command: Sequence[str] = HELPER) -> None:
        self._command = command
        self._lock = threading.Lock()  # a bot and the coach may think at the same time
        self._process: subprocess.Popen[bytes] | None = None
        self._is_gone = False
        self._told: Errand | None = None  # whose work the process knows
        self._asked: tuple[Errand, Sequence[Task]] | None = None  # the chunk on its way
        self._out = b""  # what did not fit into the pipe yet
        self._heard = b""  # answers that have come so far

    def begin(self, work: Work) -> Errand:
        return Errand(self, work)

    @property
    def pid(self) -> int | None:
        """The handle of the process, while it runs."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process, for good."""
        with self._lock:
            self._leave()

    def give(self, errand: Errand, tasks: Sequence[Task]) -> bool:
        """Whether the process has been asked to do these for the errand."""
        with self._lock:
            self._pump()
            if self._asked is not None or self._is_gone:
                return False
            if self._process is None:
                self._start()
            if self._told is not errand:
                self._told = errand
                self._out += pickle.dumps(errand.work, pickle.HIGHEST_PROTOCOL)
            self._out += pickle.dumps(tasks, pickle.HIGHEST_PROTOCOL)
            self._asked = errand, tasks
            self._pump()
            return not self._is_gone

    def take(self, errand: Errand) -> list[tuple[Task, float]]:
        """What the process has found for the errand since."""
        with self._lock:
            if self._asked is not None and self._asked[0] is errand:
                self._pump()
            found, errand.found = errand.found, []
            return found

    def _start(self) -> None:
        try:
            process = subprocess.Popen(
                self._command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # the terminal is not its own
                env={**os.environ, "PYTHONPATH": _ROOT},
                start_new_session=True,  # a Ctrl-C is for us
            )
        except OSError:
            self._leave()
            return
        self._process = process
        weakref.finalize(self, _end, process)  # also when the program ends
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None, "both are pipes"
            os.set_blocking(pipe.fileno(), False)

    def _pump(self) -> None:
        """Say and hear what can be said and heard at once."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        try:
            with suppress(BlockingIOError):
                while self._out:
                    self._out = self._out[os.write(process.stdin.fileno(), self._out) :]
            with suppress(BlockingIOError):
                while part := os.read(process.stdout.fileno(), _MOST):
                    self._heard += part
                self._leave()
        except (OSError, ValueError):  # it is gone, or our end is closed as the program ends
            self._leave()
        self._hand_over()

    def _hand_over(self) -> None:
        """The chunk is done: the bot that asked gets all of it."""
        if self._asked is None:
            return
        errand, tasks = self._asked
        missing = _FLOAT * len(tasks) - len(self._heard)
        if missing < 0:  # that was not our helper
            self._leave()
        elif missing == 0:
            errand.found += zip(tasks, array("d", self._heard), strict=True)
            self._asked, self._heard = None, b""

    def _leave(self) -> None:
        self._is_gone = True
        if self._process is not None:
            _end(self._process)
            self._process = None


class Errand:
    """What the crew does for one move of a bot."""

    def __init__(self, pipes: Pipes, work: Work) -> None:
        self.work = work
        self.found: list[tuple[Task, float]] = []  # and not taken yet
        self._pipes = pipes

    def give(self, tasks: Sequence[Task]) -> bool:
        return self._pipes.give(self, tasks)

    def take(self) -> list[tuple[Task, float]]:
        return self._pipes.take(self)


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.kill()  # it keeps nothing that could be lost
    process.wait()
