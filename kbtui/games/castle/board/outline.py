"""The outline look: a castle in letters, for terminals without color or without half blocks.

Colors are added where there are some; nothing depends on them.
"""

from __future__ import annotations

from typing import Final

from engine.castle.pieces.cells import Cell, cells
from engine.castle.pieces.tiles import TILES
from kbtui.games.castle.board.grounds import Colors, colors
from kbtui.games.castle.board.letters import letters
from kbtui.games.castle.board.marks import Counted
from kbtui.games.castle.board.pictures import family_of
from kbtui.games.castle.board.scene import Scene, cut_note, heading
from kbtui.games.castle.board.sky import letter_spots
from kbtui.games.castle.board.symbols import Signs, signs
from kbtui.games.castle.board.zoom import LETTERS, Zoom
from kbtui.paint.cells import BOLD, DIM, REVERSE
from kbtui.paint.cells import Cell as Ink
from kbtui.paint.colors import Rgb, contrast
from kbtui.paint.palette import Palette, Theme

_READABLE: Final = 3.0  # contrast of a sign with its ground
_GROUND: Final = "#"


class Inks:
    """The colors of signs: none without a palette."""

    def __init__(self, palette: Palette | None, known: Signs) -> None:
        self.ground = None if palette is None else palette.frame.background
        self._palette = palette
        self._known = known
        self._colors: Colors | None = None if palette is None else colors(palette)

    def sign(self, char: str, face: int, seat: int) -> Rgb | None:
        """The color of one letter of a tile."""
        if self._palette is None or self._colors is None:
            return None
        found = self._colors
        rgb = {
            self._known.window: found.window[1],
            self._known.roof: found.roof[0],
            self._known.person: found.gold[1],
            self._known.ruby: found.ruby[1],
            self._known.banner: self._palette.seats[seat],
        }.get(char)
        if rgb is None:
            is_dark = self._palette.theme is Theme.DARK
            stone: tuple[Rgb, ...] = getattr(found, family_of(face).value)
            rgb = self._palette.frame.text if char.isdigit() else stone[0 if is_dark else 2]
        return self.readable(rgb)

    def readable(self, rgb: Rgb) -> Rgb:
        assert self._palette is not None
        frame = self._palette.frame
        return rgb if contrast(rgb, frame.background) >= _READABLE else frame.text

    def named(self, name: str) -> Rgb | None:
        """A color of the frame."""
        if self._palette is None:
            return None
        found: Rgb = getattr(self._palette.frame, name)
        return found


_COUNTED: Final = {
    Counted.WINDOWS: "window",
    Counted.ROOFS: "roof",
    Counted.PEOPLE: "person",
}


class Outline:
    """Draws scenes of one zoom."""

    def __init__(self, zoom: Zoom, palette: Palette | None, unicode: bool) -> None:
        self.zoom, self.unicode, self.known = zoom, unicode, signs(unicode)
        self.inks = Inks(palette, self.known)
        self.blank = Ink(" ", None, self.inks.ground)

    def rows(self, scene: Scene) -> list[list[Ink]]:
        return _Drawing(self, scene).rows


class _Drawing:
    def __init__(self, look: Outline, scene: Scene) -> None:
        self.look, self.scene, self.zoom, self.frame = look, scene, look.zoom, scene.frame
        self.rows = [[look.blank] * scene.frame.columns for _ in range(scene.frame.rows)]
        self._tiles()
        self._ground()
        self._marks()
        for x, (char, is_mark) in enumerate(heading(scene, look.unicode), 1):
            flags = BOLD | REVERSE if is_mark else BOLD
            self._set(x, 0, char, look.inks.named("text"), flags)

    def _tiles(self) -> None:
        scene, look, counts = self.scene, self.look, self.scene.counts
        for cell, face in scene.tiles:
            is_last = bool(scene.last >> cell & 1)
            shining = self._shining(bool(counts >> cell & 1))
            left, top = self.frame.left(cell), self.frame.top(cell) // 2
            found = letters(face, self.zoom, look.unicode, False, is_last)
            for y, row in enumerate(found, top):
                for x, char in enumerate(row, left):
                    if char != " " and 0 <= y < len(self.rows):
                        is_bold = char in shining if scene.counted else char.isdigit()
                        if scene.bare and char.isdigit():
                            char, is_bold = look.known.stone, False
                        ink = look.inks.sign(char, face, scene.seat)
                        self._set(x, y, char, ink, BOLD if is_bold else 0)

    def _shining(self, counts: bool) -> str:
        """The signs that are counted."""
        counted = self.scene.counted
        if counted is None or not counts:
            return ""
        if counted is Counted.HEIGHT:
            return f"0123456789{self.look.known.stone}{self.look.known.person}"
        sign: str = getattr(self.look.known, _COUNTED[counted])
        return sign

    def _ground(self) -> None:
        frame, y = self.frame, len(self.rows) - 1
        ink = self.look.inks.named("muted")
        if self.scene.is_cut:
            self._text(0, y, cut_note(frame), self.look.inks.named("accent"), BOLD)
            return
        first, wide = frame.margin + self.zoom.half, self.zoom.columns - self.zoom.wide
        for row in range(frame.floor // 2, y + 1):
            self._text(first, row, _GROUND * wide, ink, DIM)
        for i, x in letter_spots(frame):
            self._set(x, y, LETTERS[i], self.look.inks.named("text"), 0)

    def _marks(self) -> None:
        scene, known, inks = self.scene, self.look.known, self.look.inks
        accent, warning = inks.named("accent"), inks.named("warning")
        for cell, gain in scene.gains:
            if cell != scene.cursor:
                self._dots(cell)
                text = gain.move(self.look.unicode) + gain.extras("")
                self._say(cell, self._row, text, accent, BOLD)
        for cell in cells(scene.hits):
            if cell != scene.cursor:
                self._say(cell, self.zoom.tile_rows // 2, known.hit, warning, BOLD)
        if scene.hover is not None and scene.hover != scene.cursor:
            self._say(scene.hover, self._row, "[]", inks.named("muted"), 0)
        if scene.cursor is not None:
            self._cursor(scene.cursor)

    @property
    def _row(self) -> int:
        """The text row of a cell that says what it brings."""
        return 0 if self.zoom.tile_rows <= _LOW else 1

    def _cursor(self, cell: Cell) -> None:
        scene, known, row = self.scene, self.look.known, self._row
        gain = dict(scene.gains).get(cell)
        text = ""
        if gain is not None:
            text = gain.move(self.look.unicode) + gain.extras("")
            self._dots(cell)
        elif scene.refused:
            text = known.refused
        elif scene.hits >> cell & 1:
            text, row = known.hit, self.zoom.tile_rows // 2
        elif scene.castle.occupied >> cell & 1:
            number = TILES[scene.castle.tiles[cell]].top_number
            text, row = str(number) if number else known.person, 0
        name = "warning" if scene.refused else "ring"
        self._say(cell, row, f"[{text or ' '}]", self.look.inks.named(name), BOLD | REVERSE)

    def _dots(self, cell: Cell) -> None:
        """Rows of dots above and below what a cell says, where there is room."""
        if self.zoom.tile_rows > _LOW:
            line = f"{self.look.known.dot} " * self.zoom.half
            ink = self.look.inks.named("accent")
            for row in (0, self.zoom.tile_rows - 1):
                self._say(cell, row, line, ink, DIM)

    def _say(self, cell: Cell, row: int, text: str, ink: Rgb | None, flags: int) -> None:
        """In the middle of a cell."""
        if self.frame.shows(cell):
            text = text[: self.zoom.wide]
            x = self.frame.left(cell) + (self.zoom.wide - len(text)) // 2
            self._text(x, self.frame.top(cell) // 2 + row, text, ink, flags)

    def _text(self, x: int, y: int, text: str, ink: Rgb | None, flags: int) -> None:
        for at, char in enumerate(text, x):
            self._set(at, y, char, ink, flags)

    def _set(self, x: int, y: int, char: str, ink: Rgb | None, flags: int) -> None:
        self.rows[y][x] = Ink(char, ink, self.look.inks.ground, flags)


_LOW: Final = 2  # text rows of a tile without room for dots
