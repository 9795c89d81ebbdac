"""The timeline of a replay: the whole game in one line, whose turns they were, and the moment."""

from __future__ import annotations

from typing import Final

from kbtui.paint.glyphs import Glyphs
from kbtui.paint.runs import (
    ACCENT,
    FAINT,
    MUTED,
    RULE,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    spread,
    width,
)
from kbtui.story.replay import Column, Pace, Replay
from kbtui.text.i18n import _

_MARGIN: Final = 2  # columns left of the line, and between it and what stands at its right
_QUARTERS: Final = 4  # parts of the game whose ends have a number
_APART: Final = 1  # columns between a number and the next mark


def lines(replay: Replay, pace: Pace, columns: int, signs: Glyphs) -> tuple[Line, Line]:
    """The line itself, and below it the numbers of turns and the landmarks."""
    state, legend = _state(pace, signs), _legend(replay.kit.story.landmark(), signs)
    right = max(sum(width(run.text) for run in part) for part in (state, legend))
    size = max(columns - 2 * _MARGIN - right - 1, _QUARTERS)
    shown = replay.time_line(size)
    pad = Run(" " * _MARGIN)
    room = columns - right - 1
    upper = spread((pad, *_line(replay, shown, signs)), (), room)
    lower = spread((pad, *_marks(replay, shown, signs)), (), room)
    return (*upper, *state), (*lower, *legend)


def _state(pace: Pace, signs: Glyphs) -> Line:
    """Whether it plays, and how fast."""
    told = _("playing") if pace.is_on else _("paused")
    mark = Run(f"{signs.pointer if pace.is_on else signs.block} ", ACCENT, "play")
    return mark, Run(f"{told} ", MUTED, "play"), Run(f"{pace.speed:g}x", STRONG, "play")


def _legend(landmark: str, signs: Glyphs) -> Line:
    return Run(f"{signs.taken} ", ACCENT), Run(landmark, MUTED)


def _line(replay: Replay, shown: list[Column], signs: Glyphs) -> Line:
    here, size = replay.moment(len(shown)), len(shown)
    found: list[Run] = []
    for x, column in enumerate(shown):
        act = f"at-{replay.entry_of(x, size) if column.mark is None else column.mark}"
        if x == here:
            found.append(Run(signs.moment, TEXT, act))
        elif column.mark is not None:
            found.append(Run(signs.block, ACCENT, act))
        elif column.is_played:
            found.append(Run(signs.stroke, Tone(f"seat{column.seat + 1}").bold(), act))
        else:
            found.append(Run(signs.stroke, RULE, act))
    return tuple(found)


def _marks(replay: Replay, shown: list[Column], signs: Glyphs) -> Line:
    """Landmarks; numbers of turns where nothing stands in their way."""
    size = len(shown)
    cells: list[Run | None] = [None] * size
    for x, column in enumerate(shown):
        if column.is_landmark:
            act = f"at-{replay.entry_of(x, size)}"
            tone = Tone(f"seat{column.seat + 1}") if column.is_played else FAINT
            cells[x] = Run(signs.taken, tone, act)
    written: set[str] = set()
    for quarter in (0, _QUARTERS, *range(1, _QUARTERS)):  # both ends first
        x = quarter * (size - 1) // _QUARTERS
        number = str(shown[x].turn)
        start = min(x, size - len(number))
        if number not in written:
            _write(cells, number, start, is_needed=quarter in (0, _QUARTERS))
        written.add(number)
    return tuple(cell if cell is not None else Run(" ") for cell in cells)


def _write(cells: list[Run | None], text: str, start: int, *, is_needed: bool) -> None:
    around = cells[max(start - _APART, 0) : start + len(text) + _APART]
    if is_needed or not any(around):
        for x, char in enumerate(text, start):
            cells[x] = Run(char, MUTED)
