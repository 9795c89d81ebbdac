"""The extra actions of the eight base locations, each on a board drawn for it (section 9)."""

import pytest

from engine.kingdom.ground.moves import LOCATION_KINDS, MARSH_KINDS
from engine.kingdom.scores import scores
from engine.kingdom.state import State, reserve
from tests.helpers import legal_tokens, play, position, refusal, spots, table

RIM = {f"{c}{r}" for c in "abcdefghijklmnopqrst" for r in (1, 20)} | {
    f"{c}{r}" for c in "at" for r in range(2, 20)
}


JUMPS_OF_E5 = ("c5", "g5", "d3", "f3", "d7", "f7")


def with_tile(
    kind: str,
    settlements: str,
    marks: dict[str, str] | None = None,
    *,
    card: str = "canyon",
    other: str = "",
    ground: str = "G",
) -> State:
    """A turn with one usable tile of the kind, from a location far off at r15."""
    setup = table(ground, {**(marks or {}), "r15": kind})
    return position(setup, card=card, tiles=("r15:usable",), settlements=(settlements, other))


def places(state: State, kind: str) -> set[str]:
    """Where the action may go: hexes, or for a move ``from-to``."""
    return {token.split("@")[1] for token in legal_tokens(state, kind)}


@pytest.mark.rule("L-ORACLE-1")
def test_oracle_builds_on_the_played_terrain_next_to_own_settlements() -> None:
    state = with_tile("oracle", "e5", {"f5 g5 m10": "C", "d5": "D"})
    assert places(state, "oracle") == {"f5"}
    after = play(state, "oracle@f5")
    assert (reserve(state, 0), reserve(after, 0)) == (39, 38)
    assert refusal(state, "oracle@m10") == "B-3"
    assert refusal(state, "oracle@d5") == "B-2"


@pytest.mark.rule("L-ORACLE-1")
def test_oracle_builds_anywhere_on_the_played_terrain_if_nothing_is_adjacent() -> None:
    assert places(with_tile("oracle", "e5", {"g5 m10": "C"}), "oracle") == {"g5", "m10"}


@pytest.mark.rule("L-ORACLE-2", "D-1")
def test_oracle_on_the_last_hex_of_the_terrain_calls_for_a_new_card() -> None:
    state = play(with_tile("oracle", "e5", {"f5": "C", "m10 n10": "D"}), "oracle@f5")
    assert legal_tokens(state) == legal_tokens(state, "show")
    assert legal_tokens(play(state, "show:desert")) == {"m10", "n10"}


@pytest.mark.rule("L-FARM-1")
def test_farm_builds_on_grass_whatever_the_card() -> None:
    state = with_tile("farm", "e5", {"f5 g5 m10": "G", "d5": "C"}, ground="T")
    assert places(state, "farm") == {"f5"}
    assert refusal(state, "farm@d5") == "L-FARM-1"
    assert refusal(state, "farm@m10") == "B-3"


@pytest.mark.rule("L-FARM-1")
def test_farm_is_void_without_free_grass() -> None:
    state = with_tile("farm", "e5", {"f5": "G", "c9": "C"}, other="f5", ground="T")
    assert places(state, "farm") == set()


@pytest.mark.rule("L-OASIS-1")
def test_oasis_builds_on_desert_whatever_the_card() -> None:
    state = with_tile("oasis", "e5", {"f5 g5 m10": "D", "d5": "C"})
    assert places(state, "oasis") == {"f5"}
    assert refusal(state, "oasis@d5") == "L-OASIS-1"
    assert refusal(state, "oasis@g5") == "B-3"


@pytest.mark.rule("L-OASIS-1")
def test_oasis_is_void_without_free_desert() -> None:
    assert places(with_tile("oasis", "e5 f5", {"f5": "D", "c9": "C"}), "oasis") == set()


@pytest.mark.rule("L-TOWER-1", "GEO-7")
def test_tower_builds_on_any_free_buildable_hex_of_the_edge() -> None:
    marks = {"a5": "W", "a7": "M", "c1": "K", "e1": "P", "t9": "S", "t11": "F"}
    state = with_tile("tower", "e5", marks, other="h20")
    assert places(state, "tower") == RIM - {"a5", "a7", "c1", "e1", "h20"}
    assert refusal(state, "tower@j10") == "L-TOWER-1"
    assert refusal(state, "tower@j5") == "L-TOWER-1"  # the border of two quadrants is no edge


@pytest.mark.rule("L-TOWER-1")
def test_tower_goes_next_to_an_own_settlement_that_touches_the_edge() -> None:
    # e2 lies inside and touches e1 and f1; of these f1 is water.
    state = with_tile("tower", "e2", {"f1": "W"})
    assert places(state, "tower") == {"e1"}
    assert refusal(state, "tower@t9") == "B-3"


@pytest.mark.rule("L-TOWER-1")
def test_a_tower_on_the_edge_is_continued_along_it() -> None:
    # a10 (a shifted row) touches a9 and a11 on the edge, and three hexes inside.
    assert places(with_tile("tower", "a10"), "tower") == {"a9", "a11"}


@pytest.mark.rule("L-TAVERN-1", "GEO-8")
@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("d5 e5 f5", {"c5", "g5"}),
        ("e5 e4 f3", {"d6", "f2"}),
        ("e5 d4 d3", {"e6", "c2"}),
    ],
)
def test_tavern_continues_a_line_of_three_along_each_axis(line: str, ends: set[str]) -> None:
    state = with_tile("tavern", line)
    assert places(state, "tavern") == ends
    assert reserve(play(state, f"tavern@{min(ends)}"), 0) == 36


@pytest.mark.rule("L-TAVERN-1")
@pytest.mark.parametrize(
    ("settlements", "other"), [("e5 f5", ""), ("", "d5 e5 f5"), ("d5 f5", "e5")]
)
def test_tavern_needs_three_own_settlements(settlements: str, other: str) -> None:
    state = with_tile("tavern", settlements, {"c9": "C"}, other=other)
    assert places(state, "tavern") == set()
    assert refusal(state, "tavern@g5") == "L-TAVERN-1"


@pytest.mark.rule("L-TAVERN-2")
@pytest.mark.parametrize("ground", ["W", "M"])
def test_the_line_may_lie_on_any_ground_but_the_target_is_buildable(ground: str) -> None:
    state = with_tile("tavern", "d5 e5 f5", {"d5 e5 f5 g5": ground})
    assert places(state, "tavern") == {"c5"}
    assert refusal(state, "tavern@g5") == "L-TAVERN-2"


@pytest.mark.rule("L-TAVERN-2")
def test_the_line_may_cross_the_border_of_quadrants_and_ignores_the_card() -> None:
    state = with_tile("tavern", "i5 j5 k5", {"h5": "D", "l5": "F", "c9": "C"})
    assert places(state, "tavern") == {"h5", "l5"}


@pytest.mark.rule("L-TAVERN-3")
def test_several_lines_give_a_free_choice_of_all_ends() -> None:
    # A row of three and a diagonal of three through e5: e5 e6 f7 goes on to d4 and f8.
    state = with_tile("tavern", "d5 e5 f5 e6 f7")
    assert places(state, "tavern") == {"c5", "g5", "d4", "f8"}


@pytest.mark.rule("L-TAVERN-3")
def test_a_longer_line_is_continued_at_its_true_ends() -> None:
    assert places(with_tile("tavern", "c5 d5 e5 f5 g5"), "tavern") == {"b5", "h5"}


@pytest.mark.rule("L-TAVERN-3")
@pytest.mark.parametrize("broken", ["c5 d5 f5", "d5 e5 f6", "e5 e6 e7"])
def test_gaps_and_bends_break_a_line(broken: str) -> None:
    # e5 e6 e7 is a column of names and zigzags on the board; e5 d6 or e6 f7 would be straight.
    assert places(with_tile("tavern", broken, {"c9": "C"}), "tavern") == set()


@pytest.mark.rule("L-TAVERN-3")
def test_a_taken_end_or_the_rim_is_no_target() -> None:
    assert places(with_tile("tavern", "a5 b5 c5", other="d5"), "tavern") == set()


@pytest.mark.rule("L-BARN-1")
def test_barn_moves_any_settlement_to_the_played_terrain_next_to_the_others() -> None:
    # f5 is canyon beside e5, n10 beside m10. Lifted, a settlement supports nothing.
    state = with_tile("barn", "e5 m10 c15", {"f5 n10 p3": "C"})
    assert places(state, "barn") == {
        *("e5-n10", "m10-f5"),
        *("c15-f5", "c15-n10"),
    }
    after = play(state, "barn@c15-f5")
    assert after.settlements[0] == spots("e5 m10 f5")
    assert reserve(after, 0) == reserve(state, 0)
    assert refusal(state, "barn@c15-p3") == "B-6"
    assert refusal(state, "barn@e5-e6") == "L-BARN-1"


@pytest.mark.rule("L-BARN-2", "D-1")
def test_barn_on_the_last_hex_of_the_terrain_calls_for_a_new_card() -> None:
    state = play(with_tile("barn", "e5", {"f5": "C", "m10": "D"}), "barn@e5-f5")
    assert legal_tokens(state) == legal_tokens(state, "show")
    assert legal_tokens(play(state, "show:desert")) == {"m10"}


@pytest.mark.rule("L-HARBOR-1", "GEO-5")
def test_harbor_moves_to_free_water_next_to_the_others_and_not_to_marsh() -> None:
    state = with_tile("harbor", "e5 c15", {"f5 d5 n10": "W", "e4": "S", "c9": "C"}, other="d5")
    # e5 lifted: c15 touches no water, so both free water hexes. c15 lifted: e5 touches f5.
    assert places(state, "harbor") == {"e5-f5", "e5-n10", "c15-f5"}
    assert refusal(state, "harbor@c15-e4") == "L-HARBOR-1"
    assert refusal(state, "harbor@c15-d5") == "B-1"
    after = play(state, "harbor@c15-f5")
    assert reserve(after, 0) == reserve(state, 0)


@pytest.mark.rule("L-HARBOR-2")
def test_a_settlement_on_water_may_be_moved_again_by_harbor() -> None:
    state = with_tile("harbor", "f5", {"f5 g5": "W", "c9": "C"})
    assert places(state, "harbor") == {"f5-g5"}


@pytest.mark.rule("L-HARBOR-2")
@pytest.mark.parametrize("kind", ["barn", "paddock", "refuge"])
def test_a_settlement_on_water_may_be_moved_to_land(kind: str) -> None:
    target = {"barn": "m10", "paddock": "g5", "refuge": "f5"}[kind]
    state = with_tile(kind, "e5", {"e5": "W", "m10": "C"})
    assert f"e5-{target}" in places(state, kind)


@pytest.mark.rule("L-HARBOR-3")
def test_no_other_base_action_reaches_water() -> None:
    homes = ["b17", "b19", "r17", "r19", "b5", "b7", "r5", "r7"]
    kinds = [kind.name.lower() for kind in LOCATION_KINDS if kind not in MARSH_KINDS]
    marks = dict(zip(homes, kinds, strict=True)) | {"a1 b1 g5 c5 h9 g9": "W"}
    tiles = " ".join(f"{home}:usable" for home in homes)
    state = position(table("G", marks), card="grass", tiles=(tiles,), settlements=("d5 e5 f5",))
    water = {"a1", "b1", "g5", "c5", "h9", "g9"}
    onto = {
        t.split("@")[0] for t in legal_tokens(state) if t.split("@")[-1].split("-")[-1] in water
    }
    assert onto == {"harbor"}


@pytest.mark.rule("L-HARBOR-3")
def test_a_settlement_on_water_is_ordinary_for_adjacency_areas_and_lines() -> None:
    # d5 e5 f5 with e5 on water: one area of three on one line, and f5 touches the water e5.
    goals = ("citizens", "knights", "hermits")
    setup = table("G", {"e5 m10": "W", "g5 c9": "C"}, goals=goals)
    state = position(setup, card="canyon", settlements=("d5 e5 f5",))
    gold = [part.gold for part in scores(state).earned[0]]
    assert gold[:3] == [1, 6, 1]
    assert legal_tokens(state, "") == {"g5"}


@pytest.mark.rule("L-HARBOR-3")
def test_a_settlement_on_water_does_not_score_for_fishermen() -> None:
    setup = table("G", {"e5 f5 m10": "W"})
    state = position(setup, settlements=("e5 d5",))
    assert scores(state).earned[0][0].gold == 1  # d5 alone


@pytest.mark.rule("L-PADDOCK-1")
def test_paddock_jumps_exactly_two_hexes_in_a_straight_direction() -> None:
    state = with_tile("paddock", "e5", {"c9": "C"})
    assert places(state, "paddock") == {f"e5-{name}" for name in JUMPS_OF_E5}
    assert refusal(state, "paddock@e5-e3") == "L-PADDOCK-1"  # two rows up, but no straight line
    assert refusal(state, "paddock@e5-f5") == "L-PADDOCK-1"
    assert refusal(state, "paddock@e5-h5") == "L-PADDOCK-1"
    after = play(state, "paddock@e5-d3")
    assert after.settlements[0] == spots("d3")
    assert reserve(after, 0) == reserve(state, 0)


@pytest.mark.rule("L-PADDOCK-2")
def test_paddock_jumps_over_anything() -> None:
    marks = {"d5": "W", "f5": "M", "d4": "K", "e4": "farm", "d6": "P", "c9": "C"}
    state = with_tile("paddock", "e5", marks, other="e6")
    assert places(state, "paddock") == {f"e5-{name}" for name in JUMPS_OF_E5}


@pytest.mark.rule("L-PADDOCK-2")
def test_paddock_jumps_over_own_settlements() -> None:
    assert "e5-g5" in places(with_tile("paddock", "e5 f5"), "paddock")


@pytest.mark.rule("L-PADDOCK-2")
def test_paddock_does_not_leave_the_board() -> None:
    # a1 has c1 to the east and b3 (over a2) to the south-east; b1 has also a3 to the south-west.
    state = with_tile("paddock", "a1", {"c9": "C"})
    assert places(state, "paddock") == {"a1-c1", "a1-b3"}
    state = with_tile("paddock", "b1", {"c9": "C"})
    assert places(state, "paddock") == {"b1-d1", "b1-c3", "b1-a3"}


@pytest.mark.rule("L-PADDOCK-3", "L-PADDOCK-1")
def test_paddock_never_lands_on_water_mountain_special_or_taken_hexes() -> None:
    marks = {"c5": "W", "g5": "M", "d3": "K", "f3": "farm", "d7": "P", "c9": "C"}
    state = with_tile("paddock", "e5", marks, other="f7")
    assert places(state, "paddock") == set()
    found = [refusal(state, f"paddock@e5-{name}") for name in JUMPS_OF_E5]
    assert found == ["L-PADDOCK-3", "L-PADDOCK-3", "GEO-4", "GEO-4", "GEO-4", "B-1"]


@pytest.mark.rule("L-MOVE-1", "D-3")
def test_a_move_never_ends_where_it_began() -> None:
    # f5 is canyon and taken by the lifted settlement itself.
    state = with_tile("barn", "f5", {"f5 m10": "C"})
    assert places(state, "barn") == {"f5-m10"}
    assert refusal(state, "barn@f5-f5") == "L-MOVE-1"


@pytest.mark.rule("L-MOVE-1", "D-3")
@pytest.mark.parametrize(("kind", "letter"), [("barn", "C"), ("harbor", "W")])
def test_a_hex_that_alone_is_adjacent_holds_its_own_settlement(kind: str, letter: str) -> None:
    # f5 lifted: f5 itself is the one hex of the ground that touches e5, so f5 has no move.
    # e5 lifted: the ground beside f5 is none but f5, which is taken, so e5 may go to m10.
    state = with_tile(kind, "e5 f5", {"f5 m10": letter, "c17": "C"}, other="c17")
    assert places(state, kind) == {"e5-m10"}
    assert refusal(state, f"{kind}@f5-m10") == "L-MOVE-1"


@pytest.mark.rule("L-MOVE-1", "D-3")
def test_beside_another_adjacent_hex_the_start_does_not_hold_the_settlement() -> None:
    # d5 touches e5 and not f5: f5 has to go there, e5 has a free choice.
    state = with_tile("barn", "e5 f5", {"f5 d5 m10": "C"})
    assert places(state, "barn") == {"f5-d5", "e5-d5", "e5-m10"}


@pytest.mark.rule("L-MOVE-2")
def test_only_settlements_with_a_target_are_offered_for_a_move() -> None:
    state = with_tile("paddock", "a1 e5", {"c1": "W", "b3": "M"})
    assert {token.split("-")[0] for token in places(state, "paddock")} == {"e5"}
    assert refusal(state, "paddock@c9-e9") == "L-MOVE-2"
