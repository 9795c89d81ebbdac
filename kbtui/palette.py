"""Colours of the board in three modes, as tables.

Values of the 256 and 16 colour tables are exact members of those palettes, so that they reach the
terminal as they are and one way of painting serves all modes. They are not computed from the true
colours: nearest matches turn most of the map grey.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from engine.kingdom.hexes import PLACE, Hex
from engine.kingdom.terrain import Terrain

Rgb = tuple[int, int, int]

BLACK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (255, 255, 255)


class Mode(Enum):
    TRUE = "true"
    C256 = "256"
    C16 = "16"


class Ground(NamedTuple):
    """How a terrain looks: as it is, as a legal target, under a settlement; and its symbol."""

    plain: Rgb
    lit: Rgb
    dark: Rgb
    symbol: Rgb


class Palette(NamedTuple):
    grounds: Mapping[Terrain, Ground]
    empty: Ground  # a location without tiles
    seats: tuple[Rgb, ...]
    bases: tuple[Rgb, ...]  # the foot of a settlement, which makes it look solid
    ring: Rgb  # cursor, and the foot of what was placed last
    ink: Rgb  # on bright ground
    background: Rgb  # around the board
    muted: Rgb  # coordinates
    is_shaded: bool
    has_bold: bool


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``share`` of the way from one colour to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Relative luminance, 0 to 1, as contrast is measured."""
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """1 for equal luminance, 21 for black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def shade(ground: Rgb, hex_: Hex) -> Rgb:
    """One of three tones, so that no two adjacent hexes of a terrain run into each other."""
    row, column = PLACE[hex_]
    tone = (column - (row - (row & 1)) // 2 - row) % 3
    return (ground, mix(ground, WHITE, 0.055), mix(ground, BLACK, 0.085))[tone]


# The members of both palettes. The first 16 of the 256 are left out: users choose those themselves.
_STEPS: Final = (0, 95, 135, 175, 215, 255)
_CUBE: Final = [(red, green, blue) for red in _STEPS for green in _STEPS for blue in _STEPS]
COLOURS_256: Final[Mapping[int, Rgb]] = dict(
    enumerate(_CUBE + [(grey, grey, grey) for grey in range(8, 248, 10)], 16)
)
COLOURS_16: Final[Mapping[int, Rgb]] = {
    8 * bright + number: rgb
    for bright, low, high in ((0, 0, 170), (1, 85, 255))
    for number, rgb in enumerate(
        (high if n & 1 else low, high if n & 2 else low, high if n & 4 else low) for n in range(8)
    )
} | {3: (170, 85, 0)}  # the one that is no corner of the cube: brown
INDICES: Final[Mapping[Mode, Mapping[Rgb, int]]] = {
    Mode.C256: {rgb: index for index, rgb in COLOURS_256.items()},
    Mode.C16: {rgb: index for index, rgb in COLOURS_16.items()},
}

_PLACES: Final = (Terrain.LOCATION, Terrain.CASTLE, Terrain.PALACE)


def _flat(plain: Rgb, symbol: Rgb) -> Ground:
    """Places nobody builds on look the same in every state."""
    return Ground(plain, plain, plain, symbol)


def _hex(text: str) -> tuple[Rgb, ...]:
    values = [bytes.fromhex(word) for word in text.split()]
    return tuple((value[0], value[1], value[2]) for value in values)


def _true() -> Palette:
    grounds = {
        Terrain.GRASS: "7eab51 9dd26a 3d512b 455e2d",
        Terrain.FLOWERS: "c56392 f381b7 5d3148 6c3650",
        Terrain.FOREST: "1a4e30 35704c 10271c 7a9887",
        Terrain.CANYON: "8d4729 b76542 442419 bd9483",
        Terrain.DESERT: "ddc17b ffe594 685b3e 7a6a44",
        Terrain.MARSH: "46847e 61a9a2 24403f 264945",
        Terrain.WATER: "326db2 4c90e0 1b3557 88aad2",
        Terrain.MOUNTAIN: "62666e 838891 303238 a4a6ab",
    }
    location, empty, castle, palace = _hex("f6e9c4 b9ae90 e4e4ec e6d6ff")
    brown, slate = _hex("5b3d00 3b3d58")
    places = (_flat(location, brown), _flat(castle, slate), _flat(palace, slate))
    seats = _hex("ff6a3d 86d0ff ffffff 8a6cff f5cf2e")
    ring, ink, background, muted = _hex("ffffff 101014 14171c 99a1af")
    return Palette(
        {terrain: Ground(*_hex(row)) for terrain, row in grounds.items()}
        | dict(zip(_PLACES, places, strict=True)),
        _flat(empty, brown),
        seats,
        tuple(mix(seat, BLACK, 0.42) for seat in seats),
        *(ring, ink, background, muted),
        is_shaded=True,
        has_bold=True,
    )


def _256() -> Palette:
    """Flat: the steps of this palette are so coarse that a shade looks like other terrain."""
    grounds = {
        Terrain.GRASS: (70, 149, 64, 22),
        Terrain.FLOWERS: (132, 176, 53, 238),
        Terrain.FOREST: (22, 71, 233, 72),
        Terrain.CANYON: (130, 173, 52, 180),
        Terrain.DESERT: (179, 229, 94, 94),
        Terrain.MARSH: (66, 109, 23, 238),
        Terrain.WATER: (25, 75, 17, 74),
        Terrain.MOUNTAIN: (243, 248, 238, 145),
        Terrain.LOCATION: (230, 230, 230, 58),
        Terrain.CASTLE: (254, 254, 254, 60),
        Terrain.PALACE: (189, 189, 189, 60),
    }
    pick = COLOURS_256
    return Palette(
        {terrain: Ground(*(pick[i] for i in row)) for terrain, row in grounds.items()},
        _flat(pick[144], pick[58]),
        tuple(pick[i] for i in (202, 117, 231, 99, 220)),
        tuple(pick[i] for i in (124, 66, 246, 55, 100)),
        *(pick[231], pick[16], pick[233], pick[248]),
        is_shaded=False,
        has_bold=True,
    )


def _16() -> Palette:
    """Terrain takes the dull half, players the bright one: apart under any scheme of a user.

    No bold: many terminals of this kind draw it as the bright half of the palette.
    """
    pick, black, white = COLOURS_16, COLOURS_16[0], COLOURS_16[15]
    plain = dict(zip(tuple(Terrain)[:8], (10, 5, 2, 1, 3, 6, 4, 8), strict=True))
    grounds = {
        terrain: Ground(pick[i], pick[7], black, black if i in (10, 3, 6) else white)
        for terrain, i in plain.items()
    }
    return Palette(
        grounds | dict.fromkeys(_PLACES, _flat(white, black)),
        _flat(pick[8], white),
        tuple(pick[i] for i in (9, 14, 15, 13, 11)),
        (pick[8],) * 5,
        *(white, black, black, pick[7]),
        is_shaded=False,
        has_bold=False,
    )


PALETTES: Final[Mapping[Mode, Palette]] = {
    Mode.TRUE: _true(),
    Mode.C256: _256(),
    Mode.C16: _16(),
}


def mode_of(environ: Mapping[str, str]) -> Mode | None:
    """The colours that the variables of a terminal promise; None for none at all."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term in ("", "dumb", "unknown"):
        return None
    if term.startswith("vt") or term.endswith(("-m", "-mono")):
        return None  # known to have none
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Mode.TRUE
    return Mode.C256 if term.endswith(("256color", "direct")) else Mode.C16
