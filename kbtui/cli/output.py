"""What commands share: refusing in one sentence, writing to the output, and how to paint."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from engine.errors import EngineError
from kbtui.games.plain import Window
from kbtui.text.phrases import told

if TYPE_CHECKING:
    from kbtui.look.terminal import Terminal

_LEAST: Final = 40  # columns of a terminal that lines are broken for
_TIES: Final = "\u00a0\u202f"  # blanks that keep words on one line, as French has them


def complain(problem: Exception | str) -> None:
    """One line to standard error, without control characters, if anybody listens there."""
    if sys.stderr is not None:
        text = "".join(char if _is_shown(char) else "?" for char in _sentence(problem))
        with suppress(OSError, ValueError):
            print(f"kb: {text}", file=sys.stderr)


def _is_shown(char: str) -> bool:
    return char.isprintable() or char in _TIES


def _sentence(problem: Exception | str) -> str:
    if isinstance(problem, EngineError):
        return told(problem)
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{os.fspath(problem.filename)}: {problem.strerror}"
    return str(problem)


def say(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def say_line(text: str) -> None:
    """A line of a game. On a terminal a long one breaks between words; painted ones fit as they
    are, and the reader of a pipe gets one line for one thing."""
    if len(text) > _LEAST and "\x1b" not in text and sys.stdout.isatty():
        from textwrap import fill  # late: few lines are that long

        columns = max(shutil.get_terminal_size().columns, _LEAST)
        text = fill(text, columns, subsequent_indent="  ", break_on_hyphens=False)
    print(text, flush=True)


def window(terminal: Terminal) -> Window | None:
    """Where boards can be painted now: its size may have changed since the last time."""
    if terminal.mode is None or terminal.grey or not sys.stdout.isatty():
        return None
    size = shutil.get_terminal_size()
    return Window(terminal.mode, size.columns, size.lines, terminal.unicode)


def discard_output() -> None:
    """Nobody reads our output: leave nothing for the interpreter to flush at exit."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
