"""The emulator shows what is written to it, and what looks the same is the same."""

from __future__ import annotations

import pytest
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from tests.kbtui.truth.emulator import Emulator, drawn

RED, BLUE = Color.from_rgb(255, 0, 0), Color.from_rgb(0, 0, 255)


def shown(text: str, columns: int = 4) -> list[object]:
    emulator = Emulator(columns, 1)
    emulator.feed(text)
    return [*emulator.picture[0]]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "\x1b[1;2;3;4;7;9mab",
            Segment("ab", Style.parse("bold dim italic underline reverse strike")),
        ),
        ("\x1b[38;2;255;0;0;48;2;0;0;255ma", Segment("a", Style(color=RED, bgcolor=BLUE))),
        ("\x1b[38;5;99;48;5;200ma", Segment("a", Style.parse("color(99) on color(200)"))),
        ("\x1b[31;105ma", Segment("a", Style.parse("red on bright_magenta"))),
        ("森e\u0301", Segment("森e\u0301", None)),
    ],
)
def test_styles_and_letters(written: str, meant: Segment) -> None:
    cells = drawn([meant])
    assert shown(written)[: len(cells)] == cells


def test_bold_and_dim_end_together() -> None:
    _bold, plain, *_ = shown("\x1b[1;2ma\x1b[22mb")
    assert [plain] == drawn([Segment("b")])


@pytest.mark.parametrize(
    ("one", "other"),
    [("▀", "▄"), ("▌", "▐"), (" ", "█")],
)
def test_blocks_with_their_colours_exchanged_are_the_same(one: str, other: str) -> None:
    there, back = Style(color=RED, bgcolor=BLUE), Style(color=BLUE, bgcolor=RED)
    assert drawn([Segment(one, there)]) == drawn([Segment(other, back)])
    assert drawn([Segment("▀", there)]) != drawn([Segment("▄", there)])


def test_a_blank_has_no_foreground_unless_something_is_drawn_on_it() -> None:
    assert drawn([Segment(" ", Style(color=RED))]) == drawn([Segment(" ")])
    line = Style(underline=True)
    assert drawn([Segment(" ", line + Style(color=RED))]) != drawn([Segment(" ", line)])


def test_nothing_is_left_when_the_size_changes() -> None:
    emulator = Emulator(4, 1)
    emulator.feed("abcd")
    emulator.resize(5, 2)
    assert [[cell.text for cell in row] for row in emulator.picture] == [["?"] * 5] * 2
