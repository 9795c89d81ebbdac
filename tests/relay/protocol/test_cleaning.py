"""Nothing that people write can move a cursor, hide, or grow beyond its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relay.protocol.cleaning import clean

CASES = {
    "Ann": "Ann",
    "  Ann \t Lee ": "Ann Lee",
    "two\nlines\r\n": "two lines",
    "\x1b[31mred\x1b[0m": "[31mred[0m",
    "bell\x07": "bell",
    "c1\x9b31m": "c131m",
    "left\u202eright": "leftright",
    "zero\u200bwidth\ufeff": "zerowidth",
    "\u3164\u2800\u115f": "",
    "\u00a0\u2003": "",
    "e\u0301": "é",
    "e\u200b\u0301": "é",
    "a\u0300\u0301\u0302\u0303\u0304": "à\u0301\u0302",
    "日本語": "日本語",
    "": "",
}


@pytest.mark.parametrize("text", CASES)
def test_text_is_cleaned(text: str) -> None:
    assert clean(text, 40) == CASES[text]


def test_text_is_cut_and_never_ends_with_a_blank() -> None:
    assert clean("abc def", 5) == "abc d"
    assert clean("abc def", 4) == "abc"


@given(st.text(max_size=60), st.integers(1, 30))
def test_what_is_left_is_one_printable_line_and_clean(text: str, most: int) -> None:
    cleaned = clean(text, most)
    assert len(cleaned) <= most
    assert cleaned.isprintable()
    assert cleaned == cleaned.strip()
    assert clean(cleaned, most) == cleaned
