"""A sample of what the settings do: a strip of all colors, and a piece of a castle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine.castle.pieces.cells import parse_cell
from engine.castle.pieces.tiles import parse_tile
from kbtui.games.castle.board.art import art_in
from kbtui.games.castle.board.grounds import Colors, colors
from kbtui.games.castle.board.marks import Gain, Pointed, marks, place_of
from kbtui.games.castle.board.symbols import Signs, signs
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.gallery.dream import dream, standing, table_of
from kbtui.games.castle.gallery.held import has_pixels
from kbtui.look.look import Look
from kbtui.paint.cells import BOLD
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import INDICES, Mode, Palette, palette
from kbtui.paint.runs import TEXT, Line, Run, Tone, painted

_SEATS: Final = 4
_CASTLE: Final = {
    "f1": "cook4",
    "j1": "stair15/2",
    "g2": "soldier6",
    "i2": "hall2",
    "e2": "prince",
    "d1": "window4",
    "h3": "lside1",
    "j3": "window7",
    "i4": "roof9",
}


def _swatches(known: Signs, found: Colors) -> Iterator[tuple[str, Rgb]]:
    """Everything that has a color of its own, with its sign."""
    yield " ", found.sky[1]
    for stone, sign in ((found.grey, "5"), (found.slate, "1"), (found.sand, known.any)):
        yield sign, stone[1]
    yield from ((known.roof, found.roof[1]), (known.window, found.window[1]))
    yield from ((known.ruby, found.ruby[1]), (known.coin, found.gold[0]))
    yield known.moves, found.lit[0]


def strip(look: Look, mode: str | None = None) -> Line:
    """In the colors of the look, or in those of one of the modes."""
    known = signs(look.terminal.unicode)
    chosen = look.theme.palette if mode is None else None
    if mode is not None and mode != "none":
        chosen = palette(Mode(mode), look.shade, shading=False)
    found = [*_swatches(known, colors(chosen or palette(Mode.TRUE)))]
    if chosen is None:
        chips = [look.signs.chip(seat) for seat in range(_SEATS)]
        text = "".join(f" {sign} " for sign, _rgb in found)
        return (Run(" ".join((text, *chips)), TEXT),)
    runs = [Run(f" {sign} ", _tone(chosen, rgb)) for sign, rgb in found]
    for seat, rgb in enumerate(chosen.seats[:_SEATS]):
        runs += [Run(" "), Run(look.signs.chip(seat), _tone(chosen, rgb))]
    return tuple(runs)


def _tone(found: Palette, ground: Rgb) -> Tone:
    """Colors of smaller palettes by number: what is seen is what the terminal makes of them."""
    numbers, ink = INDICES.get(found.mode, {}), found.clear(ground)
    flags = BOLD if found.has_bold else 0
    return Tone(numbers.get(ink, ink), numbers.get(ground, ground), flags)


@lru_cache(maxsize=2)
def sample(look: Look, zoom: Zoom, columns: int, rows: int) -> Sequence[Line]:
    """A castle with a bit of everything, a legal cell and the cursor."""
    legal = {parse_cell("c2"): Gain(2, tiles=1), parse_cell("k2"): Gain(2)}
    pointed = Pointed(0, legal, parse_tile("rside2"))
    shown = marks(pointed, parse_cell("k2"), last=1 << place_of(0, parse_cell("i4")))
    board = art_in(look, zoom, columns, rows)
    board.show(table_of(standing(_CASTLE)), shown)
    left = max(board.columns - columns, 0) // 2
    lines = [painted(board.row(y)[left : left + columns]) for y in range(board.rows)]
    return lines[-rows:]


@lru_cache(maxsize=4)
def postcard(day: str, look: Look, columns: int, rows: int) -> Sequence[Line]:
    """A castle as it may become one, as large as there is room for; nothing if there is little."""
    fitting = (zoom for zoom in _CARDS if zoom.columns <= columns and zoom.levels(rows) >= _LEVELS)
    zoom = next(fitting, None)
    if zoom is None or not has_pixels(look):
        return []
    wide, high = min(columns, zoom.columns + zoom.wide), min(rows, zoom.rows(_MOST_LEVELS))
    card = art_in(look, zoom, wide, high)
    castle = dream(day, min(zoom.levels(high), _MOST_LEVELS) - 1)
    card.show(table_of(castle), marks(Pointed(0, lowest=1, bare=True)))
    return [painted(card.row(y)) for y in range(card.rows)]


_CARDS: Final = (Zoom.M, Zoom.S, Zoom.XS, Zoom.D)
_LEVELS: Final = 5  # that are worth a picture
_MOST_LEVELS: Final = 8
