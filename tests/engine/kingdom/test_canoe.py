"""The Canoe: a build as a reaction to a last tile taken by another player (M-CANOE)."""

import pytest

from engine.kingdom.state import actor, builds_left, reserve
from tests.engine.kingdom.lakes import SHORE, TWO_CANOES, lakes
from tests.helpers import (
    field,
    legal_tokens,
    next_turn,
    play,
    position,
    refusal,
    setup_of,
    spots,
    tile_words,
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
    assert refusal(state, "canoe@m15") == "M-CANOE-1"


@pytest.mark.rule("M-CANOE-1")
def test_the_own_last_tile_is_no_event_for_the_own_canoe() -> None:
    state = play(lakes("c5 b13", "j1", tiles=["c13:usable"]), "d5")
    assert actor(state) == 0
    assert legal_tokens(state, "canoe") == set()


@pytest.mark.rule("M-CANOE-1")
@pytest.mark.parametrize(
    ("own", "last", "build"),
    [("c5", "e5", "d5"), ("m5 n5", "p5", "o5"), ("e13", "c13", "d13")],
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


@pytest.mark.rule("M-CANOE-3", "D-30")
def test_the_last_tile_is_judged_for_its_hex_alone() -> None:
    # The second Tavern, at H8, still has both its tiles.
    setup = setup_of(field(tavern="e5 h8", canoe="c13", W="m15"))
    tiles, taken = ["", "c13:usable"], ["", "e5"]
    state = position(setup, settlements=["c5", "b13"], tiles=tiles, taken=taken, card="grass")
    assert actor(play(state, "d5")) == 1


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
