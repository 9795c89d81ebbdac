"""The terminal of a player, emulated by pyte, and its cells as the eye sees them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from pyte import Screen, Stream
from pyte.graphics import BG_AIXTERM, BG_ANSI, FG_AIXTERM, FG_ANSI, FG_BG_256
from pyte.modes import IRM
from pyte.screens import Char
from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

DEFAULT: Final = "default"  # the terminal's own colour
_JUNK: Final = Char("?", "red", "blue")  # what may stand there when the size has changed
_TURNED: Final = {"█": " ", "▄": "▀", "▐": "▌"}  # the same with both colours exchanged
_MISSPELT: Final = {"bfightmagenta": "brightmagenta"}  # how pyte calls that ground
_HALVES: Final = "▀▌"
_DRAWN: Final = frozenset({"underscore", "strikethrough", "reverse"})  # they show on a blank
# As Rich names them and as pyte does, which knows no dim; nothing of ours blinks.
_STYLES: Final = {
    "bold": "bold",
    "dim": "blink",
    "italic": "italics",
    "underline": "underscore",
    "reverse": "reverse",
    "strike": "strikethrough",
}


class Cell(NamedTuple):
    """What one column of a line looks like; the right half of a wide character has no text."""

    text: str
    fore: str
    back: str
    flags: frozenset[str]


@lru_cache(maxsize=1 << 16)
def seen(char: Char) -> Cell:
    """The same for the eye: blocks can be drawn in two ways, a blank has no foreground."""
    text, fore, back = char.data, char.fg, _MISSPELT.get(char.bg, char.bg)
    flags = frozenset(name for name in _STYLES.values() if getattr(char, name))
    if text in _TURNED and "reverse" not in flags and DEFAULT not in (fore, back):
        text, fore, back = _TURNED[text], back, fore
    if text == " " and not flags & _DRAWN:
        fore, flags = "", frozenset()
    elif text and text in _HALVES and fore == back:
        text, fore, flags = " ", "", frozenset()
    return Cell(text, fore, back, flags)


class _Glass(Screen):
    """Keeps dim where pyte keeps blinking, and draws plain text in fewer steps."""

    def __init__(self, columns: int, rows: int) -> None:
        self._inked: dict[Char, dict[str, Char]] = {}  # by style and letter
        super().__init__(columns, rows)

    def draw(self, data: str) -> None:
        start, end = self.cursor.x, self.cursor.x + len(data)
        if not data.isascii() or end > self.columns or IRM in self.mode:
            super().draw(data)
            return
        attributes, line = self.cursor.attrs, self.buffer[self.cursor.y]
        inked = self._inked.setdefault(attributes, {})
        for x, letter in enumerate(data, start):
            char = inked.get(letter)
            if char is None:
                char = inked[letter] = attributes._replace(data=letter)
            line[x] = char
        self.cursor.x = end
        self.dirty.add(self.cursor.y)

    def select_graphic_rendition(self, *attrs: int, private: bool = False) -> None:
        if private:
            return
        codes, given = list[int](), iter(attrs)
        for code in given:
            if code in (38, 48):
                kind = next(given)
                codes += (code, kind, *(next(given) for _ in range(3 if kind == 2 else 1)))
            else:
                codes += {2: (5,), 22: (22, 25)}.get(code, (code,))
        super().select_graphic_rendition(*codes)


class Emulator:
    """Takes what the app writes."""

    def __init__(self, columns: int, rows: int) -> None:
        self._screen = _Glass(columns, rows)
        self._stream = Stream(self._screen)
        self._picture: list[list[Cell]] = []
        self.written = 0  # characters

    def feed(self, text: str) -> None:
        self.written += len(text)
        self._stream.feed(text)

    def resize(self, columns: int, rows: int) -> None:
        """What a terminal then shows is its own affair, so nothing of it may be relied on."""
        self._screen.resize(rows, columns)
        self._picture = []
        for y in range(rows):
            for x in range(columns):
                self._screen.buffer[y][x] = _JUNK

    @property
    def picture(self) -> list[list[Cell]]:
        """Row by row; those that nothing was written to are the same lists as the last time."""
        columns, rows = range(self._screen.columns), range(self._screen.lines)
        dirty, buffer = self._screen.dirty, self._screen.buffer
        if not self._picture:
            self._picture = [[] for _ in rows]
            dirty.update(rows)
        for y in dirty & {*rows}:
            self._picture[y] = [seen(char) for char in map(buffer[y].__getitem__, columns)]
        dirty.clear()
        return [*self._picture]


def drawn(segments: Iterable[Segment]) -> list[Cell]:
    """The cells of text with styles, as a terminal that gets them should show them."""
    return [*chain.from_iterable(_cells(text, style or _PLAIN) for text, style, _ in segments)]


@lru_cache(maxsize=1 << 16)
def _cells(text: str, style: Style) -> Sequence[Cell]:
    on = {ours: bool(getattr(style, name)) for name, ours in _STYLES.items()}
    blank = Char(" ", _colour(style.color, True), _colour(style.bgcolor, False), **on)
    found: list[Char] = []
    for letter in text:
        columns = cell_len(letter)
        char = blank._replace(data=letter)
        if columns:
            found += [char, *[char._replace(data="")] * (columns - 1)]
        elif found:
            place = max(at for at, each in enumerate(found) if each.data)
            whole = unicodedata.normalize("NFC", found[place].data + letter)
            found[place] = found[place]._replace(data=whole)
    return [*map(seen, found)]


def _colour(colour: Color | None, is_fore: bool) -> str:
    """As pyte names it."""
    if colour is None or colour.is_default:
        return DEFAULT
    first, *others = map(int, colour.get_ansi_codes(is_fore))
    if not others:
        known = (FG_ANSI, FG_AIXTERM) if is_fore else (BG_ANSI, BG_AIXTERM)
        return next(names[first] for names in known if first in names)
    kind, *values = others
    return "".join(f"{value:02x}" for value in values) if kind == 2 else FG_BG_256[values[0]]


_PLAIN: Final = Style()
