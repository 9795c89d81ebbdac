"""What happens between the fork and the player's program: its terminal, its limits, its name.

The process that forks has one thread and has imported everything. The child starts a new session
with the terminal it is given, forgets what it inherited, locks itself in and runs ``kb``.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple, NoReturn
from urllib.parse import urlsplit

from kbtui.cli.main import main
from kbtui.disk.places import HOME
from kbtui.door.players import confine
from kbtui.door.players.config import Limits
from kbtui.door.players.terminal import speak_through
from kbtui.door.players.wish import WELCOME
from kbtui.hosted import line, luggage, mode
from kbtui.hosted.mode import Hosted

_FAILED: Final = 70
_PORTS: Final = {"ws": 80, "wss": 443}


class Start(NamedTuple):
    """A program to be run; everything is known and nothing is checked any more."""

    folder: Path
    owner: int | None  # whose the process becomes; None: it stays what it is
    words: tuple[str, ...]
    environment: dict[str, str]
    hosted: Hosted
    is_terminal: bool
    writes: bool = True


def become(start: Start, files: list[int], limits: Limits) -> NoReturn:
    """Never returns: the process ends with the program."""
    code = _FAILED
    try:
        _take(files, start.is_terminal)
        _forget(start.environment, start.folder)
        confine.limit(limits, start.writes)
        rules = confine.walls(start.folder, _port(start.hosted.relay))
        if start.owner is not None:
            _own(start.owner)
        confine.lock_in(rules)
        mode.begin(start.hosted)
        code = _welcome() if start.words == (WELCOME,) else _run(start)
    except BaseException as error:
        with suppress(Exception):
            print(f"kb-door: {error!r}", file=sys.stderr)
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(code)


def _run(start: Start) -> int:
    """With what the player has brought along, if the door keeps such things."""
    if not start.writes:
        return main(start.words)
    with luggage.carried(str(start.folder), line.Line()):
        return main(start.words)


def become_relay(arguments: list[str], owner: int | None, parent: int) -> NoReturn:
    """The relay of the door, which is not locked in: nobody types to it. It ends with the process
    that forked it, also if that one is gone already."""
    code = _FAILED
    try:
        os.setsid()
        _heed()
        os.dup2(0, 1)  # what it says at its start is for nobody
        os.closerange(line.FILE, 4096)
        if owner is not None:
            _own(owner)
        confine.die_with_parent(signal.SIGTERM, parent)
        code = import_module("relay.server.cli").main(arguments)
    finally:
        os._exit(code)


def _own(owner: int) -> None:
    os.setgroups([])
    os.setgid(owner)
    os.setuid(owner)


def _welcome() -> int:
    # By name: screens are imported when the spawner has prepared for them.
    code: int = import_module("kbtui.screens.online.welcome").run()
    return code


def _take(files: list[int], is_terminal: bool) -> None:
    """The files of the player as the first four, and nothing else."""
    os.setsid()
    high = [fcntl.fcntl(file, fcntl.F_DUPFD, 16) for file in files]
    for number, file in enumerate(high):
        os.dup2(file, number)
    os.closerange(line.FILE + 1, 4096)
    if is_terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    speak_through((0, 1, 2), is_terminal)


def _forget(environment: dict[str, str], folder: Path) -> None:
    """Signals and variables of who forked us."""
    _heed()
    os.environ.clear()
    os.environ.update(environment)
    os.environ[HOME] = os.environ["HOME"] = str(folder)
    os.umask(0o077)
    os.chdir("/")


def _heed() -> None:
    """Signals as a program finds them."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _port(relay: str) -> int:
    parts = urlsplit(relay)
    return parts.port or _PORTS.get(parts.scheme, _PORTS["wss"])
