"""The process that forks players' programs: one thread, everything imported, nothing of anybody.

``python -m kbtui.door.players.spawner`` with a socket as standard input; ``players`` starts it and
says what to run (``wire``). Where the door runs as root, this is the only process that stays so: it
makes the folders, gives each to the user of its account, and can signal programs of other users. It
builds every path and every user's number itself, from the number of an account.
"""

from __future__ import annotations

import fcntl
import os
import selectors
import shutil
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from kbtui.door.players import child, confine, wire
from kbtui.door.players.config import Config
from kbtui.door.players.warmth import settle, warm_up
from kbtui.hosted.line import FILE
from kbtui.hosted.mode import Hosted

_LOOK: Final = 15.0  # seconds between two looks at how much a running player has stored
_HIGH: Final = 16  # the number of an open file that nothing else has
RELAY: Final = 0  # the number of the relay among the programs
_MOST_FILES: Final = 5000  # that are counted; more are too many anyway


class Spawner:
    def __init__(self, line: socket.socket, config: Config) -> None:
        self._line = line
        self._config = config
        self._pids: dict[int, int] = {}  # by the number of the program
        self._adopted: dict[int, int] = {}  # handles of programs of the spawner before
        self._folders: dict[int, Path] = {}
        self._selector = selectors.DefaultSelector()
        self._is_over = False

    def run(self) -> None:
        """Until the door is gone; then all programs end."""
        woken, waker = socket.socketpair()
        for end in (woken, waker):
            end.setblocking(False)
        signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for end in (self._line, woken):
            self._selector.register(end, selectors.EVENT_READ)
        due = time.monotonic() + _LOOK
        day = _today()
        while not self._is_over:
            for key, _events in self._selector.select(max(due - time.monotonic(), 0.0)):
                if key.fileobj is self._line:
                    self._hear()
                elif key.data is not None:
                    self._release(key.data)
                else:
                    with suppress(BlockingIOError):
                        woken.recv(4096)
            self._reap()
            if time.monotonic() >= due:
                due = time.monotonic() + _LOOK
                self._look()
                if day != _today():
                    day = _today()
                    settle(day)
        for what in (signal.SIGHUP, signal.SIGTERM, signal.SIGCONT):
            for number in (*self._pids, *self._adopted):
                self._signal(number, what)

    def _hear(self) -> None:
        message, files = wire.receive(self._line)
        if message is None:
            self._is_over = True
        elif message["do"] == "start":
            try:
                self._start(message, files)
            except OSError as error:
                self._say({"id": message["id"], "trouble": str(error)})
            finally:
                for file in files:
                    os.close(file)
        elif message["do"] == "forget":
            shutil.rmtree(Path(self._config.folder) / str(int(message["account"])), True)
        elif message["do"] == "relay":
            self._start_relay(message["arguments"])
        elif message["do"] == "adopt":
            self._adopt(message["id"], int(message["account"]), files[0])
        elif message["do"] == "signal":
            self._signal(message["id"], message["signal"])

    def _start(self, message: dict[str, Any], files: list[int]) -> None:
        config, account = self._config, int(message["account"])
        owner = None if config.first_user is None else config.first_user + account % config.users
        folder = Path(config.folder) / str(account)
        _make(folder, owner)
        start = child.Start(
            folder,
            owner,
            tuple(message["words"]),
            message["environment"],
            Hosted(*message["hosted"]),
            message["is_terminal"],
            account > 0 and _size(folder) < config.quota,  # 0 is everybody's
        )
        streams = [files[0]] * 3 + files[1:] if start.is_terminal else files
        pid = os.fork()
        if pid == 0:
            child.become(start, streams, config.limits)
        self._pids[message["id"]], self._folders[message["id"]] = pid, folder
        handle = _handle(pid)
        self._say({"id": message["id"], "pid": pid}, handle)
        for file in handle:
            os.close(file)

    def _adopt(self, number: int, account: int, handle: int) -> None:
        """A program that has outlived its spawner. How it ends is not known to anybody else."""
        self._adopted[number] = handle
        self._folders[number] = Path(self._config.folder) / str(account)
        self._selector.register(handle, selectors.EVENT_READ, number)

    def _release(self, number: int) -> None:
        """An adopted program has ended."""
        handle = self._adopted.pop(number)
        del self._folders[number]
        self._selector.unregister(handle)
        os.close(handle)
        self._say({"id": number, "code": 0})

    def _signal(self, number: int, what: int) -> None:
        if number in self._pids:
            _kill(self._pids[number], what)
        elif number in self._adopted:
            with suppress(OSError):
                signal.pidfd_send_signal(self._adopted[number], what)

    def _start_relay(self, arguments: list[str]) -> None:
        """It belongs to the user of the door, the one before those of players."""
        first, us = self._config.first_user, os.getpid()
        pid = os.fork()
        if pid == 0:
            child.become_relay(arguments, None if first is None else first - 1, us)
        self._pids[RELAY], self._folders[RELAY] = pid, Path(os.devnull)

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            found = [number for number, known in self._pids.items() if known == pid]
            for number in found:
                del self._pids[number], self._folders[number]
                _kill(pid, signal.SIGKILL)  # whatever is left of its group
                self._say({"id": number, "code": os.waitstatus_to_exitcode(status)})

    def _look(self) -> None:
        """Who stores more than allowed is sent away; next time nothing more can be written."""
        for number, folder in self._folders.items():
            if _size(folder) > self._config.quota * 5 // 4:
                self._signal(number, signal.SIGTERM)

    def _say(self, message: dict[str, Any], files: tuple[int, ...] = ()) -> None:
        with suppress(OSError):  # the door is gone; that is heard too
            wire.send(self._line, message, files)


def _handle(pid: int) -> tuple[int, ...]:
    """With which another spawner can adopt a program; nothing where the system has none."""
    with suppress(AttributeError, OSError):
        return (os.pidfd_open(pid),)
    return ()


def _make(folder: Path, owner: int | None) -> None:
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        if owner is not None:
            os.chown(folder, owner, owner)


def _size(folder: Path) -> int:
    """Of all files in it."""
    total = count = 0
    for where, _folders, names in os.walk(folder):
        for name in names:
            count += 1
            with suppress(OSError):
                total += os.lstat(os.path.join(where, name)).st_blocks * 512
        if count > _MOST_FILES:
            return sys.maxsize
    return total


def _today() -> str:
    return time.strftime("%Y-%m-%d")


def _kill(pid: int, number: int) -> None:
    with suppress(OSError):
        os.killpg(pid, number)


def serve() -> None:
    line = socket.socket(fileno=fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, _HIGH))
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in (0, FILE):  # programs have lines to the door; while we warm up there is none
        os.dup2(nothing, file)
    config = Config.read(sys.argv[1])
    warm_up()
    confine.program_folders()
    kinds = confine.kinds()
    settle(_today())
    for number in (signal.SIGINT, signal.SIGTERM):  # for the door, which then ends us
        signal.signal(number, signal.SIG_IGN)
    wire.send(line, {"ready": os.getpid(), "kinds": kinds})
    Spawner(line, config).run()
    os._exit(0)  # nothing is taken apart that was kept for good


if __name__ == "__main__":
    serve()
