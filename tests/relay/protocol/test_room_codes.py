"""Room codes: no character looks like another, and they are read however people type them."""

from __future__ import annotations

import random

import pytest

from relay.protocol.room_codes import ALPHABET, LENGTH, draw_code, show_code, tidy_code


def test_no_two_signs_can_be_mistaken() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert not set(ALPHABET) & set("0O1IL2Z5S8BUV")


def test_codes_use_every_sign_about_as_often() -> None:
    chance = random.Random(1)
    signs = "".join(draw_code(chance.randbytes) for _ in range(4000))
    assert len(signs) == 4000 * LENGTH
    counts = [signs.count(sign) for sign in ALPHABET]
    mean = len(signs) / len(ALPHABET)
    assert min(counts) > 0.85 * mean
    assert max(counts) < 1.15 * mean


def test_bytes_that_would_favour_some_signs_are_passed_over() -> None:
    given = iter([255, 254, 253, *range(6)])
    assert draw_code(lambda size: bytes([next(given)])) == ALPHABET[:6]


@pytest.mark.parametrize("typed", ["KQ7-4TN", "kq74tn", " KQ7 4TN ", "k-q-7-4-t-n", "KQ74TN"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert tidy_code(typed) == "KQ74TN"


@pytest.mark.parametrize("typed", ["", "KQ7", "KQ7-4TNX", "KQ7-4T0", "KQ7-4TO", "ÄQ7-4TN", "-----"])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert tidy_code(typed) is None


def test_a_code_is_shown_in_two_groups() -> None:
    assert show_code("KQ74TN") == "KQ7-4TN"
    assert tidy_code(show_code("KQ74TN")) == "KQ74TN"
