"""Paints the board in color as lines for a terminal: values in, lines out.

It is separate from ``drawing``, so that plain lines import no painting code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.kingdom.ground.hexes import SIZE, at
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import paint
from kbtui.games.kingdom.board.letters import Marked, column_letter
from kbtui.games.kingdom.board.symbols import SMALL, SYMBOLS, place_name
from kbtui.games.kingdom.board.zoom import Zoom, best_zoom, tables
from kbtui.games.kingdom.words.names import terrain_name, tile_name
from kbtui.paint.cells import Cell, ansi_lines
from kbtui.paint.glyphs import MARKS
from kbtui.paint.palette import Mode, palette
from kbtui.text.i18n import _
from kbtui.text.words import fold, inline

_MARGIN: Final = 3  # columns for the numbers of the rows
_AROUND: Final = 6  # rows for column letters, legend, question and answer
_TIE: Final = "\u00a0"  # a blank that keeps a symbol and its meaning on one line


class Look(NamedTuple):
    """Whether a terminal has colors and Unicode, or at least half blocks."""

    mode: Mode
    columns: int
    rows: int
    unicode: bool = True

    @property
    def zoom(self) -> Zoom:
        """The largest that can be seen whole; the smallest if none can."""
        return best_zoom(self.columns - _MARGIN, self.rows - _AROUND) or Zoom.S

    def board(self, state: State, marked: Marked) -> list[str]:
        """The board with coordinates."""
        zoom, frame = self.zoom, palette(self.mode).frame
        last, legal = marked
        cells = paint(state, zoom, self.mode, last=last, legal=legal, unicode=self.unicode)
        spots = tables(zoom).spots
        letters = [" "] * zoom.columns
        for column in range(SIZE):
            spot = spots[at(0, column)]
            letters[spot.x + (spot.columns - 1) // 2] = column_letter(column)
        numbers = {spots[at(row, 0)].y: f"{row + 1:>2} " for row in range(SIZE)}
        margin = [numbers.get(y, " " * _MARGIN) for y in range(-1, zoom.rows)]
        if self.columns < zoom.columns + _MARGIN:
            margin = [""] * len(margin)

        def muted(text: Iterable[str]) -> list[Cell]:
            return [Cell(char, frame.muted, frame.background) for char in text]

        rows = zip(margin, [muted(letters), *cells], strict=True)
        return ansi_lines([[*muted(number), *row] for number, row in rows], self.mode)

    def legend(self, state: State) -> list[str]:
        """What the symbols on this board mean."""
        zoom, plain = self.zoom, not self.unicode
        is_named = zoom not in SMALL  # larger boards have room for the names of places
        present = [terrain for terrain in Terrain if state.setup.board.terrain[terrain]]
        ground = [t for t in present if t in SYMBOLS and not (is_named and t >= Terrain.CASTLE)]
        signs = [(SYMBOLS[t][plain], terrain_name(t)) for t in ground]
        if not is_named:
            kinds = sorted({slot.kind for slot in state.setup.board.slots})
            signs += [(place_name(kind, zoom), inline(tile_name(kind))) for kind in kinds]
        seats = range(1, state.setup.players + 1)
        shapes = ", ".join(str(n) if plain else f"{MARKS[n - 1]}{_TIE}{n}" for n in seats)
        told = ", ".join(f"{sign}{_TIE}{name}" for sign, name in signs)
        if is_named:
            text = _("{signs}; settlements of players {players}")
        else:
            text = _("{signs} (small: no tiles left); settlements of players {players}")
        lines = fold(text.format(signs=told, players=shapes), "")
        return [line.replace(_TIE, " ") for line in lines]
