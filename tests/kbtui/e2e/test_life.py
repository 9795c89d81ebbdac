"""The real program on a real terminal: start, play, resize, hang up, kill, continue."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kbtui.disk import places
from kbtui.play import saves
from tests.kbtui.online.rooms import free_port
from tests.kbtui.programs import ROOT, Program, environ, with_bug
from tests.kbtui.terminals import Cell

pytestmark = pytest.mark.slow

NEW = ("new", "--seed", "e2e", "--bots", "random")
TURN = "your turn"
LEGAL = "•"
SMALL = "This needs 62 x 22"
CORNER = "A1 "  # where the cursor is put before two screens are compared


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where settings and games are, with bots that move at once."""
    (tmp_path / "settings.toml").write_text('pace = "off"\nname = "Ann"\n', "utf-8")
    return tmp_path


def game_of(home: Path) -> Path:
    (path,) = places.games_folder({places.HOME: str(home)}).iterdir()
    return path


def entries(home: Path) -> list[str]:
    return [entry.token for entry in saves.read(game_of(home))[1].entries]


def build(kb: Program, left: str) -> None:
    kb.press("tab", "enter")
    kb.until(left)


def test_start_build_and_leave(home: Path) -> None:
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        assert kb.terminal.is_alternate
        build(kb, "build 2 more")
        build(kb, "build 1 more")
        build(kb, "Nothing left to build")
        kb.until("THIS TURN")
        kb.press("e")
        kb.until("turn 3")
        kb.press("ctrl+q")
        assert kb.wait() == 0
        assert kb.terminal.modes == {7, 25}, "the terminal is as it was before"
        assert kb.terminal.text.strip() == ""
    assert "end" in entries(home)


def test_three_keys_from_the_shell_to_the_first_settlement(home: Path) -> None:
    with Program(home) as kb:
        kb.until("Play now")
        kb.press("enter")
        kb.until("Enter begin")  # the card of a first game: goal, turn, end, symbols
        kb.press("enter")
        kb.until(TURN)
        kb.press("enter")
        kb.until("build 2 more")
        kb.press("ctrl+q")
        assert kb.wait() == 0
    with Program(home) as kb:
        kb.until("Continue")


def test_the_mouse_of_a_real_terminal(home: Path) -> None:
    with Program(home, *NEW) as kb:
        lines = kb.until(TURN).splitlines()
        y = next(y for y, line in enumerate(lines) if LEGAL in line)
        x = lines[y].index(LEGAL)
        kb.click(x, y)
        kb.until("legal")
        kb.click(x, y)
        kb.until("build 2 more")
        kb.click(kb.terminal.lines[-1].index("u undo"), 23)
        kb.until("build 3")


def test_what_is_painted_bit_by_bit_is_what_a_whole_paint_shows(home: Path) -> None:
    with Program(home, *NEW, size=(120, 40)) as kb:
        kb.until(TURN)
        for left in ("build 2 more", "build 1 more", "Nothing left to build"):
            build(kb, left)
        kb.press("?")
        kb.until("KEYS")
        kb.press("?")
        kb.until("THIS TURN")
        kb.press("e")
        kb.until("turn 3")
        kb.press("left", "g", "g", "g", "g", "u", "right")
        kb.press("/", "x", "y")
        kb.until("xy")
        before = kb.terminal.picture
        kb.resize(119, 40)
        kb.until(lambda: len(kb.terminal.lines[0]) == 118)
        kb.resize(120, 40)
        kb.until(lambda: len(kb.terminal.lines[0]) == 119)
        assert kb.terminal.differs(before) == ""


def test_a_small_window_and_back(home: Path) -> None:
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        build(kb, "build 2 more")
        before = kb.terminal.picture
        kb.resize(61, 20)
        told = kb.until(SMALL)
        assert "61 x 20" in " ".join(told.split())
        assert TURN not in told
        kb.resize(80, 24)
        kb.until(TURN)
        assert kb.terminal.differs(before) == ""
        build(kb, "build 1 more")


def test_a_window_that_was_small_for_a_moment_only(home: Path) -> None:
    """The program hears of two changes at once, and the size is the same as before."""
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        before = kb.terminal.picture
        kb.kill(signal.SIGSTOP)
        kb.resize(40, 10)
        kb.resize(80, 24)
        kb.kill(signal.SIGCONT)
        kb.until(lambda: not kb.terminal.differs(before))


def test_a_program_that_was_stopped_comes_back(home: Path) -> None:
    """As with ``fg`` in a shell: the screen is entered again, and everything has to be painted."""
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        before = kb.terminal.picture
        kb.kill(signal.SIGTSTP)
        kb.until(lambda: not kb.terminal.is_alternate)
        kb.until_stopped()
        kb.kill(signal.SIGCONT)
        kb.until(lambda: not kb.terminal.differs(before))
        kb.until(lambda: kb.terminal.has_cursor)


def shown(kb: Program) -> list[list[Cell]]:
    """The screen with the cursor in a corner."""
    kb.press("/", "go a1", "enter")
    kb.until(CORNER)
    return kb.terminal.picture


@pytest.mark.parametrize("end", ["hang up", "kill -9", "term", "ctrl+c"])
def test_no_game_is_ever_lost(home: Path, end: str) -> None:
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        build(kb, "build 2 more")
        build(kb, "build 1 more")
        before, told = shown(kb), entries(home)
        if end == "hang up":
            kb.hang_up()
        elif end == "ctrl+c":
            kb.press("ctrl+c")
        else:
            kb.kill(signal.SIGKILL if end == "kill -9" else signal.SIGTERM)
        code = kb.wait()
        if end == "ctrl+c":
            assert code in (0, 130)
            assert kb.terminal.modes == {7, 25}
    assert entries(home) == told
    with Program(home, "continue") as kb:
        kb.until(TURN)
        shown(kb)
        assert kb.terminal.differs(before) == ""
        assert entries(home) == told
        build(kb, "Nothing left to build")
    assert len(entries(home)) == len(told) + 1


def test_a_game_that_is_open_elsewhere_is_not_opened_twice(home: Path) -> None:
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        with Program(home, "continue") as other:
            assert other.wait() == 2
            assert b"open in another window" in other.written
            assert not other.terminal.is_alternate


def test_keys_answer_while_others_move(home: Path) -> None:
    (home / "settings.toml").write_text('pace = "slow"\nname = "Ann"\n', "utf-8")
    with Program(home, "new", "--seed", "e2e", "--bots", "random,random,random") as kb:
        kb.until(TURN)
        for left in ("build 2 more", "build 1 more", "Nothing left to build"):
            build(kb, left)
        kb.press("e")
        kb.until("is thinking")
        at = kb.terminal.x
        kb.press("left")
        kb.until(lambda: kb.terminal.x != at)
        assert "is thinking" in kb.terminal.text
        kb.press("enter")
        kb.until(TURN)


@pytest.mark.parametrize("closed", ["input", "output"])
def test_without_a_terminal_there_is_one_sentence(home: Path, closed: str) -> None:
    command = [sys.executable, "-P", "-m", "kbtui"]
    with open(os.devnull, "rb") as nothing:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environ(home),
            stdin=nothing if closed == "input" else None,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_program_can_be_stopped_in_the_middle_of_anything(home: Path) -> None:
    """While keys make it paint: a handler that waits for the write that it interrupted hangs."""
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        for _ in range(12):
            kb.press(*["right", "left"] * 40)
            kb.kill(signal.SIGTSTP)
            kb.until(lambda: not kb.terminal.is_alternate)
            kb.until_stopped()
            kb.kill(signal.SIGCONT)
            kb.until(lambda: kb.terminal.is_alternate)
        kb.until(TURN)


def test_a_bug_while_the_line_speaks_ends_the_program_with_a_sentence(home: Path) -> None:
    """It happens in a task of its own; a screen that stood still would say nothing."""
    bug = with_bug(home / "bug", "kbtui.screens.online.waiting", "WaitingScreen._happened")
    relay = f"127.0.0.1:{free_port()}"
    with Program(home, "join", "AAA-AAA", "--relay", relay, variables=bug) as kb:
        assert kb.wait() == 1
        assert not kb.terminal.is_alternate
        assert b"ZeroDivisionError" in kb.written
        assert "Your games are saved; kb continue picks up where you left off." in kb.terminal.text
