"""Objects without a reference count, so that programs forked afterwards share them.

Python counts in every object how often it is used, and a count that changes makes the page around
it private to one process. From 3.12 on there is a count that never changes, meant for objects that
live as long as the process. ``keep`` gives it to everything that exists. Python has no call for
this, so the count is written where it is; ``works`` finds out first whether this Python heeds it.
"""

from __future__ import annotations

import gc
import sys
import sysconfig
from ctypes import c_uint32
from functools import cache
from typing import Final

_FOREVER: Final = 0xFFFF_FFFF
_MORTAL: Final = 0x8000_0000  # counts below it are counts


@cache
def works() -> bool:
    """Whether the count is where we think, and stays."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    probe = object()
    count = c_uint32.from_address(id(probe))
    if sys.byteorder != "little" or count.value + 1 != sys.getrefcount(probe):
        return False
    before, count.value = count.value, _FOREVER
    others = [probe] * 8
    stays = count.value == _FOREVER
    del others
    if not stays:
        count.value = before
    return stays


def keep() -> int:
    """Never free what exists now; how many objects that are. 0: this Python cannot."""
    if not works():
        return 0
    at, referents, kept = c_uint32.from_address, gc.get_referents, 0
    todo = gc.get_objects()  # without those that are frozen
    while todo:
        found = todo.pop()
        count = at(id(found))
        if count.value < _MORTAL:
            count.value = _FOREVER
            kept += 1
            todo += referents(found)
    return kept
