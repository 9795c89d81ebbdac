"""The frame of a page: a title bar above, key hints below, the body cut or filled to fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.paint.runs import ACCENT, EMPTY, MUTED, STRONG, Line, Run, fit, length, spread

WIDE: Final = 100  # columns from which a page has two columns

Hint = tuple[str, str, str]  # a key, what it does, the command


def framed(
    title: str, right: str, body: Sequence[Line], hints: Sequence[Hint], columns: int, rows: int
) -> list[Line]:
    room = rows - 2
    kept = [*body[:room], *[EMPTY] * (room - len(body))]
    return [_bar(title, right, columns), *kept, _hints(hints, columns)]


def _bar(title: str, right: str, columns: int) -> Line:
    start = (Run(f" {title} ", STRONG.on("raised")),)
    end = (Run(f"{right} ", MUTED.on("raised")),)
    return spread(start, end, columns, Run(" ", MUTED.on("raised")))


def noted(row: Line, note: Line, columns: int) -> Line:
    """The first row of a page with a note in it: where most of it is blank, or at its end."""
    if not note:
        return row
    whole, wide = fit(row, columns), length(note)
    gaps = [at for at, run in enumerate(whole) if not run.text.strip() and len(run.text) > wide]
    if not gaps:
        return (*fit(whole, columns - wide), *note)
    at = max(gaps, key=lambda at: len(whole[at].text))
    blank = whole[at]._replace(text=" " * (len(whole[at].text) - wide))
    return (*whole[:at], blank, *note, *whole[at + 1 :])


def _hints(hints: Sequence[Hint], columns: int) -> Line:
    strong, soft = ACCENT.on("raised"), MUTED.on("raised")
    found: list[Run] = [Run(" ", soft)]
    for key, text, act in hints:
        hint = [Run(key, strong, act), Run(f" {text}", soft, act), Run("  ", soft)]
        if key and length([*found, *hint[:2]]) <= columns:  # whole, or not at all
            found += hint
    return fit(found, columns, "raised")
