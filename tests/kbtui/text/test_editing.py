"""A line being typed: letters, the cursor in it, previous lines, ways out."""

from __future__ import annotations

import pytest

from kbtui.paint.runs import length, plain, width
from kbtui.text.editing import Editor
from kbtui.text.keys import Keys


def typing(*keys: str) -> Editor:
    """An open editor after these keys: single letters, or names of keys."""
    editor = Editor()
    editor.open()
    press(editor, *keys)
    return editor


def press(editor: Editor, *keys: str) -> str | None:
    answer = None
    for key in keys:
        answer = editor.press(key, key if len(key) == 1 else None)
    return answer


def test_letters_are_letters_and_enter_gives_the_whole_text() -> None:
    editor = typing(*"go g7")
    assert (editor.text, editor.at, editor.is_open) == ("go g7", 5, True)
    assert press(editor, "enter") == "go g7"
    assert (editor.text, editor.is_open) == ("", False)


def test_blanks_around_the_text_are_dropped_and_nothing_is_no_answer() -> None:
    assert press(typing(*"  g7 "), "enter") == "g7"
    for keys in ("", "   "):
        editor = typing(*keys)
        assert press(editor, "enter") is None
        assert not editor.is_open


def test_the_cursor_moves_and_letters_go_where_it_stands() -> None:
    editor = typing(*"gg", "left", "o", "left", "left", "left", *"1", "end", *"7")
    assert (editor.text, editor.at) == ("1gog7", 5)
    press(editor, "home", "right", "x")
    assert (editor.text, editor.at) == ("1xgog7", 2)
    press(editor, *["right"] * 99)
    assert editor.at == 6


def test_backspace_and_delete_take_the_letter_before_and_under_the_cursor() -> None:
    editor = typing(*"abcd", "left", "left", "backspace")
    assert (editor.text, editor.at) == ("acd", 1)
    press(editor, "delete")
    assert (editor.text, editor.at) == ("ad", 1)
    press(editor, "home", "backspace")  # nothing before it, and the line is not empty
    assert (editor.text, editor.is_open) == ("ad", True)
    press(editor, "end", "delete")
    assert editor.text == "ad"


def test_escape_forgets_the_line_and_so_does_backspace_when_it_is_empty() -> None:
    editor = typing(*"g7", "escape")
    assert (editor.is_open, editor.text) == (False, "")
    assert not typing("backspace").is_open
    assert not typing("a", "backspace", "backspace").is_open
    editor.open()
    assert editor.text == ""


def test_it_can_be_opened_with_a_text() -> None:
    editor = Editor()
    editor.open("tile ")
    assert press(editor, "2", "enter") == "tile 2"


@pytest.mark.parametrize("key", ["tab", "f1", "ctrl+a", "pageup", "shift+left"])
def test_other_keys_do_nothing(key: str) -> None:
    editor = typing(*"ab")
    for character in (None, "\t", "\x01"):
        assert editor.press(key, character) is None
    assert (editor.text, editor.at, editor.is_open) == ("ab", 2, True)


def test_lines_typed_before_come_back() -> None:
    editor = Editor()
    for text in ("one", "two", "three"):
        editor.open()
        assert press(editor, *text, "enter") == text
    editor.open()
    recalled = []
    for key in ("up", "up", "up", "up", "down", "down", "down", "down"):
        press(editor, key)
        recalled.append(editor.text)
    assert recalled == ["three", "two", "one", "one", "two", "three", "", ""]
    assert press(editor, "up", "up", "enter") == "two"
    editor.open()
    press(editor, "up")
    assert editor.text == "two"  # it is the last one now
    assert editor.at == 3


def test_a_line_has_an_end() -> None:
    for letter in ("x", "王"):
        editor = typing(*letter * 100)
        assert 58 <= width(editor.text) <= 61
        assert length(editor.line("►")) <= 80


def test_the_line_shows_its_cursor_on_a_ground_of_its_own() -> None:
    editor = typing(*"ab")
    assert plain(editor.line("►")) == " ► ab "
    assert [run.text for run in editor.line(">") if run.tone.ground != "background"] == [" "]
    press(editor, "left")
    assert plain(editor.line("►")) == " ► ab"
    assert [run.text for run in editor.line(">") if run.tone.ground != "background"] == ["b"]


def test_the_hints_name_the_two_ways_out_first() -> None:
    text = plain(Editor().hints(Keys()))
    assert text.split()[0] == "Enter"
    assert text.index("Enter") < text.index("Esc") < text.index("g7")
