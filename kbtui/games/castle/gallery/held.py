"""Tiles in the hand: rack, market, and what is set aside, as blocks of lines side by side.

A tile lies on a swatch of night sky, so that its sky halves are seen as such. Its last row has the
number it stands on, its first row the number it gives where that is another one. Below it is its
key, and signs for all else that is on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.castle.pieces.tiles import TILES, UNKNOWN, Face
from engine.contract import Seat
from kbtui.games.castle.board.grounds import Blends, colors, swatch
from kbtui.games.castle.board.letters import letters
from kbtui.games.castle.board.outline import Inks
from kbtui.games.castle.board.stamps import Key, Stamps
from kbtui.games.castle.board.symbols import Plaque, given, shown, signs, wanted
from kbtui.games.castle.board.zoom import Zoom
from kbtui.look.look import Look
from kbtui.paint.cells import BOLD, DIM, Cell, Halves
from kbtui.paint.colors import Rgb
from kbtui.paint.glyphs import glyphs
from kbtui.paint.palette import Palette
from kbtui.paint.runs import EMPTY, FAINT, MUTED, TEXT, Line, Run, Tone, fit, line, painted


class Pose(Enum):
    """How a tile lies in the hand."""

    OPEN = "open"
    FADED = "faded"  # it fits nowhere, or cannot be chosen now
    CHOSEN = "chosen"
    MARKED = "marked"  # to be paid or discarded
    DOWN = "down"  # face down


class Held(NamedTuple):
    """A tile in the hand."""

    face: Face
    key: str = ""  # as it is written below the tile
    pose: Pose = Pose.OPEN
    act: str = ""  # the command that a click gives
    is_new: bool = False
    seat: Seat = 0  # of whom it is: for the banner, and for its back


_FADE: Final = 0.6  # towards the background
_QUESTION: Final = "?"


def has_pixels(look: Look) -> bool:
    """Whether castles and tiles are painted, not written."""
    return look.theme.palette is not None and look.terminal.unicode and not look.is_outline


def hand(tiles: Sequence[Held], look: Look, zoom: Zoom, gap: int = 1) -> list[Line]:
    """Tiles side by side, the line of their keys last."""
    if not tiles:
        return [EMPTY] * (zoom.tile_rows + 1)
    blocks = [[*tile(held, look, zoom), caption(held, look, zoom)] for held in tiles]
    between = Run(" " * gap)
    return [
        tuple(
            run
            for i, block in enumerate(blocks)
            for run in ((between,) if i and gap else ()) + block[y]
        )
        for y in range(zoom.tile_rows + 1)
    ]


def tile(held: Held, look: Look, zoom: Zoom) -> list[Line]:
    """The picture of one tile, without its key."""
    is_down = held.pose is Pose.DOWN or held.face == UNKNOWN
    is_faded = held.pose is Pose.FADED
    palette = look.theme.palette
    rows: Sequence[Sequence[Cell]]
    if palette is None or not has_pixels(look):
        rows = _written(held, look, zoom, is_down, is_faded)
    elif is_down:
        rows = _back(zoom, palette, held.seat)
    else:
        rows = _painted(zoom, palette, held.face, held.seat, is_faded)
    return [painted(row, held.act) for row in rows]


def caption(held: Held, look: Look, zoom: Zoom) -> Line:
    """The key of a tile, and its signs: ``3 ∩@◊``."""
    pose, is_down = held.pose, held.pose is Pose.DOWN or held.face == UNKNOWN
    text = "" if is_down else shown(held.face, look.terminal.unicode)
    if pose in _RAISED:
        mark = _POINTERS[look.theme.palette is None](look) if pose is Pose.CHOSEN else "x"
        key = f"{mark}{held.key}" if look.theme.palette is None else held.key
        tone = Tone("ink", _RAISED[pose], BOLD)
        return fit((Run(f"{key} {text}".rstrip(), tone, held.act),), zoom.wide, _RAISED[pose])
    key_tone = MUTED if pose is Pose.FADED else Tone("accent", "raised", BOLD)
    if held.is_new:
        key_tone = Tone("ink", "good", BOLD)
    sign_tone = FAINT if pose is Pose.FADED else TEXT
    parts = [Run(held.key, key_tone, held.act)] if held.key else []
    return fit(line(*parts, Run(f" {text}", sign_tone, held.act)), zoom.wide)


_RAISED: Final = {Pose.CHOSEN: "accent", Pose.MARKED: "warning"}
_POINTERS: Final = (lambda look: "", lambda look: look.signs.pointer)  # only without color


@lru_cache(maxsize=512)
def _painted(
    zoom: Zoom, palette: Palette, face: Face, seat: Seat, is_faded: bool
) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a tile that lies open."""
    ground, frame = swatch(palette), palette.frame
    pixels = [[ground] * zoom.wide for _ in range(zoom.high)]
    for y, x, found in _stamps(zoom, palette)[Key(face, seat, face % 8, held=True)]:
        pixels[y][x : x + len(found)] = found
    plaque, ink = colors(palette).plaque
    if is_faded:
        blends = Blends(palette)
        pixels = [[blends[rgb, frame.background, _FADE] for rgb in row] for row in pixels]
        ink = blends[ink, frame.background, 0.4]
    rows = _cells(pixels)
    bold = BOLD if palette.has_bold and not is_faded else 0
    known = TILES[face]
    numbers = [(zoom.tile_rows - 1, wanted(face, zoom, True))]
    top = given(face, zoom)
    if top is not None and known.top_number != known.number:
        numbers.append((0, top))
    for y, number in numbers:
        _put(rows[y], number, Cell(" ", ink, plaque, bold))
    return tuple(map(tuple, rows))


def _put(row: list[Cell], number: Plaque, style: Cell) -> None:
    for x, char in enumerate(number.text, number.x):
        row[x] = style._replace(char=char)


def _cells(pixels: Sequence[Sequence[Rgb]]) -> list[list[Cell]]:
    """Pixel rows in pairs."""
    halves = Halves("▀")
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    return [[halves[pair] for pair in zip(one, other, strict=True)] for one, other in pairs]


@lru_cache(maxsize=32)
def _stamps(zoom: Zoom, palette: Palette) -> Stamps:
    return Stamps(zoom, palette)


@lru_cache(maxsize=64)
def _back(zoom: Zoom, palette: Palette, seat: Seat) -> tuple[tuple[Cell, ...], ...]:
    """A tile face down: sandstone with a border, and the mark of whose it is."""
    light, plain, dark = colors(palette).sand
    wide, high = zoom.wide, zoom.high
    pixels = [[plain] * wide for _ in range(high)]
    pixels[0], pixels[-1] = [light] * wide, [dark] * wide
    for row in pixels[1:]:
        row[0], row[-1] = light, dark
    rows = _cells(pixels)
    chip = f"{_marks(True)[seat]}{seat + 1}"
    style = Cell(" ", palette.clear(palette.seats[seat]), palette.seats[seat], BOLD)
    _put(rows[zoom.tile_rows // 2], Plaque((wide - len(chip)) // 2, chip), style)
    return tuple(map(tuple, rows))


def _marks(unicode: bool) -> tuple[str, ...]:
    return glyphs(unicode).seats


def _written(held: Held, look: Look, zoom: Zoom, is_down: bool, is_faded: bool) -> list[list[Cell]]:
    """A tile in letters."""
    known = signs(look.terminal.unicode)
    inks = Inks(look.theme.palette, known)
    if is_down:
        inner = zoom.wide - 2
        middle = f"{known.wall}{_QUESTION.center(inner)}{known.wall}"
        sides = f"{known.wall}{' ' * inner}{known.wall}"
        texts = [sides] * zoom.tile_rows
        texts[0] = f"{known.wall}{known.stone * inner}{known.wall}"
        texts[zoom.tile_rows // 2] = middle
    else:
        texts = [*letters(held.face, zoom, look.terminal.unicode, True, False)]
    return [
        [
            Cell(
                char,
                inks.sign(char, 0 if is_down else held.face, held.seat),
                inks.ground,
                DIM if is_faded else BOLD if char.isdigit() else 0,
            )
            for char in text
        ]
        for text in texts
    ]
