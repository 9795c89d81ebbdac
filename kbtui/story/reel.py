"""The terminal of a cast: knows what it shows, and what it takes to show something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kbtui.look.theme import Theme
from kbtui.paint.cells import Cell, ansi_lines
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import Mode
from kbtui.paint.runs import Line, fit

_NEAR: Final = 6  # cells that cost less than moving the cursor
_CLEAR: Final = "\x1b[?25l\x1b[2J"

Rows = Sequence[Sequence[Cell]]


class Reel:
    """Frames in, what is sent for them out."""

    def __init__(self, mode: Mode, theme: Theme) -> None:
        self._mode, self._theme = mode, theme
        self._shown: list[list[Cell]] | None = None
        self._made: dict[tuple[Line, int], list[Cell]] = {}

    def cells(self, row: Line, columns: int) -> list[Cell]:
        """The line so wide; most lines stay from frame to frame, so they are made once."""
        found = self._made.get((row, columns))
        if found is None:
            inked = ((run.text, self._theme.ink(run.tone)) for run in fit(row, columns))
            found = [
                Cell(char, _rgb(ink.foreground), _rgb(ink.background), ink.flags)
                for text, ink in inked
                for char in text
            ]
            self._made[row, columns] = found
        return found

    def sent(self, frame: Rows) -> str:
        """What must be sent; empty if nothing differs."""
        before, self._shown = self._shown, [[*row] for row in frame]
        if before is None:
            sent = ansi_lines(frame, self._mode)
            return _CLEAR + "".join(f"\x1b[{y};1H{row}" for y, row in enumerate(sent, 1))
        return "".join(
            f"\x1b[{y + 1};{start + 1}H{ansi_lines([frame[y][start:end]], self._mode)[0]}"
            for y, rows in enumerate(zip(before, frame, strict=True))
            for start, end in _differences(*rows)
        )


def _rgb(colour: Rgb | int | None) -> Rgb | None:
    """Panels name their colors; only samples on the settings page give numbers."""
    return None if isinstance(colour, int) else colour


def _differences(old: Sequence[Cell], new: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Where two rows differ; what lies close together is sent in one go."""
    if old == new:  # mostly the same cells, which is found out quickly
        return
    start = end = -1
    for x, (one, other) in enumerate(zip(old, new, strict=True)):
        if one == other:
            continue
        if start >= 0 and x - end > _NEAR:
            yield start, end
            start = -1
        start, end = x if start < 0 else start, x + 1
    if start >= 0:
        yield start, end
