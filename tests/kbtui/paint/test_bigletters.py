"""Letters made of half blocks."""

from __future__ import annotations

from kbtui.games.kit import find, keys
from kbtui.paint.bigletters import ROWS, big

TITLES = [find(key).title.upper() for key in keys()]


def pixels(text: str) -> list[str]:
    """The rows of pixels that the blocks stand for."""
    halves = {" ": "..", "▀": "#.", "▄": ".#", "█": "##"}
    return ["".join(halves[block][half] for block in row) for row in big(text) for half in (0, 1)]


def test_the_title_is_three_rows_high_and_fits_a_small_window() -> None:
    for title in TITLES:
        rows = big(title)
        assert len(rows) == ROWS
        assert {len(row) for row in rows} == {len(rows[0])}
        assert len(rows[0]) < 80


def test_a_letter_has_the_pixels_of_its_shape() -> None:
    assert pixels("I") == ["###", ".#.", ".#.", ".#.", ".#.", "###"]
    assert pixels("LI")[-1] == "####.###"


def test_every_letter_of_the_title_looks_different() -> None:
    letters = sorted({*"".join(TITLES)})
    assert len({tuple(big(letter)) for letter in letters}) == len(letters)
