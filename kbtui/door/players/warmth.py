"""Imports and runs everything once, so that programs forked afterwards start at once.

What is made here is shared by all of them until somebody writes to it, so the collector must not
look at it again: that would write to every object. Nothing should be left to import later: where
the door drops its rights, a player's user may not even be able to read the program.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partialmethod
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any, Final

from kbtui.cli.main import main
from kbtui.disk.places import HOME
from kbtui.disk.settings import Settings
from kbtui.door.players import immortal
from kbtui.door.players.terminal import speak_through, terminal
from kbtui.door.players.wish import Window, Wish
from kbtui.games.kit import find, keys, tones
from kbtui.hosted import mode
from kbtui.hosted.mode import Hosted
from kbtui.look.look import Look
from kbtui.look.terminal import prepare, terminal_of
from kbtui.text import i18n

_PACKAGES: Final = ("engine", "relay", "kbtui")
_NOT: Final = ("kbtui.door", "kbtui.arena")  # what players' programs never use
_LATE: Final = (  # what the library and ours import when it is needed
    *("getpass", "textwrap", "shlex", "bisect", "colorsys", "difflib", "fractions", "statistics"),
    *("encodings.idna", "encodings.punycode", "stringprep", "http.client", "traceback", "pdb"),
    *("tomllib", "hashlib", "fcntl", "base64", "html", "unicodedata", "configparser", "argparse"),
    *("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig", "concurrent.futures.thread"),
    *("importlib.metadata._adapters",),  # for the number of the relay's version
    *("rich.traceback", "textual.drivers.linux_driver", "textual._xterm_parser", "ssl", "sqlite3"),
)
_WINDOWS: Final = ((80, 24), (100, 40), (140, 60), (220, 70))  # a board behind the menu for each
_KEYS: Final = ("down", "enter", "question_mark", "escape")
_SETTINGS: Final = Settings(name="kb", second_core="off")
_TERMINAL: Final = Wish(0, "").environment()
# Blocks of memory up to 512 bytes come in sizes of 16. A byte string takes 33 besides its own.
_SIZES: Final = range(48, 513, 16)
_HEAD: Final = 33
_SPARE: Final = 96 * 1024  # bytes of each size
_kept: list[object] = []


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
        os.environ |= {**_TERMINAL, HOME: folder}
        mode.begin(Hosted("play.example.org", "ws://127.0.0.1", "kb"))
        for visit in (_play, _look):  # last what programs do first: names in caches are counted
            _run_once(visit)
        mode.begin(None)
    for name in (*_TERMINAL, HOME):
        del os.environ[name]
    gc.enable()
    assert threading.active_count() == 1, "a fork has only one thread"


def settle(day: str) -> None:
    """Paint what menus show on this day. Then everything stays where it is, shared."""
    look = Look(_SETTINGS, terminal_of(_TERMINAL, _SETTINGS, "utf-8"), tones)
    for key in keys():
        if (pages := find(key).pages) is not None:
            for window in _WINDOWS:
                pages.scene(look, day, *window)
    gc.collect()
    immortal.keep()
    # What was free between these objects is free no more: new ones get pages of their own.
    _kept[:] = [bytes(size - _HEAD) for size in _SIZES for _ in range(_SPARE // size)]
    gc.freeze()


def _ours() -> Iterator[str]:
    for package in _PACKAGES:
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.startswith(_NOT) and not module.name.endswith("__main__"):
                yield module.name


def _run_once(visit: Callable[[Any], Awaitable[None]]) -> None:
    """On a terminal as players have it."""
    # By name: the screen library has read variables by now that ``prepare`` has set.
    app = import_module("kbtui.screens.app").KbApp
    run = app.run
    app.run = partialmethod(run, auto_pilot=visit)
    with _nobody_s_terminal():
        main(())
    app.run = run


async def _look(pilot: Any) -> None:
    """The hall."""
    await pilot.pause()
    await pilot.press("down")
    pilot.app.exit()


async def _play(pilot: Any) -> None:
    """A game of each kind."""
    await pilot.pause()
    for key in keys():
        kit = find(key)
        if kit.screen is not None and kit.forms is not None:
            pilot.app.open(kit.forms.play_now("kb"))
            await pilot.pause()
            await pilot.press(*_KEYS)
    import_module("kbtui.screens.widgets.private").keep_styles(pilot.app)
    pilot.app.exit()


@contextmanager
def _nobody_s_terminal() -> Iterator[None]:
    """Standard input and output, with somebody who reads and says nothing."""
    ours, (theirs,) = terminal(Window(80, 24))
    (file,) = ours.outputs
    os.set_blocking(file, True)
    reader = threading.Thread(target=_read, args=(file,))
    names = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
    before = {name: getattr(sys, name) for name in names}
    speak_through((theirs, os.dup(theirs), os.dup(theirs)), True)
    reader.start()
    try:
        yield
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.close()
        vars(sys).update(before)
        reader.join()
        ours.close()


def _read(file: int) -> None:
    with suppress(OSError):  # the other end is closed
        while os.read(file, 65536):
            pass
