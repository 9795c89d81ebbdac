"""Hexes made of half blocks: they tile the board, and every cell knows its hex."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kingdom.ground.hexes import ALL, NEIGHBOURS, PLACE, parse_hex
from kbtui.games.kingdom.board.zoom import RIM, Zoom, best_zoom, hex_at, tables
from tests.kbtui.games.kingdom.board.artwork import places

ZOOMS = pytest.mark.parametrize("zoom", Zoom, ids=lambda zoom: zoom.label)

# From the design: widths of the pixel rows, size of the board, and for even and odd rows the pixel
# row of the text and its columns.
SHAPES = {
    Zoom.M: ("2 4 4 2", (82, 31), (0, 2), (1, 4)),
    Zoom.M_PLUS: ("2 4 4 4 2", (82, 41), (2, 4), (2, 4)),
    Zoom.L: ("2 4 6 6 4 2", (123, 41), (2, 6), (2, 6)),
    Zoom.XL: ("2 4 6 6 6 4 2", (123, 51), (2, 6), (3, 6)),
    Zoom.XXL: ("2 6 8 8 8 8 6 2", (164, 61), (2, 8), (2, 8)),
}


def test_the_zooms_are_ordered_and_named() -> None:
    assert [zoom.label for zoom in Zoom] == ["S", "M", "M+", "L", "XL", "XXL"]
    assert (Zoom.S.columns, Zoom.S.rows) == (62, 20)


@pytest.mark.parametrize("zoom", SHAPES, ids=lambda zoom: zoom.label)
def test_sizes_widths_and_text_rows_are_those_of_the_design(zoom: Zoom) -> None:
    widths, size, even, odd = SHAPES[zoom]
    assert " ".join(map(str, zoom.widths)) == widths
    assert (zoom.columns, zoom.rows) == size
    for hex_, (row, _) in PLACE.items():
        spot = tables(zoom).spots[hex_]
        assert (spot.row, spot.columns) == (odd if row % 2 else even)


@ZOOMS
def test_every_half_belongs_to_one_hex_and_all_hexes_are_equally_large(zoom: Zoom) -> None:
    owners = Counter(tables(zoom).owners)
    rim = owners.pop(RIM)
    size = sum(zoom.widths)
    assert set(owners) == set(ALL)
    assert set(owners.values()) == {size}
    assert rim + 400 * size == 2 * zoom.columns * zoom.rows


@ZOOMS
def test_every_pixel_lies_where_the_design_has_it(zoom: Zoom) -> None:
    known = tables(zoom)
    for hex_ in ALL:
        for (row, column), (x, y, half) in places(zoom, hex_).items():
            assert hex_at(zoom, x, y, upper=half == 0) == hex_
            flat = known.corners[hex_] + row * zoom.stride + column
            assert flat == zoom.pixel(x, y) + half * zoom.gap


@ZOOMS
def test_the_spans_of_a_hex_are_the_cells_that_show_it(zoom: Zoom) -> None:
    for hex_, spans in tables(zoom).spans.items():
        told = {(x, y) for y, start, end in spans for x in range(start, end)}
        assert told == {(x, y) for x, y, _ in places(zoom, hex_).values()}


@ZOOMS
def test_hexes_touch_their_neighbours_and_nobody_else(zoom: Zoom) -> None:
    cells = ((x, y) for x in range(zoom.columns) for y in range(zoom.rows))
    pairs = {(hex_at(zoom, x, y), hex_at(zoom, x, y, upper=False)) for x, y in cells}
    touching = {(a, b) for a, b in pairs if a is not None and b is not None and a != b}
    assert touching
    assert all(NEIGHBOURS[a] >> b & 1 for a, b in touching)


@ZOOMS
def test_the_text_of_each_hex_hits_the_hex(zoom: Zoom) -> None:
    for hex_, spot in tables(zoom).spots.items():
        for x in range(spot.x, spot.x + spot.columns):
            assert hex_at(zoom, x, spot.y) == hex_at(zoom, x, spot.y, upper=False) == hex_


def test_at_s_odd_rows_lie_one_and_a_half_columns_to_the_right() -> None:
    # Row 2: cell 1 is the rim and a2, cells 2 and 3 are a2, cell 4 is a2 and b2; the last ends in
    # the left half of column 61.
    a2, b2, t2 = map(parse_hex, ("a2", "b2", "t2"))
    halves = [hex_at(Zoom.S, x, 1, upper) for x in range(5) for upper in (True, False)]
    assert halves == [None, None, None, a2, a2, a2, a2, a2, a2, b2]
    assert (hex_at(Zoom.S, 61, 1), hex_at(Zoom.S, 61, 1, upper=False)) == (t2, None)
    assert [hex_at(Zoom.S, x, 0) for x in range(4)] == [parse_hex("a1")] * 3 + [parse_hex("b1")]


def test_the_slanted_rows_of_l_share_cells_with_the_row_below() -> None:
    # Row 1 has its lower slant where row 2 has its upper one: text row 2, between a1 and a2.
    a1, a2 = parse_hex("a1"), parse_hex("a2")
    assert [hex_at(Zoom.L, x, 2) for x in range(6)] == [None, a1, a1, a1, a1, a2]
    assert [hex_at(Zoom.L, x, 2, upper=False) for x in range(6)] == [None, None, a1, a1, a2, a2]


def test_outside_the_board_there_is_no_hex() -> None:
    for x, y in ((-1, 0), (0, -1), (62, 0), (0, 20)):
        assert hex_at(Zoom.S, x, y) is None
    assert hex_at(Zoom.L, 0, 0) is None  # the corner that the slant leaves free


@pytest.mark.parametrize(
    ("size", "zoom"),
    [
        ((62, 20), Zoom.S),
        ((81, 60), Zoom.S),
        ((82, 31), Zoom.M),
        ((122, 40), Zoom.M),
        ((122, 41), Zoom.M_PLUS),
        ((123, 41), Zoom.L),
        ((163, 99), Zoom.XL),
        ((164, 61), Zoom.XXL),
        ((61, 50), None),
        ((200, 19), None),
    ],
)
def test_the_best_zoom_is_the_largest_that_fits(size: tuple[int, int], zoom: Zoom | None) -> None:
    assert best_zoom(*size) is zoom
