"""The whole count: parts, totals, and what one move changes."""

import pytest

from engine.errors import IllegalMove
from engine.kingdom.goals import GOALS
from engine.kingdom.ground.hexes import names
from engine.kingdom.ground.moves import format_move, parse_move
from engine.kingdom.rules.actions import apply, legal
from engine.kingdom.scores import gains, parts, scores, winners
from engine.kingdom.setup import ALL_GOALS
from engine.kingdom.state import State
from tests.helpers import (
    MARSHLANDS,
    field,
    position,
    setup_of,
)

# One board where every goal has something to gain; seat 0 is on turn with a grass card.
LAND = field(W="e5", M="g5 e6", K="f6", P="n1", D="o1", tavern="d3")
OURS = "e3 c4 e4 f4 n3 b12 b13 n15 n16"
THEIRS = "g4 h4 i4 j4 p5"


def land(*goals: str) -> State:
    others = [goal for goal in ("fishermen", "knights", "merchants") if goal not in goals]
    three = (*goals, *others)[:3]
    setup = setup_of(LAND, goals=three)
    return position(setup, settlements=[OURS, THEIRS], card="grass", scouted="desert")


def gain(part: str, token: str) -> tuple[int, ...]:
    """What the move changes in this part of the count, for both seats."""
    state = land(*[part] * (part in ALL_GOALS))
    index = parts(state).index(part)
    return tuple(row[index] for row in gains(state, parse_move(token)))


CASES = [
    # F5 touches the water E5.
    pytest.param("fishermen", "f5", 1, 0, marks=pytest.mark.rule("G-FISH-1")),
    # F5 touches the mountains G5 and E6.
    pytest.param("miners", "f5", 1, 0, marks=pytest.mark.rule("G-MINERS-1")),
    # The area of E3 touches the Tavern; F5 joins the castle F6 to it.
    pytest.param("merchants", "f5", 8, 0, marks=pytest.mark.rule("G-MERCH-1")),
    pytest.param("workers", "f5", 1, 0, marks=pytest.mark.rule("G-WORK-1")),
    # The first settlement on row 5; on row 4 it is the fourth.
    pytest.param("discoverers", "f5", 1, 0, marks=pytest.mark.rule("G-DISC-1")),
    pytest.param("discoverers", "d4", 0, 0, marks=pytest.mark.rule("G-DISC-1")),
    pytest.param("knights", "d4", 2, 0, marks=pytest.mark.rule("G-KNIGHT-1")),
    pytest.param("knights", "f5", 0, 0, marks=pytest.mark.rule("G-KNIGHT-1")),
    # D4 joins the lone C4 to the area of E4: one area less.
    pytest.param("hermits", "d4", -1, 0, marks=pytest.mark.rule("G-HERMIT-1")),
    # The largest area grows from 3 to 4.
    pytest.param("citizens", "f5", 1, 0, marks=pytest.mark.rule("G-CITIZ-1")),
    # Top left 4 against 4, then 5 against 4: the other falls to the second prize.
    pytest.param("lords", "f5", 0, -6, marks=pytest.mark.rule("G-LORDS-1")),
    # Top right 1 against 1, the same there.
    pytest.param("lords", "n2", 0, -6, marks=pytest.mark.rule("G-LORDS-1")),
    # 4, 1, 2, 2 settlements in the quadrants become 4, 2, 2, 2.
    pytest.param("farmers", "n2", 3, 0, marks=pytest.mark.rule("G-FARM-1")),
    pytest.param("farmers", "f5", 0, 0, marks=pytest.mark.rule("G-FARM-1")),
    # The area touches the mountain G5; F5 joins the mountain E6 to it.
    pytest.param("geologists", "f5", 4, 0, marks=pytest.mark.rule("G-GEO-1")),
    # E3 to F4 is a way of 3 hexes, C4 to F4 one of 4.
    pytest.param("messengers", "d4", 2, 0, marks=pytest.mark.rule("G-MESS-1")),
    pytest.param("noblewomen", "f5", 5, 0, marks=pytest.mark.rule("G-NOBLE-1")),
    pytest.param("noblewomen", "n2", 0, 0, marks=pytest.mark.rule("G-NOBLE-2")),
    # Row 11 touches the quadrant above.
    pytest.param("vassals", "b11", 1, 0, marks=pytest.mark.rule("G-VASSAL-1")),
    # E4 touches E3, F4 and now F5; F5 itself only two.
    pytest.param("captains", "f5", 1, 0, marks=pytest.mark.rule("G-CAPT-1")),
    # N2 touches the desert O1.
    pytest.param("scouts", "n2", 1, 0, marks=pytest.mark.rule("G-SCOUTS-1")),
    pytest.param("castles", "f5", 3, 0, marks=pytest.mark.rule("K-1")),
    pytest.param("palaces", "n2", 5, 0, marks=pytest.mark.rule("M-PALACE-1")),
]


@pytest.mark.parametrize(("part", "token", "ours", "theirs"), CASES)
def test_the_gain_of_a_move_is_the_difference_counted_by_hand(
    part: str, token: str, ours: int, theirs: int
) -> None:
    assert gain(part, token) == (ours, theirs)


def test_every_part_of_the_count_has_a_gain_counted_by_hand() -> None:
    assert {case.values[0] for case in CASES} == set(GOALS)
    assert len(ALL_GOALS) == 16


def test_the_gain_of_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove):
        gains(land(), parse_move("t20"))


@pytest.mark.rule("E-5")
def test_gold_comes_from_three_goals_castles_and_palaces() -> None:
    state = land("workers", "hermits", "noblewomen")
    assert parts(state) == ("workers", "hermits", "noblewomen", "castles", "palaces")


@pytest.mark.rule("E-5")
def test_palaces_are_no_part_of_the_score_where_there_are_none() -> None:
    for ground, last in ((field(K="e5"), "castles"), (field(P="e5"), "palaces")):
        assert parts(position(setup_of(ground)))[3:][-1] == last


@pytest.mark.rule("E-5")
def test_totals_add_all_parts_of_a_player() -> None:
    # Ours: workers E3 and C4, five areas (C4; E3 E4 F4; N3; B12 B13; N15 N16), the Tavern D3.
    # Theirs: two areas (G4 H4 I4 J4; P5).
    counted = scores(land("workers", "hermits", "noblewomen"))
    assert [[part.gold for part in row] for row in counted.earned] == [
        [2, 5, 5, 0, 0],
        [0, 2, 0, 0, 0],
    ]
    assert counted.totals == (12, 2)
    assert counted.leaders == (0,)


def test_each_part_names_the_hexes_that_earned_its_gold() -> None:
    counted = scores(land("workers", "vassals", "noblewomen"))
    ours = [" ".join(names(part.hexes)) for part in counted.earned[0]]
    theirs = [" ".join(names(part.hexes)) for part in counted.earned[1]]
    assert ours == ["e3 c4", "", "d3", "", ""]
    assert theirs == ["", "j4", "", "", ""]


@pytest.mark.rule("K-1", "G-NOBLE-2")
def test_a_castle_pays_3_to_every_player_beside_it_and_once_to_each() -> None:
    setup = setup_of(field(K="e5"), goals=("workers", "lords", "noblewomen"))
    state = position(setup, settlements=["d5 f5", "e4"])
    assert [row[3].gold for row in scores(state).earned] == [3, 3]


@pytest.mark.rule("G-MERCH-3")
def test_a_location_without_tiles_still_counts() -> None:
    setup = setup_of(field(tavern="c3 e3"), goals=("merchants", "workers", "noblewomen"))
    state = position(setup, settlements=["d3"], taken=["c3 e3", "c3 e3"])
    assert [part.gold for part in scores(state).earned[0]] == [8, 1, 10, 0]


def test_nobody_has_won_before_the_game_is_over() -> None:
    assert winners(land()) is None


@pytest.mark.parametrize("goals", [ALL_GOALS[i : i + 3] for i in (0, 3, 6, 9, 12, 13)])
def test_gains_are_the_change_of_the_count_on_the_real_boards(goals: tuple[str, ...]) -> None:
    setup = setup_of(MARSHLANDS, goals=goals)
    state = position(setup, settlements=["d1 g5 l12", "e6 f1"], card="flowers", scouted="desert")
    for move in legal(state):
        after = scores(apply(state, move)).totals
        change = tuple(new - old for new, old in zip(after, scores(state).totals, strict=True))
        assert tuple(map(sum, gains(state, move))) == change, format_move(move)
