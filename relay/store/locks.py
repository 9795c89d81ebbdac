"""One writer for each file: a lock that ends with the process, however that ends."""

from __future__ import annotations

import sys


def lock(handle: int) -> bool:
    """Lock an open file for this process; False if somebody else has it.

    Where files cannot be locked everybody gets it: better to play unlocked than not at all.
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a network disk without locks
        return True
    return True
