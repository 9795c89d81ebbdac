"""The Refuge: one step, and with the bonus a leap along a straight line (M-REFUGE)."""

import pytest

from engine.kingdom.state import State, reserve
from tests.helpers import (
    field,
    legal_tokens,
    play,
    position,
    refusal,
    setup_of,
    spots,
    tile_words,
)

# Refuges at P3 (beside it O3) and P8 (beside it O8).
BOTH = "p3:usable p8:usable refuge+:usable"


def land(own: str, theirs: str = "", tiles: str = BOTH, **marks: str) -> State:
    setup = setup_of(field(refuge="p3 p8", **marks))
    return position(setup, settlements=[own, theirs], tiles=[tiles], card="grass")


def moves(state: State, origin: str, action: str = "refuge") -> set[str]:
    """Where the action may move the settlement of this hex."""
    head = f"{action}@{origin}-"
    return {token.removeprefix(head) for token in legal_tokens(state) if token.startswith(head)}


@pytest.mark.rule("M-REFUGE-1")
def test_it_moves_to_an_adjacent_free_buildable_hex() -> None:
    # Around D13: water E13, mountain C12, castle D12, the other's C13, own C14, marsh D14.
    state = land("o3 o8 d13 c14", "c13", W="e13", M="c12", K="d12", S="d14")
    assert moves(state, "d13") == {"d14"}


@pytest.mark.rule("M-REFUGE-1")
def test_it_takes_the_settlement_along_and_leaves_the_reserve() -> None:
    state = play(land("o3 o8 d13"), "refuge@d13-e13")
    assert state.settlements[0] == spots("o3 o8 e13")
    assert reserve(state, 0) == 37


@pytest.mark.rule("M-REFUGE-1")
def test_it_need_not_end_beside_an_own_settlement() -> None:
    # E13 would touch the own F13; all six steps are open all the same.
    state = land("o3 o8 d13 f13")
    assert moves(state, "d13") == {"c13", "e13", "c12", "d12", "c14", "d14"}


@pytest.mark.rule("M-REFUGE-1")
def test_it_goes_one_step_only() -> None:
    assert refusal(land("o3 o8 d13"), "refuge@d13-f13") == "M-REFUGE-1"


def obstacles(own: str = "") -> State:
    """C13 with a full line to the east up to K13, and nothing but water to the north-west."""
    return land(
        f"o3 o8 c13 g13 {own}",
        "h13",
        W="d13 b12 b11 a10 a9",
        M="e13",
        K="f13",
        tavern="i13",
        P="j13",
    )


@pytest.mark.rule("M-REFUGE-2")
def test_the_bonus_leaps_over_everything_to_the_nearest_free_hex() -> None:
    # East over water, mountain, castle, own, other's, location and palace.
    assert "k13" in moves(obstacles(), "c13", "refuge+")


@pytest.mark.rule("M-REFUGE-2")
def test_the_bonus_stops_at_the_first_free_hex_and_finds_none_beyond_the_rim() -> None:
    # West, north-east and the two southern neighbours are free; north-west is water to the rim.
    assert moves(obstacles(), "c13", "refuge+") == {"k13", "b13", "c12", "b14", "c14"}


@pytest.mark.rule("M-REFUGE-2")
@pytest.mark.parametrize("target", ["l13", "a13", "d11", "e12"])
def test_the_bonus_goes_nowhere_else(target: str) -> None:
    # Behind the first free hex, or off the straight lines.
    assert refusal(obstacles(), f"refuge+@c13-{target}") == "M-REFUGE-2"


@pytest.mark.rule("M-REFUGE-2")
def test_the_bonus_follows_the_slanted_lines_of_the_grid() -> None:
    # South-east of C13: C14, D15, D16, E17; with the first three taken, E17 is the nearest.
    state = land("o3 o8 c13", "c14 d15 d16")
    assert "e17" in moves(state, "c13", "refuge+")


@pytest.mark.rule("M-REFUGE-3", "D-9")
def test_the_bonus_need_not_end_beside_an_own_settlement() -> None:
    # B13 would touch the own A13; K13 touches none.
    found = moves(obstacles("a13"), "c13", "refuge+")
    assert found == {"k13", "b13", "c12", "b14", "c14"}


@pytest.mark.rule("M-REFUGE-2")
def test_the_bonus_is_one_move_besides_the_two_of_the_tiles() -> None:
    state = play(obstacles(), "refuge+@c13-k13")
    assert tile_words(state, 0) == {"p3:usable", "p8:usable", "refuge+:used"}


@pytest.mark.rule("M-REFUGE-4")
def test_a_move_can_gain_the_second_tile_and_the_bonus_tile() -> None:
    state = play(land("o3 n8", tiles="p3:usable"), "refuge@n8-o8")
    assert tile_words(state, 0) == {"p3:used", "p8:new", "refuge+:new"}


@pytest.mark.rule("M-REFUGE-4")
def test_a_move_can_lose_the_tile_it_leaves() -> None:
    state = play(land("o3 k9", tiles="p3:usable"), "refuge@o3-n3")
    assert tile_words(state, 0) == set()


@pytest.mark.rule("M-REFUGE-4")
@pytest.mark.parametrize("action", ["refuge", "refuge+"])
def test_both_actions_gain_at_the_target_and_lose_at_the_start(action: str) -> None:
    # From O8, beside P8, to N8, beside the Farm M8.
    state = play(land("o3 o8", farm="m8"), f"{action}@o8-n8")
    assert tile_words(state, 0) == {"p3:usable", "m8:new"}


@pytest.mark.rule("M-REFUGE-4")
def test_a_move_along_the_same_location_loses_nothing() -> None:
    # O3 and O2 both lie beside P3.
    state = play(land("o3 k9", tiles="p3:usable"), "refuge@o3-o2")
    assert tile_words(state, 0) == {"p3:used"}


@pytest.mark.rule("M-REFUGE-1", "L-GEN-12")
def test_it_moves_with_an_empty_reserve() -> None:
    setup = setup_of(field(refuge="p3"))
    state = position(setup, settlements=["o3 d13"], tiles=["p3:usable"], card="grass", filled=[38])
    assert reserve(state, 0) == 0
    assert "e13" in moves(state, "d13")
