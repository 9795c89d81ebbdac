"""One writer per file: a lock that is released when the process ends, however it ends."""

from __future__ import annotations

from engine.errors import BadInput
from relay.store.locks import lock

__all__ = ["InUse", "lock"]


class InUse(BadInput):
    """Somebody else has the file open to write."""

    code = "in-use"
