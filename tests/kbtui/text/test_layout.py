"""Which zoom a window gets, and where everything is: the table of the design, and no gaps."""

from __future__ import annotations

import pytest

from kbtui.games.kingdom.board.outline import size as outline_size
from kbtui.games.kingdom.board.zoom import Zoom, zoom_beside_panels
from kbtui.text.layout import DOUBLE, NORMAL, RULER, Box, Layout, fits, layout

# Columns, rows and zoom of the design, with the side column that is left at just that size.
TABLE = [
    (196, 64, Zoom.XXL, 196 - 164),
    (155, 54, Zoom.XL, 155 - 123),
    (155, 44, Zoom.L, 155 - 123),
    (112, 44, Zoom.M_PLUS, 112 - 82),
    (100, 34, Zoom.M, 100 - 82),
    (80, 24, Zoom.S, 80 - 62),
    (62, 22, Zoom.S, 0),
]
BELOW = [
    (195, 64, Zoom.XL),
    (196, 63, Zoom.XL),
    (154, 54, Zoom.M_PLUS),
    (155, 53, Zoom.L),
    (154, 44, Zoom.M_PLUS),
    (155, 43, Zoom.M),
    (111, 44, Zoom.M),
    (112, 43, Zoom.M),
    (99, 34, Zoom.S),
    (100, 33, Zoom.S),
]


def laid(columns: int, rows: int, zoom: Zoom | None = None) -> Layout:
    chosen = zoom or zoom_beside_panels(columns, rows)
    return layout(columns, rows, (chosen.columns, chosen.rows))


def regions(found: Layout) -> list[Box]:
    named = (found.title, found.board, found.side, found.log, found.prompt, found.hints)
    return [box for box in named if not box.is_empty]


@pytest.mark.parametrize(("columns", "rows", "zoom", "side"), TABLE)
def test_the_zoom_of_each_size_in_the_table(columns: int, rows: int, zoom: Zoom, side: int) -> None:
    assert zoom_beside_panels(columns, rows) is zoom
    found = laid(columns, rows)
    assert found.side.width == side
    if side:  # the whole board is in sight
        assert (found.board.width, found.board.height) == (zoom.columns, zoom.rows)


@pytest.mark.parametrize(("columns", "rows", "zoom"), BELOW)
def test_one_less_than_the_table_asks_for_gives_the_next_zoom(
    columns: int, rows: int, zoom: Zoom
) -> None:
    assert zoom_beside_panels(columns, rows) is zoom


def test_below_62_by_22_nothing_fits() -> None:
    assert fits(62, 22)
    assert not fits(61, 22)
    assert not fits(62, 21)


def test_80_by_24_is_used_to_the_last_cell() -> None:
    found = laid(80, 24)
    assert found.title == Box(0, 0, 80, 1)
    assert found.board == Box(0, 1, 62, 20)
    assert found.side == Box(62, 1, 18, 20)  # one blank column and 17 of text
    assert found.log.is_empty
    assert found.prompt == Box(0, 21, 80, 2)
    assert found.hints == Box(0, 23, 80, 1)
    assert found.has_two_prompts


def test_from_100_columns_on_prompt_and_hex_share_a_line() -> None:
    assert laid(99, 34).has_two_prompts
    assert not laid(100, 34).has_two_prompts
    assert laid(100, 34).prompt == Box(0, 32, 100, 1)


def test_below_80_columns_there_is_no_side_column() -> None:
    assert laid(79, 24).side.is_empty
    assert laid(79, 24).board.width == 79
    assert laid(80, 24).side.width == 18


def test_beside_two_side_columns_no_log_lies_below_the_board() -> None:
    found = laid(200, 60)
    assert found.side.width > DOUBLE
    assert found.log.is_empty
    assert found.board.height == found.side.height


@pytest.mark.parametrize(
    ("columns", "rows", "log"), [(100, 37, 0), (100, 38, 4), (80, 27, 0), (80, 28, 4), (155, 58, 4)]
)
def test_a_log_below_the_board_has_at_least_four_rows(columns: int, rows: int, log: int) -> None:
    assert laid(columns, rows).log.height == log


def test_a_look_without_a_zoom_gets_a_smaller_one() -> None:
    only = (Zoom.S, Zoom.M_PLUS)
    assert zoom_beside_panels(200, 64, lambda zoom: zoom in only) is Zoom.M_PLUS
    assert zoom_beside_panels(100, 34, lambda zoom: zoom in only) is Zoom.S


@pytest.mark.slow
def test_regions_cover_the_window_without_overlap_at_any_size_and_zoom() -> None:
    """Every cell belongs to exactly one region: areas add up and corners stay inside."""
    boards = [(zoom.columns, zoom.rows) for zoom in Zoom]
    boards += [outline_size(zoom) for zoom in (Zoom.S, Zoom.M_PLUS)]
    for columns in range(62, 261):
        for rows in range(22, 91):
            for size in boards:
                boxes = regions(layout(columns, rows, size))
                assert sum(box.width * box.height for box in boxes) == columns * rows
                for box in boxes:
                    assert box.x >= 0 <= box.y
                    assert box.x + box.width <= columns
                    assert box.y + box.height <= rows


@pytest.mark.parametrize("zoom", Zoom)
def test_no_two_regions_share_a_cell(zoom: Zoom) -> None:
    for columns, rows in ((62, 22), (80, 24), (99, 40), (100, 34), (120, 30), (200, 60), (260, 90)):
        boxes = regions(laid(columns, rows, zoom))
        for x in range(columns):
            for y in range(rows):
                assert sum(box.holds(x, y) for box in boxes) == 1, (columns, rows, x, y)


def test_the_side_column_keeps_17_columns_of_text_however_large_the_board() -> None:
    for columns in range(80, 261):
        for zoom in Zoom:
            found = laid(columns, 50, zoom)
            assert found.side.width >= 18
            assert found.board.width <= zoom.columns + RULER[0] * found.has_ruler


@pytest.mark.parametrize(
    ("columns", "rows", "has_ruler"),
    [
        *((80, 24, False), (83, 25, True), (82, 25, False), (83, 24, False)),
        *((100, 34, False), (120, 40, True), (140, 45, True), (160, 50, True), (200, 60, True)),
        *((155, 54, False), (83, 28, False), (83, 29, True)),  # they would take the log
    ],
)
def test_coordinates_are_shown_where_there_is_room(
    columns: int, rows: int, has_ruler: bool
) -> None:
    found = laid(columns, rows)
    assert found.has_ruler == has_ruler
    if has_ruler:
        zoom = zoom_beside_panels(columns, rows)
        assert found.board.width == zoom.columns + RULER[0]
        assert found.board.height >= zoom.rows + RULER[1]


@pytest.mark.slow
def test_coordinates_take_nothing_from_side_column_and_log() -> None:
    for columns in range(62, 261):
        for rows in range(22, 91):
            for zoom in Zoom:
                found = laid(columns, rows, zoom)
                if found.has_ruler:
                    side = found.side.width - 1
                    assert side >= 17
                    before = side + RULER[0]
                    assert (side < NORMAL, side < DOUBLE) == (before < NORMAL, before < DOUBLE)
                    assert not 0 < found.log.height < 4


def test_a_box_without_cells_is_empty() -> None:
    assert Box(3, 3, 0, 5).is_empty
    assert Box(3, 3, 5, 0).is_empty
    assert not Box(0, 0, 1, 1).is_empty
    assert Box(2, 3, 2, 1).holds(3, 3)
    assert not Box(2, 3, 2, 1).holds(4, 3)
    assert not Box(2, 3, 2, 1).holds(2, 4)
