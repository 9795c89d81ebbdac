"""What a spawner does before it forks: afterwards nothing of ours has to be imported any more."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.sources import ROOT, read, sources

_PRINT = (
    "import sys, gc, threading\n"
    "from kbtui.door.players.warmth import settle, warm_up\n"
    "warm_up()\n"
    "settle('2026-05-01')\n"
    "from kbtui.games.kingdom import pages\n"
    "from kbtui.screens.widgets import private\n"
    "frozen = gc.get_freeze_count() > 100_000\n"
    "painted, styled = pages._scene.cache_info().currsize, len(private._parsed)\n"
    "print(threading.active_count(), frozen, painted, styled, *sys.modules)\n"
)
_COUNT = (
    "import sys\n"
    "from kbtui.door.players import immortal\n"
    "before = ['something']\n"
    "kept = immortal.keep()\n"
    "count = sys.getrefcount(before)\n"
    "more = [before] * 5\n"
    "print(kept > 1000, sys.getrefcount(before) == count, before)\n"
)
# What the library imports inside functions: of the relay's version, from Python 3.13 on.
_OF_LIBRARY = {"importlib.metadata._adapters"}
_EXCEPT = {"readline", "kbtui.screens.app.KbApp"}  # asks for a terminal when it is imported


def late(name: str) -> set[str]:
    """The modules that are imported inside functions."""
    return {
        found.imported.rpartition(".")[0] if found.is_from else found.imported
        for found in read(name).imports
        if found.is_late
    }


@pytest.mark.slow
def test_everything_is_imported_before_the_fork() -> None:
    """A player's user may not be able to read the program."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", _PRINT],
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    threads, is_frozen, painted, styled, *modules = done.stdout.split()
    assert (threads, is_frozen) == ("1", "True")
    assert (painted, styled) == ("4", "1")  # boards behind the menu, and styles, for all programs
    names = [name for name in sources("engine", "relay", "kbtui") if "kbtui/door/" not in name]
    wanted = {module for name in names for module in late(name)} - _EXCEPT | _OF_LIBRARY
    assert sorted(wanted - {*modules}) == []


def test_objects_that_are_kept_are_not_counted_any_more() -> None:
    """Where Python has such objects: since 3.12."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", _COUNT],
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    can = str(sys.version_info >= (3, 12))
    assert (done.stdout, done.stderr) == (f"{can} {can} ['something']\n", "")
