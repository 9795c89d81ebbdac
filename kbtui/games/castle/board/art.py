"""The large castle as cells that track changes: a new picture in, rectangles to redraw out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from engine.castle.state import State
from kbtui.games.castle.board.filled import Filled
from kbtui.games.castle.board.marks import cell_of, place_of
from kbtui.games.castle.board.outline import Outline
from kbtui.games.castle.board.scene import Scene, scene
from kbtui.games.castle.board.zoom import CASTLES, Frame, Zoom, framed
from kbtui.games.kit import Marks, Place
from kbtui.games.screen import Rectangle, Ruler
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.changes import rectangles
from kbtui.paint.palette import Mode, Theme, palette

LEVELS: Final = 7  # that are seen unless the window says otherwise


class Appearance(NamedTuple):
    """How a castle is to look."""

    zoom: Zoom
    mode: Mode | None = Mode.TRUE  # None: no colors, so the outline look
    theme: Theme = Theme.DARK
    unicode: bool = True
    shading: bool = True
    outline: bool = False


class _Style(Protocol):
    def rows(self, scene: Scene) -> list[list[Cell]]: ...


def _style(look: Appearance) -> _Style:
    if look.mode is None:
        return Outline(look.zoom, None, look.unicode)
    found = palette(look.mode, look.theme, shading=look.shading)
    if look.outline or not look.unicode:  # a castle has no shape without half blocks
        return Outline(look.zoom, found, look.unicode)
    return Filled(look.zoom, found)


class CastleArt:
    """A castle in cells; ``show`` it something, then read its rows."""

    is_sideways = False

    def __init__(self, look: Appearance, levels: int = LEVELS, frame: Frame | None = None) -> None:
        """With ``frame``, as many levels as that has, and the sky around them."""
        self._look = _style(look)
        self._frame = frame or Frame(look.zoom, levels)
        self.columns, self.rows = self._frame.columns, self._frame.rows
        self._rows: list[list[Cell]] = []
        self._shown: Scene | None = None

    def show(self, state: State, marks: Marks) -> list[Rectangle]:
        """Take over a new picture; the answer covers the cells that changed and no others, except
        where a gap costs less than a second rectangle."""
        now = scene(state, marks, self._frame)
        if now == self._shown:
            return []
        self._frame, self._shown = now.frame, now
        before, self._rows = self._rows, self._look.rows(now)
        if not before:
            return [(0, 0, self.columns, self.rows)]
        dirty = {
            y: columns
            for y, (old, new) in enumerate(zip(before, self._rows, strict=True))
            if old is not new and (columns := _changed(old, new))
        }
        return rectangles(dirty)

    def row(self, y: int) -> Sequence[Cell]:
        """The cells of a text row."""
        return self._rows[y]

    def place_at(self, x: int, y: int, upper: bool = True) -> Place | None:
        """The place at a cell of the art; the halves of a cell belong to the same place."""
        cell = self._frame.cell_at(x, 2 * y)
        return None if cell is None or self._shown is None else place_of(self._shown.seat, cell)

    def spot(self, place: Place) -> tuple[int, int]:
        """Where the cursor of the terminal sits: the middle of the cell."""
        x, y, wide, high = self.box(place)
        return x + (wide - 1) // 2, min(max(y + high // 2, 0), self.rows - 1)

    def box(self, place: Place) -> Rectangle:
        """The smallest rectangle around the place."""
        _seat, cell = cell_of(place)
        top, zoom = self._frame.top(cell), self._frame.zoom
        return self._frame.left(cell), top // 2, zoom.wide, zoom.tile_rows

    def ruler(self) -> Ruler:
        """None: the letters are in the ground."""
        return {}, {}


def _changed(old: list[Cell], new: list[Cell]) -> set[int]:
    """The columns whose cells differ. Most are the same object, which is quicker to see."""
    pairs = enumerate(zip(old, new, strict=True))
    return {x for x, (one, other) in pairs if one is not other and one != other}


def appearance(look: Look, zoom: Zoom) -> Appearance:
    """A castle as the player's settings and terminal want it."""
    return Appearance(
        zoom, look.mode, look.shade, look.terminal.unicode, look.is_shaded, look.is_outline
    )


def art(look: Look, zoom: Zoom, levels: int = LEVELS) -> CastleArt:
    return CastleArt(appearance(look, zoom), levels)


def art_in(look: Look, zoom: Zoom, columns: int, rows: int) -> CastleArt:
    """A castle that fills that many columns and rows: what it leaves over is sky."""
    return CastleArt(appearance(look, zoom), frame=framed(zoom, columns, rows))


def zooms(look: Look) -> Sequence[Zoom]:
    """Those that can be played on."""
    return CASTLES
