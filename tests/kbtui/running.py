"""The ``kb`` command as real processes, each with its own home."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_UNSET = ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "LC_ALL", "LC_MESSAGES")


def environ(home: Path, **more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in _UNSET}
    own = {"KB_HOME": str(home), "LANGUAGE": "en", "LOGNAME": "ann", "PYTHONIOENCODING": "utf-8"}
    return plain | own | more


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kbtui", *arguments]


def kb(
    home: Path, *arguments: str, typed: Sequence[str] = (), **more: str
) -> subprocess.CompletedProcess[str]:
    """Run it to its end; ``typed`` are the lines of its input."""
    return subprocess.run(
        command(*arguments),
        cwd=ROOT,
        env=environ(home, **more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        input="".join(f"{line}\n" for line in typed),
        timeout=50,
        check=False,
    )


def opened(home: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    """Start it, to be talked to."""
    return subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        env=environ(home, **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def hear(game: subprocess.Popen[str], beginning: str) -> str:
    """Read lines up to the first with that beginning."""
    assert game.stdout is not None
    for line in game.stdout:
        if line.startswith(beginning):
            return line.rstrip("\n")
    raise AssertionError(f"it never said {beginning!r}")


def tell(game: subprocess.Popen[str], *lines: str) -> None:
    assert game.stdin is not None
    for line in lines:
        game.stdin.write(f"{line}\n")
    game.stdin.flush()


def on_a_terminal(home: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """The exit code, and what a terminal of 80x24 gets to see; nothing is typed."""
    ours, theirs = pty.openpty()
    size = {"COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        env=environ(home, **size, **more),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        told = b""
        with suppress(OSError):  # how Linux says that the other side has closed it
            while part := os.read(ours, 65536):
                told += part
        os.close(ours)
    return process.returncode, told.decode()
