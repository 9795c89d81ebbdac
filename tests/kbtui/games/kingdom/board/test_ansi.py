"""The painted board as lines: as large as the window allows, with coordinates and a legend."""

from __future__ import annotations

import re

import pytest

from engine.kingdom.setup import first_game, resolve
from kbtui.games.kingdom.board.ansi import Look
from kbtui.games.kingdom.board.letters import board_lines, legend_lines
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.paint.palette import Mode
from tests.helpers import position

STATE = position(resolve(first_game()), settlements=["a1 t20", "b2"])


def painted(columns: int, rows: int) -> list[str]:
    """The characters of a painted board."""
    lines = board_lines(STATE, Look(Mode.C256, columns, rows))
    return [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]


def test_the_painted_board_has_its_rows_and_columns_named_too() -> None:
    lines = painted(80, 24)
    assert {len(line) for line in lines} == {3 + 62}
    assert lines[0].split() == list("abcdefghijklmnopqrst")
    assert lines[0].index("a") == lines[1].index("●")
    assert [line[:3].strip() for line in lines[1:]] == [str(n) for n in range(1, 21)]


@pytest.mark.parametrize(
    ("size", "zoom"),
    [
        ((80, 24), Zoom.S),
        ((80, 200), Zoom.S),  # M needs 82 columns and 3 for the numbers
        ((84, 200), Zoom.S),
        ((85, 37), Zoom.M),  # 31 rows and 6 around the board
        ((85, 36), Zoom.S),
        ((160, 50), Zoom.L),
        ((200, 70), Zoom.XXL),
        ((20, 5), Zoom.S),
    ],
)
def test_the_painted_board_is_as_large_as_the_window_allows(
    size: tuple[int, int], zoom: Zoom
) -> None:
    assert Look(Mode.C16, *size).zoom is zoom
    assert len(painted(*size)) == 1 + zoom.rows


def test_numbers_give_way_in_a_narrow_window() -> None:
    assert {len(line) for line in painted(62, 24)} == {62}


@pytest.mark.parametrize("size", [(90, 40), (100, 50), (130, 50), (200, 70)])
def test_every_row_of_hexes_is_numbered_once(size: tuple[int, int]) -> None:
    numbers = [line[:3].strip() for line in painted(*size)]
    assert [n for n in numbers if n] == [str(n) for n in range(1, 21)]


def test_the_legend_of_a_painted_board_names_its_signs() -> None:
    small = legend_lines(STATE, Look(Mode.C256, 80, 24))
    assert max(map(len, small)) <= 78
    text = " ".join(small)
    for told in ("↑ forest", "# castle", "V tavern", "A oasis", "small: no tiles left", "■ 2"):
        assert told in text
    large = " ".join(legend_lines(STATE, Look(Mode.C256, 130, 50)))
    assert "≈ water" in large
    assert "castle" not in large
    plain = " ".join(legend_lines(STATE, Look(Mode.C16, 80, 24, unicode=False)))
    assert plain.isascii()
    assert "settlements of players 1, 2" in plain
