"""A painted board as lines, for pages that show one: previews and the backdrop of the menu."""

from __future__ import annotations

from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import BoardArt, Marks
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.look.look import Look
from kbtui.paint.cells import runs
from kbtui.paint.runs import Line, Run, Tone


def board_lines(state: State, look: Look, zoom: Zoom = Zoom.S) -> list[Line]:
    """The board at that zoom, one line for each row of cells."""
    art = BoardArt(look.board(zoom))
    art.show(state, Marks())
    return [
        tuple(Run(text, Tone(ink, ground, flags)) for text, ink, ground, flags in runs(art.row(y)))
        for y in range(art.rows)
    ]
