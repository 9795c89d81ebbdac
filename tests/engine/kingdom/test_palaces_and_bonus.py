"""Palaces (M-PALACE) and the bonus tiles for two equal Marshlands tiles (M-BONUS)."""

import pytest

from engine.kingdom.state import State
from tests.helpers import (
    field,
    legal_tokens,
    next_turn,
    paid,
    play,
    position,
    refusal,
    setup_of,
    tile_words,
)

PALACE = field(P="e5")


@pytest.mark.rule("M-PALACE-1")
def test_a_palace_pays_5_to_the_player_with_most_settlements_beside_it() -> None:
    assert paid("palaces", PALACE, "d5 f5", "e4") == (5, "e5")


@pytest.mark.rule("M-PALACE-1")
def test_a_palace_has_no_second_prize() -> None:
    assert paid("palaces", PALACE, "d5 f5", "e4", seat=1) == (0, "")


@pytest.mark.rule("M-PALACE-1")
def test_a_palace_pays_5_to_each_of_the_equal_first() -> None:
    rows = ("d5 f5", "e4 e6", "d4", "")
    assert [paid("palaces", PALACE, *rows, seat=s)[0] for s in range(4)] == [5, 5, 0, 0]


@pytest.mark.rule("M-PALACE-1")
def test_every_palace_is_judged_by_itself() -> None:
    board = field(P="e5 m5 m15")
    rows = ("d5 l5", "l4 m4 l15")
    assert paid("palaces", board, *rows) == (5, "e5")
    assert paid("palaces", board, *rows, seat=1) == (10, "m5 m15")


@pytest.mark.rule("M-PALACE-2", "D-12")
def test_a_palace_with_nobody_beside_it_pays_nobody() -> None:
    assert [paid("palaces", PALACE, "a1 c5", "h9", seat=s)[0] for s in (0, 1)] == [0, 0]


@pytest.mark.rule("M-PALACE-3")
def test_a_palace_pays_no_gold_of_a_castle() -> None:
    assert paid("castles", field(P="e5", K="m5"), "d5 l5") == (3, "m5")


# Two Refuge hexes, at P3 (beside it O3) and P8 (beside it O8); N8 is one step away from O8.
LAND = field(refuge="p3 p8")
BOTH = "p3:usable p8:usable refuge+:usable"


def land(own: str = "o3 n8", tiles: str = "p3:usable", *, taken: str = "") -> State:
    setup = setup_of(LAND)
    return position(setup, settlements=[own], tiles=[tiles], taken=[taken], card="grass")


def again(state: State) -> State:
    """The first player's turn is done; play on to the same player's next card."""
    state = next_turn(state, "grass")
    return next_turn(play(state, "a20 b20 c20"), "grass")


@pytest.mark.rule("M-BONUS-1")
def test_the_second_tile_of_a_marshlands_kind_brings_the_bonus_tile() -> None:
    assert tile_words(play(land(), "o8"), 0) == {"p3:usable", "p8:new", "refuge+:new"}


@pytest.mark.rule("M-BONUS-1")
def test_the_first_tile_brings_no_bonus_tile() -> None:
    assert tile_words(play(land("n8", ""), "o8"), 0) == {"p8:new"}


@pytest.mark.rule("M-BONUS-1")
def test_whoever_has_lost_the_first_tile_takes_no_bonus_tile() -> None:
    assert tile_words(play(land("n8", "", taken="p3"), "o8"), 0) == {"p8:new"}


@pytest.mark.rule("M-BONUS-1")
@pytest.mark.parametrize("kind", ["temple", "refuge", "canoe", "fountain"])
def test_all_four_kinds_have_a_bonus_tile(kind: str) -> None:
    setup = setup_of(field(**{kind: "p3 p8"}))
    state = position(setup, settlements=["o3 n8"], tiles=["p3:usable"], card="grass")
    assert f"{kind}+:new" in tile_words(play(state, "o8"), 0)


@pytest.mark.rule("M-BONUS-2")
def test_two_tiles_and_the_bonus_allow_two_actions_and_one_bonus_action() -> None:
    state = play(land("o3 o8 c13", BOTH), "refuge@c13-b13 refuge@b13-a13")
    assert legal_tokens(state, "refuge") == set()
    assert "refuge+@a13-b13" in legal_tokens(state)
    state = play(state, "refuge+@a13-b13")
    assert legal_tokens(state, "refuge+") == set()
    assert tile_words(state, 0) == {"p3:used", "p8:used", "refuge+:used"}


@pytest.mark.rule("M-BONUS-2")
def test_the_bonus_action_comes_before_or_after_the_builds_never_between() -> None:
    state = land("o3 o8 c13", BOTH)
    assert legal_tokens(state, "refuge+")
    state = play(state, "c12")
    assert legal_tokens(state, "refuge+") == set()
    assert legal_tokens(play(state, "c11 d11"), "refuge+")


@pytest.mark.rule("M-BONUS-2")
def test_the_bonus_action_is_back_in_the_next_turn() -> None:
    state = play(land("o3 o8 c13", BOTH), "refuge+@c13-b13 b12 b11 c11")
    assert legal_tokens(again(state), "refuge+")


@pytest.mark.rule("M-BONUS-3")
def test_the_bonus_tile_is_usable_from_the_next_turn_on() -> None:
    state = play(land(), "o8 n9 m8")
    assert refusal(state, "refuge+@m8-l8") == "M-BONUS-3"
    state = again(state)
    assert tile_words(state, 0) == {"p3:usable", "p8:usable", "refuge+:usable"}
    assert "refuge+@m8-l8" in legal_tokens(state)


@pytest.mark.rule("M-BONUS-4", "D-8")
def test_the_bonus_tile_is_lost_with_one_of_the_two() -> None:
    state = play(land("o3 o8", BOTH), "refuge@o8-n8")
    assert tile_words(state, 0) == {"p3:usable"}  # the used piece is the one given up (L-GEN-8)
    assert legal_tokens(state, "refuge+") == set()


@pytest.mark.rule("M-BONUS-4", "D-8")
def test_the_bonus_tile_can_be_lost_by_its_own_action() -> None:
    state = play(land("o3 o8", BOTH), "refuge+@o8-n8")
    assert tile_words(state, 0) == {"p3:usable"}


@pytest.mark.rule("M-BONUS-4")
def test_the_bonus_tile_stays_while_both_hexes_are_touched() -> None:
    # O8 and P7 both lie beside P8.
    state = play(land("o3 o8", BOTH), "refuge@o8-p7")
    assert tile_words(state, 0) == {"p3:used", "p8:usable", "refuge+:usable"}


@pytest.mark.rule("M-BONUS-4", "L-GEN-2")
def test_a_lost_bonus_tile_never_comes_back() -> None:
    state = play(land("o3 o8", BOTH), "refuge@o8-n8 o8")
    assert tile_words(state, 0) == {"p3:usable"}


@pytest.mark.rule("M-BONUS-5")
def test_a_second_player_with_both_tiles_takes_the_other_bonus_tile() -> None:
    setup = setup_of(LAND)
    tiles = ["p3:usable", BOTH]
    state = position(setup, settlements=["o3 n8", "q3 q8"], tiles=tiles, card="grass")
    state = play(state, "o8")
    assert tile_words(state, 0) == {"p3:usable", "p8:new", "refuge+:new"}
    assert tile_words(state, 1) == {"p3:usable", "p8:usable", "refuge+:usable"}


@pytest.mark.rule("M-BONUS-5")
def test_after_two_players_with_both_tiles_nothing_is_left_for_a_third() -> None:
    setup = setup_of(LAND, players=3)
    own = ["o3 o8", "q3 q8", "p10"]
    state = position(setup, seat=2, settlements=own, tiles=[BOTH, BOTH], card="grass")
    assert tile_words(play(state, "p9"), 2) == set()


@pytest.mark.rule("M-BONUS-6")
def test_two_base_tiles_of_a_kind_bring_no_bonus() -> None:
    setup = setup_of(field(tavern="p3 p8", temple="c3"))
    state = position(setup, settlements=["o3 n8"], tiles=["p3:usable"], card="grass")
    assert tile_words(play(state, "o8"), 0) == {"p3:usable", "p8:new"}
