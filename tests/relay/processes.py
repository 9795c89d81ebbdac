"""A relay as a separate process: started, queried, stopped or killed, started again."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import time
import urllib.request
from dataclasses import fields
from pathlib import Path
from typing import Final

from relay.protocol.limits import Limits
from tests.relay.driving import FAST
from tests.transcripts import ROOT

START: Final = 120.0  # seconds for a start or a stop, on a machine that is busy with other things
_DEFAULTS: Final = Limits()


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-P", "-m", "relay", *map(str, arguments)]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "KB_HOME": str(home)}


def limit_arguments(limits: Limits) -> list[str]:
    found: list[str] = []
    for field in fields(Limits):
        value = getattr(limits, field.name)
        if value != getattr(_DEFAULTS, field.name):
            found += ["--limit", f"{field.name}={value}"]
    return found


class RelayProcess:
    """Ended by its id, whatever happens: use it as a context."""

    def __init__(
        self,
        folder: Path,
        *arguments: str | Path,
        limits: Limits = FAST,
        url: str = "",
        port: int = 0,
        path: Path | None = None,
    ) -> None:
        """``url``: of the store, if it is no file; ``path``: a folder of modules before all."""
        self.folder = folder
        self.store = folder / "relay.sqlite"
        self._store_url = url
        self.log = folder / "relay.log"
        self.port = port
        self.url = ""
        self._environment = environment(folder)
        if path is not None:
            self._environment["PYTHONPATH"] = f"{path}{os.pathsep}{ROOT}"
        self._arguments = [*map(str, arguments), *limit_arguments(limits)]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> RelayProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None, "the relay does not run"
        return self._process

    def start(self) -> None:
        """The first time on any port, then on the same one."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command(
                    "--port",
                    str(self.port),
                    "--store",
                    self._store_url or self.store,
                    *self._arguments,
                ),
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.url = self._address()
        self.port = int(self.url.rpartition(":")[2])

    def _address(self) -> str:
        out = self.process.stdout
        assert out is not None
        ready, _, _ = select.select([out], [], [], START)
        line = out.readline() if ready else ""
        found = re.search(r"wss?://\S+", line)
        assert found is not None, f"{line!r}, {self.log.read_text()}"
        return found[0]

    def kill(self) -> None:
        """``kill -9``."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """In order; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        process, self._process = self.process, None
        process.send_signal(number)
        try:
            code = process.wait(START)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            if process.stdout is not None:
                process.stdout.close()
        return code

    # ---- how it does ----------------------------------------------------------------------------

    def memory(self) -> int:
        """Bytes that are in memory."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        assert found is not None
        return 1024 * int(found[1])

    def page(self, path: str) -> str:
        address = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=START) as answer:
            text: str = answer.read().decode()
        return text

    def figure(self, name: str) -> float:
        """A number of the page of metrics."""
        found = re.search(rf"^kb_relay_{re.escape(name)} (\S+)$", self.page("/metrics"), re.M)
        assert found is not None, name
        return float(found[1])

    async def becomes(self, name: str, value: float) -> None:
        """Wait for a figure."""
        end = time.monotonic() + START
        while (found := await asyncio.to_thread(self.figure, name)) != value:
            assert time.monotonic() < end, f"{name} is {found}, not {value}"
