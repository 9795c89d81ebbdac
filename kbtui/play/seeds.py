"""Seeds: new ones are made of words, and games are named after them."""

from __future__ import annotations

import os
import re
from typing import Final

from engine.rng import Stream

_WORDS: Final = (  # for seeds that can be read out over the phone
    *("amber", "bay", "cedar", "delta", "ember", "fjord", "glade"),
    *("heath", "iris", "jade", "karst", "loch", "moss"),
)
_SLUG: Final = 40  # characters of a seed in the name of a file


def slug(seed: str) -> str:
    """The seed as far as it may stand in the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", seed.lower())[:_SLUG].strip("-")


def try_of(game: str, day: str) -> str:
    """How the seeds of the deals of a day begin, and with them the names of their files."""
    return f"daily {game} {day}"


def new_seed() -> str:
    """``amber-fjord-12``."""
    stream = Stream(os.urandom(32), "seed")
    return f"{stream.choice(_WORDS)}-{stream.choice(_WORDS)}-{stream.below(100)}"
