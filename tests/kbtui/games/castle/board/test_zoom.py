"""Where cells are on the screen, and which part of a high castle is seen."""

from __future__ import annotations

import pytest

from engine.castle.pieces.cells import NAMES, parse_cell
from kbtui.games.castle.board.zoom import CASTLES, Frame, Zoom, zoom_beside_panels


@pytest.mark.parametrize("zoom", list(Zoom))
def test_every_pixel_of_a_cell_leads_back_to_it(zoom: Zoom) -> None:
    frame = Frame(zoom, 7, 2)
    for cell in filter(frame.shows, NAMES):
        left, top = frame.left(cell), frame.top(cell)
        for x in (left, left + zoom.wide - 1):
            for y in (top, top + zoom.high - 1):
                assert frame.cell_at(x, y) == cell


def test_where_no_cell_is_the_nearest_answers() -> None:
    frame = Frame(Zoom.L, 8)
    assert frame.cell_at(0, frame.floor - 1) == parse_cell("b1")
    assert frame.cell_at(79, frame.floor - 1) == parse_cell("n1")
    assert frame.cell_at(0, frame.floor) is None  # the ground
    assert frame.cell_at(80, frame.floor - 1) is None


@pytest.mark.parametrize("zoom", CASTLES)
def test_tiles_begin_at_whole_text_rows(zoom: Zoom) -> None:
    frame = Frame(zoom, 7)
    assert all(frame.top(cell) % 2 == 0 for cell in filter(frame.shows, NAMES))
    assert frame.top(parse_cell("h7")) >= 0


@pytest.mark.parametrize(
    ("window", "zoom", "size"),
    [
        ((200, 60), Zoom.XXL, (128, 45)),
        ((160, 50), Zoom.XL, (96, 38)),
        ((140, 45), Zoom.L, (80, 34)),
        ((120, 40), Zoom.M, (64, 32)),
        ((100, 34), Zoom.M, (64, 23)),
        ((80, 24), Zoom.S, (48, 15)),
        ((62, 22), Zoom.S, (48, 13)),
    ],
)
def test_windows_get_the_zoom_of_their_size(
    window: tuple[int, int], zoom: Zoom, size: tuple[int, int]
) -> None:
    found, levels = zoom_beside_panels(*window)
    assert (found, (found.columns, found.rows(levels))) == (zoom, size)
    assert found.levels(size[1]) == levels


def test_the_ground_is_seen_while_a_new_level_has_room() -> None:
    frame = Frame(Zoom.S, 7)
    assert frame.follow(6, 7).lowest == 1
    assert frame.follow(7, 7).lowest == 2  # level 8 is seen above the cursor
    assert frame.follow(9, 1).lowest == 1
    assert frame.follow(9, 10).lowest == 5
    assert frame._replace(lowest=3).follow(9, 5).lowest == 3  # no need to move
