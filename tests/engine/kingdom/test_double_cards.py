"""Double cards: marsh or the other terrain (M-CARD)."""

import pytest

from engine.kingdom.ground.hexes import names
from engine.kingdom.ground.moves import format_move
from engine.kingdom.ground.terrain import parse_card
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State, actor, builds_left, removed, reserve
from tests.helpers import (
    MARSHLANDS,
    field,
    legal_tokens,
    next_turn,
    play,
    position,
    refusal,
    setup_of,
)

MARSH = "c3 d3 c4 d4"
FOREST = "m3 n3 o3 p3 m4 n4 o4 p4"
# Desert, with four hexes of marsh, eight of forest, and the two tiles that follow the card.
LAND = setup_of(field("D", S=MARSH, T=FOREST, oracle="h13", barn="h18"))


def words(*texts: str) -> set[str]:
    return {word for text in texts for word in text.split()}


def dealt(*settlements: str, card: str = "marsh/forest", tiles: str = "", filled: int = 0) -> State:
    """The first player has just shown the card."""
    return position(LAND, settlements=settlements, card=card, tiles=[tiles], filled=[filled])


def unopened(marsh: str, forest: str = "") -> State:
    """The second player, who holds these hexes, has nothing left to do but ``end``."""
    return position(LAND, seat=1, settlements=["", f"{marsh} {forest}"], card="desert", owed=0)


@pytest.mark.rule("M-CARD-1")
def test_both_halves_of_the_card_are_open_at_first() -> None:
    assert legal_tokens(dealt(), "") == words(MARSH, FOREST)


@pytest.mark.rule("M-CARD-1")
def test_on_marsh_two_settlements_are_built() -> None:
    state = play(dealt(), "c3")
    assert builds_left(state) == 1
    assert "end" in legal_tokens(play(state, "d3"))
    assert legal_tokens(play(state, "d3"), "") == set()


@pytest.mark.rule("M-CARD-1")
def test_on_the_other_terrain_three_settlements_are_built() -> None:
    state = play(dealt(), "m3 n3")
    assert builds_left(state) == 1
    assert "end" not in legal_tokens(state)
    assert "end" in legal_tokens(play(state, "o3"))


@pytest.mark.rule("M-CARD-1")
@pytest.mark.parametrize(("own", "open_"), [("b3", f"c3 {FOREST}"), ("l3", f"m3 {MARSH}")])
def test_the_build_rule_holds_within_the_half_that_is_chosen(own: str, open_: str) -> None:
    # B3 touches the marsh C3 alone, L3 the forest M3 alone.
    assert legal_tokens(dealt(own), "") == words(open_)


@pytest.mark.rule("M-CARD-2")
@pytest.mark.parametrize(("first", "after"), [("c3", "d3 c4"), ("m3", "n3 m4")])
def test_the_first_build_binds_the_choice(first: str, after: str) -> None:
    assert legal_tokens(play(dealt(), first), "") == words(after)


@pytest.mark.rule("M-CARD-2")
@pytest.mark.parametrize(("hex_", "after", "owed"), [("c3", "d3 c4", 2), ("m3", "n3 m4", 3)])
def test_an_oracle_before_the_builds_binds_the_choice(hex_: str, after: str, owed: int) -> None:
    state = play(dealt("g13", tiles="h13:usable"), f"oracle@{hex_}")
    assert legal_tokens(state, "") == words(after)
    assert builds_left(state) == owed


@pytest.mark.rule("M-CARD-2")
@pytest.mark.parametrize(("hex_", "after", "owed"), [("c3", "d3 c4", 2), ("m3", "n3 m4", 3)])
def test_a_barn_before_the_builds_binds_the_choice(hex_: str, after: str, owed: int) -> None:
    state = play(dealt("g18 g2", tiles="h18:usable"), f"barn@g2-{hex_}")
    assert legal_tokens(state, "") == words(after)
    assert builds_left(state) == owed


@pytest.mark.rule("M-CARD-2")
def test_oracle_and_barn_after_the_builds_follow_the_choice() -> None:
    state = dealt("g13 g18", tiles="h13:usable h18:usable")
    state = play(state, "c3 d3")
    assert legal_tokens(state, "oracle") == {"oracle@c4", "oracle@d4"}
    moved = {token for token in legal_tokens(state, "barn") if token.startswith("barn@g13")}
    assert moved == {"barn@g13-c4", "barn@g13-d4"}


@pytest.mark.rule("M-CARD-3")
def test_without_a_marshlands_quadrant_the_card_is_an_ordinary_one() -> None:
    double = position(setup_of(), settlements=["e4"], card="marsh/canyon")
    single = position(setup_of(), settlements=["e4"], card="canyon")
    assert legal(double) == legal(single)
    first = format_move(legal(double)[0])
    assert builds_left(play(double, first)) == 2


@pytest.mark.rule("M-CARD-3", "M-CARD-4")
def test_without_a_marshlands_quadrant_only_the_other_half_can_run_out() -> None:
    # The one forest hex is taken; there is no marsh to turn to.
    state = position(
        setup_of(field("D", T="m3")), seat=1, settlements=["", "m3"], card="desert", owed=0
    )
    assert actor(next_turn(state, "marsh/forest")) == -1


@pytest.mark.rule("M-CARD-4", "D-15")
@pytest.mark.parametrize(("full", "open_"), [(MARSH, FOREST), (FOREST, MARSH)])
def test_if_one_half_is_full_the_other_must_be_chosen(full: str, open_: str) -> None:
    state = next_turn(unopened(full), "marsh/forest")
    assert actor(state) == 0
    assert legal_tokens(state, "") == words(open_)


@pytest.mark.rule("M-CARD-4", "D-15")
def test_if_both_halves_are_full_the_card_is_replaced_and_leaves_the_game() -> None:
    state = next_turn(unopened(MARSH, FOREST), "marsh/forest")
    assert actor(state) == -1
    assert removed(state)[parse_card("marsh/forest")] == 1
    state = play(state, "show:desert")
    assert actor(state) == 0
    assert builds_left(state) == 3


@pytest.mark.rule("M-CARD-4", "D-15")
def test_a_bound_half_that_runs_out_is_replaced_although_the_other_is_free() -> None:
    state = play(dealt("", "d3 c4 d4"), "c3")
    assert actor(state) == -1
    assert builds_left(play(state, "show:desert")) == 1


@pytest.mark.rule("M-CARD-4", "D-15")
def test_a_replacing_double_card_is_chosen_anew_and_the_number_owed_stays() -> None:
    taken = FOREST.removeprefix("m3 ")
    state = play(dealt("", taken), "m3", "show:marsh/desert")
    # The marsh touches nothing, so all of it is open; the desert only where it touches M3.
    assert legal_tokens(state, "") == words(MARSH, "l3 m2 l2 l4")
    assert builds_left(play(state, "c3")) == 1
    assert "end" in legal_tokens(play(state, "c3 d3"))


@pytest.mark.rule("M-CARD-4")
def test_an_unbound_card_is_not_replaced_while_one_half_is_free() -> None:
    state = next_turn(unopened(MARSH, FOREST.removesuffix(" p4")), "marsh/forest")
    assert legal_tokens(state, "") == {"p4"}


@pytest.mark.rule("M-CARD-5")
def test_with_one_settlement_left_one_is_built_on_marsh() -> None:
    state = dealt(filled=39)
    assert reserve(state, 0) == 1
    assert "end" in legal_tokens(play(state, "c3"))


@pytest.mark.rule("M-CARD-5")
def test_with_two_settlements_left_two_are_built_on_the_other_terrain() -> None:
    state = play(dealt(filled=38), "m3")
    assert "end" not in legal_tokens(state)
    assert "end" in legal_tokens(play(state, "n3"))


@pytest.mark.rule("M-CARD-6")
@pytest.mark.parametrize(
    ("kind", "own", "token"),
    [
        ("tower", "b5", "tower@a5"),
        ("tavern", "b5 c5 d5", "tavern@a5"),
        ("paddock", "c5", "paddock@c5-a5"),
        ("fountain", "b5", "fountain@a5"),
        ("refuge", "b5", "refuge@b5-a5"),
    ],
)
def test_marsh_is_buildable_for_tiles_that_build_anywhere(kind: str, own: str, token: str) -> None:
    setup = setup_of(field("G", S="a5", **{kind: "h13"}))
    state = position(setup, settlements=[f"{own} g13"], tiles=["h13:usable"], card="grass")
    assert token in legal_tokens(state, kind)


@pytest.mark.rule("M-CARD-6")
@pytest.mark.parametrize("card", ["grass", "flowers", "forest", "canyon", "desert"])
def test_single_cards_never_build_on_marsh(card: str) -> None:
    setup = setup_of(MARSHLANDS)
    marsh = set(names(setup.board.marsh))
    beside = position(setup, settlements=["d3"], card=card)
    assert marsh & legal_tokens(position(setup, card=card), "") == set()
    assert refusal(beside, "e3") == "B-2"
