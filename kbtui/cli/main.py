"""The ``kb`` command: parses the command line and calls a module of ``commands``.

Nothing slow is imported before it is needed: ``--help`` loads neither the engine nor the screens.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from engine.contract import keys
from engine.errors import EngineError
from kbtui.cli.output import complain, discard_output
from kbtui.cli.parser import build
from kbtui.disk.places import settings_name
from kbtui.hosted import mode
from kbtui.text import i18n
from kbtui.text.refusal import Refusal

USAGE: Final = 2
_INTERRUPTED: Final = 130
_LANGUAGE: Final = "--language"
_NEW_THINGS: Final = 50_000  # before garbage is looked for; nothing of what is imported is any
_MODULES: Final[
    dict[str | None, str]
] = {  # of the commands that are not called as they are, and of no command
    None: "app",
    "analyse": "analyze",
    "continue": "resume",
    "host": "rooms",
    "join": "rooms",
    "challenge": "yours.challenge",
    "daily": "yours.daily",
    "stats": "yours.stats",
    "tutorial": "app",
    "watch": "rooms",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when all went well, 2 for what cannot be done, 130 when interrupted."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    usual = gc.get_threshold()
    gc.set_threshold(_NEW_THINGS)
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print(file=sys.stderr)  # behind the ^C of the terminal
        complain(i18n._("interrupted"))
        return _INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return 0
    except (Refusal, EngineError, OSError) as problem:
        complain(problem)
        discard_output()
        return USAGE
    finally:
        gc.set_threshold(*usual)


def _run(words: list[str]) -> int:
    i18n.use(_language(words))
    if sys.stdout is None:
        raise Refusal(i18n._("standard output must be open"))
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    parser = build(words)
    try:
        asked = parser.parse_args(words)
        if asked.line and asked.command in (None, *keys()):
            words = _in_lines(words, asked.command)
            asked = build(words).parse_args(words)
    except SystemExit as stop:  # --help and --version
        return int(stop.code or 0)
    is_menu = asked.command in keys()
    mode.check(None if is_menu else asked.command)
    name = "app" if is_menu else _MODULES.get(asked.command, asked.command)
    code: int = import_module(f"kbtui.commands.{name}").run(asked)
    return code


def _in_lines(words: Sequence[str], game: str | None) -> list[str]:
    """Line mode has no menu: start a new game instead, of the game whose menu was asked for."""
    kept = [word for word in words if word != game]
    return [*kept, "new"] if game is None else [*kept, "new", "--game", game]


def _language(words: Sequence[str]) -> str | None:
    """The language that is asked for, before the parser can be built; None: that of the locale."""
    found = None
    for place, word in enumerate(words, 1):
        if word == _LANGUAGE:
            found = "".join(words[place : place + 1])
        elif word.startswith(f"{_LANGUAGE}="):
            found = word.removeprefix(f"{_LANGUAGE}=")
    found = _remembered() if found is None else found
    return None if found == "auto" else found


def _remembered() -> str | None:
    """The language of the settings; what is wrong with them is reported where all are read."""
    name = settings_name()
    try:
        if not os.path.exists(name):
            return None
        from kbtui.disk import toml  # late: most people have no such file

        with open(name, "rb") as file:
            language = toml.parse(file.read()).get("language")
    except (OSError, ValueError):
        return None
    return language if isinstance(language, str) else None
