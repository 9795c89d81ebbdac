"""Writes a game as an asciinema cast, version 2: a header, then what a terminal is sent and when.

The first frame is the whole screen; each later frame holds only the cells that differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from engine.errors import BadOptions
from engine.record import Record, start_table
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.paint.modes import Mode

_END: Final = 5.0  # seconds that the last frame stays
_WIDE: Final = 36  # columns of the side column
_NARROW: Final = 17  # the same next to the smallest board, so that 80 columns are enough
AROUND: Final = 2  # rows for the title and for what happens
GAP: Final = 1  # columns between the board and the side column
_LEAVE: Final = "\x1b[?25h"


def cast(
    record: Record,
    *,
    zoom: Zoom = Zoom.M,
    mode: Mode = Mode.C256,
    columns: int | None = None,
    rows: int | None = None,
) -> Iterator[str]:
    """The lines of the file, each with its newline; the size is what the zoom needs, or more."""
    least = zoom.columns + GAP + (_NARROW if zoom is Zoom.S else _WIDE), zoom.rows + AROUND
    size = columns or least[0], rows or least[1]
    if size[0] < least[0] or size[1] < least[1]:
        problem = "this zoom needs {columns} columns and {rows} rows"
        raise BadOptions("size", problem, columns=least[0], rows=least[1])
    return _lines(record, zoom, mode, size)


def _lines(record: Record, zoom: Zoom, mode: Mode, size: tuple[int, int]) -> Iterator[str]:
    names = _names(record)
    yield _json(
        {
            "version": 2,
            "width": size[0],
            "height": size[1],
            "title": f"Kingdom Builder: {', '.join(names)}",
        }
    )
    from kbtui.games.kingdom.board.art import Appearance
    from kbtui.games.kingdom.board.film import Screen, moments

    time, screen = 0.0, Screen(Appearance(zoom, mode), *size)
    for moment in moments(record, names):
        time += moment.delay
        if data := screen.show(moment):
            yield _json([round(time, 3), "o", data])
    yield _json([round(time + _END, 3), "o", _LEAVE])  # else a player would stop at once


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _names(record: Record) -> tuple[str, ...]:
    """Names of one-column characters only: everything else would shift what follows."""
    return tuple("".join(map(_narrow, name)) for name in record.players or _colours(record))


def _colours(record: Record) -> tuple[str, ...]:
    from kbtui.games.kingdom.words.words import colour_name

    return tuple(map(colour_name, range(start_table(record).state.setup.players)))


def _narrow(char: str) -> str:
    if char.isascii():
        return char if char.isprintable() else "?"
    from kbtui.paint.runs import width

    return char if char.isprintable() and width(char) == 1 else "?"
