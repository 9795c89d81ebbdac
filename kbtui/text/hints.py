"""The line of key hints below a board."""

from __future__ import annotations

from collections.abc import Iterable

from kbtui.paint.runs import ACCENT, MUTED, Line, Run, length
from kbtui.text.framing import Hint

_GAP = 2  # columns behind a hint


def hint_bar(hints: Iterable[Hint], columns: int) -> Line:
    """As many as there is room for, the most important first, none cut in two."""
    found: list[Run] = [Run(" ", MUTED.on("raised"))]
    left = columns + _GAP - length(found)
    for key, text, act in hints:
        row = _hint(key, text, act) if key else []
        if (wide := length(row)) <= left:
            found += row
            left -= wide
    return tuple(found)


def _hint(key: str, text: str, act: str) -> list[Run]:
    strong, soft = ACCENT.on("raised"), MUTED.on("raised")
    return [Run(key, strong, act), Run(f" {text}", soft, act), Run(" " * _GAP, soft)]
