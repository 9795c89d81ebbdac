"""One writer for each file: a lock that ends with the process, however that ends."""

from __future__ import annotations

import sys


def lock(handle: int) -> bool:
    """Lock an open file for this process; False if somebody else has it.

    Where files cannot be locked everybody gets it: better to play unlocked than not at all.
    """
    return try_to_lock(handle) is not False


def try_to_lock(handle: int) -> bool | None:
    """The same, but None where files cannot be locked."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a network disk without locks
        return None
    return True
