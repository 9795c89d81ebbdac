"""Text being typed: fields of forms; the command line with previous lines and ways out."""

from __future__ import annotations

import pytest

from kbtui.paint.runs import length, plain, width
from kbtui.text.textinput import CommandLine, TextField


def typing(*keys: str) -> CommandLine:
    """An open editor after these keys: single letters, or names of keys."""
    editor = CommandLine()
    editor.open()
    press(editor, *keys)
    return editor


def cursor(editor: CommandLine) -> int:
    return 0 if editor._field is None else editor._field.at


def press(editor: CommandLine, *keys: str) -> str | None:
    answer = None
    for key in keys:
        answer = editor.press(key, key if len(key) == 1 else None)
    return answer


def test_letters_are_letters_and_enter_gives_the_whole_text() -> None:
    editor = typing(*"go g7")
    assert (editor.text, cursor(editor), editor.is_open) == ("go g7", 5, True)
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
    assert (editor.text, cursor(editor)) == ("1gog7", 5)
    press(editor, "home", "right", "x")
    assert (editor.text, cursor(editor)) == ("1xgog7", 2)
    press(editor, *["right"] * 99)
    assert cursor(editor) == 6


def test_backspace_and_delete_take_the_letter_before_and_under_the_cursor() -> None:
    editor = typing(*"abcd", "left", "left", "backspace")
    assert (editor.text, cursor(editor)) == ("acd", 1)
    press(editor, "delete")
    assert (editor.text, cursor(editor)) == ("ad", 1)
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
    editor = CommandLine()
    editor.open("tile ")
    assert press(editor, "2", "enter") == "tile 2"


@pytest.mark.parametrize("key", ["tab", "f1", "ctrl+a", "pageup", "shift+left"])
def test_other_keys_do_nothing(key: str) -> None:
    editor = typing(*"ab")
    for character in (None, "\t", "\x01"):
        assert editor.press(key, character) is None
    assert (editor.text, cursor(editor), editor.is_open) == ("ab", 2, True)


def test_lines_typed_before_come_back() -> None:
    editor = CommandLine()
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
    assert cursor(editor) == 3


def test_a_line_has_an_end() -> None:
    for letter in ("x", "王"):
        editor = typing(*letter * 100)
        assert 58 <= width(editor.text) <= 61
        assert length(editor.line("►")) <= 80


def test_a_long_line_is_shown_around_its_cursor() -> None:
    editor = CommandLine()
    editor.open(longest=300)
    press(editor, *"abcdefghij" * 20)
    assert len(editor.text) == 200
    assert length(editor.line("►", 80)) == 80
    assert plain(editor.line("►", 80)).endswith("hij ")


def test_the_line_shows_its_cursor_on_a_ground_of_its_own() -> None:
    editor = typing(*"ab")
    assert plain(editor.line("►")) == " ► ab "
    assert [run.text for run in editor.line(">") if run.tone.ground != "background"] == [" "]
    press(editor, "left")
    assert plain(editor.line("►")) == " ► ab"
    assert [run.text for run in editor.line(">") if run.tone.ground != "background"] == ["b"]


def test_the_hints_name_the_two_ways_out_first() -> None:
    text = plain(CommandLine().hints([("g7", "build there")]))
    assert text.split()[0] == "Enter"
    assert text.index("Enter") < text.index("Esc") < text.index("g7")


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
