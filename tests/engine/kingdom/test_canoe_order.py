"""Several Canoes: who reacts when, inside which action, and when a Canoe is ready again."""

import pytest

from engine.kingdom.state import State, actor, builds_left, reserve
from tests.engine.kingdom.lakes import TWO_CANOES, lakes
from tests.helpers import (
    field,
    legal_tokens,
    next_turn,
    play,
    position,
    setup_of,
    spots,
    tile_words,
)


def four(*, seat: int = 1) -> State:
    """Seat 1 is on turn at C5; seats 0 and 2 have a Canoe of C13, seat 3 one of C18."""
    return lakes(
        *("b13", "c5", "d13", "b18"),
        tiles=["c13:usable", "", "c13:usable", "c18:usable"],
        taken=["p5", "", "", "e5"],
        seat=seat,
    )


@pytest.mark.rule("M-CANOE-4", "D-27")
def test_several_owners_react_in_turn_order_from_the_left_neighbour() -> None:
    state = play(four(), "d5")
    assert actor(state) == 2
    state = play(state, "canoe@m15")
    assert actor(state) == 3
    state = play(state, "pass")
    assert actor(state) == 0
    assert actor(play(state, "canoe@q15")) == 1


@pytest.mark.rule("D-27", "M-CANOE-5")
def test_inside_a_reaction_the_order_begins_left_of_the_one_who_took_the_tile() -> None:
    # Seat 3 takes the last Farm tile: 0, (1 has no Canoe), 2. From the player on turn it were 2, 0.
    state = play(four(), "d5 pass canoe@p6")
    assert actor(state) == 0
    state = play(state, "pass")
    assert actor(state) == 2  # declined the first event, but this is another one
    state = play(state, "pass")
    assert actor(state) == 0  # still owed the answer to the first event
    assert actor(play(state, "pass")) == 1


@pytest.mark.rule("M-CANOE-4")
def test_declining_ends_the_reactions_of_that_player_even_with_two_canoes() -> None:
    state = lakes("c5", "b13 b18", tiles=["", TWO_CANOES])
    assert actor(play(state, "d5 pass")) == 0
    state = play(state, "d5 canoe@m15 pass")
    assert actor(state) == 0
    assert tile_words(state, 1) == {"c13:used", "c18:usable", "canoe+:usable"}


@pytest.mark.rule("M-CANOE-4", "D-22")
def test_two_ready_canoes_may_both_react_one_after_the_other() -> None:
    state = lakes("c5", "b13 b18", "d13", tiles=["", TWO_CANOES, "c13:usable"])
    state = play(state, "d5 canoe@m15")
    assert actor(state) == 1
    # M15 is built now, so water is bound to M16; marsh stays free.
    assert legal_tokens(state, "canoe") == {"canoe@m16", "canoe@q15", "canoe@q16"}
    state = play(state, "canoe@m16")
    assert actor(state) == 2
    assert reserve(state, 1) == 36


@pytest.mark.rule("M-CANOE-4", "L-GEN-3")
def test_two_last_tiles_at_once_are_two_events() -> None:
    # F5 touches the Tavern E5 and the Farm G5.
    setup = setup_of(field(tavern="e5", farm="g5", canoe="c13", W="m15"))
    tiles, taken = ["", "c13:usable"], ["", "e5 g5"]
    state = position(setup, settlements=["", "b13"], tiles=tiles, taken=taken, card="grass")
    state = play(state, "f5 pass")
    assert actor(state) == 1
    assert actor(play(state, "pass")) == 0


def three() -> State:
    """All three have a Canoe; P6 takes the last Farm tile, D5 the last Tavern tile."""
    return lakes(
        *("c5 b13", "d13", "b18"),
        tiles=["c13:usable", "c13:usable", "c18:usable"],
        taken=["", "", "e5 p5"],
    )


@pytest.mark.rule("M-CANOE-5")
def test_the_reactions_to_a_reaction_come_first_then_the_interrupted_ones() -> None:
    state = play(three(), "d5 canoe@p6")
    assert tile_words(state, 1) == {"c13:used", "p5:new"}
    assert actor(state) == 2  # to the Farm
    state = play(state, "pass")
    assert actor(state) == 0  # to the Farm
    state = play(state, "pass")
    assert actor(state) == 2  # to the Tavern
    state = play(state, "canoe@m15")
    assert actor(state) == 0
    assert builds_left(state) == 2


@pytest.mark.rule("M-CANOE-5")
def test_the_player_on_turn_may_react_to_a_reaction() -> None:
    state = play(three(), "d5 canoe@p6 pass canoe@q15")
    assert state.settlements[0] == spots("c5 b13 d5 q15")
    assert tile_words(state, 0) == {"c13:used", "e5:new"}
    assert actor(state) == 2


@pytest.mark.rule("M-CANOE-6", "D-10")
@pytest.mark.parametrize(("status", "asked"), [("usable", True), ("used", False), ("new", False)])
def test_only_a_ready_canoe_reacts_in_the_own_turn(status: str, asked: bool) -> None:
    # Seat 1 answers the Tavern by taking the last Farm tile: is seat 0, on turn, asked?
    tiles, taken = [f"c18:{status}", "c13:usable"], ["p5", "e5"]
    state = play(lakes("c5 b18", "b13", tiles=tiles, taken=taken), "d5 canoe@p6")
    assert actor(state) == 0
    assert bool(legal_tokens(state, "canoe")) == asked


@pytest.mark.rule("M-CANOE-6", "D-10")
def test_a_canoe_gained_in_the_own_turn_is_ready_when_the_turn_has_ended() -> None:
    state = play(lakes("a13", "c5", tiles=(), taken=["e5"]), "b13 a12 a14")
    assert tile_words(state, 0) == {"c13:new"}
    state = next_turn(state, "grass")
    assert tile_words(state, 0) == {"c13:usable"}
    assert actor(play(state, "d5")) == 0


@pytest.mark.rule("M-CANOE-6", "D-10")
def test_a_used_canoe_stays_used_until_the_own_turn_has_ended() -> None:
    state = play(lakes(), "d5 canoe@q15 c4 b5")
    state = next_turn(state, "grass")
    assert tile_words(state, 1) == {"c13:used"}
    state = next_turn(play(state, "a13 a12 a14"), "grass")
    assert tile_words(state, 1) == {"c13:usable"}


@pytest.mark.rule("M-CANOE-6")
def test_a_used_canoe_does_not_react_in_the_turn_of_a_third_player() -> None:
    # Seat 2 answers seat 0; then seat 1 takes the last Farm tile.
    state = lakes("c5", "n5", "b13", tiles=["", "", "c13:usable"], taken=["", "", "e5 p5"])
    state = next_turn(play(state, "d5 canoe@q15 c4 b5"), "grass")
    assert actor(play(state, "o5")) == 1


@pytest.mark.rule("M-CANOE-6", "D-20")
def test_a_canoe_gained_in_the_turn_of_another_is_ready_from_the_own_next_turn() -> None:
    # Seat 2 reacts on D17, beside the Canoe C18; then seat 1 takes the last Farm tile.
    state = lakes("c5", "n5", "b13", tiles=["", "", "c13:usable"], taken=["", "", "e5 p5"])
    state = play(state, "d5 canoe@d17 c4 b5")
    assert tile_words(state, 2) == {"c13:used", "c18:new", "canoe+:new"}
    state = play(next_turn(state, "grass"), "o5")
    assert actor(state) == 1
    state = next_turn(play(state, "n4 m5"), "grass")
    assert tile_words(state, 2) == {"c13:used", "c18:usable", "canoe+:usable"}


@pytest.mark.rule("M-CANOE-8")
def test_the_interrupted_builds_go_on_without_extra_actions_between() -> None:
    # Seat 0 has a usable Paddock.
    state = lakes("c5 r9", "b13", tiles=["s9:usable", "c13:usable"])
    assert legal_tokens(state, "paddock")
    state = play(state, "d5 canoe@q15")
    assert builds_left(state) == 2
    assert legal_tokens(state) == legal_tokens(state, "")
    assert legal_tokens(play(state, "c4 b5"), "paddock")


@pytest.mark.rule("M-CANOE-8", "M-CANOE-5")
def test_a_canoe_of_the_player_on_turn_leaves_fewer_builds_of_a_small_reserve() -> None:
    # Reserve 3; one built on D5, one by the Canoe: one is left of the three.
    tiles, taken = ["c18:usable", "c13:usable"], ["p5", "e5"]
    state = lakes("c5 b18", "b13", tiles=tiles, taken=taken, filled=[35, 0])
    assert reserve(state, 0) == 3
    state = play(state, "d5 canoe@p6 canoe@q15")
    assert builds_left(state) == 1
    assert legal_tokens(play(state, "c4"), "") == set()


@pytest.mark.rule("D-21", "M-CANOE-5")
def test_settlements_of_a_temple_are_built_before_those_of_the_reserve() -> None:
    # Reserve 1 and one due: after D5, from the Temple, the last one is free for the Canoe.
    tiles, taken = ["c18:usable", "c13:usable"], ["p5", "e5"]
    state = lakes("c5 b18", "b13", tiles=tiles, taken=taken, filled=[36, 0], due=[1])
    state = play(state, "d5 canoe@p6")
    assert reserve(state, 0) == 1
    state = play(state, "canoe@q15")
    assert builds_left(state) == 0
    assert "end" in legal_tokens(state)
