"""The canvas writes what differs, in few bytes, and the terminal shows what was drawn."""

from __future__ import annotations

import random
import re

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from kbtui.screens.widgets.canvas import Canvas, between
from tests.kbtui.terminals import Cell, Terminal

SIZE = (24, 6)
COLOURS = [None, *(Color.from_rgb(*rgb) for rgb in ((1, 2, 3), (200, 90, 9), (0, 128, 255)))]
BLOCKS = "▀▄▌▐█ "
LETTERS = "ab ≈•#"
CODES = {"bold": 1, "dim": 2, "italic": 3, "underline": 4, "reverse": 7, "strike": 9}


def any_style(rng: random.Random) -> Style:
    on = [name for name in CODES if rng.random() < 0.15]
    colours = Style(color=rng.choice(COLOURS), bgcolor=rng.choice(COLOURS))
    return Style.combine([colours, *map(Style.parse, on)])


def any_cell(rng: random.Random, styles: list[Style]) -> Segment:
    char = rng.choice(BLOCKS if rng.random() < 0.6 else LETTERS)
    return Segment(char, rng.choice(styles))


def cell(segment: Segment) -> Cell:
    text, style, _ = segment
    assert style is not None
    fore, back = (_value(colour) for colour in (style.color, style.bgcolor))
    flags = frozenset(code for name, code in CODES.items() if getattr(style, name))
    return Cell(text, fore, back, flags).seen


def _value(colour: Color | None) -> str:
    return "" if colour is None else ";".join(colour.get_ansi_codes())[3:]


def canvas(size: tuple[int, int] = SIZE, system: ColorSystem = ColorSystem.TRUECOLOR) -> Canvas:
    return Canvas(*size, system)


def laid(on: Canvas, *texts: str, style: Style | None = None) -> str:
    for y, text in enumerate(texts):
        on.lay(0, y, [Segment(text, style)])
    return on.written()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_the_terminal_shows_what_was_laid(seed: int) -> None:
    rng = random.Random(seed)
    columns, rows = SIZE
    ours, terminal = canvas(), Terminal(*SIZE)
    styles = [any_style(rng) for _ in range(8)]
    wanted = [[any_cell(rng, styles) for _ in range(columns)] for _ in range(rows)]
    for y, row in enumerate(wanted):
        ours.lay_row(y, row[:])
    if seed % 2:
        terminal.feed(ours.written())
    for _ in range(20):
        for _ in range(rng.randrange(1, 6)):
            y, first = rng.randrange(rows), rng.randrange(columns)
            new = [any_cell(rng, styles) for _ in range(rng.randrange(columns - first))]
            wanted[y][first : first + len(new)] = new
            if rng.random() < 0.2:
                ours.lay_row(y, wanted[y][:])
            else:
                ours.lay(first, y, new)
        terminal.feed(ours.written())
        assert terminal.differs([[*map(cell, row)] for row in wanted]) == ""


def test_what_is_the_same_costs_nothing() -> None:
    ours = canvas()
    assert laid(ours, "one", "two")
    assert laid(ours, "one", "two") == ""
    assert ours.written() == ""


def test_a_whole_row_that_is_the_same_costs_nothing() -> None:
    ours, row = canvas(), [Segment("one "), Segment("two", Style(bold=True))]
    ours.lay_row(2, row)
    assert ours.written() == "\x1b[3;1Hone \x1b[1mtwo\x1b[m"
    ours.lay_row(2, row[:])
    assert ours.written() == ""
    ours.lay_row(2, [Segment("one "), Segment("ten", Style(bold=True))])
    assert ours.written() == "\x1b[3;6H\x1b[1men\x1b[m"


def test_only_cells_that_differ_are_written() -> None:
    ours = canvas()
    laid(ours, "a long line of text", "another one")
    assert laid(ours, "a long LINE of text", "another one") == "\x1b[1;8HLINE\x1b[m"


def test_a_colour_is_set_once_for_all_cells_that_have_it() -> None:
    red, blue = (Style(bgcolor=Color.from_ansi(code)) for code in (160, 20))
    ours = canvas(system=ColorSystem.EIGHT_BIT)
    for y in range(4):
        pair = [Segment("  ", red), Segment("  ", blue)]
        ours.lay(0, y, (pair * 3))
    text = ours.written()
    assert text.count("48;5;160") == text.count("48;5;20") == 1


def test_half_blocks_are_turned_rather_than_coloured_anew() -> None:
    one, other = Color.from_rgb(1, 1, 1), Color.from_rgb(2, 2, 2)
    style, turned = Style(color=one, bgcolor=other), Style(color=other, bgcolor=one)
    blank = Style(bgcolor=one)
    ours = canvas()
    ours.lay(0, 0, [Segment("▀▄", style), Segment("▀▄", turned), Segment(" ", blank)])
    text = ours.written()
    assert text.count("\x1b[") == 3, "a place, a style, the end of it"
    assert "▀▄▄▀█" in text or "▄▀▀▄ " in text


def test_half_blocks_are_written_with_as_few_long_characters_as_can_be() -> None:
    one, other = Color.from_rgb(1, 1, 1), Color.from_rgb(2, 2, 2)
    style, blank = Style(color=one, bgcolor=other), Style(bgcolor=one)
    ours = canvas()
    ours.lay(0, 0, [Segment("▀", style), Segment("    ", blank)])
    ours.lay(0, 2, [Segment("▄", style), Segment("  ", blank)])
    text = ours.written()
    assert "▄    " in text
    assert "▀  " in text
    assert "█" not in text


def test_looks_that_share_a_colour_follow_each_other() -> None:
    colours = [Color.from_rgb(n, n, n) for n in (10, 20, 30, 40)]
    ours = canvas()
    pairs = [(0, 1), (2, 3), (1, 2)]  # in this order two colours would change twice
    for y, (one, other) in enumerate(pairs):
        ours.lay(0, y, [Segment("▀", Style(color=colours[one], bgcolor=colours[other]))])
    changes = re.findall(r"\x1b\[([0-9;]+)m", ours.written())
    assert [change.count(";2;") for change in changes] == [2, 1, 1]


def test_a_short_gap_between_letters_is_written_again() -> None:
    ours = canvas()
    laid(ours, "takes the barn away", "five     blanks")
    assert laid(ours, "loses its tent away") == "\x1b[1;1Hloses its tent\x1b[m"
    text = laid(ours, "loses its tent away", "FIVE     BLANKS")
    assert text == "\x1b[2;1HFIVE\x1b[5CBLANKS\x1b[m"


def test_where_no_blocks_are_drawn_none_are_made_up() -> None:
    white, black = Color.from_rgb(255, 255, 255), Color.from_rgb(0, 0, 0)
    ours = canvas()
    text, blank = Style(color=white, bgcolor=black), Style(bgcolor=white)
    ours.lay(0, 0, [Segment("a", text), Segment("  ", blank), Segment("b", text)])
    assert ours.written().isascii()


def test_a_blank_takes_back_what_would_show_on_it() -> None:
    ours, terminal = canvas(), Terminal(*SIZE)
    for y, style in enumerate(
        (Style(underline=True), Style(), Style(bold=True, dim=True), Style())
    ):
        ours.lay(0, y, [Segment("x ", style)])
    terminal.feed(ours.written())
    flags = [[sorted(cell.flags) for cell in row[:2]] for row in terminal.picture[:4]]
    assert flags == [[[4], [4]], [[], []], [[1, 2], []], [[], []]]


def test_a_window_without_colours_gets_none() -> None:
    ours = canvas()
    text = laid(ours, "plain", style=Style())
    assert "38" not in text
    assert "48" not in text


def test_wide_characters_stay_whole() -> None:
    ours = canvas()
    assert laid(ours, "x森林y") == "\x1b[1;1Hx森林y\x1b[m"
    assert laid(ours, "x森木y") == "\x1b[1;4H木\x1b[m"
    assert laid(ours, "x森 ay") == "\x1b[1;4H a\x1b[m"


def test_a_wide_character_in_other_colours_is_written_once() -> None:
    ours = canvas()
    bold = Style(bold=True)
    ours.lay(0, 0, [Segment("森林")])
    ours.written()
    ours.lay(0, 0, [Segment("森"), Segment("林", bold)])
    assert ours.written() == "\x1b[1;3H\x1b[1m林\x1b[m"


def test_marks_stay_with_their_letters() -> None:
    ours = canvas()
    assert laid(ours, "e\u0301森\u0301a") == "\x1b[1;1He\u0301森\u0301a\x1b[m"
    assert laid(ours, "e\u0301森\u0301b") == "\x1b[1;4Hb\x1b[m"
    assert laid(ours, "e\u0301森\u0302b") == "\x1b[1;2H森\u0302\x1b[m"


def test_what_is_wider_than_the_window_is_cut_off() -> None:
    ours = canvas((4, 1))
    assert laid(ours, "abcdef") == "\x1b[1;1Habcd\x1b[m"
    assert laid(ours, "abcdxyz") == ""


@pytest.mark.parametrize(
    ("first", "end", "start", "texts"),
    [(0, 9, 0, ["ab", "森", "cde", "fg"]), (3, 5, 2, ["森", "cde"]), (4, 6, 4, ["cde"])],
)
def test_segments_between_columns(first: int, end: int, start: int, texts: list[str]) -> None:
    strip = Strip([Segment(text) for text in ("ab", "森", "cde", "fg")])
    found, segments = between(strip, first, end)
    assert (found, [segment.text for segment in segments]) == (start, texts)


def test_segments_of_one_column_each_are_counted_off() -> None:
    strip = Strip([Segment(char) for char in "abcdef"])
    found, segments = between(strip, 2, 4)
    assert (found, [segment.text for segment in segments]) == (2, ["c", "d"])
