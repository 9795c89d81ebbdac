"""Color arithmetic: the palettes of terminals, and the nearest members of them."""

from __future__ import annotations

import pytest
from rich.color import Color

from kbtui.paint.colors import (
    BLACK,
    COLOURS_16,
    COLOURS_256,
    WHITE,
    clearer,
    contrast,
    distance,
    in_256,
    in_grey,
    luminance,
    mix,
)


def test_both_palettes_are_those_of_terminals() -> None:
    assert {i: tuple(Color.from_ansi(i).get_truecolor()) for i in range(16, 256)} == COLOURS_256
    dull = ["000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa"]
    bright = ["555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff"]
    assert [bytes(COLOURS_16[i]).hex() for i in range(16)] == dull + bright
    # The cube starts at 16 with black, the greys at 232 with #080808.
    assert COLOURS_256[202] == (255, 95, 0)
    assert COLOURS_256[232] == (8, 8, 8)


def test_contrast_goes_from_one_to_twenty_one() -> None:
    assert contrast(BLACK, WHITE) == contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast((9, 99, 200), (9, 99, 200)) == 1


def test_of_two_inks_the_clearer_one_is_taken() -> None:
    assert clearer((250, 240, 200), BLACK, WHITE) == BLACK
    assert clearer((30, 30, 90), BLACK, WHITE) == WHITE


def test_mixing_goes_part_of_the_way() -> None:
    assert mix((0, 100, 200), (100, 100, 0), 0.25) == (25, 100, 150)


def test_the_nearest_of_the_256_is_found_without_looking_at_all() -> None:
    step = range(0, 256, 51)
    for colour in ((r, g, b) for r in step for g in step for b in step):
        best = min(distance(colour, member) for member in COLOURS_256.values())
        assert distance(colour, in_256(colour)) == best
    assert in_256((120, 121, 119)) == (118, 118, 118)


def test_a_grey_has_the_luminance_of_its_colour() -> None:
    for colour in ((255, 106, 61), (134, 208, 255), (20, 23, 28), WHITE, BLACK):
        red, green, blue = in_grey(colour)
        assert red == green == blue
        assert luminance((red, green, blue)) == pytest.approx(luminance(colour), abs=0.06)
