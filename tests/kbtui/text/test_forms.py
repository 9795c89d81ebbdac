"""A text field."""

from __future__ import annotations

import pytest

from kbtui.paint.runs import length, plain
from kbtui.text.forms import TextField


def typed(field: TextField, *keys: str) -> TextField:
    for key in keys:
        assert field.press(key, key if len(key) == 1 else None)
    return field


def test_letters_go_in_where_the_cursor_stands() -> None:
    field = typed(TextField("ad"), "left", "n")
    assert (field.text, field.at) == ("and", 2)
    assert typed(field, "home", "delete", "end", "y").text == "ndy"


@pytest.mark.parametrize(("keys", "text"), [(("backspace",), "a"), (("home", "backspace"), "ab")])
def test_backspace_takes_the_letter_before_the_cursor(keys: tuple[str, ...], text: str) -> None:
    assert typed(TextField("ab"), *keys).text == text


def test_other_keys_are_not_taken() -> None:
    field = TextField("ab")
    assert not field.press("f10", None)
    assert not field.press("ctrl+s", "\x13")
    assert field.text == "ab"


def test_no_more_than_the_longest_text_is_taken() -> None:
    assert typed(TextField("", 3), *"abcd").text == "abc"


@pytest.mark.parametrize("text", ["", "short", "a" * 40, "Zoë und ein langer Satz"])
@pytest.mark.parametrize("columns", [4, 12])
def test_the_cursor_is_always_in_sight(text: str, columns: int) -> None:
    field = TextField(text)
    for _ in range(len(text) + 1):
        runs = field.runs(columns)
        assert length(runs) <= columns
        assert 0 <= field.column(columns) < columns
        under = text[field.at : field.at + 1] or " "
        assert plain(runs)[field.column(columns)] == under
        field.press("left", None)
    assert field.at == 0
