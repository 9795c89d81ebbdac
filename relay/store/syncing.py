"""Makes a file durable in two steps, so that there is time in between to do something useful.

A disk needs a tenth of a millisecond or more, and whoever waits for it does nothing else. Where the
system can be asked to begin with the writing (Linux), the wait is shorter by what was done
meanwhile; elsewhere all of it happens in ``finish``.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

_WRITE: Final = 2  # SYNC_FILE_RANGE_WRITE: begin to write whatever is new, and do not wait
_sync: Final = getattr(os, "fdatasync", os.fsync)  # all that it takes to read the data again


def _find() -> Callable[[int, int, int, int], int] | None:
    try:
        found = ctypes.CDLL(None).sync_file_range
    except (AttributeError, OSError, TypeError):  # another system
        return None
    found.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
    return cast("Callable[[int, int, int, int], int]", found)


_begin: Final = _find()


class SyncedFile:
    """A file that somebody else writes."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))

    def begin(self) -> None:
        """Begin to write what is new. Errors are for ``finish`` to find."""
        if _begin is not None:
            _begin(self._file, 0, 0, _WRITE)

    def finish(self) -> None:
        """Everything that was written is durable; raises OSError."""
        _sync(self._file)

    def close(self) -> None:
        os.close(self._file)
