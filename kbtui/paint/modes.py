"""How many colors a terminal has."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Mode(Enum):
    TRUE = "true"
    C256 = "256"
    C16 = "16"
    GREY = "grey"  # greys of the 256, for who chooses them


def mode_of(environ: Mapping[str, str]) -> Mode | None:
    """The colours that the variables of a terminal promise; None for none at all."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term in ("", "dumb", "unknown"):
        return None
    if term.startswith("vt") or term.endswith(("-m", "-mono")):
        return None  # known to have none
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Mode.TRUE
    return Mode.C256 if term.endswith(("256color", "direct")) else Mode.C16
