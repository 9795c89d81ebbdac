"""The real program in a tmux pane, driven through tmux's control mode.

What the program writes arrives as it is written, and keys go through tmux. Each program has a
server of its own, which ends with the program or with the tests.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tests.kbtui.programs import Driven, Program, command_of, environ

_ESCAPED: Final = re.compile(rb"\\([0-7]{3})")
_SIGNALLED: Final = 128  # what a shell adds to the signal that has ended a program
# The session ends with us, however we end; nothing of the window is tmux's own.
_OPTIONS: Final = """\
set -g destroy-unattached on
set -g default-shell /bin/sh
set -g status off
set -s escape-time 0
"""
_CHUNK: Final = 1 << 16


def player(home: Path, size: tuple[int, int] = (80, 24)) -> Driven:
    """``kb`` in tmux where it is installed, otherwise on a terminal of its own."""
    return Program(home, size=size) if shutil.which("tmux") is None else Pane(home, size)


class Pane(Driven):
    def __init__(self, home: Path, size: tuple[int, int]) -> None:
        super().__init__(size)
        self._folder = Path(mkdtemp(prefix="kb-tmux-", dir="/tmp"))  # a socket has a short name
        (self._folder / "conf").write_text(_OPTIONS, "utf-8")
        within = f"echo $$ > {self._folder}/pid; exec {shlex.join(command_of())}"
        whole = f"sh -c {shlex.quote(within)}; echo $? > {self._folder}/code"
        columns, rows = size
        self._tmux = subprocess.Popen(
            [
                *("tmux", "-u", "-S", f"{self._folder}/socket", "-f", f"{self._folder}/conf"),
                *("-C", "new-session", "-x", str(columns), "-y", str(rows), whole),
            ],
            cwd="/",
            env=environ(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._rest = b""  # the beginning of a line of tmux

    @property
    def pid(self) -> int:
        return int((self._folder / "pid").read_text("ascii"))

    def _send(self, data: bytes) -> None:
        assert self._tmux.stdin is not None
        self._tmux.stdin.write(f"send-keys -H {data.hex(' ')}\n".encode())

    def _receive(self, patience: float) -> bytes:
        assert self._tmux.stdout is not None
        found = b""
        while not found:
            if not select.select([self._tmux.stdout], [], [], patience)[0]:
                return b""
            part = os.read(self._tmux.stdout.fileno(), _CHUNK)
            if not part:
                return b""
            *lines, self._rest = (self._rest + part).split(b"\n")
            found = b"".join(map(_output, lines))
        return found

    def _reap(self) -> None:
        if self._tmux.poll() is None:
            return
        code = int((self._folder / "code").read_text("ascii"))
        self.code = _SIGNALLED - code if code > _SIGNALLED else code

    def _leave(self) -> None:
        assert self._tmux.stdin is not None
        assert self._tmux.stdout is not None
        if self._tmux.stdin.closed:
            return
        self._tmux.stdin.close()  # the session is not attached any more, and ends
        while self._tmux.stdout.read(_CHUNK):
            pass
        self._tmux.stdout.close()
        self._tmux.wait()
        shutil.rmtree(self._folder)


def _output(line: bytes) -> bytes:
    """What the program has written, if the line says so; the rest is about tmux itself."""
    word, _blank, rest = line.partition(b" ")
    if word != b"%output":
        return b""
    written = rest.partition(b" ")[2]
    return _ESCAPED.sub(lambda found: bytes([int(found[1], 8)]), written)
