"""The board as a picture of half blocks: a state in, coloured text cells out.

Every half of a cell takes the colour of the hex that owns it; letters and symbols lie on top and
never form the picture. Colour is never alone: each terrain has a symbol, each player a shape and a
number, each state a mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.contract import Seat
from engine.kingdom.hexes import ALL, BIT, Hex, Mask, hexes
from engine.kingdom.moves import LOCATION_KINDS, Action, word
from engine.kingdom.state import State, tiles_left
from engine.kingdom.terrain import Terrain
from kbtui.palette import INDICES, PALETTES, Ground, Mode, Palette, Rgb, contrast, shade
from kbtui.zoom import Spot, Tables, Zoom, tables

BOLD: Final = 1
UNDERLINE: Final = 2


class Cell(NamedTuple):
    char: str
    foreground: Rgb
    background: Rgb
    flags: int = 0  # BOLD, UNDERLINE or both


Cells = list[list[Cell]]

# Each with its stand-in for terminals without Unicode.
SYMBOLS: Final[Mapping[Terrain, tuple[str, str]]] = {
    Terrain.GRASS: ('"', '"'),
    Terrain.FLOWERS: ("*", "*"),
    Terrain.FOREST: ("↑", "T"),
    Terrain.CANYON: ("∩", "n"),
    Terrain.DESERT: (":", ":"),
    Terrain.MARSH: ("%", "%"),
    Terrain.WATER: ("≈", "~"),
    Terrain.MOUNTAIN: ("Λ", "^"),
    Terrain.CASTLE: ("#", "#"),
    Terrain.PALACE: ("&", "&"),
}
MARKS: Final = ("●", "■", "▲", "◆", "×")
_LEGAL: Final = ("•", "+")
_TILES: Final = (("··", "• ", "••"), ("..", "+ ", "++"))  # none, one or two left
# Letters of the locations at S: the first ones that are not taken by another.
LETTERS: Final[Mapping[Action, str]] = dict(zip(LOCATION_KINDS, "OFATVBHPNERC", strict=True))
_SIX: Final = {Action.PADDOCK: "Paddok", Action.FOUNTAIN: "Fountn"}  # too long for six columns
SMALL: Final = (Zoom.S, Zoom.M, Zoom.M_PLUS)  # letters instead of names, no second line

# The house of a settlement: pixel rows counted from the text row, first and last column (at S
# halves of columns). It surrounds the text row, so it looks the same in even and odd rows.
_BASE: Final = 2  # the row of the foot
_HOUSES: Final[Mapping[Zoom, tuple[tuple[int, int, int], ...]]] = {
    Zoom.S: ((0, 1, 4),),
    Zoom.M: ((0, 1, 2), (1, 1, 2), (2, 1, 2)),
    Zoom.M_PLUS: ((-1, 1, 2), (0, 1, 2), (1, 1, 2), (2, 1, 2)),
    Zoom.L: ((-1, 2, 3), (0, 1, 4), (1, 1, 4), (2, 1, 4)),
    Zoom.XL: ((-1, 2, 3), (0, 1, 4), (1, 1, 4), (2, 1, 4)),
    Zoom.XXL: ((-2, 3, 4), (-1, 2, 5), (0, 1, 6), (1, 1, 6), (2, 1, 6)),
}


class _Text(NamedTuple):
    chars: str
    ink: Rgb
    flags: int = 0
    below: str = ""  # a second line


class _Marks(NamedTuple):
    last: Mask
    legal: Mask
    cursor: Hex | None


class _Painter:
    """One picture in the making; knows what each hex shows."""

    def __init__(
        self, state: State, zoom: Zoom, palette: Palette, marks: _Marks, unicode: bool
    ) -> None:
        board = state.setup.board
        self.zoom = zoom
        self.palette = palette
        self.last, self.legal, self.cursor = marks
        self.unicode = unicode
        self.terrain = {hex_: t for t in Terrain for hex_ in hexes(board.terrain[t])}
        self.owners = {
            hex_: seat for seat, own in enumerate(state.settlements) for hex_ in hexes(own)
        }
        self.locations = {
            slot.hex: (slot.kind, tiles_left(state, i))
            for i, slot in enumerate(board.slots)
            if not slot.is_bonus
        }

    def _looks(self, hex_: Hex) -> Ground:
        _, left = self.locations.get(hex_, (None, 1))
        return self.palette.grounds[self.terrain[hex_]] if left else self.palette.empty

    def _is_filled(self, hex_: Hex) -> bool:
        """Whether the cursor fills the hex, where there is no room for a ring around the text."""
        is_tiny = self.zoom is Zoom.M and hex_ not in self.owners
        return hex_ == self.cursor and (is_tiny or self.zoom is Zoom.S)

    def _ground(self, hex_: Hex) -> Rgb:
        looks = self._looks(hex_)
        if self._is_filled(hex_):
            return self.palette.ring
        if self.legal & BIT[hex_]:
            return looks.lit
        if hex_ in self.owners and not self.last & BIT[hex_]:
            return looks.dark  # any bright piece stands out on it
        is_shaded = self.palette.is_shaded and self.terrain[hex_] < Terrain.CASTLE
        return shade(looks.plain, hex_) if is_shaded else looks.plain

    def colours(self, hex_: Hex, known: Tables) -> dict[tuple[int, int], Rgb]:
        """The colour of each pixel of the hex, by its row and column in the hex."""
        found = dict.fromkeys(
            ((pixel.row, pixel.column) for pixel in known.pixels[hex_]), self._ground(hex_)
        )
        if hex_ == self.cursor and not self._is_filled(hex_):
            found |= dict.fromkeys(known.outlines[hex_], self.palette.ring)
        if hex_ in self.owners:
            ringed = known.outlines[hex_] if hex_ == self.cursor else frozenset()
            found |= self._house(hex_, known.spots[hex_], ringed)
        return found

    def _house(
        self, hex_: Hex, spot: Spot, ringed: frozenset[tuple[int, int]]
    ) -> dict[tuple[int, int], Rgb]:
        """Its pixels; those of the ring stay free, but never those that carry the mark."""
        seat = self.owners[hex_]
        foot = self.palette.ring if self.last & BIT[hex_] else self.palette.bases[seat]
        return {
            (spot.row + step, column): foot if step == _BASE else self.palette.seats[seat]
            for step, first, end in _HOUSES[self.zoom]
            for column in range(first, end + 1)
            if step in (0, 1) or (spot.row + step, column) not in ringed
        }

    def text(self, hex_: Hex, spot: Spot) -> _Text:
        looks, ink = self._looks(hex_), self.palette.ink
        if hex_ in self.owners:
            under = UNDERLINE if self.zoom is Zoom.S and self.last & BIT[hex_] else 0
            return _Text(self._mark(self.owners[hex_], spot), ink, self._bold | under)
        ground = self._ground(hex_)
        soft = ink if self._is_filled(hex_) else looks.symbol
        twice = 1 if self.zoom is Zoom.S else 2
        if self.legal & BIT[hex_]:
            ring = self.palette.ring
            clear = max(ink, ring, key=lambda colour: contrast(colour, ground))
            return _Text(_LEGAL[not self.unicode] * twice, clear)
        if hex_ in self.locations:
            kind, left = self.locations[hex_]
            name, below = place_name(kind, self.zoom), _TILES[not self.unicode][left]
            if self.zoom in SMALL:
                name, below = name if left else name.lower(), ""
            return _Text(name, soft, self._bold, below)
        terrain = self.terrain[hex_]
        if terrain >= Terrain.CASTLE and self.zoom not in SMALL:
            return _Text(terrain.word.capitalize(), soft, self._bold)
        flags = self._bold if terrain >= Terrain.CASTLE else 0
        return _Text(SYMBOLS[terrain][not self.unicode] * twice, soft, flags)

    @property
    def _bold(self) -> int:
        return BOLD if self.palette.has_bold else 0

    def _mark(self, seat: Seat, spot: Spot) -> str:
        shape, number = MARKS[seat], str(seat + 1)
        if self.zoom is Zoom.S:  # as wide as its cells: one in even rows, two in odd ones
            return (shape if self.unicode else number).ljust(spot.columns)
        if not self.unicode:
            return f"{number} "
        return f"{shape} {number} " if self.zoom is Zoom.XXL else f"{shape}{number}"


def place_name(kind: Action, zoom: Zoom) -> str:
    """As much of the name of a location as a hex has room for."""
    full = word(kind).capitalize()
    if zoom in SMALL:
        return LETTERS[kind] if zoom is Zoom.S else full[:2]
    return full if zoom is Zoom.XXL else _SIX.get(kind, full)


def paint(
    state: State,
    zoom: Zoom,
    mode: Mode,
    *,
    last: Mask = 0,
    legal: Mask = 0,
    cursor: Hex | None = None,
    unicode: bool = True,
) -> Cells:
    """The whole board; ``last`` are settlements placed in the last turn, ``legal`` the targets, or
    own settlements that may move. Without ``unicode`` cells are not split, hexes become bricks."""
    palette, known = PALETTES[mode], tables(zoom)
    painter = _Painter(state, zoom, palette, _Marks(last, legal, cursor), unicode)
    halves = [[[palette.background] * zoom.columns for _ in range(zoom.rows)] for _ in range(2)]
    for hex_ in ALL:
        colours = painter.colours(hex_, known)
        for row, column, x, y, half in known.pixels[hex_]:
            halves[half][y][x] = colours[row, column]
    split = _sideways if zoom.is_sideways else _stacked
    cells = [
        [
            split(one, two, x, y, known) if unicode and one != two else Cell(" ", one, one)
            for x, (one, two) in enumerate(zip(*rows, strict=True))
        ]
        for y, rows in enumerate(zip(*halves, strict=True))
    ]
    for hex_ in ALL:
        _write(cells, known.spots[hex_], painter.text(hex_, known.spots[hex_]), halves[0])
    return cells


def _stacked(upper: Rgb, lower: Rgb, _x: int, _y: int, _known: Tables) -> Cell:
    return Cell("▀", upper, lower)


def _sideways(left: Rgb, right: Rgb, x: int, y: int, known: Tables) -> Cell:
    """Two neighbours, or the edge of a chip; its left edge is drawn from the right, so that the
    bare characters look like a chip too."""
    owner = known.first[y][x]
    if owner == known.second[y][x] and x < known.spots[owner].x:
        return Cell("▐", right, left)
    return Cell("▌", left, right)


def _write(cells: Cells, spot: Spot, text: _Text, grounds: Sequence[Sequence[Rgb]]) -> None:
    """Lay the text over its cells, centred; a second line goes below it."""
    for y, chars in ((spot.y, text.chars), (spot.y + 1, text.below)):
        start = spot.x + (spot.columns - len(chars)) // 2
        for x, char in enumerate(chars, start):
            cells[y][x] = Cell(char, text.ink, grounds[y][x], text.flags)


def ansi_lines(cells: Sequence[Sequence[Cell]], mode: Mode) -> list[str]:
    """The cells for a terminal: one colour sequence for each run, a reset at the end."""
    return [
        "".join(f"\x1b[{_codes(run, mode)}m{text}" for run, text in _runs(row)) + "\x1b[0m"
        for row in cells
    ]


class _Run(NamedTuple):
    background: Rgb
    foreground: Rgb | None  # None while there are only blanks
    flags: int

    def joined(self, cell: Cell) -> _Run | None:
        """The run with this cell too, if one sequence serves both: blanks join any foreground."""
        if cell.background != self.background:
            return None
        if cell.char == " " and not (cell.flags | self.flags) & UNDERLINE:
            return self
        if self.foreground is None and not cell.flags & UNDERLINE:
            return self._replace(foreground=cell.foreground, flags=cell.flags)
        is_same = (self.foreground, self.flags) == (cell.foreground, cell.flags)
        return self if is_same else None


def _runs(row: Sequence[Cell]) -> Iterator[tuple[_Run, str]]:
    run, text = None, ""
    for cell in row:
        joined = run.joined(cell) if run is not None else None
        if joined is None:
            if run is not None:
                yield run, text
            is_bare = cell.char == " " and not cell.flags & UNDERLINE
            own = (None, 0) if is_bare else (cell.foreground, cell.flags)
            joined, text = _Run(cell.background, *own), ""
        run, text = joined, text + cell.char
    if run is not None:
        yield run, text


def _codes(run: _Run, mode: Mode) -> str:
    codes = ["0"]  # nothing of the run before stays
    codes += ["1"] * bool(run.flags & BOLD) + ["4"] * bool(run.flags & UNDERLINE)
    if run.foreground is not None:
        codes.append(_colour(run.foreground, mode, 30))
    return ";".join([*codes, _colour(run.background, mode, 40)])


def _colour(rgb: Rgb, mode: Mode, plane: int) -> str:
    """``plane`` is 30 for the foreground, 40 for the background."""
    if mode is Mode.TRUE:
        return f"{plane + 8};2;{rgb[0]};{rgb[1]};{rgb[2]}"
    index = INDICES[mode][rgb]
    if mode is Mode.C256:
        return f"{plane + 8};5;{index}"
    return str(plane + index if index < 8 else plane + 60 + index - 8)
