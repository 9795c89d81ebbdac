"""Sections in a column that may be too short for them: which rows are in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kbtui.paint.runs import EMPTY, MUTED, Line, Run
from kbtui.text.i18n import _

Row = tuple[str, Line]  # what the cursor calls it, or nothing
_MORE: Final = "   "  # before the row that counts those that are left out


class Block(NamedTuple):
    """A section. It shrinks from its end; one whose ``least`` is 0 may go altogether."""

    title: Line
    rows: Sequence[Row]
    least: int  # rows that always stay
    order: int = 0  # which shrinks first: the highest
    is_newest_last: bool = False  # it shrinks from its beginning, and nothing counts the rest
    is_whole: bool = False  # it is there with all its rows, or not at all


def laid(blocks: Sequence[Block], height: int, at: str) -> list[Row]:
    """All of them with blank lines between where there is room; else as much as fits. It may be
    more than ``height`` where even the least is."""
    counts = [len(block.rows) for block in blocks]
    for index in sorted(range(len(blocks)), key=lambda index: -blocks[index].order):
        block = blocks[index]
        over = _height(counts) - height
        if over > 0:
            kept = max(counts[index] - over, min(block.least, counts[index]))
            is_gone = block.is_whole or (kept <= 1 and not block.least)
            counts[index] = 0 if is_gone else kept
    is_loose = _height(counts) + sum(map(bool, counts)) <= height
    found: list[Row] = []
    for block, count in zip(blocks, counts, strict=True):
        if count:
            found += [("", EMPTY)] * is_loose
            shown = block.rows[-count:] if block.is_newest_last else None
            found += [("", block.title), *(shown or _window(block.rows, count, at))]
    return found


def _height(counts: Sequence[int]) -> int:
    return sum(count + 1 for count in counts if count)


def _window(rows: Sequence[Row], count: int, at: str) -> list[Row]:
    """That many rows, the last of them for what is left out; the cursor's is among them."""
    if count >= len(rows):
        return [*rows]
    names = [name for name, _row in rows]
    here = names.index(at) if at in names else 0
    first = max(here - count + 2, 0)
    text = _("{count} more").format(count=len(rows) - count + 1)
    return [*rows[first : first + count - 1], ("", (Run(f"{_MORE}{text}", MUTED),))]
