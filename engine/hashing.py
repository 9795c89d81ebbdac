"""BLAKE2b, the only hash function of the engine, and what is remembered for it.

``hashlib`` has the same function, but it loads all of OpenSSL, which takes longer than importing
half of the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

try:
    from _blake2 import blake2b
except ImportError:  # another Python may keep it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b", "remembered"]

R = TypeVar("R")

_KNOWN: Final = 4096  # values that are remembered


def remembered(write: Callable[..., R]) -> Callable[..., R]:
    """What is written of a value that never changes, made once as long as the value is handed on.

    Every entry has its digest, and most leave most parts of a state as they were: the same object.
    To recognize it takes a fraction of what it takes to hash and compare nested tuples. ``write``
    may need one thing beside the value, and that is recognized in the same way.
    """
    known: dict[int, tuple[Any, Any, R]] = {}

    def recall(value: Any, beside: Any = None) -> R:
        found = known.get(id(value))
        if found is not None and found[0] is value and found[1] is beside:
            return found[2]
        if len(known) >= _KNOWN:
            known.clear()
        made = write(value) if beside is None else write(value, beside)
        known[id(value)] = value, beside, made
        return made

    return recall
