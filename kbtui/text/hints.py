"""The line of key hints below a board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kbtui.paint.runs import ACCENT, MUTED, Line, Run, length
from kbtui.text.framing import Hint

_GAP = 2  # columns behind a hint
_KEY, _SOFT = ACCENT.on("raised"), MUTED.on("raised")


def hint_bar(hints: Iterable[Hint], columns: int) -> Line:
    """As many as there is room for, the most important first, none cut in two."""
    found: list[Run] = [Run(" ", _SOFT)]
    left = columns + _GAP - length(found)
    for key, text, act in hints:
        row, wide = _hint(key, text, act) if key else ((), 0)
        if wide <= left:
            found += row
            left -= wide
    return tuple(found)


def hints_of(line: Line) -> list[Hint]:
    """The hints of such a line again, to put others before them."""
    keys = [at for at, run in enumerate(line[:-1]) if run.tone == _KEY]
    return [(line[at].text, line[at + 1].text.strip(), line[at].act) for at in keys]


@lru_cache(maxsize=1024)
def _hint(key: str, text: str, act: str) -> tuple[Line, int]:
    """With its columns: the same ones are asked for at every step of the cursor."""
    row = Run(key, _KEY, act), Run(f" {text}", _SOFT, act), Run(" " * _GAP, _SOFT)
    return row, length(row)
