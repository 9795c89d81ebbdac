"""The board as text: every meaning has its own symbol, rows and columns where people look."""

from __future__ import annotations

from engine.kingdom.scores import scores
from engine.kingdom.setup import first_game, resolve
from kbtui.games.kingdom.board.letters import (
    Marked,
    board_lines,
    legend_lines,
    location_lines,
    score_lines,
)
from tests.helpers import position, spots

FIRST = resolve(first_game())
STATE = position(FIRST, settlements=["a1 t20", "b2"])


def drawn(last: int = 0) -> list[str]:
    return board_lines(STATE, marked=Marked(last))


def test_the_board_has_twenty_lettered_columns_and_twenty_numbered_rows() -> None:
    lines = drawn()
    assert lines[0].split() == list("abcdefghijklmnopqrst")
    assert [line.split()[0] for line in lines[1:]] == [str(n) for n in range(1, 21)]
    assert all(len(line.split()) == 21 for line in lines[1:])


def test_terrain_specials_and_settlements_stand_where_the_map_has_them() -> None:
    rows = [line.split()[1:] for line in drawn()[1:]]
    # Tavern lies top left: its first row is FDDMMDDCCC, its castle is d4, a location c7.
    assert rows[0][:10] == list("1dd^^ddccc")
    assert rows[3][3] == "K"
    assert rows[6][2] == "L"
    assert rows[1][1] == "2"
    assert rows[19][19] == "1"


def test_odd_rows_lie_half_a_hex_to_the_right() -> None:
    lines = drawn()
    assert lines[2].index("f") - lines[1].index("1", 3) == 1


def test_changed_hexes_are_bracketed() -> None:
    assert "[1]" in drawn(last=spots("a1"))[1]


def test_hexes_where_one_may_build_have_a_plus() -> None:
    # The first row of the Tavern quadrant is "FDDMMDDCCC".
    line = board_lines(STATE, marked=Marked(legal=spots("b1 c1")))[1]
    assert line.split()[2:6] == ["d+", "d+", "^", "^"]


def test_the_letters_have_no_colour() -> None:
    assert not any("\x1b" in line for line in drawn())


def test_locations_tell_what_they_do_and_who_has_their_tiles() -> None:
    state = position(FIRST, settlements=["c6", "d7"], tiles=["c7:usable", "c7:new"])
    lines = list(location_lines(state))
    what = "build one at the end of a line of 3"
    assert f"Tavern at c7 (0 left), h7 (2 left): {what}." in lines
    assert max(map(len, lines)) <= 78
    assert "  player 1 has 1: ready" in lines
    assert "  player 2 has 1: new" in lines


def test_the_legend_names_only_what_lies_there() -> None:
    text = " ".join(legend_lines(position(FIRST)))
    assert "K castle" in text
    assert "marsh" not in text
    assert "1-2 settlements" in text


def test_the_score_table_adds_up() -> None:
    state = position(FIRST, settlements=["a4 b4", "c4"])
    counted = scores(state)
    lines = list(score_lines(state, counted, ("Ada", "Bo")))
    # a4 and b4 stand on water: no fishermen; two on a row: knights 4; c4 touches castle d4.
    assert lines[0].split() == ["gold", "Ada", "Bo"]
    assert lines[1].split() == ["Fishermen", "0", "1"]
    assert lines[2].split() == ["Knights", "4", "2"]
    assert lines[4].split() == ["Castles", "0", "3"]
    assert lines[5].split() == ["Total", "4", "6"]
    assert lines[6].split() == ["in", "reserve", "38", "39"]
