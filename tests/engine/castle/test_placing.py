"""Where a tile may stand, what it costs, and how a refusal says why (CB-23 to CB-44)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.castle.castle import BARE, with_face
from engine.castle.pieces.cells import NAMES, cells, parse_cell
from engine.castle.pieces.tiles import FACES, TILES, parse_tile
from engine.castle.rules.explain import tile_name
from engine.castle.rules.placing import places, reach, steps_needed
from tests.engine.castle.positions import builds, castle, legal, played, position, rack, refused

FLOOR = ["b1", "d1", "f1", "j1", "l1", "n1"]


@pytest.mark.rule("CB-4", "CB-5", "CB-7", "CB-25", "CB-32", "CB-35", "CB-T7")
def test_on_an_empty_foundation_every_tile_with_a_whole_base_may_stand_anywhere() -> None:
    for face in FACES:
        found = [NAMES[cell] for cell in cells(places(BARE, face))]
        above = [name for name in found if name.endswith("2")]
        assert [name for name in found if name not in above] == (
            FLOOR if all(TILES[face].base) else []
        )
    state = position({"rack": ["lside1"]}, {})
    why = refused(state, "lside1@b1")
    assert why.rule == "CB-32"
    assert why.reason == "The left half of the tile is sky, and the foundation is stone there."


@pytest.mark.rule("CB-6", "CB-28")
def test_neither_the_gate_nor_a_tile_is_built_upon_in_its_own_cell() -> None:
    state = position({"rack": ["wall5"], "castle": {"d1": "wall3"}}, {})
    assert refused(state, "wall5@h1").rule == "CB-6"
    why = refused(state, "wall5@d1")
    assert (why.rule, why.reason) == ("CB-28", "There is already a tile on D1.")


@pytest.mark.rule("CB-23", "CB-24", "CB-36")
def test_a_tile_stands_on_the_two_below_it_and_its_number_is_their_sum() -> None:
    # wall 5 on f1 beside the gate, a 2: a 7 fits on g2, and nowhere else above the first level.
    state = position({"rack": ["wall7"], "castle": {"f1": "wall5"}}, {})
    assert [cell for cell in builds(state, "wall7") if cell[1] != "1"] == ["g2"]
    assert castle(played(state, "wall7@g2")) == {"f1": "wall5", "g2": "wall7", "h1": "gate"}


@pytest.mark.rule("CB-29", "CB-T1")
def test_a_side_wall_cannot_stand_with_its_sky_half_over_stone() -> None:
    state = position(
        {"rack": ["lside1"], "castle": {"d1": "wall5", "f1": "wall3", "g2": "wall5"}}, {}
    )
    why = refused(state, "lside1@e2")
    assert (why.rule, why.reason) == (
        "CB-29",
        "The left half of the tile is sky, and D1 is stone there.",
    )


@pytest.mark.rule("CB-29", "CB-T2")
def test_stone_cannot_hang_over_nothing() -> None:
    state = position({"rack": ["wall5"], "castle": {"b1": "wall5"}}, {})
    for cell, side in (("c2", "right"), ("a2", "left")):
        why = refused(state, f"wall5@{cell}")
        assert why.rule == "CB-29"
        assert why.reason == f"The {side} half of the tile would hang over nothing."


@pytest.mark.rule("CB-29")
def test_stone_cannot_stand_on_a_sky_half() -> None:
    # A right sloping roof is sky on its right half; the tile beside it is stone.
    state = position({"rack": ["wall9"], "castle": {"d1": "rslope5", "f1": "wall4"}}, {})
    why = refused(state, "wall9@e2")
    assert why.reason == "The left half of the tile is stone, and D1 has sky there."


@pytest.mark.rule("CB-30", "CB-84")
def test_nothing_floats() -> None:
    state = position({"rack": ["princess"], "castle": {"f1": "wall5"}}, {})
    why = refused(state, "princess@l3")
    assert (why.rule, why.reason) == ("CB-30", "There is no tile below L3.")


@pytest.mark.rule("CB-33", "CB-T3")
def test_a_tile_with_the_mark_does_not_begin_a_level() -> None:
    state = position({"rack": ["lside1"], "castle": {"f1": "wall6"}}, {})
    why = refused(state, "lside1@e2")
    assert why.rule == "CB-33"
    assert why.reason == "This tile may not be the first on a level, and level 2 has none."


@pytest.mark.rule("CB-26", "CB-37", "CB-38", "CB-T4")
def test_a_side_wall_stands_on_one_tile_and_sticks_out() -> None:
    tiles = {"f1": "wall6", "l1": "wall5", "n1": "wall2", "m2": "wall7"}
    state = position({"rack": ["lside1", "lturret6/2"], "castle": tiles}, {})
    assert builds(state, "lside1") == ["e2", "k2"]
    # The turret has a number: 6 alone is the sum of e2, since the empty place adds nothing.
    assert builds(state, "lturret6/2") == ["e2"]


@pytest.mark.rule("CB-34")
def test_a_level_that_has_become_empty_is_new_again() -> None:
    tiles = {"f1": "wall6", "g2": "wall8"}
    state = position(
        {"castle": tiles, "rack": ["lside1"]},
        {},
        agenda=[("end", 0, 0), ("collapse", 0, 0)],
        seat=0,
    )
    after = played(state, "collapse:g2", "draw")
    while after.seat != 0 or after.phase.name != "TURN":
        after = played(after, legal(after)[0])
    assert refused(after, "lside1@e2").rule == "CB-33"


@pytest.mark.rule("CB-34")
def test_a_marked_tile_stays_when_the_others_of_its_level_go() -> None:
    tiles = {"f1": "wall6", "g2": "wall8", "e2": "lside1"}
    agenda = [("end", 0, 0), ("collapse", 0, 0)]
    state = position({"castle": tiles}, {}, agenda=agenda)
    assert castle(played(state, "collapse:g2")) == {"f1": "wall6", "h1": "gate", "e2": "lside1"}


@pytest.mark.rule("CB-27", "CB-T5")
def test_sides_are_never_compared() -> None:
    state = position({"rack": ["wall14"], "castle": {"d1": "wall5"}}, {}, market=("wall2",) * 3)
    assert builds(state, "wall14") == ["b1", "f1", "j1", "l1", "n1"]


@pytest.mark.rule("CB-38", "CB-T6")
def test_only_the_any_mark_fits_a_sum_that_no_tile_has() -> None:
    tiles = {"d1": "wall10", "f1": "wall14"}
    names = ["stair18/1", "roof15", "princess"]
    state = position({"rack": names, "castle": tiles}, {}, market=("wall2",) * 3, pay="any")
    assert "e2" in builds(state, "princess")
    why = refused(state, "stair18/1@e2")
    assert (why.rule, why.reason) == (
        "CB-42",
        "To stand on E2, the tile needs 24 = 10 + 14, but it is 18: you lack tiles to pay.",
    )


@pytest.mark.rule("CB-39", "CB-40", "CB-46", "CB-T8")
def test_the_example_of_nico() -> None:
    tiles = {"f1": "wall10", "j1": "wall9"}
    held = ["stair11/1", "noble10", "lady11", "wall1", "wall2"]
    state = position({"rack": held, "castle": tiles}, {"baron": 20}, market=("wall3",) * 3)
    assert refused(state, "stair11/1@g2").rule == "CB-40"
    assert "stair11/1@g2+wall1" in legal(state)
    noble = played(state, "stair11/1@g2+wall1")
    assert noble.barons[0] == 3  # from 1, two levels
    noble = position(
        {"rack": [*held[1:3], "wall2"], "castle": tiles | {"g2": "stair11/1"}},
        {"baron": 20},
        market=("wall3",) * 3,
    )
    lady = played(noble, "noble10@i2+wall2")
    assert lady.barons[0] == 4  # two levels and a ruby
    assert steps_needed(lady.castles[0], parse_tile("lady11"), parse_cell("h3")) == 0
    last = position(
        {"rack": ["lady11"], "castle": tiles | {"g2": "stair11/1", "i2": "noble10"}},
        {"baron": 20},
        market=("wall3",) * 3,
    )
    assert "lady11@h3" in legal(last)
    assert played(last, "lady11@h3").barons[0] == 5  # three levels and a ruby


@pytest.mark.rule("CB-31")
def test_a_tile_under_an_overhang_needs_sky_where_it_meets_it() -> None:
    # The left side wall on e2 sticks out over d1.
    tiles = {"f1": "wall6", "g2": "wall8", "e2": "lside1"}
    state = position({"rack": ["wall5", "rslope5", "lslope4", "roof5"], "castle": tiles}, {})
    why = refused(state, "wall5@d1")
    assert why.rule == "CB-31"
    assert why.reason == (
        "The tile would meet E2 above it: there is sky there, and the top is stone."
    )
    assert "d1" in builds(state, "rslope5")  # its right top half is sky
    assert "d1" not in builds(state, "lslope4")
    assert "d1" in builds(state, "roof5")


@pytest.mark.rule("CB-40", "CB-41", "CB-42", "CB-43")
def test_one_tile_changes_the_number_by_one() -> None:
    tiles = {"f1": "wall5"}  # g2 needs 7
    state = position({"rack": ["wall6", "wall3", "wall3"], "castle": tiles}, {})
    assert [t for t in legal(state) if "@g2" in t] == ["wall6@g2+wall3"]
    after = played(state, "wall6@g2+wall3")
    assert rack(after) == ["wall3"]
    assert castle(after)["g2"] == "wall6"  # with its printed number again
    assert after.discard[parse_tile("wall3")] == 1
    alone = position({"rack": ["wall6"], "castle": tiles}, {})
    assert refused(alone, "wall6@g2+wall3").rule == "CB-42"
    assert refused(alone, "wall6@g2").rule == "CB-42"


@pytest.mark.rule("CB-41")
def test_nobody_pays_for_nothing() -> None:
    state = position({"rack": ["wall7", "wall3"], "castle": {"f1": "wall5"}}, {})
    for token in ("wall7@g2+wall3", "wall7@d1+wall3"):
        assert refused(state, token).rule == "CB-41"
    far = position({"rack": ["wall9", "wall3"], "castle": {"f1": "wall5"}}, {})
    why = refused(far, "wall9@g2+wall3")
    assert why.reason == "To stand on G2, the tile needs 7 = 5 + 2, but it is 9: too far to pay."


@pytest.mark.rule("CB-44", "CB-78", "CB-92", "CB-98")
@pytest.mark.parametrize(
    "options", [{"pay": "any"}, {"royal": True}, {"royal": True, "pay": "one"}]
)
def test_without_a_limit_exactly_what_is_needed_is_paid(options: dict[str, Any]) -> None:
    held = ["wall9", "wall3", "wall3", "window4"]
    state = position({"rack": held, "castle": {"f1": "wall5"}}, {}, **options)
    assert [t for t in legal(state) if t.startswith("wall9@g2")] == [
        "wall9@g2+wall3+wall3",
        "wall9@g2+wall3+window4",
    ]
    assert refused(state, "wall9@g2+wall3").rule == "CB-78"
    assert rack(played(state, "wall9@g2+window4+wall3")) == ["wall3"]


@pytest.mark.rule("CB-15", "CB-20", "CB-22")
def test_a_build_takes_its_tile_from_rack_or_market() -> None:
    state = position({"rack": ["wall5"]}, {"rack": ["wall8"]})
    assert refused(state, "wall8@d1").rule == "CB-20"
    assert refused(state, "market:wall8@d1").rule == "CB-20"
    assert refused(state, "royal:prince@d1").rule == "CB-79"
    after = played(state, "market:wall12@d1")
    assert after.phase.name == "SHOW"
    assert rack(after) == ["wall5"]
    assert "d1" not in castle(after, 1)


@pytest.mark.rule("CB-85")
def test_one_cell_and_all_cells_agree_on_every_tile() -> None:
    tiles = {
        "b1": "wall4",
        "d1": "rslope5",
        "f1": "wall6",
        "j1": "wall3",
        "l1": "roof5",
        "g2": "wall8",
        "i2": "wall5",
        "e2": "lside1",
        "h3": "stair13/1",
    }
    built = BARE
    for name, word in tiles.items():
        built = with_face(built, parse_cell(name), parse_tile(word))
    for face in FACES:
        for cell in [cell for cell in NAMES if cell < 80]:
            needed = steps_needed(built, face, cell)
            masks = reach(built, face, 28)
            fitting = {cost for cost, mask in enumerate(masks) if mask >> cell & 1}
            assert fitting == (set() if needed is None else {needed})


def test_a_tile_is_named_with_what_it_stands_on_and_what_it_gives() -> None:
    names = {word: tile_name(parse_tile(word)) for word in ("wall5", "stair11/1", "roof9")}
    assert names == {
        "wall5": "Stone Wall 5",
        "stair11/1": "Stair Tower 11 over 1",
        "roof9": "Roof 9",
    }
    assert tile_name(parse_tile("lside2")) == "Left Side Wall any over 2"
    assert tile_name(parse_tile("princess")) == "Princess any"
    assert len({tile_name(face) for face in FACES}) == len(FACES)
