"""Cleans names and chat of everything that could move a cursor, hide text or make it grow.

What other people write ends up on terminals, so control characters, line breaks, direction marks
and invisible characters are removed, and no letter keeps more than two combining marks.
"""

from __future__ import annotations

import unicodedata
from typing import Final

NAME: Final = 24  # characters of a name: what a panel of the narrowest window shows
_MARKS: Final = 2  # the most that a written language puts on one letter
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by name, empty to the eye


def clean(text: str, most: int) -> str:
    """One line of printable characters, at most that many; may be empty."""
    plain = "".join(map(_plain, text))
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", plain):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())[:most].rstrip()


def _plain(sign: str) -> str:
    if sign.isspace():
        return " "
    return sign if sign.isprintable() and sign not in _BLANKS else ""
