"""Where a settlement may be built (section 6) and how many are owed (first half of section 7)."""

import pytest

from engine.kingdom.setup import Setup
from engine.kingdom.state import builds_left, reserve
from tests.helpers import legal_tokens, play, position, refusal, spots, table


def deserts(names: str, **more: str) -> Setup:
    """Grass with desert at the named hexes; further marks as ``b3="W"``."""
    return table("G", {names: "D", **more})


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("settlements", [("c3",), ("", "c3")])
def test_a_hex_takes_one_settlement_whoever_owns_it(settlements: tuple[str, ...]) -> None:
    state = position(deserts("c3 d3 m10"), card="desert", settlements=settlements)
    assert "c3" not in legal_tokens(state)
    assert refusal(state, "c3") == "B-1"


@pytest.mark.rule("B-2")
def test_only_hexes_of_the_demanded_terrain_are_built_on() -> None:
    state = position(deserts("c3 m10", p5="F", q5="W", r5="M"), card="desert")
    assert legal_tokens(state) == {"c3", "m10"}
    assert [refusal(state, name) for name in ("a1", "p5", "q5", "r5")] == ["B-2"] * 4


@pytest.mark.rule("GEO-4", "B-2")
@pytest.mark.parametrize("what", ["K", "P", "farm"])
def test_special_hexes_are_never_built_on(what: str) -> None:
    state = position(deserts("c3 m10", p5=what), card="desert")
    assert refusal(state, "p5") == "GEO-4"


@pytest.mark.rule("B-3")
def test_if_a_hex_of_the_terrain_is_adjacent_it_must_be_taken() -> None:
    # e5 touches d5 f5 d4 e4 d6 e6; of the deserts these are f5 and d6.
    state = position(deserts("f5 d6 g5 d7 m10"), card="desert", settlements=("e5",))
    assert legal_tokens(state) == {"f5", "d6"}
    assert {refusal(state, name) for name in ("g5", "d7", "m10")} == {"B-3"}


@pytest.mark.rule("B-3")
def test_in_a_shifted_row_the_other_two_columns_are_adjacent() -> None:
    # e6 touches d6 f6 e5 f5 e7 f7, not d5, d7 or g7.
    names = "d5 e5 f5 d7 e7 f7 g7"
    state = position(deserts(names), card="desert", settlements=("e6",))
    assert legal_tokens(state) == {"e5", "f5", "e7", "f7"}


@pytest.mark.rule("B-3", "B-5")
def test_if_no_hex_of_the_terrain_is_adjacent_any_of_it_must_be_taken() -> None:
    state = position(deserts("g5 m10"), card="desert", settlements=("e5",))
    assert legal_tokens(state) == {"g5", "m10"}
    assert refusal(state, "end") == "T-5"


@pytest.mark.rule("B-4")
def test_adjacency_is_judged_anew_for_every_settlement() -> None:
    state = position(deserts("f5 g5 m10 n10 p12"), card="desert", settlements=("e5",))
    assert legal_tokens(state) == {"f5"}
    state = play(state, "f5")
    assert legal_tokens(state) == {"g5"}
    state = play(state, "g5")
    assert legal_tokens(state) == {"m10", "n10", "p12"}


@pytest.mark.rule("B-4")
def test_a_settlement_built_elsewhere_binds_the_next_one() -> None:
    state = position(deserts("m10 n10 p12"), card="desert")
    assert legal_tokens(play(state, "m10")) == {"n10"}


@pytest.mark.rule("B-4")
def test_any_own_settlement_counts_not_only_the_last() -> None:
    state = position(deserts("f5 n10 c15"), card="desert", settlements=("e5 m10",))
    assert legal_tokens(play(state, "f5")) == {"n10"}


@pytest.mark.rule("B-4")
@pytest.mark.parametrize("ground", ["W", "M"])
def test_settlements_on_water_and_mountain_count(ground: str) -> None:
    state = position(deserts("f5 m10", e5=ground), card="desert", settlements=("e5",))
    assert legal_tokens(state) == {"f5"}


@pytest.mark.rule("B-4")
def test_settlements_of_opponents_never_count() -> None:
    state = position(deserts("f5 m10"), card="desert", settlements=("c15", "e5"))
    assert legal_tokens(state) == {"f5", "m10"}


@pytest.mark.rule("GEO-3", "B-3")
def test_adjacency_crosses_the_border_of_two_quadrants() -> None:
    # j10 lies in the top left quadrant; k10, j11 and k11 are its neighbours in the others.
    state = position(deserts("k10 j11 k11 m15"), card="desert", settlements=("j10",))
    assert legal_tokens(state) == {"k10", "j11", "k11"}


@pytest.mark.rule("B-5")
def test_without_adjacency_an_extra_build_may_go_anywhere_or_be_left_out() -> None:
    setup = deserts("g5 m10", c15="oasis")
    state = position(setup, tiles=("c15:usable",), settlements=("e5",), owed=0, begun=True)
    assert legal_tokens(state) == {"oasis@g5", "oasis@m10", "end"}


@pytest.mark.rule("B-6")
def test_a_moved_settlement_does_not_support_itself() -> None:
    # Only e5 touches the desert f5; once e5 is lifted nothing does, so m10 is as good.
    setup = deserts("f5 m10", c15="barn")
    state = position(setup, card="desert", tiles=("c15:usable",), settlements=("e5",))
    assert legal_tokens(state, "barn") == {"barn@e5-f5", "barn@e5-m10"}


@pytest.mark.rule("B-6")
def test_the_settlements_that_stay_bind_a_moved_one() -> None:
    # With e5 lifted l10 still touches m10; with l10 lifted e5 touches f5.
    setup = deserts("f5 m10 p15", c15="barn")
    state = position(setup, card="desert", tiles=("c15:usable",), settlements=("e5 l10",))
    assert legal_tokens(state, "barn") == {"barn@e5-m10", "barn@l10-f5"}
    assert refusal(state, "barn@e5-f5") == "B-6"


@pytest.mark.rule("B-7")
@pytest.mark.parametrize(
    ("tiles", "token"),
    [
        ("c15:usable", "paddock@e5-g5"),
        ("e15:usable", "refuge@e5-f5"),
        ("e15:usable g15:usable refuge+:usable", "refuge+@e5-f5"),
    ],
)
def test_paddock_and_refuge_need_no_adjacency(tiles: str, token: str) -> None:
    # d5 stays behind and touches free grass, yet e5 may go where nothing of its own is.
    setup = table("G", {"c15": "paddock", "e15": "refuge", "g15": "refuge"})
    state = position(setup, tiles=(tiles,), settlements=("d5 e5",))
    assert token in legal_tokens(state)


@pytest.mark.rule("B-7")
def test_the_temple_bonus_frees_the_first_mandatory_settlement_only() -> None:
    setup = deserts("f5 m10 n10", c15="temple", e15="temple")
    tiles = ("c15:usable e15:usable temple+:usable",)
    state = position(setup, card="desert", tiles=tiles, settlements=("e5",))
    assert legal_tokens(state, "") == {"f5", "m10", "n10"}
    assert legal_tokens(play(state, "m10"), "") == {"f5", "n10"}


@pytest.mark.rule("B-8")
def test_the_first_settlement_goes_on_any_free_hex_of_the_terrain() -> None:
    state = position(deserts("c3 f5 m10 n10"), card="desert", settlements=("", "e5 n10"))
    assert legal_tokens(state) == {"c3", "f5", "m10"}


@pytest.mark.rule("A-1")
def test_three_settlements_come_from_the_reserve_one_after_the_other() -> None:
    state = position(deserts("c3 d3 e3 f3"), card="desert")
    counts = []
    for build in ("c3", "d3", "e3"):
        counts.append((builds_left(state), reserve(state, 0)))
        state = play(state, build)
    assert counts == [(3, 40), (2, 39), (1, 38)]
    assert (builds_left(state), reserve(state, 0)) == (0, 37)


@pytest.mark.rule("A-2")
def test_with_fewer_in_the_reserve_all_that_are_left_are_built() -> None:
    state = position(deserts("c3 d3 e3 f3"), card="desert", filled=(38,))
    state = play(state, "c3")
    assert refusal(state, "end") == "T-5"
    assert legal_tokens(play(state, "d3")) == {"end"}


@pytest.mark.rule("A-2")
def test_on_marsh_two_are_owed() -> None:
    state = position(table("G", {"c3 d3 e3": "S"}), card="marsh/desert")
    assert legal_tokens(play(state, "c3 d3")) == {"end"}


@pytest.mark.rule("A-2")
@pytest.mark.parametrize(("filled", "owed"), [(0, 5), (36, 4), (38, 2)])
def test_what_lies_on_temples_from_earlier_turns_is_owed_besides(filled: int, owed: int) -> None:
    # Two on Temples; of the other 38 as many as are filled stand on the board.
    state = position(deserts("c3 d3 e3 f3 g3 h3"), card="desert", due=(2,), filled=(filled,))
    assert builds_left(state) == owed
    for build in ("c3", "d3", "e3", "f3", "g3")[:owed]:
        assert refusal(state, "end") == "T-5"
        state = play(state, build)
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("A-2")
def test_with_a_reserve_emptied_by_an_extra_action_the_mandatory_action_is_done() -> None:
    setup = deserts("c3 d3 e3", c15="oasis")
    state = position(setup, card="grass", tiles=("c15:usable",), filled=(39,))
    assert legal_tokens(play(state, "oasis@c3")) == {"end"}


@pytest.mark.rule("A-3")
def test_the_three_need_not_touch_each_other() -> None:
    state = position(deserts("f5 n10 c13"), card="desert", settlements=("e5 m10",))
    state = play(state, "n10 f5 c13")
    assert state.settlements[0] == spots("e5 m10 f5 n10 c13")
