"""Opens the app: is this a terminal, what can it show, and what does the player want?"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from kbtui.cli.parser import GRAY, GREY
from kbtui.disk.places import settings_file, settings_name
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

if TYPE_CHECKING:
    from kbtui.disk.settings import Settings
    from kbtui.play.start import Start

_BARE: Final = ("", "dumb", "unknown")  # terminals that are asked for lines only


def need_player(asked: argparse.Namespace) -> None:
    """Refuse where nobody can play, on screens or in lines."""
    if not asked.line:
        need_screen()
    elif sys.stdin is None:
        raise Refusal(_("standard input must be open"))


def need_screen() -> None:
    """Refuse where screens cannot be shown; the screen library writes to standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    is_terminal = all(stream is not None and stream.isatty() for stream in streams)
    if not is_terminal or (os.name == "posix" and os.environ.get("TERM", "") in _BARE):
        text = _("this terminal cannot show the full-screen game")
        more = _("kb --line plays in plain lines, kb demo prints a game between bots")
        raise Refusal(f"{text}; {more}")


def open_app(
    start: Start, asked: argparse.Namespace, given: tuple[Settings, str | None] | None = None
) -> int:
    """Show it until the player leaves; the exit code. ``given`` are ``chosen`` if known already:
    what was wrong with a broken file is said only once."""
    from kbtui.look.terminal import prepare, terminal_of  # late: the help needs no terminal

    settings, notice = given or chosen(asked)
    if asked.color is not None:
        _remember(settings)
    terminal = terminal_of(os.environ, settings, sys.stdout.encoding)
    prepare(os.environ)
    gc.disable()  # until the first paint; nothing of what is imported is garbage
    try:
        from kbtui.screens.app import run  # late: only here are screens needed

        return run(start, settings, terminal, notice)
    finally:
        gc.enable()


def chosen(asked: argparse.Namespace) -> tuple[Settings, str | None]:
    """The settings with what the command line says instead, and what was wrong with the file."""
    from kbtui.disk.settings import clean_name, load  # late: the help needs no settings

    settings, notice = load(settings_name())
    named: dict[str, Any] = {
        "color": GREY if asked.color == GRAY else asked.color,
        "theme": asked.theme,
        "language": asked.language,
        "symbols": "ascii" if asked.ascii else None,
        "name": clean_name(getattr(asked, "name", None) or "") or None,
    }
    given = {name: value for name, value in named.items() if value is not None}
    return settings._replace(**given), notice


def _remember(settings: Settings) -> None:
    """Who has found the colours that look right need not say so again."""
    from kbtui.disk.settings import load, save  # late: the help needs no settings

    kept, _notice = load(settings_file())
    with suppress(OSError):
        save(kept._replace(color=settings.color), settings_file())
