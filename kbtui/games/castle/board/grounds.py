"""The colors of castles and skies, as tables for each mode and theme.

The values for 256 and 16 colors are exact members of those palettes, and only the gray look is
computed. Pictures of tiles are made of one-letter *paints*, so that one picture serves all modes:

    H P D   stone: light, plain, dark, of the family of the tile
    R r q   roof: light, plain, dark        W w #   window: light, plain, and its sill
    O o     wood: light, dark               J j i   ruby: light, plain, dark
    G k 8   gold, skin, brown hair          1 to 7  cloth: white blue green pink violet red steel
    9       a helmet                        B b     the color of the owner, and its shadow
    .       nothing: what is behind shows
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from kbtui.paint.colors import BLACK, COLOURS_16, Rgb, in_grey
from kbtui.paint.modes import Mode
from kbtui.paint.palette import Ground, Palette, Theme, pick_256, read_hex

SKY: Final = "."
STONE: Final = "HPD"


class Family(Enum):
    """Of stone; told by colors, and by what is drawn on the tile."""

    GREY = "grey"
    SLATE = "slate"
    SAND = "sand"


class Colors(NamedTuple):
    """In the order of the tables below."""

    sky: tuple[Rgb, ...]  # from the zenith down
    lights: tuple[Rgb, ...]  # star, moon
    hills: tuple[Rgb, ...]  # far, near
    ground: tuple[Rgb, ...]  # grass, foundation: light, plain, dark
    grey: tuple[Rgb, ...]
    slate: tuple[Rgb, ...]
    sand: tuple[Rgb, ...]
    roof: tuple[Rgb, ...]
    window: tuple[Rgb, ...]
    wood: tuple[Rgb, ...]
    ruby: tuple[Rgb, ...]
    gold: tuple[Rgb, ...]  # gold, skin, brown
    cloth: tuple[Rgb, ...]
    plaque: tuple[Rgb, ...]  # and the number on it
    lit: tuple[Rgb, ...]

    def paints(self, family: Family, owner: Rgb, shadow: Rgb) -> dict[str, Rgb]:
        """The colors of the letters."""
        stone: tuple[Rgb, ...] = getattr(self, family.value)
        groups = (
            (STONE, stone),
            ("Rrq", self.roof),
            ("Ww#", self.window),
            ("Oo", self.wood),
            ("Jji", self.ruby),
            ("Gk8", self.gold),
            ("1234567", self.cloth),
            ("9Bb", (self.slate[2], owner, shadow)),
        )
        return {
            letter: rgb for letters, row in groups for letter, rgb in zip(letters, row, strict=True)
        }


_TRUE: Final[Mapping[Theme, tuple[str, ...]]] = {
    Theme.DARK: (
        "12163a 1c2050 312a66 55366f 8a4670 9c5878 c4666c",
        *("e8e6ff f6efd2", "4a2f5c 33254c", "3c5a34 767068 5e5852 45403c"),
        *("c3bbae a49b8f 7d756b", "aeb8c8 8d97a8 697284", "dfc898 c2a878 967f56"),
        *("e8624a c8402f 8f2a22", "fff2b0 ffd867 4b3b2c", "8d6238 6b4628"),
        *("ff9bab ff3b5c d8334a", "f0c35a f0c49a 6b4628"),
        "f6f2ea 4c86d8 4fae62 f08ac0 9a6ce0 d8334a d4dbe6",
        *("1b1916 fff4d6", "ffe9a8"),
    ),
    Theme.LIGHT: (
        "6fb0ea 86c0f0 a0d0f4 bbdef7 d3e9f8 e8f1f4 fbf3dd",
        *("fff6c8 fff6c8", "a9c9c0 86b39a", "7fb055 a59e92 8d867c 6f695f"),
        *("e4ddd1 c9c1b4 a0988c", "aebcd2 8798b2 68789a", "f3e2ba dfc796 b79d6c"),
        *("ef7a62 d4503c a63a2c", "fff0a0 ffd04a 5c4a38", "aa7c4c 8a5f3a"),
        *("ff9bab e0203f b01a34", "d8a020 f0c49a 6b4628"),
        "e8e2d6 3a70c0 3c9650 dc70aa 8455cc c0283e b8c2d2",
        *("fffaf0 2a2118", "fff3c0"),
    ),
}
_256: Final[Mapping[Theme, tuple[str, ...]]] = {
    Theme.DARK: (
        "17 17 18 54 96 131 173",
        *("231 230", "53 236", "22 243 240 238"),
        *("188 145 102", "152 109 67", "223 180 137"),
        *("203 160 88", "229 221 237", "136 94", "217 197 197", "221 216 94"),
        "255 68 71 212 98 161 254",
        *("234 230", "229"),
    ),
    Theme.LIGHT: (
        "75 75 111 153 153 195 230",
        *("230 230", "151 108", "107 247 245 242"),
        *("188 145 102", "146 103 60", "223 180 137"),
        *("209 167 124", "228 221 239", "137 95", "217 161 161", "178 216 94"),
        "254 68 71 175 98 161 252",
        *("231 235", "229"),
    ),
}
_16: Final = (
    "4 4 4 4 5 5 3",
    *("15 15", "4 8", "2 7 8 8"),
    *("15 7 8", "15 7 8", "15 7 3"),
    *("9 9 1", "15 11 0", "3 3", "15 9 9", "11 15 3"),
    "15 12 10 13 5 9 15",
    *("0 15", "14"),
)
# Of the gray look: by their luminance, roofs and rubies would sink into the sky at night.
_GREY_ROOF: Final = ((188, 188, 188), (168, 168, 168), (128, 128, 128))
_GREY_RUBY: Final = ((238, 238, 238), (228, 228, 228), (208, 208, 208))


def _pick_16(text: str) -> tuple[Rgb, ...]:
    return tuple(COLOURS_16[int(word)] for word in text.split())


def _in_grey(theme: Theme) -> Colors:
    made = Colors(*(tuple(map(in_grey, row)) for row in _MAKERS[Mode.TRUE](theme)))
    if theme is Theme.LIGHT:
        return made
    return made._replace(roof=tuple(map(in_grey, _GREY_ROOF)), ruby=tuple(map(in_grey, _GREY_RUBY)))


_MAKERS: Final[Mapping[Mode, Callable[[Theme], Colors]]] = {
    Mode.TRUE: lambda theme: Colors(*map(read_hex, _TRUE[theme])),
    Mode.C256: lambda theme: Colors(*map(pick_256, _256[theme])),
    Mode.C16: lambda _theme: Colors(*map(_pick_16, _16)),
    Mode.GREY: _in_grey,
}


@cache
def _made(mode: Mode, theme: Theme) -> Colors:
    return _MAKERS[mode](theme)


def colors(palette: Palette) -> Colors:
    """The colors that go with those of a palette."""
    return _made(palette.mode, palette.theme)


_DARKER_16: Final = (0, 8, 8, 8, 4, 8, 8, 8, 8, 1, 2, 3, 4, 5, 6, 7)  # of the 16, in order
_SHADE_OF: Final = {rgb: COLOURS_16[_DARKER_16[i]] for i, rgb in COLOURS_16.items()}


class Blends(dict[tuple[Rgb, Rgb, float], Rgb]):
    """Mixed colors as the mode has them, each mixed once."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette

    def __missing__(self, key: tuple[Rgb, Rgb, float]) -> Rgb:
        one, other, share = key
        if self._palette.mode is Mode.C16:
            made = _in_16(one, other, share)
        else:
            made = self._palette.blend(one, other, share)
        self[key] = made
        return made


def _in_16(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Few colors cannot be mixed: a darker one, or whichever there is more of."""
    if other == BLACK:
        return _SHADE_OF[one] if share >= _SOME else one
    return other if share >= _HALF else one


_SOME: Final = 0.3
_HALF: Final = 0.5
_NIGHT: Final = 2  # the step of the sky that a tile in the hand lies on


def swatch(palette: Palette) -> Rgb:
    """The piece of sky behind a tile that is not built."""
    return colors(palette).sky[_NIGHT]


def tones(palette: Palette) -> Mapping[str, Ground]:
    """The colors by the names that texts with tones use."""
    made = colors(palette)
    plain = {
        "coin": made.gold[0],
        "ruby": made.ruby[1],
        "sandstone": made.sand[1],
        "stone": made.grey[1],
        "slate": made.slate[1],
        "roof": made.roof[1],
        "pane": made.window[1],
        "folk": made.cloth[1],
        "lit": made.lit[0],
    }
    blends = Blends(palette)
    feet = {f"{name}-foot": blends[rgb, BLACK, _FOOT] for name, rgb in plain.items()}
    return {name: Ground(rgb, rgb, rgb, rgb) for name, rgb in (plain | feet).items()}


_FOOT: Final = 0.35  # of a space of the track, towards black
