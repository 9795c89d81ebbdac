"""The real program in a real tmux: what is on the screen is what a full paint puts there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import monotonic, sleep

import pytest

from tests.kbtui.programs import command_of, environ
from tests.kbtui.truth.emulator import Cell, Emulator

SHEETS = ("? ? ? ?", "L L p Escape ? Escape", "Left ? ? Down L L", "v ? ? ? ?", "Escape p p p p")
OTHERS = ("Tab", "Enter", "Left", "Down", "g", "o", "u", "L", "p", "?", "Escape", "+", "-", "F3")
STILL = 0.2  # seconds without a change after which a paint is over
PATIENCE = 20.0
SIZES = ((80, 24), (120, 40))


class Tmux:
    """A server of its own, with one window; the size is ours to choose."""

    def __init__(self, home: Path, size: tuple[int, int], *arguments: str) -> None:
        self._folder = Path(mkdtemp(prefix="kb-tmux-", dir="/tmp"))  # a socket has a short name
        self._start = ("tmux", "-u", "-S", f"{self._folder}/socket", "-f", "/dev/null")
        self._size = size
        columns, rows = map(str, size)
        options = ("set", "-g", "status", "off", ";", "set", "-s", "escape-time", "0", ";")
        program = (*command_of(), *arguments)
        self._run(*options, "new-session", "-d", "-x", columns, "-y", rows, *program, home=home)

    def _run(self, *words: str, home: Path | None = None) -> str:
        env = None if home is None else environ(home)
        done = subprocess.run(
            [*self._start, *words], capture_output=True, check=True, text=True, env=env, timeout=60
        )
        return done.stdout

    def press(self, key: str) -> None:
        self._run("send-keys", key)

    def picture(self) -> list[list[Cell]]:
        """What tmux shows, once that has not changed for a moment."""
        before, since, end = "", monotonic(), monotonic() + PATIENCE
        while monotonic() - since < STILL:
            assert monotonic() < end, "it never comes to rest"
            sleep(0.05)
            now = self._run("capture-pane", "-e", "-N", "-p")
            if now != before:
                before, since = now, monotonic()
        emulator = Emulator(*self._size)
        emulator.feed(before.rstrip("\n").replace("\n", "\r\n"))
        return emulator.picture

    def until(self, text: str) -> None:
        end = monotonic() + PATIENCE
        while text not in self._run("capture-pane", "-p"):
            assert monotonic() < end, text
            sleep(0.1)

    def paint_anew(self) -> None:
        """A window that changes its size is painted whole, which heals whatever was wrong."""
        columns, rows = self._size
        for wide in (columns + 1, columns):
            self._run("resize-window", "-x", str(wide), "-y", str(rows))
            sleep(STILL)

    def end(self) -> None:
        self._run("kill-server")
        shutil.rmtree(self._folder)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_tmux_shows_what_a_full_paint_shows(size: tuple[int, int], tmp_path: Path) -> None:
    if shutil.which("tmux") is None:
        return  # an emulator has to do, as in tests/kbtui/truth
    (tmp_path / "settings.toml").write_text('pace = "off"\nname = "Ann"\n', "utf-8")
    random = Random(f"{size}")
    tmux = Tmux(tmp_path, size, "new", "--seed", "ux9", "--bots", "random")
    try:
        tmux.until("your turn")
        done: list[str] = []
        others = (" ".join(random.choices(OTHERS, k=4)) for _ in range(2))
        for keys in (*SHEETS, *others):
            for key in keys.split():
                tmux.press(key)
                tmux.picture()
            done.append(keys)
            shown = tmux.picture()
            tmux.paint_anew()
            assert shown == tmux.picture(), done
    finally:
        tmux.end()
