"""Writes a game as an asciinema cast, version 2: a header, then what a terminal is sent when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from engine.errors import BadOptions
from engine.record import Record, start_table
from kbtui.games.drawing import Drawing, Film
from kbtui.games.kit import Kit, find
from kbtui.paint.runs import width
from kbtui.text.i18n import _
from kbtui.text.seats import color_name

_END: Final = 5.0  # seconds that the last frame stays
_LEAVE: Final = "\x1b[?25h"


def cast(record: Record, **look: Any) -> Iterator[str]:
    """The lines of the file, each with its newline; ``look`` is for the drawing of the game."""
    names = _names(record)
    kit = find(record.game)
    film = drawing_of(kit).film(record, names, **look)
    return _lines(film, f"{_(kit.title)}: {', '.join(names)}")


def drawing_of(kit: Kit) -> Drawing:
    """How the game is drawn; raises BadOptions if it cannot be yet."""
    if kit.drawing is None:
        raise BadOptions("game", "there are no pictures of {game} yet", game=_(kit.title))
    return kit.drawing


def _lines(film: Film, title: str) -> Iterator[str]:
    yield _json({"version": 2, "width": film.columns, "height": film.rows, "title": title})
    time = 0.0
    for delay, data in film.frames:
        time += delay
        if data:
            yield _json([round(time, 3), "o", data])
    yield _json([round(time + _END, 3), "o", _LEAVE])  # else a player would stop at once


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _names(record: Record) -> tuple[str, ...]:
    """Names of one-column characters only: everything else would shift what follows."""
    named = record.players or map(color_name, range(_seats(record)))
    return tuple("".join(map(_narrow, name)) for name in named)


def _seats(record: Record) -> int:
    table = start_table(record)
    return table.game.seats(table.state)


def _narrow(char: str) -> str:
    if char.isascii():
        return char if char.isprintable() else "?"
    return char if char.isprintable() and width(char) == 1 else "?"
