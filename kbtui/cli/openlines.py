"""Connects a game in line mode to this terminal or pipe."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from kbtui.cli.output import complain, say, say_line, window
from kbtui.daily import challenger
from kbtui.disk.settings import Settings
from kbtui.linemode.game import LineMode, introduction
from kbtui.look.terminal import terminal_of
from kbtui.play.crew.second_core import use
from kbtui.play.saves import Save
from kbtui.play.session import Session
from kbtui.text.i18n import _


def play(session: Session, save: Save, settings: Settings, notice: str | None) -> int:
    """Until the game is over, the person leaves, or nobody types any more."""
    if notice is not None:
        complain(notice)
    say(introduction(session.game, session.observation(None), session.seed))
    say(challenger.lines(session))
    try:
        _play(session, settings)
    finally:
        save.close()
        session.close()
    if not session.is_over and session.trouble is None:
        print(_("Your game is saved. Type kb --line continue to continue it."))
    return 0


def _play(session: Session, settings: Settings) -> None:
    use(settings.second_core)
    terminal = terminal_of(os.environ, settings, sys.stdout.encoding)
    read = _typed if sys.stdin.isatty() else _piped
    draws = sys.stdout.isatty() and terminal.has_colour
    game = LineMode(session, say_line, draws=draws, window=lambda: window(terminal))
    trouble = _tell_trouble(session, None)
    game.start()
    while not game.is_over:
        trouble = _tell_trouble(session, trouble)
        sys.stdout.flush()
        line = read()
        if line is None:
            print(_("There is no more input, but the game is not finished."))
            return
        game.hear(line)


def _tell_trouble(session: Session, told: str | None) -> str | None:
    """Say once that the game cannot be saved, and once that it can again."""
    reason = None if session.trouble is None else session.trouble.strerror or ""
    if reason is not None and told is None:
        text = _(
            "Warning: the game cannot be saved right now ({reason}). You can play on, but "
            "your moves are not saved."
        )
        print(text.format(reason=reason))
    elif reason is None and told is not None:
        print(_("The game is saved again."))
    return reason


def _typed() -> str | None:
    with suppress(ImportError):  # not everywhere; with it arrow keys edit and recall lines
        import readline  # noqa: F401
    try:
        return input("> ")
    except EOFError:
        return None


def _piped() -> str | None:
    line = sys.stdin.buffer.readline()
    return line.decode("utf-8", "replace") if line else None
