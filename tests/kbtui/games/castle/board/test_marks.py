"""What is pointed out: places of all castles, and what is said of a legal cell."""

from __future__ import annotations

from engine.castle.castle import BARE, with_face
from engine.castle.pieces.cells import cells, names, parse_cell
from engine.castle.pieces.tiles import parse_tile
from kbtui.games.castle.board.marks import (
    Counted,
    Gain,
    Pointed,
    cell_of,
    cells_of,
    counting,
    marks,
    place_of,
    seat_shown,
)
from kbtui.games.kit import Marks


def test_a_gain_says_what_a_build_brings() -> None:
    assert (Gain(0).move(True), Gain(0).extras()) == ("►0", "")
    assert Gain(4, coins=1, tiles=1, paid=1).extras() == "$ # -1"
    assert Gain(7, coins=2).extras("") == "$$"
    assert Gain(3).move(False) == ">3"


def test_marks_hold_places_of_the_castle_that_is_large() -> None:
    e2, d1 = parse_cell("e2"), parse_cell("d1")
    found = marks(Pointed(2, {e2: Gain(2)}, hits=1 << d1), e2)
    assert found.cursor == place_of(2, e2)
    assert found.legal == 1 << place_of(2, e2)
    assert found.movable == 1 << place_of(2, d1)
    assert (cells_of(found.legal, 2), cells_of(found.legal, 1)) == (1 << e2, 0)
    assert seat_shown(found) == 2


def test_without_a_hand_the_castle_of_the_cursor_is_large() -> None:
    place = place_of(3, parse_cell("g4"))
    assert cell_of(place) == (3, parse_cell("g4"))
    assert seat_shown(Marks(cursor=place)) == 3
    assert seat_shown(Marks(last=1 << place)) == 3
    assert seat_shown(Marks()) == 0


def test_what_counts_is_found_in_a_castle() -> None:
    castle = BARE
    for name, tile in (("f1", "twin6"), ("j1", "cook4"), ("g2", "roof9")):
        castle = with_face(castle, parse_cell(name), parse_tile(tile))
    found = {kind.value: names(cells(counting(castle, kind))) for kind in Counted}
    assert found == {"windows": ["f1", "j1"], "roofs": ["g2"], "people": ["j1"], "height": ["g2"]}
