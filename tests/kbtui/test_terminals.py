"""The terminal of the tests: it must see what a real one would show."""

from __future__ import annotations

import pytest

from tests.kbtui.terminals import Cell, Terminal


def shown(*written: str, size: tuple[int, int] = (9, 3)) -> Terminal:
    terminal = Terminal(*size)
    for part in written:
        terminal.feed(part)
    return terminal


def test_text_goes_where_the_cursor_is() -> None:
    terminal = shown("ab\r\ncd\x1b[3;4Hx\x1b[2A\x1b[2Dy\x1b[B\x1b[3Cz\bw")
    assert terminal.lines == ["aby", "cd    w", "   x"]


def test_a_sequence_may_come_in_pieces() -> None:
    assert shown("\x1b[", "2;3", "Hx").lines == ["", "  x", ""]


def test_colours_and_attributes_stay_until_they_are_taken_back() -> None:
    terminal = shown("\x1b[1;38;2;1;2;3;44ma\x1b[22;39;105mb\x1b[mc\x1b[48;5;9;4md")
    assert terminal.cells[0][:4] == [
        Cell("a", "2;1;2;3", "4", frozenset({1})),
        Cell("b", "", "13"),
        Cell("c"),
        Cell("d", "", "5;9", frozenset({4})),
    ]
    assert terminal.colours == {"38;2;1;2;3", "44", "105", "48;5;9"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Cell("▄", "1", "2"), Cell("▀", "2", "1")),
        (Cell("▐", "1", "2"), Cell("▌", "2", "1")),
        (Cell("█", "1", "2"), Cell(" ", "3", "1")),
        (Cell("▀", "1", "1"), Cell(" ", "", "1")),
    ],
)
def test_blocks_that_look_the_same_are_the_same(one: Cell, other: Cell) -> None:
    assert one.seen == other.seen


def test_blanks_differ_if_something_is_drawn_on_them() -> None:
    line = frozenset({4})
    assert Cell(" ", "1", "2", line).seen != Cell(" ", "3", "2", line).seen
    assert Cell(" ", "1", "2").seen == Cell(" ", "3", "2").seen


def test_modes_and_the_other_screen() -> None:
    inside = shown("shell\x1b[?1049h\x1b[?25l\x1b[?2026hx")
    assert (inside.is_alternate, inside.has_cursor, inside.is_painting) == (True, False, True)
    outside = shown("\x1b[?1049h\x1b[?25l\x1b[?2026hx\x1b[?2026l\x1b[?1049l\x1b[?25h")
    assert (outside.is_alternate, outside.has_cursor, outside.is_painting) == (False, True, False)


def test_a_smaller_window_loses_what_does_not_fit() -> None:
    terminal = shown("abcdefgh\r\n2\r\n3")
    before = terminal.picture
    terminal.resize(4, 2)
    terminal.resize(9, 3)
    assert terminal.lines == ["abcd", "2", ""]
    assert "row 0" in terminal.differs(before)


def test_what_is_not_understood_is_not_passed_over() -> None:
    with pytest.raises(AssertionError, match="not understood"):
        shown("\x1b[3S")
