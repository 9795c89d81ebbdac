"""The ``kb`` command as real processes, each with its own home.

A command that is run to its end is a copy of a process that has imported everything: most of its
time would go into starting Python. It begins as ``python -m kbtui`` does, with its own streams,
variables and folder. Only if the variables change how Python starts, a new one is started.
"""

from __future__ import annotations

import multiprocessing
import os
import pty
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory

from kbtui.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
_UNSET = ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "LC_ALL", "LC_MESSAGES")
_PATIENCE = 200.0  # seconds after which a command will not end
_IMPORTED = ("kbtui.commands.arena", "kbtui.commands.rooms", "kbtui.commands.verify")


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
    given = "".join(f"{line}\n" for line in typed)
    if any(name == "LANG" or name.startswith(("LC_", "PYTHON")) for name in more):
        return subprocess.run(
            command(*arguments),
            cwd=ROOT,
            env=environ(home, **more),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            input=given,
            timeout=_PATIENCE,
            check=False,
        )
    with TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(given.encode("utf-8", "surrogateescape"))
        process = _ready().Process(
            target=_be_kb, args=(arguments, environ(home, **more), [*map(str, streams)])
        )
        process.start()
        process.join(_PATIENCE)
        code = process.exitcode
        process.kill()
        process.join()
        process.close()
        assert code is not None, f"kb {' '.join(arguments)} does not end"
        output, errors = (path.read_text("utf-8", "surrogateescape") for path in streams[1:])
    return subprocess.CompletedProcess(arguments, code, output, errors)


@cache
def _ready() -> ForkServerContext:
    """Makes copies of a process that has imported what most commands need."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, *_IMPORTED])
    return context


def _be_kb(arguments: Sequence[str], variables: Mapping[str, str], streams: Sequence[str]) -> None:
    """In the copy: from here on it is that command."""
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(ROOT)
    flags = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    for number, (name, flag) in enumerate(zip(streams, flags, strict=True)):
        os.dup2(os.open(name, flag), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["kb", *arguments]
    sys.exit(main(list(arguments)))


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
