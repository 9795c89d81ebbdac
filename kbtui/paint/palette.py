"""The colors of players, marks and frames, as tables for each mode and theme. A game brings its own
grounds (``Ground``).

The values for 256 and 16 colors are exact members of those palettes, so they reach the terminal
unchanged and one way of painting serves all modes. They are not computed from the true colors,
because nearest matches turn most of the board gray. Only the gray look is computed, from luminance.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from kbtui.paint.colors import (
    BLACK,
    COLOURS_16,
    COLOURS_256,
    WHITE,
    Rgb,
    clearer,
    contrast,
    distance,
    in_256,
    in_grey,
    mix,
)
from kbtui.paint.modes import Mode as Mode
from kbtui.paint.modes import mode_of as mode_of


class Theme(Enum):
    DARK = "dark"
    LIGHT = "light"


class Ground(NamedTuple):
    """How a kind of ground looks: as it is, as a legal target, under a piece; and its symbol."""

    plain: Rgb
    lit: Rgb
    dark: Rgb
    symbol: Rgb


class Frame(NamedTuple):
    """What is around the board: panels, lines, texts."""

    background: Rgb
    surface: Rgb
    raised: Rgb
    rule: Rgb
    text: Rgb
    muted: Rgb
    faint: Rgb  # only for what need not be read
    accent: Rgb
    good: Rgb
    warning: Rgb
    ink: Rgb  # on bright ground, as that of the players
    ring: Rgb  # cursor, and the foot of what was placed last
    on_accent: Rgb  # text on the accent


_GRAY: Final = COLOURS_16[7]  # of targets, where there are few colors
_NEAR_CONTRAST: Final = 1.4
_NEAR_DISTANCE: Final = 120**2


class Palette(NamedTuple):
    mode: Mode
    theme: Theme
    seats: tuple[Rgb, ...]
    bases: tuple[Rgb, ...]  # the foot of a settlement, which makes it look solid
    gold: Rgb  # hexes that earn it
    frame: Frame
    shades: tuple[float, float]  # towards white and black, for the second and the third tone
    has_bold: bool = True
    is_strong: bool = False  # symbols in black or white

    def blend(self, one: Rgb, other: Rgb, share: float) -> Rgb:
        """The mix, or the nearest to it that the mode has."""
        return _MEMBER[self.mode](mix(one, other, share))

    def toned(self, ground: Rgb, tone: int) -> Rgb:
        """One of three tones, so that no two adjacent hexes of a terrain run into each other."""
        white, black = self.shades
        return (ground, mix(ground, WHITE, white), mix(ground, BLACK, black))[tone]

    def clear(self, ground: Rgb) -> Rgb:
        """Ink or white: what can be read on this ground."""
        return clearer(ground, self.frame.ink, WHITE)

    def symbol(self, looks: Ground, ground: Rgb) -> Rgb:
        """Of a terrain or a place, soft or strong."""
        return clearer(ground, BLACK, WHITE) if self.is_strong else looks.symbol

    def ring(self, ground: Rgb) -> Rgb:
        """The color of the cursor; its opposite where the background is too similar."""
        ring = self.frame.ring
        if ground == _GRAY and self.mode is Mode.C16:
            return COLOURS_16[11]  # white on light gray could be missed
        is_close = distance(ring, ground) < _NEAR_DISTANCE
        return self.clear(ring) if is_close and contrast(ring, ground) < _NEAR_CONTRAST else ring

    def hover(self, ground: Rgb) -> Rgb:
        """Half the ring."""
        if self.mode is Mode.C16:
            return COLOURS_16[8 if ground in (COLOURS_16[0], COLOURS_16[7]) else 7]
        return self.blend(self.ring(ground), ground, 0.5)

    def seam(self, ground: Rgb) -> Rgb:
        """Where two quadrants meet."""
        if self.mode is Mode.C16:
            return COLOURS_16[0 if ground != COLOURS_16[0] else 8]
        darker = self.blend(ground, BLACK, 0.38)
        return darker if darker != ground else self.blend(ground, WHITE, 0.2)

    def faded(self, piece: Rgb, plain: Rgb) -> Rgb:
        """A settlement that is being moved; where hues are few or none, a hole of its shape."""
        has_hues = self.mode in (Mode.TRUE, Mode.C256)
        return self.blend(piece, plain, 0.55) if has_hues else self.frame.ink


def _itself(colour: Rgb) -> Rgb:
    return colour


_MEMBER: Final[Mapping[Mode, Callable[[Rgb], Rgb]]] = {
    Mode.TRUE: _itself,
    Mode.C256: cache(in_256),
    Mode.C16: _itself,  # has tables for what others mix
    Mode.GREY: cache(in_grey),
}
INDICES: Final[Mapping[Mode, Mapping[Rgb, int]]] = {
    Mode.C256: {rgb: index for index, rgb in COLOURS_256.items()},
    Mode.C16: {rgb: index for index, rgb in COLOURS_16.items()},
    Mode.GREY: {rgb: index for index, rgb in COLOURS_256.items()},
}
_FLAT: Final = (0.0, 0.0)
_SHADES: Final = {Theme.DARK: (0.055, 0.085), Theme.LIGHT: (0.16, 0.045)}


def read_hex(text: str) -> tuple[Rgb, ...]:
    """Colors written as six digits each."""
    values = [bytes.fromhex(word) for word in text.split()]
    return tuple((value[0], value[1], value[2]) for value in values)


def pick_256(text: str) -> tuple[Rgb, ...]:
    """Colors by their numbers among the 256."""
    return tuple(COLOURS_256[int(word)] for word in text.split())


# Frames, in the order of their fields.
_TRUE: Final[Mapping[Theme, str]] = {
    Theme.DARK: "14171c 1a1e25 242a35 39414f e6e3da 99a1af 646d7c "
    "f0c35a 8fd18a ff8f6b 101014 ffffff 101014",
    Theme.LIGHT: "f4f1ea ece8dd dfd9ca bdb5a2 26262c 625e55 928c7e "
    "8a5a00 2f7a2b b4410f 101014 000000 ffffff",
}
_256: Final[Mapping[Theme, str]] = {
    Theme.DARK: "233 235 237 240 254 248 243 221 114 209 16 231 16",
    Theme.LIGHT: "255 254 252 248 235 241 245 94 28 130 16 16 231",
}
_SEATS: Final = read_hex("ff6a3d 86d0ff ffffff 8a6cff f5cf2e")  # the same in every theme
_GOLD: Final = read_hex("f0c35a")[0]


def _true(theme: Theme) -> Palette:
    bases = tuple(mix(seat, BLACK, 0.42) for seat in _SEATS)
    frame = Frame(*read_hex(_TRUE[theme]))
    return Palette(Mode.TRUE, theme, _SEATS, bases, _GOLD, frame, _SHADES[theme])


def _in_256(theme: Theme) -> Palette:
    """Flat: the steps of this palette are so coarse that a shade looks like other terrain."""
    return Palette(
        Mode.C256,
        theme,
        pick_256("202 117 231 99 220"),
        pick_256("124 66 246 55 100"),
        COLOURS_256[221],
        Frame(*pick_256(_256[theme])),
        _FLAT,
    )


def _in_16(_: Theme) -> Palette:
    """Players take the bright half, grounds the dull one: apart under any scheme of a user. The
    cursor is white, and yellow on a target.

    No bold: many terminals of this kind draw it as the bright half of the palette.
    """
    pick = COLOURS_16
    frame = (0, 0, 4, 8, 15, 7, 8, 11, 10, 9, 0, 15, 0)
    return Palette(
        Mode.C16,
        Theme.DARK,
        tuple(pick[i] for i in (12, 14, 15, 13, 9)),
        (pick[8],) * 5,
        pick[11],
        Frame(*(pick[i] for i in frame)),
        _FLAT,
        has_bold=False,
    )


def _in_grey(theme: Theme) -> Palette:
    """Every true color as a gray of its luminance; marks tell players apart."""
    true = _true(theme)
    return true._replace(
        mode=Mode.GREY,
        seats=tuple(map(in_grey, true.seats)),
        bases=tuple(map(in_grey, true.bases)),
        gold=in_grey(true.gold) if theme is Theme.DARK else WHITE,  # there most ground is as bright
        frame=Frame(*map(in_grey, true.frame)),
        shades=_FLAT,
    )


_MAKERS: Final[Mapping[Mode, Callable[[Theme], Palette]]] = {
    Mode.TRUE: _true,
    Mode.C256: _in_256,
    Mode.C16: _in_16,
    Mode.GREY: _in_grey,
}


@cache
def palette(
    mode: Mode, theme: Theme = Theme.DARK, *, shading: bool = True, strong: bool = False
) -> Palette:
    """The colors of a mode; 16 colors have one theme, and only true color has shades."""
    made = _MAKERS[mode](theme)
    return made._replace(shades=made.shades if shading else _FLAT, is_strong=strong)
