"""The Fountain: a build next to exactly one of your settlements and nobody else's (M-FOUNT)."""

import pytest

from engine.kingdom.state import State, builds_left, reserve
from tests.helpers import (
    field,
    legal_tokens,
    next_turn,
    play,
    position,
    refusal,
    setup_of,
    tile_words,
)

# A Fountain at C3 (beside it D3) and C8 (beside it D8). Around D3: marsh E3, flowers C2, water D2,
# mountain C4, grass D4.
LAND = field(fountain="c3 c8", S="e3", F="c2", W="d2", M="c4 d9")
BOTH = "c3:usable c8:usable fountain+:usable"


def land(own: str = "d3", theirs: str = "", tiles: str = "c3:usable") -> State:
    setup = setup_of(LAND)
    return position(setup, settlements=[own, theirs], tiles=[tiles], card="grass", owed=0)


def fountains(*names: str) -> set[str]:
    return {f"fountain@{name}" for name in names}


@pytest.mark.rule("M-FOUNT-1")
def test_it_builds_on_any_buildable_terrain_beside_an_own_settlement() -> None:
    assert legal_tokens(land(), "fountain") == fountains("e3", "c2", "d4")


@pytest.mark.rule("M-FOUNT-1")
def test_the_settlement_comes_from_the_reserve_and_the_tile_is_used_once() -> None:
    state = play(land(), "fountain@e3")
    assert reserve(state, 0) == 38
    assert legal_tokens(state, "fountain") == set()


@pytest.mark.rule("M-FOUNT-1")
def test_a_hex_that_touches_two_own_settlements_is_not_allowed() -> None:
    # E3 lies between D3 and F3, E4 touches F3 alone.
    found = legal_tokens(land("d3 f3"), "fountain")
    assert "fountain@e3" not in found
    assert "fountain@e4" in found


@pytest.mark.rule("M-FOUNT-1")
def test_a_hex_that_touches_another_player_is_not_allowed() -> None:
    # The other's F4 touches none of the hexes around D3, F3 touches E3.
    assert legal_tokens(land("d3", "f4"), "fountain") == fountains("e3", "c2", "d4")
    assert legal_tokens(land("d3", "f3"), "fountain") == fountains("c2", "d4")


@pytest.mark.rule("M-FOUNT-1")
def test_the_refusal_names_the_rule() -> None:
    assert refusal(land("d3", "f3"), "fountain@e3") == "M-FOUNT-1"


@pytest.mark.rule("M-FOUNT-2")
def test_without_such_a_hex_it_cannot_be_used_at_all() -> None:
    # Water all around D3: the rest of the board is free grass, but touches nothing.
    setup = setup_of(field(fountain="c3", W="e3 c2 d2 c4 d4"))
    state = position(setup, settlements=["d3"], tiles=["c3:usable"], card="grass")
    assert legal_tokens(state, "fountain") == set()


@pytest.mark.rule("M-FOUNT-3")
def test_the_bonus_opens_mountains() -> None:
    found = legal_tokens(land("d3 d8", tiles=BOTH), "fountain")
    assert {"fountain@c4", "fountain@d9"} <= found
    assert "fountain@d2" not in found  # water stays closed


@pytest.mark.rule("M-FOUNT-3")
def test_without_the_bonus_mountains_are_closed() -> None:
    found = legal_tokens(land("d3 d8", tiles="c3:usable c8:usable"), "fountain")
    assert found & fountains("c4", "d9") == set()


@pytest.mark.rule("M-FOUNT-3")
def test_the_mountain_too_must_touch_one_own_settlement_and_nobody_else() -> None:
    # B4 of the other player touches C4.
    assert "fountain@c4" not in legal_tokens(land("d3 d8", "b4", BOTH), "fountain")
    assert "fountain@c4" not in legal_tokens(land("d3 d8 b4", tiles=BOTH), "fountain")


@pytest.mark.rule("M-FOUNT-3")
def test_the_bonus_gives_no_third_build() -> None:
    state = play(land("d3 d8", tiles=BOTH), "fountain@e3 fountain@e8")
    assert legal_tokens(state) == {"end"}
    assert tile_words(state, 0) == {"c3:used", "c8:used", "fountain+:usable"}


@pytest.mark.rule("M-FOUNT-4", "D-14")
def test_both_fountain_builds_of_a_turn_may_go_on_mountains() -> None:
    state = play(land("d3 d8", tiles=BOTH), "fountain@c4 fountain@d9")
    assert reserve(state, 0) == 36


@pytest.mark.rule("M-FOUNT-5")
def test_mountains_are_open_from_the_turn_after_the_bonus_tile_was_gained() -> None:
    # E8 is built now; D8, beside the Fountain C8, brings the second tile and the bonus.
    setup = setup_of(LAND)
    state = position(setup, settlements=["d3 e8"], tiles=["c3:usable"], card="grass")
    state = play(state, "d8 f8 g8")
    assert tile_words(state, 0) == {"c3:usable", "c8:new", "fountain+:new"}
    assert "fountain@c4" not in legal_tokens(state, "fountain")
    state = next_turn(state, "grass")
    state = next_turn(play(state, "a20 b20 c20"), "grass")
    assert "fountain@c4" in legal_tokens(state, "fountain")


@pytest.mark.rule("M-FOUNT-6")
@pytest.mark.parametrize(
    ("kind", "token"),
    [
        ("barn", "barn@c4-g4"),
        ("harbor", "harbor@c4-d2"),
        ("paddock", "paddock@c4-e4"),
        ("refuge", "refuge@c4-d4"),
        ("temple", "temple@c4"),
    ],
)
def test_a_settlement_on_a_mountain_can_be_moved_or_taken_back(kind: str, token: str) -> None:
    setup = setup_of(field(M="c4", W="d2", T="g4", **{kind: "p3"}))
    state = position(setup, settlements=["c4 o3"], tiles=["p3:usable"], card="forest", owed=0)
    assert token in legal_tokens(state, kind)


@pytest.mark.rule("M-FOUNT-6")
def test_a_settlement_on_a_mountain_counts_for_adjacency() -> None:
    setup = setup_of(field(M="c4"))
    state = position(setup, settlements=["c4"], card="grass")
    assert legal_tokens(state, "") == {"b4", "d4", "c3", "d3", "c5", "d5"}
    assert builds_left(state) == 3
