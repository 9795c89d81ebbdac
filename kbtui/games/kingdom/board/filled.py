"""The filled look: a board made of half blocks.

Each half of a cell takes the color of the hex that owns it; letters and symbols lie on top and
never form the picture. What a hex shows is built once as a stamp and then only placed.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kingdom.ground.hexes import Hex
from kbtui.games.kingdom.board.sights import Sight
from kbtui.games.kingdom.board.stamps import BELOW, Stamp, Stamps
from kbtui.games.kingdom.board.symbols import MarkStyle
from kbtui.games.kingdom.board.zoom import Span, Zoom, hex_at, tables
from kbtui.paint.cells import Cell, Halves
from kbtui.paint.palette import Palette


class Filled:
    """The pixels and texts of a whole board, and the cells they make."""

    def __init__(self, zoom: Zoom, palette: Palette, unicode: bool, style: MarkStyle) -> None:
        self.columns, self.rows = zoom.columns, zoom.rows
        self._zoom = zoom
        self._known = tables(zoom)
        self._maker = Stamps(zoom, palette, unicode, style)
        self._stamps: dict[Sight, Stamp] = {}
        self._pixels = [palette.frame.background] * (2 * zoom.columns * zoom.rows)
        self._texts: list[Cell | None] = [None] * (zoom.columns * zoom.rows)
        self._halves = Halves(("▌" if zoom.is_sideways else "▀") if unicode else "")

    def lay(self, hex_: Hex, sight: Sight) -> None:
        """Let the hex show this from now on."""
        stamp = self._stamps.get(sight)
        if stamp is None:
            stamp = self._stamps[sight] = self._maker.make(sight)
        pixels, texts, corner = self._pixels, self._texts, self._known.corners[hex_]
        for step, colours in stamp.rows:
            start = corner + step
            pixels[start : start + len(colours)] = colours
        spot = self._known.spots[hex_]
        start = spot.y * self.columns + spot.x
        texts[start : start + spot.columns] = stamp.text
        if stamp.below:
            start += self.columns + (spot.columns - BELOW) // 2
            texts[start : start + BELOW] = stamp.below

    def spans(self, hex_: Hex) -> Sequence[Span]:
        """The cells that ``lay`` changes."""
        return self._known.spans[hex_]

    def read(self, y: int, start: int, end: int) -> list[Cell]:
        """The cells of a part of a text row, as they are now."""
        zoom, halves = self._zoom, self._halves
        first, past = zoom.pixel(start, y), zoom.pixel(end, y)
        ones = self._pixels[first : past : zoom.step]
        twos = self._pixels[first + zoom.gap : past + zoom.gap : zoom.step]
        cells = [halves[pair] for pair in zip(ones, twos, strict=True)]
        if zoom.is_sideways and y % 2 == 0:
            _turn_edges(cells, start)
        row = y * self.columns
        for i, text in enumerate(self._texts[row + start : row + end]):
            if text is not None:
                cells[i] = text
        return cells

    def hex_at(self, x: int, y: int, upper: bool) -> Hex | None:
        return hex_at(self._zoom, x, y, upper)

    def spot(self, hex_: Hex) -> tuple[int, int]:
        spot = self._known.spots[hex_]
        return spot.x + (spot.columns - 1) // 2, spot.y


def _turn_edges(cells: list[Cell], start: int) -> None:
    """Draw the left edges of chips from the right, so that the bare characters look like chips."""
    for i in range(-start % 3, len(cells), 3):
        if cells[i].char == "▌":
            cells[i] = Cell("▐", cells[i].background, cells[i].foreground)
