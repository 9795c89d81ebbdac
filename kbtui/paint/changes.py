"""Cells that changed, as few rectangles to paint again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Final

Span = tuple[int, int, int]  # a text row, its first column, the column behind its last
Rectangle = tuple[int, int, int, int]  # x, y, width, height in cells

_LONGEST_GAP: Final = 8  # columns; about as many bytes as it takes to move the cursor


def rectangles(dirty: Mapping[int, Set[int]]) -> list[Rectangle]:
    """Cover these cells, given as columns by row, and no others, except where a gap costs less
    than a second rectangle."""
    return [*_stacked(_spans(dirty))]


def _spans(dirty: Mapping[int, Set[int]]) -> Iterator[Span]:
    """Dirty cells as spans; small gaps are not worth a span of their own."""
    for y in sorted(dirty):
        first, *others = sorted(dirty[y])
        start, end = first, first + 1
        for x in others:
            if x - end > _LONGEST_GAP:
                yield y, start, end
                start = x
            end = x + 1
        yield y, start, end


def _stacked(spans: Iterator[Span]) -> Iterator[Rectangle]:
    """Spans as rectangles; spans of the same columns in adjacent rows become one."""
    open_: dict[tuple[int, int], tuple[int, int]] = {}
    for y, start, end in spans:
        top, height = open_.pop((start, end), (y, 0))
        if top + height != y:
            yield start, top, end - start, height
            top, height = y, 0
        open_[start, end] = top, height + 1
    for (start, end), (top, height) in open_.items():
        yield start, top, end - start, height
