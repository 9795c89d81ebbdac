"""A spawner whose programs are taken over: instead of playing, each tries to break out.

What a program could do is printed as JSON: for each attempt what came of it.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from kbtui.door.players import child, confine, spawner
from kbtui.door.players.config import Config
from kbtui.hosted.line import FILE


def attack(words: Sequence[str] | None) -> int:
    foreign, port = (words or ("", "0"))[:2]
    parent = os.getppid()
    own = Path(os.environ["KB_HOME"])
    attempts: dict[str, Callable[[], Any]] = {
        "read": lambda: Path(foreign).read_text(),
        "write": lambda: Path(foreign).write_text("mine"),
        "list": lambda: os.listdir(Path(foreign).parent),
        "passwd": lambda: Path("/etc/passwd").read_text(),
        "temporary": lambda: Path("/tmp/kb-door-attack").write_text("mine"),
        "link": lambda: _follow(own / "link", foreign),
        "exec": lambda: subprocess.run(["/bin/true"], check=True),
        "replace": lambda: os.execv("/bin/true", ["true"]),
        "fork": os.fork,
        "signal": lambda: os.kill(parent, signal.SIGCONT),
        "look into": lambda: os.open(f"/proc/{parent}/mem", os.O_RDONLY),
        "call": lambda: _call(int(port)),
        "listen": _listen,
        "large": lambda: (own / "large").write_bytes(bytes(5 * 1024 * 1024)),
        "root": lambda: os.setuid(0) if os.getuid() else os.stat("/nowhere"),
        "other files": lambda: [file for file in range(FILE + 1, 64) if _is_foreign(file)],
        "environment": lambda: sorted(os.environ),
        "own": lambda: (own / "own").write_text("mine"),
        "thread": _thread,
    }
    if "exec" not in confine.kinds()[-1] or not _WALLS[0]:  # they would succeed, and end us
        for name in ("exec", "replace", "fork", "temporary"):
            del attempts[name]
    print(json.dumps({name: _tried(attempt) for name, attempt in attempts.items()}))
    return 0


def _tried(attempt: Callable[[], Any]) -> Any:
    try:
        done = attempt()
    except (OSError, RuntimeError) as error:
        return f"{type(error).__name__}"
    return done if isinstance(done, list | str | int) else "done"


def _follow(link: Path, foreign: str) -> str:
    link.symlink_to(foreign)
    return link.read_text()


def _call(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), 5)):
        pass


def _listen() -> None:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()


def _is_foreign(file: int) -> bool:
    """Whether it is open, and not the line to the door, which a program may hold twice."""
    try:
        return not os.path.sameopenfile(file, FILE)
    except OSError:
        return False


def _thread() -> str:
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    return "done"


NO_WALLS: Final = "no-walls"  # a file among the players' folders: users are all there is
_WALLS: Final = [True]
MODULE: Final = "tests.kbtui.door.attacker"

if __name__ == "__main__":
    vars(child)["main"] = attack
    if (Path(Config.read(sys.argv[1]).folder) / NO_WALLS).exists():
        vars(confine)["lock_in"] = lambda rules: None
        _WALLS[0] = False
    spawner.serve()
