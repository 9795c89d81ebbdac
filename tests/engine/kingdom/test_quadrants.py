"""The quadrants that come with the game, the boards they make, and files that players write."""

import json
from collections import Counter
from itertools import permutations, product

import pytest

from engine.kingdom.ground.board import Board, _land
from engine.kingdom.ground.hexes import at, distance
from engine.kingdom.ground.quadrants import (
    FORMAT,
    BadQuadrant,
    of_sets,
    parse_quadrant,
    parse_quadrants,
    printed,
)
from engine.kingdom.ground.terrain import LETTERS, Terrain
from engine.kingdom.rules.actions import new
from engine.kingdom.setup import Options, resolve
from engine.kingdom.state import tiles_left
from tests.helpers import MARSHLANDS, legal_tokens, position, setup_of, spots, table

Place = tuple[int, int]

ONE_LOCATION = {"oracle", "harbor"}
TWO_LOCATIONS = {"farm", "tavern", "tower", "paddock", "barn", "oasis"}
BASE = sorted(ONE_LOCATION | TWO_LOCATIONS)
GRASS = ["G" * 10] * 10


def specials(id_: str, turned: bool = False) -> list[Place]:
    """Places of locations, castles and palaces, read straight from the rows."""
    rows = printed()[id_].rows
    found = [
        (r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter in "12KP"
    ]
    return [(9 - r, 9 - c) for r, c in found] if turned else found


def own_file(**changes: object) -> str:
    quadrant = {"id": "mine", "locations": {}, "rows": GRASS} | changes
    return json.dumps({"format": FORMAT, "quadrants": [quadrant]})


@pytest.mark.rule("C-2")
def test_there_is_one_base_quadrant_for_each_base_location() -> None:
    quadrants = of_sets(("base",))
    assert sorted(quadrant.id for quadrant in quadrants) == BASE
    assert all(quadrant.official for quadrant in quadrants)
    for quadrant in quadrants:
        assert [kind.name.lower() for _, kind in quadrant.locations] == [quadrant.id]


@pytest.mark.rule("C-2")
@pytest.mark.parametrize("id_", BASE)
def test_oracle_and_harbor_have_two_castles_and_the_others_two_locations(id_: str) -> None:
    letters = Counter("".join(printed()[id_].rows))
    expected = (1, 2, 0) if id_ in ONE_LOCATION else (2, 1, 0)
    assert (letters["1"], letters["K"], letters["P"]) == expected


@pytest.mark.rule("GEO-1")
@pytest.mark.parametrize("id_", sorted(printed()))
def test_a_quadrant_has_ten_rows_of_ten(id_: str) -> None:
    assert [len(row) for row in printed()[id_].rows] == [10] * 10


@pytest.mark.rule("GEO-4", "S-1")
@pytest.mark.parametrize("id_", BASE)
def test_no_marsh_and_no_palace_lie_on_a_base_quadrant(id_: str) -> None:
    assert not set("".join(printed()[id_].rows)) & set("SP")


@pytest.mark.rule("C-2")
def test_a_base_board_has_12_special_hexes_and_4_to_6_castles() -> None:
    castles = set()
    for four in permutations(BASE, 4):
        if list(four) == sorted(four):
            board = setup_of(four).board
            assert board.special.bit_count() == 12
            assert board.castles.bit_count() + board.locations.bit_count() == 12
            castles.add(board.castles.bit_count())
    assert castles == {4, 5, 6}


def tiles_by_kind(*quadrants: str) -> Counter[str]:
    state = new(setup_of(quadrants))
    found: Counter[str] = Counter()
    for index, slot in enumerate(state.setup.board.slots):
        if not slot.is_bonus:
            found[slot.kind.name.lower()] += tiles_left(state, index)
    return found


@pytest.mark.rule("C-3")
def test_the_base_game_has_28_location_tiles() -> None:
    found = tiles_by_kind(*BASE[:4]) + tiles_by_kind(*BASE[4:])
    assert found == dict.fromkeys(ONE_LOCATION, 2) | dict.fromkeys(TWO_LOCATIONS, 4)
    assert found.total() == 28


@pytest.mark.rule("C-7")
def test_marshlands_adds_16_location_tiles_four_of_each_kind() -> None:
    found = tiles_by_kind(*MARSHLANDS)
    assert found == {"temple": 4, "refuge": 4, "canoe": 4, "fountain": 4}


@pytest.mark.rule("C-7", "D-16")
@pytest.mark.parametrize("id_", MARSHLANDS)
def test_a_stand_in_keeps_what_is_known_of_the_printed_quadrant(id_: str) -> None:
    quadrant = printed()[id_]
    letters = Counter("".join(quadrant.rows))
    assert (letters["1"], letters["P"], letters["K"]) == (2, 1, 0)
    assert letters["S"] > 0
    assert [kind.name.lower() for _, kind in quadrant.locations] == [id_.removesuffix("-standin")]


@pytest.mark.rule("D-16")
def test_the_stand_ins_say_that_they_are_our_own_layout() -> None:
    titles = {quadrant.id: quadrant.title for quadrant in of_sets(("marshlands",))}
    assert sorted(titles) == sorted(MARSHLANDS)
    assert titles["temple-standin"] == "Temple (stand-in, our own layout)"
    assert all(title.endswith("(stand-in, our own layout)") for title in titles.values())
    assert not any(printed()[id_].official for id_ in MARSHLANDS)


def test_printed_quadrants_are_titled_by_their_name_alone() -> None:
    assert printed()["tavern"].title == "Tavern"


@pytest.mark.rule("GEO-9")
def test_no_hex_of_a_quadrant_touches_two_special_hexes() -> None:
    for id_ in printed():
        for one, other in permutations(specials(id_), 2):
            assert distance(at(*one), at(*other)) > 2, id_


@pytest.mark.rule("GEO-9")
def test_no_hex_touches_two_special_hexes_across_quadrants_however_they_lie() -> None:
    # All ways two quadrants can lie: side by side, one above the other, both diagonals.
    corners = [((0, 0), (0, 10)), ((0, 0), (10, 0)), ((0, 0), (10, 10)), ((0, 10), (10, 0))]
    for one, other in permutations(printed(), 2):
        for turned, turned2 in product((False, True), repeat=2):
            pairs = list(product(specials(one, turned), specials(other, turned2)))
            for (down, right), (down2, right2) in corners:
                for (r, c), (r2, c2) in pairs:
                    gap = distance(at(r + down, c + right), at(r2 + down2, c2 + right2))
                    assert gap > 2, (one, other)


@pytest.mark.rule("S-9")
def test_on_the_first_board_5_of_8_locations_touch_flowers() -> None:
    board = setup_of().board
    flowers = board.terrain[Terrain.FLOWERS]
    touching = [slot for slot in board.slots if slot.around & flowers]
    assert (len(touching), len(board.slots)) == (5, 8)


@pytest.mark.rule("GEO-2")
def test_a_rotated_quadrant_is_turned_by_180_degrees() -> None:
    # The Tavern quadrant has its castle at d4 and its locations at c7 and h7.
    board = setup_of(("tavern/r", "paddock", "oasis", "farm")).board
    upright = setup_of(("tavern", "paddock", "oasis", "farm")).board
    assert upright.castles & spots("d4")
    assert upright.locations & spots("c7 h7") == spots("c7 h7")
    assert board.castles & spots("g7")
    assert board.locations & spots("h4 c4") == spots("h4 c4")
    assert not board.castles & spots("d4")


@pytest.mark.rule("GEO-2")
def test_a_rotated_quadrant_keeps_its_neighbours() -> None:
    # Upright the Tavern at c7 touches b7 F, d7 C, b6 C, c6 C, b8 D, c8 C; at h4 just the same.
    board = setup_of(("tavern/r", "paddock", "oasis", "farm")).board
    around = next(slot.around for slot in board.slots if slot.hex == at(3, 7))
    counts = [(mask & around).bit_count() for mask in board.terrain]
    assert counts[:5] == [0, 1, 0, 4, 1]


@pytest.mark.rule("GEO-1", "S-1")
def test_four_quadrants_lie_in_reading_order() -> None:
    board = setup_of(("tavern", "paddock", "oasis", "farm")).board
    # Castles: Tavern row 3 column 3, Paddock row 7 column 5, Oasis row 7 column 1, Farm row 1
    # column 1; the right ones shifted by ten columns, the lower ones by ten rows.
    assert board.castles == spots("d4 p8 b18 l12")


@pytest.mark.rule("GEO-4")
def test_builds_go_on_any_of_the_six_buildable_terrains_and_no_other() -> None:
    marks = {f"{column}1": letter for column, letter in zip("cegikmoqs", "FTCDSWMKP", strict=True)}
    state = position(table("G", marks | {"t5": "tower"}), tiles=("t5:usable",))
    asked = {f"tower@{name}" for name in (*marks, "b1", "t5")}
    allowed = {f"tower@{name}" for name in ("b1", "c1", "e1", "g1", "i1", "k1")}
    assert asked & legal_tokens(state, "tower") == allowed


def test_a_players_own_file_is_read() -> None:
    rows = ["GFTCDSWMKP", "1GG2GGGGGG", *GRASS[2:]]
    (quadrant,) = parse_quadrants(own_file(rows=rows, locations={"1": "farm", "2": "canoe"}))
    assert quadrant.title == "mine (player's own layout)"
    assert quadrant.rows == tuple(rows)
    assert parse_quadrant(quadrant.as_json(), "again") == quadrant


ERRORS = [
    ("mine: row 3, column 5", {"rows": [*GRASS[:2], "GGGGXGGGGG", *GRASS[3:]]}),
    ("mine: row 10, column 10", {"rows": [*GRASS[:9], "GGGGGGGGGg"]}),
    ("mine: row 1, column 1", {"rows": ["1GGGGGGGGG", *GRASS[1:]]}),
    ("mine: row 4, column 2", {"rows": [*GRASS[:3], "G2GGGGGGGG", *GRASS[4:]]}),
    ("mine: row 4", {"rows": [*GRASS[:3], "G" * 9, *GRASS[4:]]}),
    ("mine: row 4", {"rows": [*GRASS[:3], "G" * 11, *GRASS[4:]]}),
    ("mine: row 2", {"rows": [GRASS[0], 7, *GRASS[2:]]}),
    ("mine: rows", {"rows": GRASS[:9]}),
    ("mine: rows", {"rows": "G" * 10}),
    ("mine: locations", {"locations": {"3": "farm"}}),
    ("mine: locations", {"locations": {"1": "castle"}}),
    ("mine: locations", {"locations": {"1": 5}}),
    ("mine: locations", {"locations": ["farm"]}),
    ("quadrant 1: id", {"id": "My Board"}),
    ("quadrant 1: id", {"id": ""}),
    ("quadrant 1: id", {"id": 7}),
]


@pytest.mark.parametrize(("where", "changes"), ERRORS)
def test_an_error_names_the_spot(where: str, changes: dict[str, object]) -> None:
    with pytest.raises(BadQuadrant) as caught:
        parse_quadrants(own_file(**changes))
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("file", "no json"),
        ("file", "[" * 100_000),
        ("format", "[]"),
        ("format", '{"format": "other/1", "quadrants": []}'),
        ("quadrants", json.dumps({"format": FORMAT})),
        ("quadrants", json.dumps({"format": FORMAT, "quadrants": []})),
        ("quadrant 1", json.dumps({"format": FORMAT, "quadrants": ["GGG"]})),
    ],
)
def test_a_file_of_another_form_is_refused(where: str, text: str) -> None:
    with pytest.raises(BadQuadrant) as caught:
        parse_quadrants(text)
    assert caught.value.where == where


def test_two_quadrants_of_one_id_are_refused() -> None:
    twin = {"id": "twin", "locations": {}, "rows": GRASS}
    with pytest.raises(BadQuadrant, match="two quadrants have this id"):
        parse_quadrants(json.dumps({"format": FORMAT, "quadrants": [twin, twin]}))


@pytest.mark.rule("GEO-1", "GEO-2")
def test_every_quadrant_lies_as_it_is_drawn_in_every_corner_and_either_way_up() -> None:
    quadrants = (*printed().values(),)
    for first in range(len(quadrants)):
        four = (quadrants * 2)[first : first + 4]
        for rotated in ((False, True, False, True), (True, False, True, False)):
            drawn = {}
            for corner, (quadrant, turned) in enumerate(zip(four, rotated, strict=True)):
                rows = [row[::-1] for row in quadrant.rows[::-1]] if turned else quadrant.rows
                for r, row in enumerate(rows):
                    for c, letter in enumerate(row):
                        drawn[at(corner // 2 * 10 + r, corner % 2 * 10 + c)] = letter
            board = Board(four, rotated)
            for hex_, letter in drawn.items():
                assert board.terrain[LETTERS.get(letter, Terrain.LOCATION)] >> hex_ & 1
            assert sum(mask.bit_count() for mask in board.terrain) == len(drawn) == 400


def test_a_quadrant_is_read_once_for_each_way_up_however_many_boards_it_is_part_of() -> None:
    _land.cache_clear()
    for number in range(60):
        setup = resolve(Options(sets=("base", "marshlands"), seed=str(number)))
        Board(setup.quadrants, setup.rotated)
    assert _land.cache_info().misses <= 2 * len(printed())
