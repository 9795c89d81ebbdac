"""The preview beside the setup form: the board it leads to, small or large, and what is on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.kingdom.ground.board import Board
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.rules.actions import new
from engine.kingdom.setup import Setup
from kbtui.games.kingdom.board.art import board_lines
from kbtui.games.kingdom.board.minimap import minimap
from kbtui.games.kingdom.board.symbols import letter
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.words.names import terrain_name, tile_name, tile_text
from kbtui.look.look import Look
from kbtui.paint.runs import EMPTY, MUTED, READY, TEXT, Line, Run, Tone, cut, heading, width
from kbtui.text.i18n import _
from kbtui.text.words import explained

_WIDEST_BAR: Final = 40
_COUNT: Final = 4  # columns for the number behind a bar


@lru_cache(maxsize=1)
def _board(setup: Setup, look: Look) -> Sequence[Line]:
    return board_lines(new(setup), look, Zoom.S)


def small(setup: Setup, look: Look, columns: int, rows: int) -> list[Line]:
    """A map with a pixel or a letter for each hex, and below it how much of each terrain."""
    found = minimap(setup.board, look)
    if rows > len(found):
        found.insert(0, heading(_("PREVIEW"), columns, stroke=look.signs.stroke))
    return _with(found, _terrains(setup.board, look, columns), rows)


def large(setup: Setup, look: Look, columns: int, rows: int) -> list[Line]:
    """The board as in play, below it the terrains and the places."""
    stroke = look.signs.stroke
    found = [heading(_("PREVIEW"), columns, stroke=stroke), *_board(setup, look)]
    title = heading(_("TERRAIN ON THIS BOARD"), columns, stroke=stroke)
    found = _with(found, [title, *_terrains(setup.board, look, columns)], rows)
    title = heading(_("CASTLES AND LOCATIONS"), columns, stroke=stroke)
    return _with(found, [title, *_places(setup.board, columns)], rows)


def _with(found: list[Line], more: Sequence[Line], rows: int) -> list[Line]:
    """Both, if there is room for both."""
    return [*found, EMPTY, *more] if len(found) + len(more) < rows else found


def _terrains(board: Board, look: Look, columns: int) -> list[Line]:
    counts = {terrain: board.terrain[terrain].bit_count() for terrain in Terrain}
    here = [terrain for terrain in Terrain if counts[terrain] and terrain <= Terrain.MOUNTAIN]
    names = max(width(terrain_name(terrain)) for terrain in here) + 1
    room = min(max(columns - names - _COUNT, 0), _WIDEST_BAR)
    most = max(counts[terrain] for terrain in here)
    found: list[Line] = []
    for terrain in here:
        name = terrain_name(terrain).ljust(names)
        bar = look.signs.full * round(room * counts[terrain] / most)
        row = (Run(name, MUTED), Run(bar, Tone(terrain.word)), Run(f" {counts[terrain]}", TEXT))
        found.append(row)
    return found


def _places(board: Board, columns: int) -> list[Line]:
    found: list[Line] = []
    for kind in dict.fromkeys(slot.kind for slot in board.slots if not slot.is_bonus):
        name = f" {explained(tile_name(kind))}"
        rule = cut(tile_text(kind), columns - width(name) - 3)
        found.append((Run(f" {letter(kind)} ", READY), Run(name), Run(rule, MUTED)))
    return found
