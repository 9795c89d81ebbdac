"""Seeds for new games, made of words."""

from __future__ import annotations

import os
from typing import Final

from engine.rng import Stream

_WORDS: Final = (  # for seeds that can be read out over the phone
    *("amber", "bay", "cedar", "delta", "ember", "fjord", "glade"),
    *("heath", "iris", "jade", "karst", "loch", "moss"),
)


def new_seed() -> str:
    """``amber-fjord-12``."""
    stream = Stream(os.urandom(32), "seed")
    return f"{stream.choice(_WORDS)}-{stream.choice(_WORDS)}-{stream.below(100)}"
