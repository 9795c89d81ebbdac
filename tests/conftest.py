"""Settings for all tests."""

from __future__ import annotations

import ast
import gc
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import wraps
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from engine import contract
from tests import tools

# Started in the background or with nohup the tests have some signals ignored, and the programs that
# they start would inherit that: a test that interrupts one would wait for ever.
for _number, _usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _usual)


if sys.version_info < (3, 12):
    # Up to Python 3.11.7, `ast.parse` fails ("recursion depth mismatch") if another call begins
    # while it runs. That happens when the garbage collector finds an object whose finalizer fails:
    # the traceback is formatted, for which Python parses its lines. pytest parses all tests and
    # the lines of every failure.
    _parse = ast.parse

    @wraps(_parse)
    def _parse_undisturbed(*given: Any, **named: Any) -> Any:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return _parse(*given, **named)
        finally:
            if was_enabled:
                gc.enable()

    ast.parse = _parse_undisturbed


# The tests must neither read nor change the saves and settings of the person who runs them.
_HOME = TemporaryDirectory(prefix="kb-tests-")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["KB_HOME"] = _HOME.name
    config.add_cleanup(_HOME.cleanup)
    config.pluginmanager.register(tools.Plugin())
    gc.disable()  # next to nothing that is collected is garbage


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not look through it again
    and again, which took a quarter of the time."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # the usual 700 still take a tenth, these half of that


@pytest.fixture(autouse=True)
def databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[sqlite3.Connection]]:
    """Those that the test opens; they are closed after it. From Python 3.13 on a database that
    nobody closes makes another test fail, whichever runs when it is collected."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def connected(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", connected)
    yield opened
    for database in opened:
        with suppress(sqlite3.ProgrammingError):  # it belongs to another thread, which closes it
            database.close()


@pytest.fixture(scope="module")
def racks() -> Iterator[None]:
    """A second game is registered; ``tests.engine.racks.REGISTER`` does it for another process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(contract.HOMES, "racks", "tests.engine.racks")
        yield
