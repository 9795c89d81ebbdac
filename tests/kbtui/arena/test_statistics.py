"""Intervals and Elo, against values worked out by hand."""

from __future__ import annotations

import pytest

from kbtui.arena.statistics import elo, wilson


def test_wilson_of_seventy_five_in_a_hundred() -> None:
    # (0.75 + 3.8415 / 200) / 1.038415 = 0.74075, and
    # 1.95996 * sqrt(0.75 * 0.25 / 100 + 3.8415 / 40000) / 1.038415 = 0.08380
    rate = wilson(75, 100)
    assert rate.value == 0.75
    assert (rate.low, rate.high) == pytest.approx((0.65695, 0.82455), abs=2e-5)


def test_wilson_at_the_ends_stays_within_them() -> None:
    # For none of n the upper end is z * z / (n + z * z): 3.8415 / 13.8415.
    assert wilson(0, 10) == pytest.approx((0.0, 0.0, 0.27753), abs=2e-5)
    assert wilson(10, 10) == pytest.approx((1.0, 0.72247, 1.0), abs=2e-5)
    assert wilson(0, 0) == (0.0, 0.0, 1.0)  # nothing is known


def test_a_tie_counts_as_half() -> None:
    assert wilson(0.5, 1).value == 0.5
    assert wilson(50.5, 101) == pytest.approx((0.5, 0.40430, 0.59570), abs=2e-5)


def test_elo_of_two_bots() -> None:
    # With the drawn game 75.5 to 25.5: 400 * log10(75.5 / 25.5) = 188.56; its deviation is
    # 173.718 / sqrt(101 * 0.747525 * 0.252475) = 39.79.
    first, last = elo([[0, 75], [25, 0]])
    assert first.value == pytest.approx(188.56, abs=0.01)
    assert first.high - first.value == pytest.approx(1.95996 * 39.79, abs=0.02)
    assert first.value - first.low == pytest.approx(first.high - first.value)
    assert last == (0.0, 0.0, 0.0)


def test_elo_of_three_bots_whose_results_agree() -> None:
    # With the drawn games 30 to 10, 30 to 10 and 45 to 5: strengths of 9, 3 and 1.
    found = elo([[0, 29.5, 44.5], [9.5, 0, 29.5], [4.5, 9.5, 0]])
    assert [rated.value for rated in found] == pytest.approx([381.70, 190.85, 0], abs=0.01)
    assert all(rated.low < rated.value < rated.high for rated in found[:2])


def test_equal_bots_have_equal_elo_and_who_never_lost_a_finite_one() -> None:
    assert elo([[0, 50], [50, 0]])[0].value == pytest.approx(0, abs=1e-6)
    # By the drawn game 100.5 to 0.5: 400 times the decimal logarithm of 201.
    assert elo([[0, 100], [0, 0]])[0].value == pytest.approx(921.28, abs=0.01)


def test_more_games_make_the_interval_smaller() -> None:
    widths = [elo([[0, 3 * n], [n, 0]])[0] for n in (5, 50, 500)]
    assert [w.high - w.low for w in widths] == sorted(
        (w.high - w.low for w in widths), reverse=True
    )
    assert wilson(300, 400).high - wilson(300, 400).low < 0.09
