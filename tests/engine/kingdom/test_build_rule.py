"""Where a settlement may be built (section 6) and the mandatory action with its cards (7)."""

import pytest

from engine.kingdom.rules import new
from engine.kingdom.setup import Setup
from engine.kingdom.state import State, actor, builds_left, has_cards, removed, reserve
from engine.kingdom.terrain import format_card, parse_card
from tests.helpers import legal_tokens, play, position, refusal, spots, table, with_pile


def deserts(names: str, **more: str) -> Setup:
    """Grass with desert at the named hexes; further marks as ``b3="W"``."""
    return table("G", {names: "D", **more})


def gone(state: State) -> dict[str, int]:
    """Cards that have left the game."""
    return {format_card(card): n for card, n in enumerate(removed(state)) if n}


def discarded(state: State) -> dict[str, int]:
    return {format_card(card): n for card, n in enumerate(state.cards.discard) if n}


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
    state = position(deserts("c3 d3 e3 f3 g3"), card="desert", due=(2,), filled=(filled,))
    assert builds_left(state) == owed


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


@pytest.mark.rule("A-4")
def test_a_card_without_a_free_hex_is_replaced_at_the_beginning_of_the_turn() -> None:
    state = play(new(deserts("c3 d3")), "deal:forest deal:? show:forest")
    assert actor(state) == -1
    # Flowers are useless on this board too: the dealer goes on until a card fits.
    state = play(state, "show:flowers")
    assert actor(state) == -1
    state = play(state, "show:desert")
    assert legal_tokens(state) == {"c3", "d3"}
    assert gone(state) == {"forest": 1, "flowers": 1}
    assert discarded(state) == {}


@pytest.mark.rule("A-4", "A-6")
def test_a_card_exhausted_during_the_turn_leaves_the_game_and_the_rest_is_owed_on_the_new() -> None:
    state = play(position(deserts("c3 d3", m10="C", n10="C"), card="desert"), "c3 d3")
    assert actor(state) == -1
    state = play(state, "show:canyon")
    assert (gone(state), builds_left(state)) == ({"desert": 1}, 1)
    state = play(state, "m10 end")
    assert (gone(state), discarded(state)) == ({"desert": 1}, {"canyon": 1})


@pytest.mark.rule("A-4")
def test_hexes_taken_by_others_are_not_free() -> None:
    state = position(deserts("c3 d3"), card="desert", settlements=("", "d3"))
    assert actor(play(state, "c3")) == -1


@pytest.mark.rule("A-5", "D-1")
def test_an_exhausted_card_is_replaced_also_after_the_last_build() -> None:
    state = play(position(deserts("c3 d3 e3"), card="desert"), "c3 d3 e3")
    assert actor(state) == -1
    state = play(state, "show:grass")
    assert legal_tokens(state) == {"end"}
    assert (gone(state), builds_left(state)) == ({"desert": 1}, 0)


@pytest.mark.rule("A-5", "D-1", "L-ORACLE-2", "L-BARN-2")
def test_oracle_and_barn_follow_the_new_card() -> None:
    setup = deserts("c3 d3 e3", m10="C", n10="C", c15="oracle", e15="barn")
    state = position(setup, card="desert", tiles=("c15:usable e15:usable",))
    state = play(state, "c3 d3 e3 show:canyon")
    assert legal_tokens(state, "oracle") == {"oracle@m10", "oracle@n10"}
    assert {token.split("-")[1] for token in legal_tokens(state, "barn")} == {"m10", "n10"}


@pytest.mark.rule("A-5")
def test_an_extra_action_can_exhaust_the_played_terrain_too() -> None:
    setup = deserts("c3 d3 e3 f3", m10="C", c15="oasis")
    state = position(setup, card="desert", tiles=("c15:usable",))
    state = play(state, "c3 d3 e3 oasis@f3")
    assert actor(state) == -1
    assert legal_tokens(play(state, "show:canyon")) == {"end"}


@pytest.mark.rule("A-7", "D-26")
def test_without_any_card_left_the_builds_still_owed_lapse() -> None:
    state = position(deserts("c3", c15="oracle"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, ""), "c3")
    assert legal_tokens(state) == {"end"}
    assert refusal(state, "a1") == "A-7"


@pytest.mark.rule("A-7", "D-26")
def test_cards_are_drawn_until_one_fits_from_both_piles() -> None:
    state = position(deserts("c3", m10="C"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, "flowers", "canyon"), "c3")
    assert legal_tokens(state) == {"show:flowers"}
    state = play(state, "show:flowers")
    assert legal_tokens(state) == {"show:canyon"}
    assert legal_tokens(play(state, "show:canyon")) == {"m10"}


@pytest.mark.rule("A-7", "D-26")
def test_when_the_last_card_does_not_fit_either_the_builds_lapse() -> None:
    state = position(deserts("c3"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, "flowers"), "c3 show:flowers")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("A-7")
def test_settlements_owed_from_a_temple_stay_on_it() -> None:
    state = position(deserts("c3"), card="desert", hands=("", "grass"), due=(2,))
    state = play(with_pile(state, ""), "c3 end")
    assert state.tiles.due[0] == 1
    assert reserve(state, 0) == 38


@pytest.mark.rule("A-7")
def test_without_a_card_oracle_and_barn_have_nothing_to_follow() -> None:
    setup = deserts("c3", c15="oracle", e15="barn")
    tiles = ("c15:usable e15:usable",)
    state = position(setup, card="desert", hands=("", "grass"), tiles=tiles)
    state = play(with_pile(state, ""), "c3")
    assert legal_tokens(state) == {"end"}
    assert refusal(state, "oracle@a1") == refusal(state, "barn@c3-a1") == "A-7"


@pytest.mark.rule("A-7")
def test_a_player_without_a_card_to_hold_plays_on_as_soon_as_there_is_one() -> None:
    # Nothing is left to draw for seat 0; seat 1's grass is discarded and dealt to the empty hand.
    state = position(deserts("c3"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, ""), "c3 end")
    assert not has_cards(state.cards)
    state = play(state, "show:grass a1 a2 a3 end")
    assert legal_tokens(state) == {"deal:grass"}
    assert play(state, "deal:grass").cards.hands == ((parse_card("grass"),), ())


@pytest.mark.rule("D-19")
def test_a_first_use_on_land_fixes_three_builds_also_under_a_double_card() -> None:
    # The Oracle takes the only desert; the new card is then used on marsh.
    setup = deserts("c9", c15="oracle", m3="S", n3="S", o3="S", p3="S")
    state = position(setup, card="desert", tiles=("c15:usable",))
    state = play(state, "oracle@c9 show:marsh/canyon m3 n3")
    assert refusal(state, "end") == "T-5"
    assert legal_tokens(play(state, "o3")) == {"end"}


@pytest.mark.rule("D-19")
def test_a_first_use_on_marsh_fixes_two_builds_also_under_a_single_card() -> None:
    state = position(deserts("c9 d9 e9", m3="S"), card="marsh/grass")
    state = play(state, "m3 show:desert c9")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("D-19")
def test_before_any_use_a_replaced_card_leaves_no_trace() -> None:
    state = play(new(table("G", {"m3 n3 o3": "S"})), "deal:desert deal:? show:desert")
    state = play(state, "show:marsh/canyon m3 n3")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("D-23")
def test_reactions_to_a_last_tile_come_before_the_new_card() -> None:
    # d3 is the only desert and touches the Farm at c3, whose other tile seat 1 took before.
    setup = deserts("d3", c3="farm", h3="canoe", m10="W", n10="W")
    state = position(setup, card="desert", tiles=("", "h3:usable"), taken=("", "c3"))
    state = play(state, "d3")
    assert actor(state) == 1
    assert legal_tokens(state) == {"canoe@m10", "canoe@n10", "pass"}
    for answer in ("pass", "canoe@m10"):
        assert legal_tokens(play(state, answer)) == legal_tokens(play(state, answer), "show")
