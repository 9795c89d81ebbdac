"""The lines below the board: what is expected, and what the cursor is on or what was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kbtui.paint.glyphs import Glyphs
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    TEXT,
    Line,
    Run,
    cut,
    folded,
    length,
    shortened,
    spread,
    width,
)

Prompts = Callable[[bool], tuple[Line, Line]]  # whether both must be short; what is asked, the rest

_GAP: Final = 4  # columns between the two in one line, and behind them
_INDENT: Final = 3  # columns of the pointer in front of a text
_SAID: Final = 3  # parts of the title bar that stay, as chip, name, what the player does
_LEAST: Final = 12  # columns below which a part of a text says nothing


def lines(asks: Prompts, answer: Line, columns: int, rows: int, signs: Glyphs) -> list[Line]:
    """What fits into that many rows. ``answer`` takes all of them if it is what is told and has no
    room beside what is expected."""
    asked, about = asks(False)
    if not _fits(asked, about, columns, rows):
        asked, about = asks(True)
    if answer and about == answer and not _fits(asked, about, columns, rows):
        asked, about = (Run(f" {signs.pointer} ", ACCENT), *answer), EMPTY
    if rows > 1:
        return _stacked(asked, about, columns, rows, signs.more)
    asked = shortened(asked, columns, signs.more)
    room = columns - length(asked) - _GAP + 1
    shown = shortened(about, room, signs.more) if room >= _LEAST else EMPTY
    return [spread(asked, (*shown, Run(" ")) if shown else (), columns)]


def title(left: Line, right: Line, columns: int, more: str) -> Line:
    """The title bar: what it says last gives way first, then a part of the longest text."""
    kept, ground = left, Run(" ", left[-1].tone if left else TEXT.on("raised"))
    while len(kept) > _SAID and _wide(kept, right) > columns:
        kept = kept[:-1]
    over = _wide(kept, right) - columns
    if over > 0:
        longest = max(kept, key=lambda run: width(run.text))
        text = cut(longest.text.rstrip(), width(longest.text) - over - 1, more)
        shorter = longest._replace(text=f"{text} ")
        kept = tuple(shorter if run is longest else run for run in kept)
    return spread(kept, right, columns, ground)


def _wide(left: Line, right: Line) -> int:
    """Columns of both, with a blank between them."""
    needs_blank = bool(left and right) and not (
        left[-1].text.endswith(" ") or right[0].text.startswith(" ")
    )
    return length((*left, *right)) + needs_blank


def _fits(asked: Line, about: Line, columns: int, rows: int) -> bool:
    if rows > 1:
        return length(asked) <= columns and length(about) < columns
    return length((*asked, *about)) <= columns - (_GAP if about else 0)


def _stacked(asked: Line, about: Line, columns: int, rows: int, more: str) -> list[Line]:
    if length(asked) <= columns:
        return [asked, shortened((Run(" "), *about), columns, more)]
    found = folded(asked, columns, _INDENT)
    if len(found) > rows:
        rest = [run for row in found[rows - 1 :] for run in (*row, Run(" "))]
        found = [*found[: rows - 1], shortened(rest, columns, more)]
    return found
