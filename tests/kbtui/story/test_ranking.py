"""Places by score, and bars."""

from __future__ import annotations

import pytest

from kbtui.story.ranking import Place, bar, ranking


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((49, 45), [(1, 0, 49), (2, 1, 45)]),
        ((31, 49, 35, 27), [(1, 1, 49), (2, 2, 35), (3, 0, 31), (4, 3, 27)]),
        ((40, 52, 52), [(1, 1, 52), (1, 2, 52), (3, 0, 40)]),  # a shared victory (E-6)
        ((50, 40, 40, 30), [(1, 0, 50), (2, 1, 40), (2, 2, 40), (4, 3, 30)]),
        ((7, 7), [(1, 0, 7), (1, 1, 7)]),
    ],
)
def test_equal_gold_shares_a_place(
    totals: tuple[int, ...], places: list[tuple[int, int, int]]
) -> None:
    assert ranking(totals) == tuple(Place(*place) for place in places)


@pytest.mark.parametrize(
    ("value", "expected"),
    # From the design's own drawing: 20 gold are 29 columns long.
    [(20, "█" * 29), (14, "█" * 20), (11, "█" * 15 + "▌"), (9, "█" * 13), (6, "█" * 8 + "▌")],
)
def test_bars_are_as_long_as_drawn(value: int, expected: str) -> None:
    assert bar(value, 20, 29) == expected


def test_a_bar_shows_any_gold_and_nothing_for_none() -> None:
    assert (bar(0, 20, 10), bar(0, 0, 10)) == ("", "")
    assert bar(1, 100, 10) == "▌"
    assert bar(11, 20, 29, unicode=False) == "#" * 15 + "="
