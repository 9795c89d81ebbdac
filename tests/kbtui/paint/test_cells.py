"""Cells become runs: fewer styles, the same picture."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from kbtui.games.kingdom.board.art import Appearance, paint
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.paint.cells import (
    BOLD,
    DIM,
    REVERSE,
    STRIKE,
    UNDERLINE,
    Cell,
    Run,
    ansi_lines,
    codes,
    runs,
)
from kbtui.paint.colors import COLOURS_256
from kbtui.paint.palette import Mode
from tests.helpers import spots
from tests.kbtui.games.kingdom.board.artwork import busy, drawn, halves

RED, BLACK, WHITE, BLUE = (255, 0, 0), (0, 0, 0), (255, 255, 255), (0, 0, 255)
NEW, FREE = spots("d6 m7"), spots("e6 e5")


def blank(colour: tuple[int, int, int]) -> Cell:
    return Cell(" ", colour, colour)


def unrolled(row: Sequence[Cell]) -> list[Cell]:
    """The cells that the runs of a row draw."""
    return [
        Cell(char, foreground, background, flags)
        for text, foreground, background, flags in runs(row)
        for char in text
    ]


def picture(cell: Cell) -> tuple[object, ...]:
    """What is seen of a cell: both halves, or a sign with its colours."""
    if cell.char in " ▀▄▌▐█" and not cell.flags & (UNDERLINE | REVERSE | STRIKE):
        return halves(cell)
    return tuple(cell)


@pytest.mark.slow
@pytest.mark.parametrize("mode", Mode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("zoom", Zoom, ids=lambda zoom: zoom.label)
@pytest.mark.parametrize("unicode", [True, False])
def test_runs_draw_the_same_picture(zoom: Zoom, mode: Mode, unicode: bool) -> None:
    for row in paint(busy(), zoom, mode, last=NEW, legal=FREE, unicode=unicode):
        assert [*map(picture, unrolled(row))] == [*map(picture, row)]


@pytest.mark.parametrize("zoom", [Zoom.S, Zoom.M_PLUS], ids=lambda zoom: zoom.label)
def test_runs_draw_the_same_outlines(zoom: Zoom) -> None:
    for row in drawn(Appearance(zoom, None), busy()):
        for one, other in zip(unrolled(row), row, strict=True):
            # A blank may take over whatever does not show on it.
            assert one.char == other.char
            assert one.flags == other.flags or one.char == " "


@pytest.mark.parametrize("zoom", Zoom, ids=lambda zoom: zoom.label)
def test_without_unicode_runs_bring_no_blocks_in(zoom: Zoom) -> None:
    cells = paint(busy(), zoom, Mode.TRUE, unicode=False)
    assert all(run.text.isascii() for row in cells for run in runs(row))


def test_blanks_join_runs_of_the_same_background() -> None:
    row = [blank(RED), Cell("a", BLACK, RED), blank(RED), Cell("b", BLACK, RED)]
    assert [*runs(row)] == [Run(" a b", BLACK, RED, 0)]
    assert [*runs([blank(RED), blank(RED)])] == [Run("  ", None, RED, 0)]
    assert [*runs([])] == []


def test_what_shows_on_a_blank_is_not_lent_to_others() -> None:
    for flag in (UNDERLINE, REVERSE, STRIKE):
        row = [blank(RED), Cell("a", BLACK, RED, flag), blank(RED)]
        assert [*runs(row)] == [
            *(Run(" ", None, RED, 0), Run("a", BLACK, RED, flag), Run(" ", None, RED, 0))
        ]
    for flag in (BOLD, DIM):
        row = [blank(RED), Cell("a", BLACK, RED, flag), blank(RED)]
        assert [*runs(row)] == [Run(" a ", BLACK, RED, flag)]


def test_two_colours_are_one_run() -> None:
    row = [blank(RED), Cell("▀", BLUE, RED), blank(BLUE), Cell("▀", RED, BLUE), blank(RED)]
    assert [*runs(row)] == [Run(" ▀█▄ ", BLUE, RED, 0)]
    sideways = [Cell("▐", RED, BLUE), blank(RED), Cell("▌", RED, BLUE)]
    assert [*runs(sideways)] == [Run("▐█▌", RED, BLUE, 0)]


def test_a_third_colour_or_a_sign_of_another_one_starts_a_run() -> None:
    row = [blank(RED), Cell("▀", BLUE, RED), blank(WHITE)]
    assert [run.text for run in runs(row)] == [" ▀", " "]
    row = [Cell("▀", BLUE, RED), Cell("a", BLACK, RED)]
    assert [run.text for run in runs(row)] == ["▀", "a"]
    row = [Cell("a", BLACK, RED, BOLD), Cell("▀", BLACK, RED)]  # bold could change its colour
    assert [run.text for run in runs(row)] == ["a", "▀"]


@pytest.mark.parametrize("mode", Mode, ids=lambda mode: mode.value)
def test_lines_for_the_terminal_have_the_signs_of_the_cells(mode: Mode) -> None:
    cells = paint(busy(), Zoom.L, mode, last=NEW)
    lines = ansi_lines(cells, mode)
    assert all(line.endswith("\x1b[0m") for line in lines)
    for line, row in zip(lines, cells, strict=True):
        bare = re.sub("\x1b\\[[0-9;]*m", "", line)
        told = "".join(" " if cell.char == "▀" else cell.char for cell in row)
        assert re.sub("[▀▄█]", " ", bare) == told


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (Mode.TRUE, "0;38;2;255;255;255;48;2;255;85;85"),
        (Mode.C16, "0;97;101"),
    ],
)
def test_colours_are_written_as_the_mode_wants_them(mode: Mode, expected: str) -> None:
    assert ansi_lines([[Cell("x", (255, 255, 255), (255, 85, 85))]], mode) == [
        f"\x1b[{expected}mx\x1b[0m"
    ]


def test_greys_are_numbers_of_the_256() -> None:
    assert codes(Run("x", COLOURS_256[244], COLOURS_256[16], BOLD), Mode.GREY) == (
        "0;1;38;5;244;48;5;16"
    )


def test_flags_have_their_codes_and_no_colour_is_none() -> None:
    run = Run("x", None, None, BOLD | DIM | UNDERLINE | REVERSE | STRIKE)
    assert codes(run, Mode.TRUE) == "0;1;2;4;7;9"


@pytest.mark.parametrize(
    ("zoom", "mode", "most"),
    [
        (Zoom.S, Mode.TRUE, 28_000),
        (Zoom.M, Mode.TRUE, 60_000),
        (Zoom.L, Mode.TRUE, 75_000),
        (Zoom.XL, Mode.TRUE, 92_000),
        (Zoom.XL, Mode.C256, 40_000),
    ],
)
def test_runs_keep_the_output_small(zoom: Zoom, mode: Mode, most: int) -> None:
    # The design counts this for a whole board, each run a sequence, its text and a reset, and
    # more without runs of two colours; at S cells have little in common.
    lines = [[*runs(row)] for row in paint(busy(), zoom, mode)]
    sizes = [
        len(f"\x1b[{codes(run, mode).removeprefix('0;')}m{run.text}\x1b[0m".encode())
        for line in lines
        for run in line
    ]
    assert sum(sizes) <= (0.9 if zoom is not Zoom.S else 1) * most
