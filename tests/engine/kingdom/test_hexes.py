"""The bit tricks of ``hexes`` against the plain neighbor offsets of GEO-1, for all 400 hexes."""

import string
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadToken
from engine.kingdom.ground.hexes import (
    ALL,
    BOARD,
    COLUMNS,
    EDGE,
    JUMPS,
    NAMES,
    NEIGHBOURS,
    PLACE,
    QUADRANTS,
    RAYS,
    ROWS,
    SEAM,
    areas,
    at,
    dilate,
    distance,
    farthest,
    hexes,
    line_ends,
    mask_of,
    names,
    next_to_three,
    nth,
    once,
    parse_hex,
)
from tests.helpers import spots

Place = tuple[int, int]

# Straight on in the same one of the six directions: east, west, then the four diagonals. The two
# lists have the same order, so that one index is one direction in every row (GEO-8).
EVEN = [(0, 1), (0, -1), (-1, -1), (-1, 0), (1, -1), (1, 0)]
ODD = [(0, 1), (0, -1), (-1, 0), (-1, 1), (1, 0), (1, 1)]
PLACES = [(row, column) for row in range(20) for column in range(20)]
DIRECTIONS = range(6)


def on(place: Place, direction: int) -> Place | None:
    """The next place in that direction, None beyond the rim."""
    down, right = (ODD if place[0] % 2 else EVEN)[direction]
    row, column = place[0] + down, place[1] + right
    return (row, column) if row in range(20) and column in range(20) else None


def ray(place: Place, direction: int) -> list[Place]:
    found: list[Place] = []
    following = on(place, direction)
    while following is not None:
        found.append(following)
        following = on(following, direction)
    return found


def around(place: Place) -> set[Place]:
    return {found for d in DIRECTIONS if (found := on(place, d)) is not None}


def mask(places: set[Place]) -> int:
    return mask_of(at(*place) for place in places)


def places(mask_: int) -> set[Place]:
    return {PLACE[hex_] for hex_ in hexes(mask_)}


PLACE_SETS = st.sets(st.sampled_from(PLACES), max_size=60)
# Dense in one corner: with settlements all over the board lines and areas would hardly arise.
DENSE_SETS = st.sets(st.sampled_from([p for p in PLACES if p[0] < 7 and p[1] < 7]), max_size=40)
SETS = PLACE_SETS | DENSE_SETS


@pytest.mark.rule("GEO-1")
def test_the_board_has_20_rows_of_20_hexes() -> None:
    assert sorted(PLACE.values()) == PLACES
    assert len(set(ALL)) == 400
    assert BOARD.bit_count() == 400


@pytest.mark.rule("GEO-1", "GEO-3")
def test_the_neighbours_of_every_hex_are_those_of_the_offsets() -> None:
    for place in PLACES:
        hex_ = at(*place)
        assert places(NEIGHBOURS[hex_]) == around(place), place
        assert places(dilate(1 << hex_)) == around(place), place


@pytest.mark.rule("GEO-1")
def test_corners_and_rims_have_fewer_neighbours() -> None:
    counted = {name: dilate(spots(name)).bit_count() for name in ("a1", "t1", "a20", "t20", "e5")}
    assert counted == {"a1": 2, "t1": 3, "a20": 3, "t20": 2, "e5": 6}


@pytest.mark.rule("GEO-3")
def test_hexes_touch_across_the_border_of_two_quadrants() -> None:
    assert set(names(dilate(spots("j10")))) == {"i10", "k10", "j9", "k9", "j11", "k11"}


@pytest.mark.rule("GEO-8")
def test_straight_lines_run_to_the_rim_in_six_directions() -> None:
    for place in PLACES:
        expected = sorted([at(*p) for p in ray(place, d)] for d in DIRECTIONS)
        assert sorted(map(list, RAYS[at(*place)])) == expected, place


@pytest.mark.rule("GEO-8")
def test_a_straight_diagonal_zigzags_through_the_columns() -> None:
    lines = [[NAMES[hex_] for hex_ in line] for line in RAYS[parse_hex("e5")]]
    assert ["e4", "f3", "f2", "g1"] in lines
    assert ["d4", "d3", "c2", "c1"] in lines


@pytest.mark.rule("GEO-8", "L-PADDOCK-1")
def test_jumps_are_the_second_hexes_of_the_straight_lines() -> None:
    for place in PLACES:
        expected = {line[1] for d in DIRECTIONS if len(line := ray(place, d)) > 1}
        assert places(JUMPS[at(*place)]) == expected, place


@pytest.mark.rule("GEO-6")
def test_a_horizontal_line_is_one_whole_row_through_both_quadrants() -> None:
    assert len(ROWS) == 20
    assert [places(row) for row in ROWS] == [{(r, c) for c in range(20)} for r in range(20)]
    assert all(ROWS[3] & quadrant for quadrant in QUADRANTS[:2])


@pytest.mark.rule("GEO-7")
def test_the_edge_is_the_outer_rim_of_76_hexes_without_the_inner_borders() -> None:
    rim = {p for p in PLACES if 0 in p or 19 in p}
    assert places(EDGE) == rim
    assert EDGE.bit_count() == 76
    assert not EDGE & spots("j10 k10 j11 k11 e10 j5")


def test_the_seam_is_the_76_hexes_that_touch_another_quadrant() -> None:
    def quadrant(place: Place) -> Place:
        return (place[0] // 10, place[1] // 10)

    touching = {p for p in PLACES if any(quadrant(p) != quadrant(q) for q in around(p))}
    assert places(SEAM) == touching
    assert len(touching) == 76


@pytest.mark.rule("GEO-1")
def test_four_quadrants_of_100_hexes_cover_the_board_in_reading_order() -> None:
    assert [quadrant.bit_count() for quadrant in QUADRANTS] == [100] * 4
    assert mask_of(ALL) == QUADRANTS[0] | QUADRANTS[1] | QUADRANTS[2] | QUADRANTS[3]
    corners = [spots(name) for name in ("a1", "t1", "a20", "t20")]
    assert [bool(q & c) for q, c in zip(QUADRANTS, corners, strict=True)] == [True] * 4


def test_columns_are_plain_columns() -> None:
    assert [places(column) for column in COLUMNS] == [
        {(r, c) for r in range(20)} for c in range(20)
    ]


@given(SETS)
def test_dilate_gives_all_neighbours_of_a_set(chosen: set[Place]) -> None:
    expected = {q for p in chosen for q in around(p)}
    assert places(dilate(mask(chosen))) == expected


@pytest.mark.slow
@given(SETS)
def test_once_gives_hexes_with_exactly_one_neighbour_in_the_set(chosen: set[Place]) -> None:
    expected = {p for p in PLACES if len(around(p) & chosen) == 1}
    assert places(once(mask(chosen))) == expected


@pytest.mark.slow
@given(SETS)
def test_thrice_gives_hexes_with_three_or_more_neighbours_in_the_set(chosen: set[Place]) -> None:
    expected = {p for p in PLACES if len(around(p) & chosen) >= 3}
    assert places(next_to_three(mask(chosen))) == expected


def flood(start: Place, within: set[Place]) -> dict[Place, int]:
    """Steps to every place that can be reached from the start inside the set."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        place = queue.popleft()
        for following in around(place) & within - steps.keys():
            steps[following] = steps[place] + 1
            queue.append(following)
    return steps


@given(SETS)
def test_areas_are_the_maximal_connected_groups(chosen: set[Place]) -> None:
    expected = {frozenset(flood(place, chosen)) for place in chosen}
    found = [places(group) for group in areas(mask(chosen))]
    assert {frozenset(group) for group in found} == expected
    assert len(found) == len(expected)
    assert found == sorted(found, key=min)


@given(SETS.filter(bool))
def test_farthest_is_the_first_of_the_pairs_with_the_greatest_distance(chosen: set[Place]) -> None:
    members = hexes(mask(chosen))
    pairs = [(a, b) for i, a in enumerate(members) for b in members[i:]]
    assert farthest(mask(chosen)) == max(pairs, key=lambda pair: distance(*pair))


@pytest.mark.slow
@pytest.mark.parametrize("row", range(20))
def test_distance_is_the_length_of_a_shortest_way(row: int) -> None:
    for column in range(20):
        steps = flood((row, column), set(PLACES))
        assert all(distance(at(row, column), at(*p)) == n for p, n in steps.items())


@pytest.mark.slow
@given(SETS, st.integers(2, 5))
def test_line_ends_continue_unbroken_lines(chosen: set[Place], length: int) -> None:
    expected = {
        place
        for place in set(PLACES) - chosen
        for d in DIRECTIONS
        if len(line := ray(place, d)[:length]) == length and chosen.issuperset(line)
    }
    assert places(line_ends(mask(chosen), length)) == expected


@given(SETS)
def test_hexes_come_in_board_order_and_make_the_mask_again(chosen: set[Place]) -> None:
    found = hexes(mask(chosen))
    assert [PLACE[hex_] for hex_ in found] == sorted(chosen)
    assert mask_of(found) == mask(chosen)
    assert [nth(mask(chosen), index) for index in range(len(found))] == found


def test_a_hex_is_named_by_column_letter_and_row_number() -> None:
    assert NAMES[at(0, 0)] == "a1"
    assert NAMES[at(6, 6)] == "g7"
    assert NAMES[at(19, 19)] == "t20"
    assert parse_hex("C10") == at(9, 2)


def test_every_name_is_read_back() -> None:
    assert [parse_hex(NAMES[hex_]) for hex_ in ALL] == list(ALL)
    assert len(set(NAMES.values())) == 400


@pytest.mark.parametrize(
    "name", ["", "a", "7", "a0", "a21", "u1", "a01", "aa1", "a1 ", "1a", "a-1"]
)
def test_what_names_no_hex_is_refused(name: str) -> None:
    with pytest.raises(BadToken, match="a1 to t20"):
        parse_hex(name)


@given(st.text(alphabet=string.printable, max_size=4))
def test_no_text_but_the_400_names_is_a_hex(name: str) -> None:
    if name.lower() in NAMES.values():
        assert NAMES[parse_hex(name)] == name.lower()
    else:
        with pytest.raises(BadToken):
            parse_hex(name)
