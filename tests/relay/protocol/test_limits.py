"""Limits are positive numbers; buckets give out what has flowed in, and no more."""

from __future__ import annotations

import dataclasses

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode
from relay.protocol.limits import Bucket, Limits


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Limits)])
def test_no_limit_can_be_switched_off_by_accident(name: str) -> None:
    for wrong in (0, -1):
        with pytest.raises(ValueError, match=name):
            Limits(**{name: wrong})
    assert getattr(Limits(**{name: 7}), name) == 7


@pytest.mark.parametrize(
    ("name", "most"),
    [("name", 24), ("chat", 300), ("page", 512), ("listing", 100), ("text_page", 16_000)],
)
def test_no_limit_can_go_beyond_what_the_protocol_can_say(name: str, most: int) -> None:
    assert getattr(Limits(**{name: most}), name) == most
    with pytest.raises(ValueError, match=name):
        Limits(**{name: most + 1})


def test_the_fullest_listing_still_fits_a_frame() -> None:
    room = m.Listed("KQ7-4TN", k.SEALING, "kingdom", ("\U0001f3f0" * k.NAME,) * 4, 4, True, 100)
    assert len(encode(m.Rooms((room,) * k.LISTING))) <= k.RELAY_FRAME


def test_a_bucket_is_full_at_first_and_then_filled_by_the_second() -> None:
    bucket = Bucket(3, 2, now=100)
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(100.4) is False
    assert bucket.take(100.5) is True
    assert bucket.take(100.5) is False


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(2, 1000, now=0)
    assert [bucket.take(1e9) for _ in range(3)] == [True, True, False]


def test_what_costs_more_takes_more() -> None:
    bucket = Bucket(5, 1, now=0)
    assert bucket.take(0, 5)
    assert not bucket.has(0.5)
    assert bucket.has(1)
    assert not bucket.take(1, 2)
    assert bucket.take(1)


def test_a_clock_that_is_set_back_neither_fills_nor_empties() -> None:
    bucket = Bucket(2, 1, now=100)
    assert bucket.take(100)
    assert bucket.take(50)
    assert not bucket.take(50)
    assert bucket.take(51)


def test_a_full_bucket_says_so() -> None:
    bucket = Bucket(1, 1, now=0)
    assert bucket.is_full(0)
    bucket.take(0)
    assert not bucket.is_full(0.5)
    assert bucket.is_full(1)
