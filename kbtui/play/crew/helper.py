"""The second process: it runs the playouts it is given, and knows only bots.

    python -m kbtui.play.crew.helper

It reads pickles: a ``Work``, then lists of tasks for it. For each task it writes a float, in order.
It exits when its input closes, which also happens when the program is killed.
"""

from __future__ import annotations

import os
import pickle
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final

from engine.bots import Task, Work

_NICE: Final = 5  # the keys of the player come first


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Until nobody asks any more."""
    worker: Callable[[Task], float] | None = None
    with suppress(EOFError, pickle.UnpicklingError, BrokenPipeError):
        while True:
            asked = pickle.load(source)
            if isinstance(asked, Work):
                worker = asked.worker()
                continue
            assert worker is not None, "a work comes before its tasks"
            sink.write(array("d", map(worker, asked)).tobytes())
            sink.flush()


if __name__ == "__main__":
    os.nice(_NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # nothing is left to be said, perhaps to nobody
