"""Text with tones, which every panel and page is made of; knows no terminal and no framework.

A line is a row of runs; a run has a text, a tone and perhaps the command that a click on it gives.
A tone names its colors (``theme`` knows what they look like here), or holds the colors of a painted
board directly.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from kbtui.paint.cells import BOLD, STRIKE, Cell
from kbtui.paint.cells import runs as runs_of
from kbtui.paint.colors import Rgb

# A name, a colour, a number of the terminal's palette, or whatever the terminal has.
Colour = str | Rgb | int | None

_GROUND: Final = "background"


class Tone(NamedTuple):
    ink: Colour = "text"
    ground: Colour = _GROUND
    flags: int = 0

    def on(self, ground: str) -> "Tone":
        return self._replace(ground=ground)

    def bold(self) -> "Tone":
        return self._replace(flags=self.flags | BOLD)


TEXT: Final = Tone()
STRONG: Final = Tone("text", _GROUND, BOLD)
MUTED: Final = Tone("muted")
FAINT: Final = Tone("faint")
ACCENT: Final = Tone("accent", _GROUND, BOLD)
GOOD: Final = Tone("good")
WARNING: Final = Tone("warning")
RULE: Final = Tone("rule")
STRUCK: Final = Tone("faint", _GROUND, STRIKE)
KEY: Final = Tone("ink", "accent", BOLD)  # a key that does something
DEAD_KEY: Final = Tone("faint", "raised")
BAR: Final = Tone("text", "raised")
READY: Final = Tone("brown", "location", BOLD)  # a tile that can be used


def seat_tone(seat: int) -> Tone:
    """The chip of a player."""
    return Tone("ink", f"seat{seat + 1}", BOLD)


class Run(NamedTuple):
    text: str
    tone: Tone = TEXT
    act: str = ""  # the command that a click gives


Line = tuple[Run, ...]
EMPTY: Final[Line] = ()


def line(*parts: str | Run) -> Line:
    """Runs, and plain texts as runs."""
    return tuple(Run(part) if isinstance(part, str) else part for part in parts)


def painted(cells: Sequence[Cell], act: str = "") -> Line:
    """Cells as a line; ``act``: the command that a click on them gives."""
    return tuple(
        Run(text, Tone(ink, ground, flags), act) for text, ink, ground, flags in runs_of(cells)
    )


def width(text: str) -> int:
    """Columns that the text takes on a terminal."""
    return len(text) if text.isascii() else _wide(text)


@lru_cache(maxsize=4096)
def _wide(text: str) -> int:
    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def cut(text: str, columns: int, mark: str = "") -> str:
    """As much of the text as fits; ``mark`` stands for what is left out."""
    if width(text) <= columns:
        return text
    kept = ""
    for char in text:
        if width(kept + char + mark) > columns:
            break
        kept += char
    return kept + mark if width(kept + mark) <= columns else ""


def length(row: Iterable[Run]) -> int:
    return sum(width(run.text) for run in row)


def fit(row: Iterable[Run], columns: int, ground: Colour = _GROUND) -> Line:
    """Exactly that wide: cut at the right edge, or filled with blanks on the ground."""
    left, found = columns, []
    for run in row:
        if left <= 0:
            break
        wide = width(run.text)
        if wide > left:
            text = cut(run.text, left)
            found.append(run._replace(text=text))
            left -= width(text)  # a wide character may leave one column over
            break
        found.append(run)
        left -= wide
    if left > 0:
        found.append(Run(" " * left, Tone("text", ground)))
    return tuple(found)


def spread(
    left: Iterable[Run], right: Iterable[Run], columns: int, fill: Run | None = None
) -> Line:
    """One part at each end; the left one gives way if both do not fit."""
    end = tuple(right)
    blank = fill or Run(" ")
    room = max(columns - length(end), 0)
    start = fit_down(left, room)
    gap = room - length(start)
    return (*start, *((blank._replace(text=blank.text * gap),) if gap else ()), *end)


def fit_down(row: Iterable[Run], columns: int) -> Line:
    """At most that wide."""
    kept = tuple(row)
    return kept if length(kept) <= columns else fit(kept, columns)


def heading(title: str, columns: int, right: str = "", stroke: str = "─") -> Line:
    """TITLE ------- right; the latter only beside a whole title."""
    note = (Run(f" {right}", MUTED),) if right and width(f"{title}  {right}") <= columns else ()
    start = (Run(cut(title, columns), ACCENT), Run(" "))
    return fit(spread(start, note, columns, Run(stroke, RULE)), columns)


def paragraphs(text: str, columns: int, tone: Tone = TEXT, indent: str = "") -> list[Line]:
    """The text in lines, words kept whole; an empty line between paragraphs stays."""
    found: list[Line] = []
    for paragraph in text.split("\n"):
        rows = wrap(paragraph, max(columns, 8), subsequent_indent=indent, break_on_hyphens=False)
        found += [(Run(row, tone),) for row in rows] or [EMPTY]
    return found


def indented(rows: Iterable[Line], columns: int = 1) -> list[Line]:
    return [(Run(" " * columns), *row) for row in rows]


def shortened(row: Iterable[Run], columns: int, mark: str) -> Line:
    """The line, or as much of it as fits with a mark for the rest."""
    kept = tuple(row)
    if length(kept) <= columns:
        return kept
    found: list[Run] = []
    left = columns
    for run in kept:
        text = run.text if width(run.text) < left else cut(f"{run.text}  ", left, mark)
        found.append(run._replace(text=text))
        left -= width(text)
        if text != run.text:
            break
    return tuple(found)


def folded(row: Iterable[Run], columns: int, indent: int = 0) -> list[Line]:
    """The line in as many lines as it takes, broken between words; all but the first of them begin
    with ``indent`` blanks."""
    found: list[list[Run]] = [[]]
    for run in row:
        for piece in re.findall(r" *[^ ]+| +$", run.text):  # other blanks tie words together
            if found[-1] and length(found[-1]) + width(piece) > columns:
                found.append([Run(" " * indent)] if indent else [])
                piece = piece.lstrip(" ")
            found[-1].append(run._replace(text=piece))
    return [tuple(each) for each in found]


def beside(*columns: tuple[Sequence[Line], int]) -> list[Line]:
    """Columns of lines side by side, each with its width."""
    height = max((len(rows) for rows, _ in columns), default=0)
    return [
        tuple(
            run for rows, wide in columns for run in fit(rows[y] if y < len(rows) else EMPTY, wide)
        )
        for y in range(height)
    ]


def plain(row: Iterable[Run]) -> str:
    """The bare characters."""
    return "".join(run.text for run in row)


def act_at(row: Iterable[Run], x: int) -> str:
    """The command of the run at that column, if it has one."""
    for run in row:
        if x < width(run.text):
            return run.act
        x -= width(run.text)
    return ""
