"""The filled look: a castle made of half blocks before its sky.

The layers, from the back: sky and ground, tiles, battlements on open stone, legal cells, targets,
the tile that would stand at the cursor, rings. Numbers lie on top of all of them, so that a ring
never hides the number that the next sum is made of. All that a step of the cursor leaves alone is
kept for the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final, Self

from engine.castle.pieces.cells import LEFT_ABOVE, RIGHT_ABOVE, Cell, cells
from engine.castle.pieces.tiles import EMPTY, TILES, Face
from kbtui.games.castle.board.grounds import Family, colors
from kbtui.games.castle.board.marks import Gain
from kbtui.games.castle.board.pictures import family_of
from kbtui.games.castle.board.scene import Scene, cut_note, heading
from kbtui.games.castle.board.sky import behind, letter_spots
from kbtui.games.castle.board.stamps import DIM, Key, Piece, Stamps, variant
from kbtui.games.castle.board.symbols import given, signs
from kbtui.games.castle.board.zoom import LETTERS, Zoom
from kbtui.paint.cells import BOLD, Halves
from kbtui.paint.cells import Cell as Ink
from kbtui.paint.colors import BLACK, Rgb
from kbtui.paint.palette import Palette

_LIT: Final = 0.3  # of a legal cell, towards its color
_FILLED: Final = 1.0  # the same at S, where there is no room for an outline
_SEEN_THROUGH: Final = 0.15  # of the tile at the cursor
_HOVER: Final = 0.5
_TALL: Final = 10  # pixel rows from which battlements are two of them high
_TWO_ROWS: Final = 4  # text rows from which what a build brings takes two of them

Texts = dict[int, Ink]  # of a row, by column


class Filled:
    """Paints scenes of one zoom and palette."""

    def __init__(self, zoom: Zoom, palette: Palette) -> None:
        self.zoom, self.palette = zoom, palette
        self.colors = colors(palette)
        self.stamps = Stamps(zoom, palette)
        self.bold = BOLD if palette.has_bold else 0
        self._halves = Halves("▀")
        self._below: _Layers | None = None  # those of the last scene, without the cursor
        self._layers: _Layers | None = None  # those of the last scene
        self._rows: list[list[Ink]] = []

    def rows(self, scene: Scene) -> list[list[Ink]]:
        """The cells of the whole picture; rows that are the same as before are the same lists."""
        before, now = self._layers, self._layered(scene)
        if before is None or (before.columns, before.height) != (now.columns, now.height):
            self._rows = [self._row(now, y) for y in range(scene.frame.rows)]
        else:
            touched = now.touched | before.touched
            is_same = now.below is before.below  # but for the cursor
            self._rows = [
                row if is_same and y not in touched else self._mended(row, before, now, y)
                for y, row in enumerate(self._rows)
            ]
        self._layers = now
        return self._rows

    def pixels(self, scene: Scene) -> list[Rgb]:
        """The picture without any text, row by row."""
        return self._layered(scene).pixels

    def _layered(self, scene: Scene) -> _Layers:
        below = scene.without_cursor
        if self._below is None or self._below.scene != below:
            self._below = _Layers(self, below)
        return self._below.with_cursor(scene)

    def _row(self, now: _Layers, y: int) -> list[Ink]:
        texts, halves = now.texts[y], self._halves
        row = [halves[pair] for pair in zip(*now.lines(y), strict=True)]
        for x, text in texts.items():
            row[x] = text
        return row

    def _mended(self, row: list[Ink], before: _Layers, now: _Layers, y: int) -> list[Ink]:
        """The row of before; only cells that changed are made again."""
        old, new = before.lines(y), now.lines(y)
        old_texts, texts, halves = before.texts[y], now.texts[y], self._halves
        if old == new and old_texts == texts:
            return row
        changed = {x for x, _text in old_texts.items() ^ texts.items()}
        return [
            cell
            if upper is was_upper and lower is was_lower and x not in changed
            else texts.get(x) or halves[upper, lower]
            for x, cell, was_upper, was_lower, upper, lower in zip(
                range(now.columns), row, *old, *new, strict=True
            )
        ]


class _Layers:
    """One scene in the making: first all that lies below the cursor."""

    def __init__(self, look: Filled, scene: Scene) -> None:
        self.look, self.scene = look, scene
        self.zoom, self.frame = look.zoom, scene.frame
        self.columns, self.height = scene.frame.columns, 2 * scene.frame.rows
        self.below = self  # what the cursor was laid on
        self.touched: set[int] = set()  # text rows where cursor and mouse are
        self.pixels = [*behind(scene.frame, scene.seat, look.palette)]
        self.texts: list[Texts] = [{} for _ in range(scene.frame.rows)]
        if scene.counted is not None:
            blends = look.stamps.blends
            self.pixels = [blends[rgb, BLACK, DIM] for rgb in self.pixels]
        self._lay_tiles()
        self._lay_marks()
        if self.zoom.has_text:
            self._write()

    def lines(self, y: int) -> tuple[list[Rgb], list[Rgb]]:
        """The two pixel rows of a text row."""
        start = 2 * y * self.columns
        middle, end = start + self.columns, start + 2 * self.columns
        return self.pixels[start:middle], self.pixels[middle:end]

    def with_cursor(self, scene: Scene) -> Self:
        """A copy, with the cursor and the place under the mouse of this scene."""
        found = copy(self)
        found.scene = scene
        places = (cell for cell in (scene.cursor, scene.hover) if cell is not None)
        found.touched = {y for cell in places for y in self._rows_around(cell)}
        found.pixels, found.texts = [*self.pixels], [{**row} for row in self.texts]
        found._lay_cursor()
        if self.zoom.has_text and scene.cursor is not None:
            found._write_at(scene.cursor)
        return found

    def _rows_around(self, cell: Cell) -> range:
        """The text rows of a cell and of a ring one pixel outside of it."""
        top = self.frame.top(cell)
        return range((top - 1) // 2, (top + self.zoom.high) // 2 + 1)

    # Pixels

    def _lay_tiles(self) -> None:
        scene, counts = self.scene, self.scene.counts
        tiles = scene.tiles
        for cell, face in tiles:
            key = Key(
                face,
                scene.seat,
                variant(face, cell),
                counted=scene.counted,
                counts=bool(counts >> cell & 1),
            )
            self._blit(cell, self.look.stamps[key])
            if scene.last >> cell & 1:
                self._foot(cell, face)
        if self.zoom.has_text:
            for cell, face in tiles:
                self._battlements(cell, face)

    def _blit(self, cell: Cell, pieces: tuple[Piece, ...]) -> None:
        left, top = self.frame.left(cell), self.frame.top(cell)
        for y, x, found in pieces:
            if 0 <= top + y < self.height:
                start = (top + y) * self.columns + left + x
                self.pixels[start : start + len(found)] = found

    def _foot(self, cell: Cell, face: Face) -> None:
        """White stones below what was built last."""
        base = TILES[face].base
        y = self.frame.top(cell) + self.zoom.high - 1
        left = self.frame.left(cell)
        first = left if base[0] else left + self.zoom.half
        wide = self.zoom.wide if all(base) else self.zoom.half
        self._fill(self.look.palette.frame.ring, first, y, wide)

    def _fill(self, rgb: Rgb, x: int, y: int, wide: int) -> None:
        if 0 <= y < self.height:
            first, end = max(x, 0), min(x + wide, self.columns)
            start = y * self.columns
            self.pixels[start + first : start + end] = [rgb] * (end - first)

    def _battlements(self, cell: Cell, face: Face) -> None:
        """Merlons on stone that nothing stands on, in the cells above."""
        occupied, tile = self.scene.castle.occupied, TILES[face]
        standing = self.scene.standing
        for side, above in enumerate((cell + LEFT_ABOVE, cell + RIGHT_ABOVE)):
            if not tile.top[side] or occupied >> above & 1 or above == standing:
                continue
            step = max(self.zoom.wide // 8, 1)
            left = self.frame.left(cell) + side * self.zoom.half
            top = self.frame.top(cell)
            for x in range(left, left + self.zoom.half, 2 * step):
                wide = min(step, left + self.zoom.half - x)
                for up, rgb in enumerate(self._merlon(family_of(face)), 1):
                    self._fill(rgb, x, top - up, wide)

    def _merlon(self, family: Family) -> tuple[Rgb, ...]:
        """Its colors from the wall up."""
        light, plain, dark = getattr(self.look.colors, family.value)
        found = (plain, light) if self.zoom.high >= _TALL else (dark,)
        if self.scene.counted is None:
            return found
        return tuple(self.look.stamps.blends[rgb, BLACK, DIM] for rgb in found)

    def _lay_marks(self) -> None:
        scene, frame = self.scene, self.look.palette.frame
        shown = self.frame.shows
        for cell, _gain in scene.gains:
            if shown(cell) and cell != scene.standing:
                self._light(cell)
        for cell in filter(shown, cells(scene.hits)):
            self._dash(cell, frame.warning)

    def _lay_cursor(self) -> None:
        scene, frame = self.scene, self.look.palette.frame
        shown = self.frame.shows
        if scene.hover is not None and shown(scene.hover):
            self._ring(scene.hover, frame.ring, _HOVER, outside=0)
        if scene.cursor is not None and shown(scene.cursor):
            if scene.tile:
                self._preview(scene.cursor, scene.tile)
            self._ring(scene.cursor, frame.warning if scene.refused else frame.ring)

    def _light(self, cell: Cell) -> None:
        """A legal cell."""
        lit, blends = self.look.colors.lit[0], self.look.stamps.blends
        is_small = self.zoom.high <= _SMALL
        share = _FILLED if is_small else _LIT
        for start, end in self._lines(cell):
            line = self.pixels[start:end]
            self.pixels[start:end] = [blends[rgb, lit, share] for rgb in line]
        if not is_small:
            self._dash(cell, self.look.palette.frame.accent)

    def _lines(self, cell: Cell) -> Iterator[tuple[int, int]]:
        """The pixel rows of a cell, as slices."""
        left, top = self.frame.left(cell), self.frame.top(cell)
        for y in range(max(top, 0), min(top + self.zoom.high, self.height)):
            start = y * self.columns + left
            yield start, start + self.zoom.wide

    def _dash(self, cell: Cell, rgb: Rgb) -> None:
        """An outline with gaps, inside the cell."""
        left, top = self.frame.left(cell), self.frame.top(cell)
        pixels, columns, even = self.pixels, self.columns, (left + top) % 2
        for x, y in self._edge(left, top, self.zoom.wide, self.zoom.high):
            if (x + y) % 2 == even:
                pixels[y * columns + x] = rgb

    def _edge(self, left: int, top: int, wide: int, high: int) -> Iterator[tuple[int, int]]:
        """The pixels at the border of a rectangle, as far as they are in the picture."""
        right, foot = left + wide - 1, top + high - 1
        for x in range(max(left, 0), min(right, self.columns - 1) + 1):
            yield from ((x, y) for y in (top, foot) if 0 <= y < self.height)
        for y in range(max(top + 1, 0), min(foot, self.height)):
            yield from ((x, y) for x in (left, right) if 0 <= x < self.columns)

    def _ring(self, cell: Cell, rgb: Rgb, share: float = 1.0, outside: int = 1) -> None:
        """Around the cell, one pixel outside of it."""
        left, top = self.frame.left(cell) - outside, self.frame.top(cell) - outside
        wide, high = self.zoom.wide + 2 * outside, self.zoom.high + 2 * outside
        blends = self.look.stamps.blends
        for x, y in self._edge(left, top, wide, high):
            at = y * self.columns + x
            self.pixels[at] = rgb if share >= 1 else blends[self.pixels[at], rgb, share]

    def _preview(self, cell: Cell, face: Face) -> None:
        """The tile as it would stand, and what is behind it a little."""
        blends, left, top = self.look.stamps.blends, self.frame.left(cell), self.frame.top(cell)
        pieces = self.look.stamps[Key(face, self.scene.seat, variant(face, cell))]
        if self.zoom.high <= _SMALL:  # few colors, for slow lines
            self._blit(cell, pieces)
            return
        lit = self.look.colors.lit[0]
        for start, end in self._lines(cell):
            line = self.pixels[start:end]
            self.pixels[start:end] = [blends[rgb, lit, _LIT] for rgb in line]
        for y, x, found in pieces:
            if 0 <= top + y < self.height:
                start = (top + y) * self.columns + left + x
                old = self.pixels[start : start + len(found)]
                mixed = [
                    blends[new, rgb, _SEEN_THROUGH] for new, rgb in zip(found, old, strict=True)
                ]
                self.pixels[start : start + len(found)] = mixed

    # Texts

    def _write(self) -> None:
        scene, look = self.scene, self.look
        known, frame = signs(True), look.palette.frame
        lit, on_warning = look.colors.lit[0], look.palette.clear(frame.warning)
        if scene.is_cut:
            ground, ink = look.colors.plaque
            self._text(0, self.frame.rows - 1, cut_note(self.frame), ink, ground)
        elif not scene.bare:
            self._letters()
        for cell, gain in scene.gains:
            if cell != scene.standing:
                self._label(cell, gain, lit)
        if not scene.bare:
            for cell, face in scene.tiles:
                self._plaque(cell, face)
        for cell in cells(scene.hits):
            self._say(cell, self.zoom.tile_rows // 2, known.hit, on_warning, frame.warning)
        self._title()

    def _write_at(self, cursor: Cell) -> None:
        """The number of the tile that would stand there, or that nothing can."""
        scene, palette = self.scene, self.look.palette
        if scene.tile:
            self._plaque(cursor, scene.tile)
        elif scene.refused:
            row, warning = 0 if self.zoom.high <= _SMALL else 1, palette.frame.warning
            self._say(cursor, row, signs(True).refused, palette.clear(warning), warning)

    def _title(self) -> None:
        """Whose castle it is, in the sky at the upper left."""
        palette, ground = self.look.palette, self.look.colors.plaque[0]
        mark = palette.seats[self.scene.seat]
        y = min(self.zoom.tile_rows // _TWO_ROWS, 1)
        for x, (char, is_mark) in enumerate(heading(self.scene, True), 1):
            ink, behind_ = (palette.clear(mark), mark) if is_mark else (self._ink, ground)
            self._text(x, y, char, ink, behind_)

    @property
    def _ink(self) -> Rgb:
        """Of numbers and letters on plaques."""
        return self.look.colors.plaque[1]

    def _letters(self) -> None:
        y = self.frame.rows - 1
        for i, x in letter_spots(self.frame):
            ground = self.pixels[(2 * y + 1) * self.columns + x]
            ink = self.look.palette.clear(ground)
            self.texts[y][x] = Ink(LETTERS[i], ink, ground)

    def _label(self, cell: Cell, gain: Gain, lit: Rgb) -> None:
        """What a build would bring."""
        ink, move = self.look.palette.frame.ink, gain.move(True)
        if self.zoom.tile_rows >= _TWO_ROWS:
            self._say(cell, 1, move, ink, lit)
            self._say(cell, 2, gain.extras(), ink, self.look.colors.gold[0])
        else:
            row = 0 if self.zoom.high <= _SMALL else 1
            self._say(cell, row, move + gain.extras(""), ink, lit)

    def _plaque(self, cell: Cell, face: Face) -> None:
        number = given(face, self.zoom)
        if number is not None and face != EMPTY:
            ground, ink = self.look.colors.plaque
            y, left = self.frame.top(cell) // 2, self.frame.left(cell)
            self._text(left + number.x, y, number.text, ink, ground)

    def _say(self, cell: Cell, row: int, text: str, ink: Rgb, ground: Rgb) -> None:
        """In the middle of a cell."""
        if self.frame.shows(cell):
            x = self.frame.left(cell) + (self.zoom.wide - len(text)) // 2
            self._text(x, self.frame.top(cell) // 2 + row, text, ink, ground)

    def _text(self, x: int, y: int, text: str, ink: Rgb, ground: Rgb) -> None:
        if 0 <= y < len(self.texts):
            for at, char in enumerate(text, x):
                self.texts[y][at] = Ink(char, ink, ground, self.look.bold)


_SMALL: Final = 4  # pixel rows of a tile without room for outlines
