"""What is written can be read by the standard library, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbtui.disk.toml import dump, parse

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS | st.lists(TEXTS, max_size=3)


@given(st.dictionaries(TEXTS, VALUES | st.dictionaries(TEXTS, VALUES, max_size=3), max_size=4))
def test_what_is_written_is_read_again(values: dict[str, bool]) -> None:
    assert parse(dump(values).encode()) == values


def test_tables_come_last() -> None:
    text = dump({"keys": {"undo": ["u", "ctrl+z"]}, "bell": True, "name": 'A "B"'})
    assert text == 'bell = true\nname = "A \\u0022B\\u0022"\n\n[keys]\nundo = ["u", "ctrl+z"]\n'


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\xff", "not UTF-8 text"),
        (b"a = = 1", "line 1, column 5"),
        (b"a = " + b"[" * 100_000, "."),
    ],
)
def test_what_is_no_toml_is_a_value_error_that_says_why(data: bytes, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse(data)
