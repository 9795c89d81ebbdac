"""Keys move the cursor over the board the way it looks, and never off it."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.hexes import ALL, NAMES, NEIGHBOURS, PLACE, hexes, mask_of, parse_hex
from kbtui.games.kingdom.play.steering import STEPS, Cursor, nearest, next_of, put
from tests.helpers import spots

SIX = ("west", "east", "north-west", "north-east", "south-west", "south-east")


def walk(start: str, *commands: str) -> str:
    cursor = put(parse_hex(start))
    for command in commands:
        cursor = STEPS[command](cursor)
    return NAMES[cursor.hex]


def seen_column(hex_: int) -> int:
    """Where the hex lies on the screen, in half hexes."""
    row, column = PLACE[hex_]
    return 2 * column + row % 2


def test_the_six_directions_are_the_six_neighbours() -> None:
    for hex_ in ALL:
        reached = {STEPS[command](put(hex_)).hex for command in SIX} - {hex_}
        assert mask_of(reached) == NEIGHBOURS[hex_], NAMES[hex_]


@pytest.mark.parametrize(
    ("command", "rows", "halves"),
    [
        ("west", 0, -2),
        ("east", 0, 2),
        ("north-west", -1, -1),
        ("north-east", -1, 1),
        ("south-west", 1, -1),
        ("south-east", 1, 1),
    ],
)
def test_each_direction_goes_where_its_name_says(command: str, rows: int, halves: int) -> None:
    for hex_ in ALL:
        moved = STEPS[command](put(hex_)).hex
        if moved != hex_:
            assert PLACE[moved][0] - PLACE[hex_][0] == rows
            assert seen_column(moved) - seen_column(hex_) == halves


def test_examples_by_hand() -> None:
    assert walk("g7", "west") == "f7"
    assert walk("g7", "north-west") == "f6"  # row 7 is the seventh: even when counted from 0
    assert walk("g7", "north-east") == "g6"
    assert walk("g8", "north-west") == "g7"
    assert walk("g8", "south-east") == "h9"


@pytest.mark.parametrize("command", STEPS)
def test_a_step_never_leaves_the_board(command: str) -> None:
    for hex_ in ALL:
        cursor = put(hex_)
        for _ in range(3):
            cursor = STEPS[command](cursor)
            assert cursor.hex in PLACE


def test_the_rim_holds_the_cursor() -> None:
    assert walk("a5", "west") == "a5"
    assert walk("t5", "east") == "t5"
    assert walk("c1", "north") == walk("c1", "north-west") == walk("c1", "north-east") == "c1"
    assert walk("c20", "south") == walk("c20", "south-west") == walk("c20", "south-east") == "c20"
    assert walk("a5", "north-west") == "a5"  # there is none
    assert walk("t6", "south-east") == "t6"


def test_up_and_down_keep_the_column_in_which_they_began() -> None:
    for hex_ in ALL:
        for command in ("north", "south"):
            cursor = put(hex_)
            for _ in range(25):
                cursor = STEPS[command](cursor)
                assert abs(seen_column(cursor.hex) - seen_column(hex_)) <= 1
            assert PLACE[cursor.hex][0] == (0 if command == "north" else 19)


def test_up_and_down_go_to_a_neighbour_and_back() -> None:
    for hex_ in ALL:
        up = STEPS["north"](put(hex_))
        if PLACE[hex_][0] > 0:
            assert NEIGHBOURS[hex_] >> up.hex & 1
            assert STEPS["south"](up).hex == hex_


def test_a_step_sideways_begins_a_new_column() -> None:
    start = put(parse_hex("g8"))  # between G and H of the rows around it
    moved = STEPS["east"](STEPS["north"](start))
    assert moved == put(moved.hex)
    assert isinstance(moved, Cursor)


def test_pages_are_four_rows_and_stop_at_the_rim() -> None:
    assert walk("g7", "page-up") == "g3"
    assert walk("g7", "page-up", "page-up") == "g1"
    assert walk("g7", "page-down") == "g11"
    assert walk("g18", "page-down") == "g20"
    assert walk("g7", "row-start") == "a7"
    assert walk("g7", "row-end") == "t7"


def test_next_and_previous_are_in_reading_order_around_the_end() -> None:
    mask = spots("q1 b2 c2 a20")
    order = [NAMES[hex_] for hex_ in hexes(mask)]
    assert order == ["q1", "b2", "c2", "a20"]
    at, back = parse_hex("q1"), parse_hex("q1")
    forth: list[str] = []
    again: list[str] = []
    for _ in order:
        at, back = next_of(mask, at), next_of(mask, back, -1)
        forth.append(NAMES[at])
        again.append(NAMES[back])
    assert forth == ["b2", "c2", "a20", "q1"]
    assert again == ["a20", "c2", "b2", "q1"]
    assert NAMES[next_of(mask, parse_hex("a2"))] == "b2"  # also from a hex that is none of them
    assert NAMES[next_of(mask, parse_hex("a2"), -1)] == "q1"
    assert next_of(0, at) == next_of(0, at, -1) == at


def test_the_nearest_is_counted_in_steps() -> None:
    assert NAMES[nearest(spots("a1 g9 t20"), parse_hex("g7"))] == "g9"
    assert NAMES[nearest(spots("g7 g8"), parse_hex("g7"))] == "g7"
    assert nearest(0, parse_hex("g7")) == parse_hex("g7")
