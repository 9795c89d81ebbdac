"""The Canoe: a build as a reaction to a last tile taken by another player (M-CANOE)."""

from collections.abc import Sequence

import pytest

from engine.kingdom.rules import explain
from engine.kingdom.state import State, actor, builds_left, reserve
from tests.helpers import (
    field,
    legal_tokens,
    next_turn,
    parse_move,
    play,
    position,
    setup_of,
    spots,
    tile_words,
)

# Grass with a Tavern at E5 (beside it D5), a Farm at P5 (beside it the water P6), a Paddock at S9
# (beside it R9), Canoes at C13 (beside it B13, D13) and C18 (beside it B18 and the water D17).
LAKES = field(
    tavern="e5",
    farm="p5",
    paddock="s9",
    canoe="c13 c18",
    W="p6 d17 m15 m16",
    S="q15 q16",
)
SHORE = {f"canoe@{hex_}" for hex_ in "d17 m15 m16 p6 q15 q16".split()}
TWO_CANOES = "c13:usable c18:usable canoe+:usable"


def lakes(
    *settlements: str,
    tiles: Sequence[str] = ("", "c13:usable"),
    taken: Sequence[str] = ("", "e5"),
    filled: Sequence[int] = (),
    seat: int = 0,
    due: Sequence[int] = (),
) -> State:
    """Seat 0 stands at C5: to build on D5 takes the last tile of the Tavern E5."""
    rows = settlements or ("c5", "b13")
    return position(
        setup_of(LAKES, players=len(rows)),
        seat=seat,
        settlements=rows,
        tiles=tiles,
        taken=taken,
        filled=filled,
        due=due,
        card="grass",
    )


@pytest.mark.rule("M-CANOE-1")
def test_the_last_tile_interrupts_the_turn_for_the_owner_of_a_canoe() -> None:
    state = play(lakes(), "d5")
    assert actor(state) == 1
    assert legal_tokens(state) == SHORE | {"pass"}


@pytest.mark.rule("M-CANOE-1")
def test_the_reaction_builds_one_settlement_from_the_reserve() -> None:
    state = play(lakes(), "d5 canoe@q15")
    assert state.settlements[1] == spots("b13 q15")
    assert reserve(state, 1) == 38
    assert tile_words(state, 1) == {"c13:used"}
    assert actor(state) == 0


@pytest.mark.rule("M-CANOE-1")
def test_a_canoe_is_not_used_in_the_own_turn() -> None:
    state = lakes("b13", "c5", tiles=["c13:usable"])
    assert legal_tokens(state, "canoe") == set()
    refused = explain(state, parse_move("canoe@m15"))
    assert refused is not None
    assert refused.rule == "M-CANOE-1"


@pytest.mark.rule("M-CANOE-1")
def test_the_own_last_tile_is_no_event_for_the_own_canoe() -> None:
    state = play(lakes("c5 b13", "j1", tiles=["c13:usable"]), "d5")
    assert actor(state) == 0
    assert legal_tokens(state, "canoe") == set()


@pytest.mark.rule("M-CANOE-1")
@pytest.mark.parametrize(
    ("own", "last", "build"),
    [("c5", "e5", "d5"), ("m5 n5", "p5", "o5"), ("e14", "c13", "d13")],
    ids=["tavern", "farm", "canoe"],
)
def test_any_kind_of_location_counts(own: str, last: str, build: str) -> None:
    tile = "c18:usable" if last == "c13" else "c13:usable"
    state = play(lakes(own, "b13 b18", tiles=["", tile], taken=["", last]), build)
    assert actor(state) == 1


@pytest.mark.rule("M-CANOE-1")
def test_an_extra_action_that_takes_the_last_tile_is_an_event_too() -> None:
    state = lakes("c5 b5 r9", "b13", tiles=["s9:usable", "c13:usable"])
    assert actor(play(state, "paddock@b5-d5")) == 1


@pytest.mark.rule("M-CANOE-2")
def test_marsh_may_be_taken_although_own_settlements_touch_only_water() -> None:
    # L15 touches the water M15; water is then bound to M15, marsh is free.
    state = play(lakes("c5", "b13 l15"), "d5")
    assert legal_tokens(state, "canoe") == {"canoe@m15", "canoe@q15", "canoe@q16"}


@pytest.mark.rule("M-CANOE-2")
def test_water_may_be_taken_although_own_settlements_touch_only_marsh() -> None:
    state = play(lakes("c5", "b13 p15"), "d5")
    assert legal_tokens(state, "canoe") == SHORE - {"canoe@q16"}


@pytest.mark.rule("M-CANOE-3", "M-CANOE-9")
def test_the_first_tile_of_a_hex_is_no_event() -> None:
    state = play(lakes(taken=()), "d5")
    assert actor(state) == 0


@pytest.mark.rule("M-CANOE-3")
def test_the_last_tile_is_judged_for_its_hex_alone() -> None:
    # The second Tavern, at H8, still has both its tiles.
    setup = setup_of(field(tavern="e5 h8", canoe="c13", W="m15"))
    tiles, taken = ["", "c13:usable"], ["", "e5"]
    state = position(setup, settlements=["c5", "b13"], tiles=tiles, taken=taken, card="grass")
    assert actor(play(state, "d5")) == 1


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


@pytest.mark.rule("M-CANOE-7")
def test_a_reaction_gains_tiles_usable_from_the_own_next_turn() -> None:
    state = play(lakes(taken=["", "e5"]), "d5 canoe@p6 c4 b5")
    assert tile_words(state, 1) == {"c13:used", "p5:new"}
    state = next_turn(state, "grass")
    assert legal_tokens(state, "farm")


@pytest.mark.rule("M-CANOE-7")
def test_with_an_empty_reserve_no_reaction_is_possible() -> None:
    state = lakes(filled=[0, 39])
    assert reserve(state, 1) == 0
    assert actor(play(state, "d5")) == 0


@pytest.mark.rule("M-CANOE-7", "E-1", "E-4")
def test_a_reaction_can_empty_the_reserve_and_trigger_the_end() -> None:
    state = play(lakes(filled=[0, 38]), "d5 canoe@q15 c4 b5")
    state = next_turn(state, "grass")
    assert legal_tokens(state) == {"end"}  # no builds are left to the second player
    assert actor(play(state, "end")) is None


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


@pytest.mark.rule("M-CANOE-9")
def test_losing_a_tile_is_no_event() -> None:
    state = lakes("d5 r9", "b13", tiles=["e5:usable s9:usable", "c13:usable"])
    state = play(state, "paddock@d5-b5")
    assert tile_words(state, 0) == {"s9:used"}
    assert actor(state) == 0


@pytest.mark.rule("M-CANOE-9")
def test_to_build_beside_an_empty_location_is_no_event() -> None:
    state = lakes("c5", "b13", "j1", tiles=["", "c13:usable"], taken=["", "e5", "e5"])
    assert actor(play(state, "d5")) == 0


@pytest.mark.rule("M-CANOE-9")
def test_a_bonus_tile_is_no_event() -> None:
    # C13 has no tile left; the first tile of C18 brings the bonus tile.
    state = lakes("e17 d13", "b13", tiles=["c13:usable", "c13:usable"], taken=())
    state = play(state, "d18")
    assert tile_words(state, 0) == {"c13:usable", "c18:new", "canoe+:new"}
    assert actor(state) == 0


@pytest.mark.rule("M-CANOE-10")
def test_the_bonus_action_builds_on_marsh_or_water_in_the_own_turn() -> None:
    state = lakes("b13 b18 l15", "c5", tiles=[TWO_CANOES])
    assert legal_tokens(state, "canoe+") == {"canoe+@m15", "canoe+@q15", "canoe+@q16"}
    state = play(state, "canoe+@q15")
    assert legal_tokens(state, "canoe+") == set()
    assert reserve(state, 0) == 36
    assert builds_left(state) == 3


@pytest.mark.rule("M-CANOE-10")
def test_the_bonus_action_comes_before_or_after_the_builds() -> None:
    state = play(lakes("b13 b18", "c5", tiles=[TWO_CANOES]), "a13")
    assert legal_tokens(state, "canoe+") == set()
    state = play(state, "a12 a14")
    assert legal_tokens(state, "canoe+") == {token.replace("@", "+@") for token in SHORE}


@pytest.mark.rule("M-CANOE-10")
def test_the_bonus_action_leaves_both_canoes_ready() -> None:
    state = play(lakes("b13 b18", "c5", tiles=[TWO_CANOES]), "canoe+@q15")
    assert tile_words(state, 0) == {"c13:usable", "c18:usable", "canoe+:used"}


@pytest.mark.rule("M-CANOE-11")
def test_a_settlement_on_water_counts_for_adjacency() -> None:
    # Around M15 grass is free, so the next build on grass must touch it or the other settlements.
    state = play(lakes(), "d5 canoe@m15 c4 b5")
    state = next_turn(state, "grass")
    assert {"l15", "n15", "m14"} <= legal_tokens(state, "")
    assert "h1" not in legal_tokens(state, "")
