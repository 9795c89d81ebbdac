"""The ten goals of the base game, on boards small enough to count by hand."""

import pytest

from tests.helpers import field, line, paid

# Four corners of the board, for goals that compare quadrants.
CORNERS = ("a1", "k1", "a11", "k11")


def spread(*counts: int) -> str:
    """So many settlements in each quadrant, top row first."""
    return " ".join(line(corner, n) for corner, n in zip(CORNERS, counts, strict=True) if n)


@pytest.mark.rule("G-FISH-1")
def test_fishermen_are_paid_once_for_each_settlement_beside_water() -> None:
    assert paid("fishermen", field(W="e5"), "e4 d5 e6 h9") == (3, "e4 d5 e6")


@pytest.mark.rule("G-FISH-1")
def test_fishermen_beside_two_water_hexes_are_paid_once() -> None:
    assert paid("fishermen", field(W="e5 f5"), "e4") == (1, "e4")


@pytest.mark.rule("G-FISH-2", "M-CANOE-11")
def test_fishermen_on_water_earn_nothing_even_beside_other_water() -> None:
    assert paid("fishermen", field(W="e5 f5"), "e5") == (0, "")


@pytest.mark.rule("G-FISH-3")
@pytest.mark.parametrize("rows", [("d5 e5",), ("d5", "e5")], ids=["own", "another's"])
def test_water_with_a_settlement_on_it_stays_water_for_its_neighbours(
    rows: tuple[str, ...],
) -> None:
    assert paid("fishermen", field(W="e5"), *rows) == (1, "d5")


@pytest.mark.rule("G-FISH-1")
def test_fishermen_on_the_printed_tavern_quadrant() -> None:
    # Row 4 is WWFKGGTTMM: C4 touches the water of B4, E4 touches only the castle.
    board = ("tavern", "paddock", "oasis", "farm")
    assert paid("fishermen", board, "c4 e4") == (1, "c4")


@pytest.mark.rule("G-MINERS-1")
def test_miners_are_paid_once_for_each_settlement_beside_a_mountain() -> None:
    assert paid("miners", field(M="e5 f5"), "e4 d5 h9") == (2, "e4 d5")


@pytest.mark.rule("G-MINERS-2", "D-5", "M-FOUNT-6")
def test_miners_on_a_mountain_earn_nothing_but_their_neighbours_do() -> None:
    assert paid("miners", field(M="e5 f5"), "e5 d5") == (1, "d5")


@pytest.mark.rule("G-MERCH-1")
def test_merchants_two_linked_and_one_alone_give_8() -> None:
    board = field(K="c3 p15", tavern="g3")
    assert paid("merchants", board, "d3 e3 f3 o15") == (8, "c3 g3")


@pytest.mark.rule("G-MERCH-1")
def test_merchants_need_an_unbroken_link() -> None:
    assert paid("merchants", field(K="c3 g3"), "d3 f3") == (0, "")


@pytest.mark.rule("G-MERCH-1")
def test_merchants_are_not_linked_by_settlements_of_others() -> None:
    assert paid("merchants", field(K="c3 g3"), "d3 f3", "e3") == (0, "")


@pytest.mark.rule("G-MERCH-2")
def test_merchants_two_separate_pairs_score_both() -> None:
    own = "d3 e3 f3 d13 e13 f13"
    assert paid("merchants", field(K="c3 g3 c13 g13"), own) == (16, "c3 g3 c13 g13")


@pytest.mark.rule("G-MERCH-2")
def test_merchants_one_net_of_four_scores_like_two_pairs() -> None:
    assert paid("merchants", field(K="b2 e2 h2 j2"), line("b1", 9)) == (16, "b2 e2 h2 j2")


@pytest.mark.rule("G-MERCH-2")
def test_merchants_a_special_hex_linked_twice_scores_once() -> None:
    # Straight along row 3 and round by row 1: two areas, each touching both castles.
    own = "d3 e3 f3 b2 b1 c1 d1 e1 f1 g1 g2"
    assert paid("merchants", field(K="c3 g3"), own) == (8, "c3 g3")


@pytest.mark.rule("G-MERCH-2")
def test_merchants_two_areas_may_share_a_special_hex() -> None:
    assert paid("merchants", field(K="c3 e3 g3"), "d3 f3") == (12, "c3 e3 g3")


@pytest.mark.rule("G-MERCH-3", "M-PALACE-3")
@pytest.mark.parametrize("marks", [{"K": "c3 e3"}, {"P": "c3 e3"}, {"tavern": "c3 e3"}])
def test_merchants_link_castles_palaces_and_locations_alike(marks: dict[str, str]) -> None:
    assert paid("merchants", field(**marks), "d3") == (8, "c3 e3")


@pytest.mark.rule("G-WORK-1", "M-PALACE-3")
@pytest.mark.parametrize("kind", ["K", "P", "tavern"])
def test_workers_are_paid_beside_castle_palace_and_location(kind: str) -> None:
    assert paid("workers", field(**{kind: "e5"}), "d5 f5 h9") == (2, "d5 f5")


@pytest.mark.rule("G-WORK-1")
def test_workers_beside_two_special_hexes_are_paid_once() -> None:
    assert paid("workers", field(K="c3", tavern="e3"), "d3") == (1, "d3")


@pytest.mark.rule("G-DISC-1")
def test_discoverers_are_paid_for_each_row_they_stand_in() -> None:
    # Row 4 twice, once in each half of the board: one line.
    assert paid("discoverers", field(), "c4 q4 c5 h20") == (3, "c4 q4 c5 h20")


@pytest.mark.rule("G-KNIGHT-1")
def test_knights_three_on_the_best_line_give_6_whatever_the_gaps() -> None:
    assert paid("knights", field(), "a4 j4 t4 e7 f7") == (6, "a4 j4 t4")


@pytest.mark.rule("G-KNIGHT-1")
def test_knights_equal_lines_count_once() -> None:
    gold, hexes = paid("knights", field(), "a4 b4 c7 d7")
    assert gold == 4
    assert hexes in ("a4 b4", "c7 d7")


@pytest.mark.rule("G-HERMIT-1")
def test_hermits_are_paid_for_each_area_alone_or_not() -> None:
    # E5 and E6 touch; C5 and J20 stand alone.
    assert paid("hermits", field(), "c5 e5 e6 j20") == (3, "c5 e5 e6 j20")


@pytest.mark.rule("G-HERMIT-1")
def test_hermits_an_area_crosses_the_border_of_quadrants() -> None:
    assert paid("hermits", field(), "j5 k5")[0] == 1


@pytest.mark.rule("G-HERMIT-1")
def test_hermits_an_area_is_not_joined_by_settlements_of_others() -> None:
    assert paid("hermits", field(), "c5 e5", "d5")[0] == 2


@pytest.mark.rule("G-CITIZ-1")
@pytest.mark.parametrize(("size", "gold"), [(1, 0), (2, 1), (6, 3), (7, 3), (8, 4)])
def test_citizens_get_half_of_the_largest_area_rounded_down(size: int, gold: int) -> None:
    own = line("c3", size)
    assert paid("citizens", field(), f"{own} c9 e9")[0] == gold


@pytest.mark.rule("G-CITIZ-1")
def test_citizens_are_paid_for_the_largest_area_alone() -> None:
    assert paid("citizens", field(), "c3 d3 e3 f3 c9 d9") == (2, "c3 d3 e3 f3")


@pytest.mark.rule("G-CITIZ-1")
def test_citizens_without_settlements_get_nothing() -> None:
    assert paid("citizens", field(), "") == (0, "")


# In each Lords test all quadrants without settlements pay everybody 12 (G-LORDS-3).
EMPTY = 12


@pytest.mark.rule("G-LORDS-1", "G-LORDS-2")
@pytest.mark.parametrize(("seat", "gold"), [(0, 12), (1, 12), (2, 6), (3, 0)])
def test_lords_8_8_6_2_give_12_12_6_0(seat: int, gold: int) -> None:
    rows = (line("a1", 8), line("a2", 8), line("a3", 6), line("a4", 2))
    assert paid("lords", field(), *rows, seat=seat)[0] == gold + 3 * EMPTY


@pytest.mark.rule("G-LORDS-1")
def test_lords_compare_every_quadrant_by_itself() -> None:
    ours, theirs = spread(3, 1, 2, 0), "a4 b4 k4 l4 a14 b14 k14"
    # 3 against 2, 1 against 2, 2 against 2, 0 against 1: 12 + 6 + 12 + 6.
    assert paid("lords", field(), ours, theirs)[0] == 36
    # 2, 2, 2, 1 on the other side: 6 + 12 + 12 + 12.
    assert paid("lords", field(), ours, theirs, seat=1)[0] == 42


@pytest.mark.rule("G-LORDS-1")
def test_lords_name_the_settlements_of_the_quadrants_that_pay() -> None:
    rows = ("a1 b1 k1", "a2 k2 l2 m2", "k3 l3")
    # The first player: best at the top left, third at the top right.
    assert paid("lords", field(), *rows) == (12 + 0 + 2 * EMPTY, "a1 b1")


@pytest.mark.rule("G-LORDS-3", "D-4")
def test_lords_zero_can_be_the_second_number() -> None:
    assert paid("lords", field(), "a1", "", "", seat=2)[0] == 6 + 3 * EMPTY


@pytest.mark.rule("G-LORDS-3", "D-4")
def test_lords_zero_is_third_behind_two_others() -> None:
    assert paid("lords", field(), "a1 b1", "a2", "", seat=2)[0] == 0 + 3 * EMPTY


@pytest.mark.rule("G-LORDS-3", "G-LORDS-4", "D-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_lords_an_empty_board_pays_everybody_the_first_prize(players: int) -> None:
    assert paid("lords", field(), *[""] * players, seat=players - 1) == (48, "")


@pytest.mark.rule("G-LORDS-4")
def test_lords_with_two_players_the_lesser_one_always_gets_6() -> None:
    rows = (spread(5, 5, 5, 5), "a4")
    assert paid("lords", field(), *rows, seat=1) == (24, "a4")


@pytest.mark.rule("G-LORDS-4")
def test_lords_if_all_are_equal_nobody_is_second() -> None:
    rows = (spread(2, 2, 2, 2), "a4 b4 k4 l4 a14 b14 k14 l14")
    assert [paid("lords", field(), *rows, seat=s)[0] for s in (0, 1)] == [48, 48]


@pytest.mark.rule("G-FARM-1")
def test_farmers_10_6_6_4_give_12() -> None:
    assert paid("farmers", field(), spread(10, 6, 6, 4)) == (12, line("k11", 4))


@pytest.mark.rule("G-FARM-1")
def test_farmers_equal_quadrants_count_once() -> None:
    gold, hexes = paid("farmers", field(), spread(2, 3, 2, 3))
    assert gold == 6
    assert hexes in (line("a1", 2), line("a11", 2))


@pytest.mark.rule("G-FARM-2")
def test_farmers_with_an_empty_quadrant_get_nothing() -> None:
    assert paid("farmers", field(), spread(10, 0, 10, 9)) == (0, "")


TWO_ROWS = f"{line('a1', 20)} {line('a3', 20)}"
APART = " ".join(f"{column}{row}" for row in (1, 3, 5, 7) for column in "acegikmoqs")
ROW_2 = line("a2", 20)


@pytest.mark.rule("G-FISH-1", "G-MINERS-1", "G-MERCH-1", "G-WORK-1", "G-DISC-1")
@pytest.mark.rule("G-KNIGHT-1", "G-HERMIT-1", "G-CITIZ-1", "G-FARM-1")
@pytest.mark.parametrize(
    ("goal", "marks", "own", "most"),
    [
        ("fishermen", {"W": ROW_2}, TWO_ROWS, 40),
        ("miners", {"M": ROW_2}, TWO_ROWS, 40),
        ("workers", {"K": ROW_2}, TWO_ROWS, 40),
        ("knights", {}, TWO_ROWS, 40),
        ("hermits", {}, APART, 40),
        ("merchants", {"K": line("a2", 12)}, TWO_ROWS, 48),
        ("discoverers", {}, " ".join(f"{c}{row}" for row in range(1, 21) for c in "at"), 20),
        ("citizens", {}, f"{line('a1', 20)} {line('a2', 20)}", 20),
        ("farmers", {}, spread(10, 10, 10, 10), 30),
    ],
)
def test_the_highest_value_with_40_settlements(
    goal: str, marks: dict[str, str], own: str, most: int
) -> None:
    assert len(own.split()) == 40
    assert paid(goal, field(**marks), own)[0] == most
