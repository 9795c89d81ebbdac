"""The file that a relay keeps its rooms in: where it is by default, and how it is opened.

It lies where the platform wants such files, or in the folder that ``KB_HOME`` names, as everything
of the app does. One relay at a time may use it, and only its owner can read it.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from relay.server.logs import event
from relay.store.locks import try_to_lock
from relay.store.sqlite import SqliteStore

_NAME: Final = "kbtui"
_FILE: Final = "relay.sqlite"
_PRIVATE: Final = 0o600
_LOCK: Final = "-lock"  # beside the file, as SQLite's own two
_BESIDE: Final = ("", "-wal", "-shm", _LOCK)
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def store_file(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    return _folder(environ, platform) / _FILE


def _folder(environ: Mapping[str, str], platform: str) -> Path:
    if environ.get("KB_HOME"):
        return Path(environ["KB_HOME"]).absolute()
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environ.get("APPDATA") or home) / _NAME
    if platform == "darwin":
        return home / "Library" / "Application Support" / _NAME
    named = Path(environ.get("XDG_DATA_HOME", ""))
    # The standard says that a relative path is to be ignored.
    return (named if named.is_absolute() else home / ".local" / "share") / _NAME


class _InUse(OSError):
    """The file is another relay's for now."""


def open_store(path: Path) -> SqliteStore:
    """The store in a file, which is made if it is not there; raises OSError, also if another relay
    uses it. Anyone who can read the file can read the cards of running games."""
    given, path = path, path.resolve()  # a link leads to the same store
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_new = not path.exists()
    beside = path.with_name(path.name + _LOCK)
    claim = os.open(beside, os.O_RDWR | os.O_CREAT, _PRIVATE)
    try:
        is_locked = try_to_lock(claim)
        if is_locked is False:
            raise _InUse(0, "another relay is using this store", str(given))
        # SQLite gives its other files the same mode.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE))
        store = SqliteStore(path, claim, is_alone=bool(is_locked))
    except _InUse:
        os.close(claim)
        raise
    except BaseException:
        beside.unlink(missing_ok=True)
        os.close(claim)
        raise
    if not is_new:
        _make_private(path)
    return store


def _make_private(path: Path) -> None:
    """A file that others can read, perhaps since it was copied, is closed to them."""
    for end in _BESIDE:
        each = path.with_name(path.name + end)
        try:
            mode = each.stat().st_mode
        except FileNotFoundError:
            continue
        if os.name == "posix" and mode & _OTHERS:
            _tighten(each, mode)


def _tighten(path: Path, mode: int) -> None:
    was = f"{stat.S_IMODE(mode):04o}"
    try:
        path.chmod(_PRIVATE)
    except OSError as error:  # somebody else's file
        text = f"others can read the cards in it, and that cannot be changed: {error.strerror}"
        event(logging.WARNING, "readable", file=path, mode=was, text=text)
    else:
        text = "others could read the cards in it; now they cannot"
        event(logging.WARNING, "readable", file=path, mode=was, text=text)
