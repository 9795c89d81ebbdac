"""A real door as a process, and real clients: OpenSSH's where it is installed, else a small one."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self

import asyncssh

from kbtui.door.accounts.store import SqliteAccounts
from tests.kbtui.programs import ROOT, Program, _set_size, environ
from tests.tools import can_use

_PATIENCE: Final = 40.0
_QUIET: Final = (
    *("-F", os.devnull, "-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={os.devnull}"),
    *("-o", "LogLevel=ERROR", "-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes"),
)


@contextmanager
def open_folder() -> Iterator[Path]:
    """One that players' users can get to. Not pytest's own, which each run closes to others."""
    with TemporaryDirectory(prefix="kb-door-", dir="/tmp", ignore_cleanup_errors=True) as name:
        os.chmod(name, 0o711)
        yield Path(name)


def new_key(folder: Path, name: str) -> Path:
    """A key pair of somebody."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = folder / name
    path.touch(mode=0o600)
    path.write_bytes(key.export_private_key())
    (folder / f"{name}.pub").write_bytes(key.export_public_key())
    return path


def known_keys(folder: Path, count: int) -> list[asyncssh.SSHKey]:
    """Keys of people who have been at the door of ``folder / "state"`` before."""
    private = folder / "state" / "private"
    private.mkdir(parents=True, mode=0o700)
    accounts = SqliteAccounts(private / "accounts.sqlite")
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(count)]
    for number, key in enumerate(keys):
        accounts.create(f"known{number}", key.get_fingerprint())
    accounts.close()
    return keys


def _stat(pid: int) -> list[str]:
    """What the system says of a process, from its state on; raises OSError."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _ancestors(pid: int) -> Iterator[int]:
    while pid > 1:
        pid = int(_stat(pid)[1])
        yield pid


def programs(door: int) -> list[int]:
    """Players' programs of a door, as processes: those below it that have a terminal."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # just gone
            pid = int(path.name)
            if _stat(pid)[4] != "0" and door in _ancestors(pid):
                found.append(pid)
    return found


class Door:
    """``kb-door`` with its own relay; used with ``with``, so that nothing is left behind."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.errors = folder.parent / f"{folder.name}.log"
        command = [sys.executable, "-P", "-m", "kbtui.door.serve", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--name", "localhost", "--folder", str(folder)]
        command += ["--arrivals", "1000", *options]
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                command,
                cwd="/",
                env=environ(folder),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        self.said = ""
        assert self.process.stdout is not None
        for _ in range(3):
            self.said += self.process.stdout.readline().decode()
        found = re.search(r"port (\d+)", self.said)
        assert found is not None, self.errors.read_text()
        self.port = int(found[1])

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(_PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            time.sleep(0.05)
            with suppress(OSError):
                self.process.terminate()
            try:
                self.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    # Clients

    def command(self, user: str, words: Sequence[str], *more: str, key: Path | None) -> list[str]:
        own = ("-i", str(key)) if key is not None else ()
        where = f"{user}@localhost" if user else "localhost"
        if can_use("ssh"):
            start: Sequence[str] = ("ssh", *_QUIET)
        else:
            start = (sys.executable, "-m", "tests.kbtui.door.minissh")
        return [*start, "-p", str(self.port), *own, *more, where, *words]

    def run(
        self, *words: str, user: str = "tester", key: Path | None = None, typed: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        """A command without a terminal, to its end."""
        return subprocess.run(
            self.command(user, words, "-T", key=key),
            cwd=ROOT,
            env=environ(self.folder),
            input=typed,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )

    def screen(
        self,
        *words: str,
        user: str = "tester",
        key: Path | None = None,
        size: tuple[int, int] = (80, 24),
        variables: dict[str, str] | None = None,
    ) -> Screen:
        more = ("-t",) if words else ()
        return Screen(self.command(user, words, *more, key=key), self.folder, size, variables or {})


class Screen(Program):
    """A client on a terminal of its own."""

    def __init__(
        self, command: list[str], home: Path, size: tuple[int, int], variables: dict[str, str]
    ) -> None:
        super(Program, self).__init__(size)
        self._pid, self._master = pty.fork()
        if self._pid == 0:
            try:
                _set_size(0, size)
                os.chdir(ROOT)
                os.execvpe(command[0], command, environ(home, **variables))
            finally:
                os._exit(127)
