"""Tells players that it is their turn: window title, desktop notification, or their own command.

Everything is pure except ``run_hook``: what is written to the terminal is only prepared here.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from kbtui.hosted.mode import is_hosted

OFF, TITLE, DESKTOP = "off", "title", "desktop"
_PATIENCE: Final = 30.0  # seconds that a command of the player may take
# How to make terminals show a note, by a variable that they set; the first that fits.
_NOTES: Final = (
    ("KITTY_WINDOW_ID", "", "\x1b]99;;{text}\x1b\\"),
    ("TERM", "foot", "\x1b]777;notify;kb;{text}\x1b\\"),
    ("TERM", "rxvt", "\x1b]777;notify;kb;{text}\x1b\\"),
    ("TERM_PROGRAM", "ghostty", "\x1b]777;notify;kb;{text}\x1b\\"),
)
_USUAL: Final = "\x1b]9;{text}\x1b\\"


def title(text: str) -> str:
    """Set the title of the window; the one before is kept by the terminal."""
    return f"\x1b]2;{_plain(text)}\x1b\\"


def keep_title() -> str:
    """Put the title on the terminal's own stack, where it has one."""
    return "\x1b[22;2t"


def old_title() -> str:
    """Take it from there again."""
    return "\x1b[23;2t"


def note(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """A note on the desktop, in the manner of this terminal."""
    usual = _USUAL
    for name, start, form in _NOTES:
        if environ.get(name, "").startswith(start) and name in environ:
            usual = form
            break
    return _through(usual.format(text=_plain(text)), environ)


def _through(sequence: str, environ: Mapping[str, str]) -> str:
    """Past tmux, which otherwise keeps what it does not know."""
    if not environ.get("TMUX"):
        return sequence
    doubled = sequence.replace("\x1b", "\x1b\x1b")
    return f"\x1bPtmux;{doubled}\x1b\\"


def _plain(text: str) -> str:
    """Nothing that could end the sequence or begin another."""
    return "".join(sign for sign in text if sign.isprintable()).replace(";", ",")


async def run_hook(command: str, facts: Mapping[str, str]) -> None:
    """A command of the player, with the facts as ``KB_...``; nothing it does can hurt the game."""
    if is_hosted():
        return
    environ = {**os.environ, **{f"KB_{name.upper()}": text for name, text in facts.items()}}
    nothing = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_shell(
            command,
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            env=environ,
            start_new_session=True,  # so that it ends with its children
        )
    except OSError:  # no shell
        return
    try:
        await asyncio.wait_for(process.wait(), _PATIENCE)
    except TimeoutError:
        _end(process)
        await process.wait()


def _end(process: asyncio.subprocess.Process) -> None:
    """With its children, where the system knows them."""
    with suppress(OSError):  # it has just ended
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
