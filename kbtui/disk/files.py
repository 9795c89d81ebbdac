"""Writes files so that neither a crash nor a full disk destroys what was there before."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Final

from kbtui.disk.places import data_folder
from kbtui.hosted import mode
from kbtui.text.i18n import _

if TYPE_CHECKING:
    from pathlib import Path

_PRIVATE: Final = 0o600
_COMMON: Final = 0o666  # less what the user's mask takes away
_BYTES: Final = getattr(os, "O_BINARY", 0)  # some systems change line ends without it


def make_folder(path: Path) -> None:
    """The folder and those above it, for this user alone."""
    if not path.is_dir():
        make_folder(path.parent)
        with suppress(FileExistsError):  # somebody else was quicker
            path.mkdir(mode=0o700)


def write_whole(path: Path, text: str, mode: int = _PRIVATE) -> None:
    """The file has the old content or the new one, never a part; raises OSError."""
    path = path.resolve()  # a link, as people keep their settings elsewhere, stays one
    make_folder(path.parent)
    draft = write_draft(path, text, mode)
    try:
        os.replace(draft, path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_new(path: Path, text: str, force: bool = False) -> None:
    """A file that the player asked for; raises OSError, also if it exists and not ``force``, and
    leaves no part."""
    if mode.is_hosted() and not _is_own(path):  # the disk is not the player's
        raise PermissionError(errno.EACCES, _(mode.OUTPUT), str(path))
    if force:
        write_whole(path, text, _COMMON)
    else:
        _write(path, text, os.O_EXCL, _COMMON)


def _is_own(path: Path) -> bool:
    """Whether it lies in the folder of the player."""
    return os.path.realpath(path).startswith(os.path.realpath(data_folder()) + os.sep)


def write_draft(path: Path, text: str, mode: int = _PRIVATE) -> Path:
    """A new file next to that one, safely on disk; raises OSError and leaves nothing."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    _write(draft, text, os.O_TRUNC, mode)
    return draft


def _write(path: Path, text: str, how: int, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how | _BYTES, mode)
    try:
        write_all(handle, text.encode("utf-8"))
        os.fsync(handle)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """All bytes, or an OSError; a disk that fills up takes a part and says nothing at first."""
    while data:
        data = data[os.write(handle, data) :]


def sync_folder(path: Path) -> None:
    """Let a new name in the folder survive a power cut, where folders can be synced."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def aside(path: Path) -> Path | None:
    """Move a broken file out of the way under a name that is free; None if that fails."""
    names = (path.with_name(f"{path.name}.broken-{number}") for number in count(1))
    kept = next(name for name in names if not os.path.lexists(name))
    try:
        os.rename(path, kept)
    except OSError:
        return None
    return kept
