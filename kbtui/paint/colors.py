"""Color arithmetic and the fixed palettes of terminals; knows nothing of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Rgb = tuple[int, int, int]

BLACK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (255, 255, 255)

# The members of both palettes. The first 16 of the 256 are left out: users choose those themselves.
_STEPS: Final = (0, 95, 135, 175, 215, 255)
_CUBE: Final = [(red, green, blue) for red in _STEPS for green in _STEPS for blue in _STEPS]
_RAMP: Final = range(8, 248, 10)
COLOURS_256: Final[Mapping[int, Rgb]] = dict(
    enumerate(_CUBE + [(grey, grey, grey) for grey in _RAMP], 16)
)
COLOURS_16: Final[Mapping[int, Rgb]] = {
    8 * bright + number: rgb
    for bright, low, high in ((0, 0, 170), (1, 85, 255))
    for number, rgb in enumerate(
        (high if n & 1 else low, high if n & 2 else low, high if n & 4 else low) for n in range(8)
    )
} | {3: (170, 85, 0)}  # the one that is not a corner of the cube: brown


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``share`` of the way from one color to the other."""
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


def clearer(ground: Rgb, one: Rgb, other: Rgb) -> Rgb:
    """Whichever of two colors is easier to read on this background; the first if equal."""
    return one if contrast(one, ground) >= contrast(other, ground) else other


def distance(one: Rgb, other: Rgb) -> int:
    """How far apart two colors are, squared; good enough to find the nearest of a palette."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def in_256(colour: Rgb) -> Rgb:
    """The nearest of the 256: the best corner of the cube or the best step of the gray ramp."""
    red, green, blue = (min(_STEPS, key=lambda step: abs(step - v)) for v in colour)
    level = min(_RAMP, key=lambda step: abs(3 * step - sum(colour)))
    return min((red, green, blue), (level,) * 3, key=lambda member: distance(colour, member))


def in_grey(colour: Rgb) -> Rgb:
    """The gray among the 256 whose luminance is nearest."""
    linear = luminance(colour)
    level = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return (min(sorted({*_STEPS, *_RAMP}), key=lambda step: abs(step - 255 * level)),) * 3
