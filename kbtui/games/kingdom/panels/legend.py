"""The legend of the help: the symbols of this board, its tiles, the players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.symbols import SYMBOLS, tile_sign
from kbtui.games.kingdom.words.names import terrain_name, tile_name, tile_text
from kbtui.look.look import Look
from kbtui.paint.runs import MUTED, READY, Line, Run, Tone, fit, length, paragraphs, width
from kbtui.story.view import View
from kbtui.text.i18n import _
from kbtui.text.words import explained


def legend(view: View, look: Look, columns: int) -> list[Line]:
    board = view.state.setup.board
    plain = not look.terminal.unicode
    here = [terrain for terrain in SYMBOLS if board.terrain[terrain]]
    rows = _side_by_side([_terrain(terrain, plain) for terrain in here], columns)
    for kind in sorted({slot.kind for slot in board.slots}):
        letters = f" {tile_sign(kind, view.zoom)} "
        indent = width(letters) + 1
        told = paragraphs(explained(tile_name(kind), tile_text(kind)), columns - indent)
        rows.append((Run(letters, READY), Run(" "), *told[0]))
        rows += [(Run(" " * indent), *row) for row in told[1:]]
    for seat, name in enumerate(view.names):
        rows.append((view.chip(seat), Run(f"  {name}")))
    small = _("A small letter: no tiles left, or the tile is used.")
    return [*rows, *paragraphs(small, columns, MUTED)]


def _terrain(terrain: Terrain, plain: bool) -> Line:
    sign = Run(f" {SYMBOLS[terrain][plain]} ", Tone("on", terrain.word))
    return sign, Run(f" {terrain_name(terrain)}")


def _side_by_side(each: Sequence[Line], columns: int) -> list[Line]:
    """As many in a row as fit, below each other."""
    wide = max(map(length, each)) + 2
    across = max((columns + 2) // wide, 1)
    starts = range(0, len(each), across)
    return [
        tuple(run for one in each[start : start + across] for run in fit(one, wide))
        for start in starts
    ]
