"""The outline look: no colors, only characters that are bold, dim, underlined or reversed.

If there is room, hexes have outlines; otherwise they are a bare grid whose odd rows are shifted by
one column. Outlines and terrain are dim, settlements and locations bold, locations also underlined;
reverse video is used only for the cursor.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from engine.kingdom.ground.hexes import HALF, PLACE, SIZE, Hex, at
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.sights import (
    BOTTOM,
    CURSOR,
    LAST,
    LEFT,
    LEGAL,
    LIT,
    MOVABLE,
    MOVING,
    Sight,
)
from kbtui.games.kingdom.board.symbols import SYMBOLS, MarkStyle, letter, mark
from kbtui.games.kingdom.board.zoom import Span, Zoom
from kbtui.paint.cells import BOLD, DIM, REVERSE, UNDERLINE, Cell

_LARGE: Final = (83, 41)
_BARE: Final = (62, 20)
_LINES: Final = ("╱╲│", "/\\|")
_SLASH, _BACKSLASH, _BAR = range(3)
_BLANK: Final = Cell(" ", None, None)
_TARGET: Final = "+"
# What is on both sides of the symbol: the first state that holds.
_BRACKETS: Final = ((MOVING, "<>"), (LIT, "=="), (LAST, "{}"), (CURSOR, "[]"))


class _Line(NamedTuple):
    """One cell of the border of a hex."""

    x: int
    y: int
    shape: int  # _SLASH, _BACKSLASH or _BAR


def _is_large(zoom: Zoom) -> bool:
    """Whether hexes have lines around them."""
    return zoom not in (Zoom.S, Zoom.M)


def size(zoom: Zoom) -> tuple[int, int]:
    """Columns and rows of the board where the filled look has this zoom."""
    return _LARGE if _is_large(zoom) else _BARE


@cache
def _border(hex_: Hex) -> tuple[_Line, ...]:
    """Upper left first, then clockwise."""
    row, column = PLACE[hex_]
    x, y = 4 * column + row % 2 * 2, 2 * row
    return (
        *(_Line(x + 1, y, _SLASH), _Line(x + 3, y, _BACKSLASH), _Line(x + 4, y + 1, _BAR)),
        *(_Line(x + 3, y + 2, _SLASH), _Line(x + 1, y + 2, _BACKSLASH), _Line(x, y + 1, _BAR)),
    )


@cache
def _seam() -> frozenset[_Line]:
    """The lines where quadrants meet."""
    found = [_border(at(row, HALF))[5] for row in range(SIZE)]
    for row in range(0, SIZE, 2):  # odd rows stick out to the right, even ones have the corners
        border = _border(at(row, HALF))
        found += [border[0], border[4]]
    for column in range(SIZE):
        found += _border(at(HALF, column))[:2]
    return frozenset(found)


class _Sign(NamedTuple):
    char: str
    flags: int
    sides: str = "  "


class Outline:
    """The cells of a whole board without colors."""

    def __init__(self, zoom: Zoom, unicode: bool, style: MarkStyle) -> None:
        self._is_large = _is_large(zoom)
        self.columns, self.rows = size(zoom)
        self._unicode = unicode
        self._style = style
        self._lines = {
            flags: tuple(Cell(char, None, None, flags) for char in _LINES[not unicode])
            for flags in (DIM, BOLD)
        }
        self._cells = [[_BLANK] * self.columns for _ in range(self.rows)]
        self._texts: dict[Sight, tuple[Cell, ...]] = {}

    def lay(self, hex_: Hex, sight: Sight) -> None:
        """Let the hex show this from now on; the one with the cursor must come last, since it has
        its border in common with others."""
        if self._is_large:
            self._draw_border(hex_, sight)
        text = self._texts.get(sight)
        if text is None:
            text = self._texts[sight] = self._text(sight)
        x, y = self.spot(hex_)
        self._cells[y][x - 1 : x + 2] = text

    def _draw_border(self, hex_: Hex, sight: Sight) -> None:
        strong = _seam() if sight.seams else frozenset()
        for line in _border(hex_):
            is_strong = sight.states & CURSOR or line in strong
            self._cells[line.y][line.x] = self._lines[BOLD if is_strong else DIM][line.shape]

    def _text(self, sight: Sight) -> tuple[Cell, ...]:
        """The symbol, and on both sides of it whatever else there is to show."""
        char, flags, sides = self._sign(sight)
        told = next((pair for state, pair in _BRACKETS if sight.states & state), None)
        if told is not None:
            flags = flags & ~DIM | BOLD
        reverse = REVERSE if sight.states & CURSOR else 0
        left, right = (
            Cell(side, None, None, flags & ~UNDERLINE | reverse) if side != " " else _BLANK
            for side in told or sides
        )
        if not self._is_large:
            left, right = self._bare_seams(sight, left, right)
        return left, Cell(char, None, None, flags | reverse), right

    def _bare_seams(self, sight: Sight, left: Cell, right: Cell) -> tuple[Cell, Cell]:
        """Without outlines, the free space next to the symbol shows the seams."""
        if sight.seams & BOTTOM:
            line = Cell(" ", None, None, UNDERLINE)
            left, right = (line if cell == _BLANK else cell for cell in (left, right))
        if sight.seams & LEFT and left.char == " ":
            left = self._lines[BOLD][_BAR]
        return left, right

    def _sign(self, sight: Sight) -> _Sign:
        if sight.owner is not None:
            under = UNDERLINE if sight.states & MOVABLE else 0
            return _Sign(mark(sight.owner, self._style, self._unicode), BOLD | under, "()")
        if sight.states & LEGAL:
            return _Sign(_TARGET, BOLD)
        if sight.kind is not None:
            sign = letter(sight.kind)
            return _Sign(sign if sight.left else sign.lower(), BOLD | UNDERLINE)
        symbol = SYMBOLS[sight.terrain][not self._unicode]
        is_place = sight.terrain >= Terrain.CASTLE
        return _Sign(symbol, BOLD, 2 * symbol) if is_place else _Sign(symbol, DIM)

    def spans(self, hex_: Hex) -> Sequence[Span]:
        """The cells that ``lay`` changes."""
        x, y = self.spot(hex_)
        if not self._is_large:
            return ((y, x - 1, x + 2),)
        return (y - 1, x - 1, x + 2), (y, x - 2, x + 3), (y + 1, x - 1, x + 2)

    def read(self, y: int, start: int, end: int) -> list[Cell]:
        """The cells of a part of a text row, as they are now."""
        return self._cells[y][start:end]

    def hex_at(self, x: int, y: int, upper: bool) -> Hex | None:
        """Lines belong to both hexes: by ``upper`` to the upper or left one, or to the other."""
        if not (0 <= x < self.columns and 0 <= y < self.rows):
            return None
        if not self._is_large:
            return _named(y, (x - y % 2) // 3)
        rows = (y // 2,) * 2 if y % 2 else (y // 2 - 1, y // 2)
        places = [(row, x - row % 2 * 2) for row in rows]
        if y % 2:  # a bar is the right edge of one hex and the left edge of the next
            row, inner = places[0]
            both = [_named(row, (inner - 1) // 4), _named(row, inner // 4)]
        else:  # each second cell is inside the hex above or below
            both = [_named(row, inner // 4) if inner % 4 else None for row, inner in places]
        wanted, other = both if upper else both[::-1]
        return wanted if wanted is not None else other

    def spot(self, hex_: Hex) -> tuple[int, int]:
        row, column = PLACE[hex_]
        if not self._is_large:
            return 3 * column + row % 2 + 1, row
        return 4 * column + row % 2 * 2 + 2, 2 * row + 1


def _named(row: int, column: int) -> Hex | None:
    return at(row, column) if 0 <= row < SIZE and 0 <= column < SIZE else None
