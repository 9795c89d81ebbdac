"""Lines and cells as strips of the terminal framework, with styles that are created only once.

Colors of the 256 and 16 color palettes are sent as their numbers: converting them from red, green
and blue would miss some of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from kbtui.look.theme import Theme
from kbtui.paint.cells import BOLD, DIM, REVERSE, STRIKE, UNDERLINE, Cell
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import INDICES, Mode
from kbtui.paint.runs import Run, width


@lru_cache(maxsize=4096)
def _colour(rgb: Rgb | int, mode: Mode | None) -> Color:
    if isinstance(rgb, int):
        return Color.from_ansi(rgb)
    index = INDICES[mode].get(rgb) if mode is not None and mode in INDICES else None
    return Color.from_rgb(*rgb) if index is None else Color.from_ansi(index)


@lru_cache(maxsize=4096)
def style(
    foreground: Rgb | int | None, background: Rgb | int | None, flags: int, mode: Mode | None
) -> Style:
    """A style keeps its encoded form, so the same one is handed out again."""
    return Style(
        color=None if foreground is None else _colour(foreground, mode),
        bgcolor=None if background is None else _colour(background, mode),
        bold=bool(flags & BOLD) or None,
        dim=bool(flags & DIM) or None,
        underline=bool(flags & UNDERLINE) or None,
        reverse=bool(flags & REVERSE) or None,
        strike=bool(flags & STRIKE) or None,
    )


def strip_of(row: Iterable[Run], theme: Theme) -> Strip:
    """A line of text; neighbours that look the same are joined."""
    mode = theme.palette.mode if theme.palette is not None else None
    segments: list[Segment] = []
    columns = 0
    for text, tone, _ in row:
        if not text:
            continue
        columns += width(text)
        shown = style(*theme.ink(tone), mode)
        if segments and segments[-1].style is shown:
            segments[-1] = Segment(segments[-1].text + text, shown)
        else:
            segments.append(Segment(text, shown))
    return Strip(segments, columns)


class Pieces(dict[Cell, Segment]):
    """Each cell of a painted board as a segment of its own, made when it is needed first.

    How to write neighbours in few styles is for the canvas to find out.
    """

    def __init__(self, theme: Theme) -> None:
        self._mode = theme.palette.mode if theme.palette is not None else None

    def __missing__(self, cell: Cell) -> Segment:
        char, foreground, background, flags = cell
        made = self[cell] = Segment(char, style(foreground, background, flags, self._mode))
        return made
