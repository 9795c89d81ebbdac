"""How terrains and places of the board look, as tables for each mode and theme.

As in ``palette``, the values for 256 and 16 colors are exact members of those palettes, and only
the gray look is computed.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.kingdom.ground.hexes import PLACE, Hex
from engine.kingdom.ground.terrain import Terrain
from kbtui.paint.colors import COLOURS_16, Rgb, in_grey
from kbtui.paint.modes import Mode
from kbtui.paint.palette import Ground, Palette, Theme, pick_256, read_hex

# Three tones, so that no two adjacent hexes of a terrain run into each other.
TONE: Final[Mapping[Hex, int]] = {
    hex_: (column - (row - (row & 1)) // 2 - row) % 3 for hex_, (row, column) in PLACE.items()
}


class Grounds(NamedTuple):
    terrain: Mapping[Terrain, Ground]
    empty: Ground  # a location without tiles


# Rows: the eight grounds in the order of Terrain, castle, palace and location as plain and symbol,
# the location without tiles.
_TRUE: Final[Mapping[Theme, tuple[str, ...]]] = {
    Theme.DARK: (
        *("7eab51 9dd26a 3d512b 455e2d", "c56392 f381b7 5d3148 6c3650"),
        *("1a4e30 35704c 10271c 7a9887", "8d4729 b76542 442419 bd9483"),
        *("ddc17b ffe594 685b3e 7a6a44", "46847e 61a9a2 24403f 264945"),
        *("326db2 4c90e0 1b3557 88aad2", "62666e 838891 303238 a4a6ab"),
        *("e4e4ec 3b3d58", "e6d6ff 3b3d58", "f6e9c4 5b3d00", "b9ae90 5b3d00"),
    ),
    Theme.LIGHT: (
        *("b1da86 dbfcb9 495740 61784a", "f0a3c4 ffd3ed 5f4555 845a6c"),
        *("539869 97cea8 294136 2e543a", "d28a68 fbc1a6 553c36 744c39"),
        *("f9e7b3 fff9e2 625c4f 897f62", "82bbb5 bae7e2 394d50 486764"),
        *("80b7e7 b8e4ff 394b61 46657f", "a8abb1 d8dbe0 46474f 5c5e61"),
        *("4a4a55 f4f4ff", "5a3f7a f4f4ff", "4b3a1a fff1c4", "8d8470 fff1c4"),
    ),
}
_256: Final[Mapping[Theme, tuple[str, ...]]] = {
    Theme.DARK: (
        *("70 149 64 22", "132 176 53 238", "22 71 233 72", "130 173 52 180"),
        *("179 229 94 94", "66 109 23 238", "25 75 17 74", "243 248 238 145"),
        *("254 60", "189 60", "230 58", "144 58"),
    ),
    Theme.LIGHT: (
        *("150 193 65 65", "175 225 96 240", "71 157 23 22", "173 223 95 240"),
        *("229 231 101 101", "109 152 66 240", "110 153 60 60", "248 253 240 241"),
        *("239 255", "54 255", "58 230", "144 230"),
    ),
}


def _of_place(plain: Rgb, symbol: Rgb) -> Ground:
    """Places nobody builds on look the same in every state."""
    return Ground(plain, plain, plain, symbol)


def _read(rows: tuple[str, ...], colors: Callable[[str], tuple[Rgb, ...]]) -> Grounds:
    """Grounds from one of the tables above."""
    *grounds, castle, palace, location, empty = map(colors, rows)
    places = (_of_place(*row) for row in (castle, palace, location))
    whole = dict(zip(Terrain, [*(Ground(*row) for row in grounds), *places], strict=True))
    return Grounds(whole, _of_place(*empty))


def _in_16(_theme: Theme) -> Grounds:
    """Terrain takes the dull half, players the bright one: apart under any scheme of a user.
    Targets are light gray, places black."""
    pick, black, white = COLOURS_16, COLOURS_16[0], COLOURS_16[15]
    plain = dict(zip(tuple(Terrain)[:8], (10, 5, 2, 1, 3, 6, 4, 8), strict=True))
    grounds = {
        terrain: Ground(pick[i], pick[7], black, black if i in (10, 3, 6) else white)
        for terrain, i in plain.items()
    }
    places = dict.fromkeys((Terrain.CASTLE, Terrain.PALACE), _of_place(black, white))
    places[Terrain.LOCATION] = _of_place(black, pick[11])
    return Grounds(grounds | places, _of_place(pick[8], white))


def _in_grey(theme: Theme) -> Grounds:
    true = _MAKERS[Mode.TRUE](theme)

    def greyed(ground: Ground) -> Ground:
        return Ground(*map(in_grey, ground))

    whole = {terrain: greyed(ground) for terrain, ground in true.terrain.items()}
    return Grounds(whole, greyed(true.empty))


_MAKERS: Final[Mapping[Mode, Callable[[Theme], Grounds]]] = {
    Mode.TRUE: lambda theme: _read(_TRUE[theme], read_hex),
    Mode.C256: lambda theme: _read(_256[theme], pick_256),
    Mode.C16: _in_16,
    Mode.GREY: _in_grey,
}


@cache
def _made(mode: Mode, theme: Theme) -> Grounds:
    return _MAKERS[mode](theme)


def grounds(palette: Palette) -> Grounds:
    """The grounds that go with the colors of a palette."""
    return _made(palette.mode, palette.theme)


def tones(palette: Palette) -> Mapping[str, Ground]:
    """The grounds by the names that texts with tones use."""
    terrain = grounds(palette).terrain
    named = {each.word: ground for each, ground in terrain.items()}
    brown = terrain[Terrain.LOCATION].symbol
    return {**named, "brown": _of_place(brown, brown)}
