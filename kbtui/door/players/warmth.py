"""Imports and runs everything once, so that programs which are forked afterwards start at once.

What is made here is shared by all of them until somebody writes to it, so the collector must not
look at it again: that would write to every object. Nothing should be left to import later: where
the door drops its rights, a player's user may not even be able to read the program.
"""

from __future__ import annotations

import asyncio
import gc
import os
import pkgutil
import threading
from collections.abc import Iterator
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Final

from kbtui.disk.places import HOME
from kbtui.disk.settings import Settings
from kbtui.games.kit import find, keys
from kbtui.look.terminal import prepare, terminal_of
from kbtui.play.start import Menu
from kbtui.text import i18n

_PACKAGES: Final = ("engine", "relay", "kbtui")
_NOT: Final = ("kbtui.door", "kbtui.arena")  # what players' programs never use
_LATE: Final = (  # what the library and ours import when it is needed
    *("getpass", "textwrap", "shlex", "bisect", "colorsys", "difflib", "fractions", "statistics"),
    *("encodings.idna", "encodings.punycode", "stringprep", "http.client", "traceback", "pdb"),
    *("tomllib", "hashlib", "fcntl", "base64", "html", "unicodedata", "configparser", "argparse"),
    *("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig", "concurrent.futures.thread"),
    *("rich.traceback", "textual.drivers.linux_driver", "textual._xterm_parser", "ssl", "sqlite3"),
)
_SIZE: Final = (80, 24)
_KEYS: Final = ("down", "enter", "question_mark", "escape")


def warm_up() -> None:
    """Leaves one thread, and nothing for the collector."""
    prepare(os.environ)  # before the screen library is imported
    gc.disable()
    for name in (*_LATE, *_ours()):
        import_module(name)
    for language in i18n.LANGUAGES:
        i18n.use(language)
    i18n.use(i18n.ENGLISH)
    with TemporaryDirectory(prefix="kb-door-") as folder:
        os.environ[HOME] = folder
        asyncio.run(_run_once())
    del os.environ[HOME]
    gc.collect()
    gc.freeze()
    gc.enable()
    assert threading.active_count() == 1, "a fork has only one thread"


def _ours() -> Iterator[str]:
    for package in _PACKAGES:
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.startswith(_NOT) and not module.name.endswith("__main__"):
                yield module.name


async def _run_once() -> None:
    """The menu and a game of each kind, without a terminal."""
    settings = Settings(name="kb", color="true", symbols="unicode", second_core="off")
    terminal = terminal_of({"TERM": "xterm-256color"}, settings, "utf-8")
    # By name: the screen library has read variables by now that ``prepare`` has set.
    app = import_module("kbtui.screens.app").KbApp(Menu(), settings, terminal)
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        for key in keys():
            kit = find(key)
            if kit.screen is not None and kit.forms is not None:
                app.open(kit.forms.play_now("kb"))
                await pilot.pause()
                await pilot.press(*_KEYS)
