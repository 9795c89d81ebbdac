"""Where keys lead in brickwork: CB-23, CB-24."""

from __future__ import annotations

import pytest

from engine.castle.pieces.cells import LEVEL, NAMES, parse_cell
from kbtui.games.castle.play.steering import STEPS, nearest, next_of, put


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        ("f1", "west", "d1"),
        ("b1", "west", "b1"),
        ("n1", "east", "n1"),
        ("a2", "west", "a2"),
        ("f1", "north", "e2"),
        ("f1", "north-east", "g2"),
        ("f1", "north-west", "e2"),
        ("e2", "south-west", "d1"),
        ("e2", "south-east", "f1"),
        ("o2", "south-east", "o2"),  # nothing there
        ("e4", "north", "d5"),
        ("e4", "page-down", "d1"),
        ("f1", "page-up", "f5"),
        ("e4", "row-start", "d1"),
        ("f1", "row-end", "f5"),  # the level above a castle of 4
        ("f5", "north", "f5"),
    ],
)
def test_a_key_leads_to_a_neighbor(start: str, way: str, end: str) -> None:
    assert NAMES[STEPS[way](put(parse_cell(start)), 4).cell] == end


def test_up_and_down_again_keep_to_the_column() -> None:
    cursor = put(parse_cell("h1"))
    for way in ("north", "north", "north", "south", "south", "south"):
        cursor = STEPS[way](cursor, 5)
        assert abs("abcdefghijklmno".index(NAMES[cursor.cell][0]) - 7) <= 1
    assert NAMES[cursor.cell] == "h1"


def test_every_step_stays_in_the_castle() -> None:
    for cell in NAMES:
        if LEVEL[cell] <= 4:
            for step in STEPS.values():
                assert LEVEL[step(put(cell), 3).cell] <= 4


def test_next_goes_around() -> None:
    assert [next_of([5, 7, 9], here) for here in (5, 7, 9, 1)] == [7, 9, 5, 5]
    assert [next_of([5, 7, 9], here, -1) for here in (5, 7, 1)] == [9, 5, 9]
    assert next_of([], 4) == 4
    assert nearest([], 4) == 4
