"""The six goals of Marshlands, on boards small enough to count by hand; Scouts' setup."""

import pytest

from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.rules.actions import new, outcomes
from engine.kingdom.setup import FIRST_QUADRANTS
from engine.kingdom.state import actor, pile_size, removed
from tests.helpers import (
    MARSHLANDS,
    field,
    legal_tokens,
    line,
    paid,
    play,
    position,
    setup_of,
)

ALL_HEXES = " ".join(line(f"a{row}", 20) for row in range(1, 21))


@pytest.mark.rule("G-GEO-1")
def test_geologists_get_2_for_each_of_two_linked_ranges() -> None:
    assert paid("geologists", field(M="c3 g3 p15"), "d3 e3 f3 o15") == (4, "c3 g3")


@pytest.mark.rule("G-GEO-1")
def test_geologists_get_nothing_for_one_range() -> None:
    assert paid("geologists", field(M="c3 g3"), "d3 f3") == (0, "")


@pytest.mark.rule("G-GEO-1")
def test_geologists_two_separate_pairs_score_both() -> None:
    own = "d3 e3 f3 d13 e13 f13"
    assert paid("geologists", field(M="c3 g3 c13 g13"), own) == (8, "c3 g3 c13 g13")


@pytest.mark.rule("G-GEO-2")
def test_a_range_crosses_the_border_of_quadrants() -> None:
    # J4 touches both mountain hexes: one range, so nothing is linked.
    assert paid("geologists", field(M="j5 k5"), "j4") == (0, "")


@pytest.mark.rule("G-GEO-2")
def test_a_range_of_several_hexes_scores_once() -> None:
    assert paid("geologists", field(M="b3 c3 g3"), "d3 e3 f3") == (4, "b3 c3 g3")


@pytest.mark.rule("G-GEO-2")
def test_a_range_linked_twice_scores_once() -> None:
    # Straight along row 3 and round by row 1: two areas, each touching both ranges.
    own = "d3 e3 f3 b2 b1 c1 d1 e1 f1 g1 g2"
    assert paid("geologists", field(M="c3 g3"), own) == (4, "c3 g3")


@pytest.mark.rule("G-GEO-3")
def test_a_settlement_on_a_mountain_touches_its_range() -> None:
    assert paid("geologists", field(M="c3 f3"), "c3 d3 e3") == (4, "c3 f3")


@pytest.mark.rule("G-GEO-3", "M-FOUNT-6")
@pytest.mark.parametrize("rows", [("d3",), ("c2 d2", "d3")], ids=["own", "another's"])
def test_a_settlement_on_a_mountain_does_not_split_the_range(rows: tuple[str, ...]) -> None:
    # Split at D3, the halves C3 and E3 would be linked by D3, or by C2 and D2.
    assert paid("geologists", field(M="c3 d3 e3"), *rows) == (0, "")


@pytest.mark.rule("G-MESS-1")
def test_messengers_count_both_ends_of_the_way() -> None:
    assert paid("messengers", field(), "d3 e3 f3 g3") == (8, "d3 g3")


@pytest.mark.rule("G-MESS-1")
def test_messengers_count_the_longest_way_of_any_area() -> None:
    # Three in a column-like zigzag are two steps apart, four in a row three.
    assert paid("messengers", field(), "c3 c4 d5 c9 d9 e9 f9") == (8, "c9 f9")


@pytest.mark.rule("G-MESS-2")
def test_messengers_measure_over_the_plain_grid() -> None:
    # Five of the six hexes around the water E5: along them four steps, across the water two.
    gold, _ = paid("messengers", field(W="e5"), "d4 e4 f5 e6 d6")
    assert gold == 6


@pytest.mark.rule("G-MESS-3", "D-7")
def test_messengers_far_apart_but_not_connected_get_nothing() -> None:
    assert paid("messengers", field(), "a1 t20") == (0, "")


@pytest.mark.rule("G-MESS-3", "D-7")
def test_messengers_are_not_connected_by_settlements_of_others() -> None:
    assert paid("messengers", field(), "d3 e3 g3", "f3") == (4, "d3 e3")


@pytest.mark.rule("G-MESS-3")
def test_a_single_messenger_gets_nothing() -> None:
    assert paid("messengers", field(), "d3") == (0, "")


@pytest.mark.rule("G-NOBLE-1")
@pytest.mark.parametrize("kind", ["K", "tavern"])
def test_noblewomen_pay_5_to_the_one_with_most_beside_castle_or_location(kind: str) -> None:
    board, rows = field(**{kind: "e5"}), ("d5 f5", "e4")
    assert paid("noblewomen", board, *rows) == (5, "e5")
    assert paid("noblewomen", board, *rows, seat=1) == (0, "")


@pytest.mark.rule("G-NOBLE-1")
def test_noblewomen_pay_5_to_each_of_equal_players() -> None:
    board, rows = field(K="e5"), ("d5", "f5", "", "h9")
    assert [paid("noblewomen", board, *rows, seat=s)[0] for s in range(4)] == [5, 5, 0, 0]


@pytest.mark.rule("G-NOBLE-1")
def test_noblewomen_can_pay_5_5_and_15() -> None:
    # C3: shared by all three; M3 and M13: the third player alone.
    board, rows = field(tavern="c3", K="m3 m13"), ("b3", "d3", "c2 l3 l13")
    assert [paid("noblewomen", board, *rows, seat=s)[0] for s in range(3)] == [5, 5, 15]


@pytest.mark.rule("G-NOBLE-2")
def test_noblewomen_do_not_pay_a_palace_again() -> None:
    assert paid("noblewomen", field(P="e5"), "d5") == (0, "")
    assert paid("palaces", field(P="e5"), "d5") == (5, "e5")


@pytest.mark.rule("G-NOBLE-2")
def test_a_castle_keeps_its_own_3_gold_beside_noblewomen() -> None:
    assert paid("noblewomen", field(K="e5"), "d5") == (5, "e5")
    assert paid("castles", field(K="e5"), "d5") == (3, "e5")


@pytest.mark.rule("G-NOBLE-3", "D-12")
def test_noblewomen_pay_nobody_for_a_hex_without_neighbours() -> None:
    board = field(K="e5", tavern="m5")
    assert [paid("noblewomen", board, "a1", "b9", seat=s)[0] for s in (0, 1)] == [0, 0]


@pytest.mark.rule("G-VASSAL-1")
@pytest.mark.parametrize("hex_", ["a10", "a11", "t10", "t11", "j1", "k1", "j20", "k20"])
def test_vassals_at_the_seam_are_paid(hex_: str) -> None:
    assert paid("vassals", field(), hex_) == (1, hex_)


@pytest.mark.rule("G-VASSAL-1")
def test_vassals_at_an_inner_corner_are_paid_once() -> None:
    assert paid("vassals", field(), "j10 k10 j11 k11")[0] == 4


@pytest.mark.rule("G-VASSAL-1")
def test_vassals_one_row_or_column_off_the_seam_get_nothing() -> None:
    assert paid("vassals", field(), "a9 a12 i1 l1 i9 l12") == (0, "")


@pytest.mark.rule("G-VASSAL-1")
def test_the_seam_has_76_hexes() -> None:
    assert paid("vassals", field(), ALL_HEXES)[0] == 76


@pytest.mark.rule("G-CAPT-1")
def test_captains_touch_three_own_settlements() -> None:
    # E5 touches D5, F5 and D4; D5 and D4 touch two, F5 one.
    assert paid("captains", field(), "d4 d5 e5 f5") == (1, "e5")


@pytest.mark.rule("G-CAPT-1")
def test_captains_with_more_than_three_own_settlements_are_paid_once() -> None:
    # The six around E5 touch E5 and two of the ring: three each.
    assert paid("captains", field(), "d4 e4 d5 e5 f5 d6 e6")[0] == 7


@pytest.mark.rule("G-CAPT-1")
def test_settlements_of_others_make_no_captain() -> None:
    assert paid("captains", field(), "d5 e5 f5", "d4 e4 d6") == (0, "")


@pytest.mark.rule("G-SCOUTS-1")
def test_scouts_are_paid_once_for_each_settlement_beside_the_removed_terrain() -> None:
    assert paid("scouts", field(D="e5 f5"), "e4 d5 h9", scouted="desert") == (2, "e4 d5")


@pytest.mark.rule("G-SCOUTS-1")
def test_scouts_look_at_no_other_terrain() -> None:
    assert paid("scouts", field(D="e5", C="h9"), "d5 g9", scouted="canyon") == (1, "g9")


@pytest.mark.rule("G-SCOUTS-5", "D-6")
def test_scouts_on_the_removed_terrain_earn_nothing() -> None:
    assert paid("scouts", field(D="e5 f5"), "e5", scouted="desert") == (0, "")


@pytest.mark.rule("G-SCOUTS-6")
@pytest.mark.parametrize("rows", [("d5 e5",), ("d5", "e5")], ids=["own", "another's"])
def test_removed_terrain_with_a_settlement_still_counts_for_neighbours(
    rows: tuple[str, ...],
) -> None:
    assert paid("scouts", field(D="e5"), *rows, scouted="desert") == (1, "d5")


SCOUTS = ("scouts", "lords", "farmers")


@pytest.mark.rule("G-SCOUTS-2")
@pytest.mark.parametrize("shown", ["desert", "marsh/desert"])
@pytest.mark.parametrize("board", [MARSHLANDS, FIRST_QUADRANTS], ids=["marsh", "base board"])
def test_scouts_remove_all_six_cards_of_the_terrain_of_30(
    shown: str, board: tuple[str, ...]
) -> None:
    state = play(new(setup_of(board, goals=SCOUTS)), f"show:{shown}")
    assert state.cards.scouted == Terrain.DESERT
    assert pile_size(state.cards) == 24
    # Five single cards and the double card of the desert, nothing of any other terrain.
    assert removed(state) == (0, 0, 0, 0, 5, 0, 0, 0, 0, 1)


@pytest.mark.rule("G-SCOUTS-2")
def test_scouts_remove_all_five_cards_of_the_terrain_of_25() -> None:
    state = play(new(setup_of(goals=SCOUTS, sets=("base",))), "show:grass")
    assert pile_size(state.cards) == 20
    assert removed(state) == (5, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.rule("G-SCOUTS-3", "D-13")
def test_scouts_come_before_the_first_deal_so_nobody_holds_the_terrain() -> None:
    state = new(setup_of(goals=SCOUTS))
    assert actor(state) == -1
    assert state.cards.hands == ((), ())
    assert all(token.startswith("show:") for token in legal_tokens(state))
    state = play(state, "show:forest")
    assert "deal:grass" in legal_tokens(state)
    assert legal_tokens(state) & {"deal:forest", "deal:marsh/forest"} == set()


@pytest.mark.rule("G-SCOUTS-2")
def test_scouts_may_turn_up_any_card_of_the_pile() -> None:
    chances = dict(outcomes(new(setup_of(MARSHLANDS, goals=SCOUTS))))
    assert sorted(chances.values()) == [1] * 5 + [5] * 5


@pytest.mark.rule("D-17")
@pytest.mark.parametrize("goal", ["vassals", "captains", "messengers"])
def test_no_other_goal_removes_a_terrain(goal: str) -> None:
    state = new(setup_of(MARSHLANDS, goals=(goal, "lords", "farmers")))
    assert "deal:grass" in legal_tokens(state)
    assert pile_size(state.cards) == 30


@pytest.mark.rule("G-SCOUTS-4")
def test_the_removed_terrain_is_reached_by_extra_actions_only() -> None:
    setup = setup_of(field("D", G="e5", farm="m5"), goals=SCOUTS)
    state = position(setup, settlements=["l5"], tiles=["m5:usable"], card="desert", scouted="grass")
    assert "e5" not in legal_tokens(state, "")
    assert legal_tokens(state, "farm") == {"farm@e5"}
    state = play(state, "l6 l7 l8 end")
    assert legal_tokens(state) & {"deal:grass", "deal:marsh/grass"} == set()
