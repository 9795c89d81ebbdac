"""The Temple: take a settlement back, build it in the next mandatory action (M-TEMPLE)."""

import pytest

from engine.kingdom.scores import scores
from engine.kingdom.state import State, actor, builds_left, reserve
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

MARSH = "c13 d13 e13 f13 g13"
FOREST = "m3 n3 o3 p3 m4 n4 o4 p4 t9"  # T9 lies alone
# Temples at C3 (beside it B3) and C8 (beside it B8), a Tavern at H5 (beside it G5); L3 touches M3.
LAND = setup_of(field(temple="c3 c8", tavern="h5", T=FOREST, S=MARSH))
BOTH = "c3:usable c8:usable temple+:usable"
PAIR = "c3:usable c8:usable"  # as after losing the bonus: it would lift the build rule


def land(own: str = "b3 l3 k9", tiles: str = "c3:usable", **more: object) -> State:
    given = {"card": "forest", "settlements": [own], "tiles": [tiles]} | more
    return position(LAND, **given)  # type: ignore[arg-type]


def last_turn() -> State:
    """The second player, on turn in the last seat, has a reserve of three and a usable Temple."""
    rows, tiles = ["", "b3 l3 k9"], ["", "c3:usable"]
    return position(LAND, seat=1, settlements=rows, tiles=tiles, filled=[0, 34], card="forest")


def again(state: State, card: str) -> State:
    """The first player's turn is done; play on to the same player's next card."""
    state = next_turn(state, "grass")
    return next_turn(play(state, "a20 b20 c20"), card)


@pytest.mark.rule("M-TEMPLE-1")
def test_a_settlement_taken_back_is_one_build_more_in_the_next_turn() -> None:
    state = play(land(), "temple@k9")
    assert builds_left(state) == 3  # not in this one
    state = again(play(state, "m3 n3 o3"), "forest")
    assert builds_left(state) == 4
    state = play(state, "p3 m4 n4")
    assert legal_tokens(state) == {"o4", "p4"}  # the fourth must be built too
    assert "end" in legal_tokens(play(state, "o4"))


@pytest.mark.rule("M-TEMPLE-1")
def test_any_own_settlement_can_be_taken_back_and_no_other() -> None:
    state = land(settlements=["b3 l3 k9", "s9"])
    assert legal_tokens(state, "temple") == {"temple@b3", "temple@l3", "temple@k9"}


@pytest.mark.rule("M-TEMPLE-1")
def test_after_the_next_turn_nothing_more_is_owed() -> None:
    state = again(play(land(), "temple@k9 m3 n3 o3"), "forest")
    state = next_turn(play(state, "p3 m4 n4 o4"), "grass")
    state = next_turn(play(state, "d20 e20 f20"), "grass")
    assert builds_left(state) == 3


@pytest.mark.rule("M-TEMPLE-2")
def test_it_is_built_on_the_terrain_of_that_turn_under_the_build_rule() -> None:
    state = play(land(due=[1]), "m3 n3 o3")
    assert legal_tokens(state) == {"p3", "m4", "n4", "o4"}  # P4 touches nothing of ours


@pytest.mark.rule("M-TEMPLE-2")
@pytest.mark.parametrize(("builds", "number"), [("m3 n3 o3 p3", 4), ("c13 d13 e13", 3)])
def test_with_a_double_card_it_is_built_on_the_chosen_half(builds: str, number: int) -> None:
    state = land(due=[1], card="marsh/forest")
    for count, hex_ in enumerate(builds.split()):
        assert "end" not in legal_tokens(state)
        state = play(state, hex_)
        assert builds_left(state) == number - count - 1
    assert "end" in legal_tokens(state)


@pytest.mark.rule("M-TEMPLE-3")
def test_two_temples_take_back_two_in_one_turn() -> None:
    state = play(land("b3 b8 l3 k9 k7", PAIR), "temple@k9 temple@k7")
    assert legal_tokens(state, "temple") == set()
    assert reserve(state, 0) == 35


@pytest.mark.rule("M-TEMPLE-3")
@pytest.mark.parametrize(
    ("card", "builds"), [("forest", "p3 m4 n4 o4 p4"), ("marsh/flowers", "c13 d13 e13 f13")]
)
def test_two_temples_give_5_builds_in_the_next_turn_or_4_on_marsh(card: str, builds: str) -> None:
    state = play(land("b3 b8 l3 k9 k7", PAIR), "temple@k9 temple@k7 m3 n3 o3")
    state = again(state, card)
    *early, last = builds.split()
    state = play(state, *early)
    assert "end" not in legal_tokens(state)
    assert "end" in legal_tokens(play(state, last))


@pytest.mark.rule("M-TEMPLE-4")
def test_on_the_tile_it_is_neither_in_the_reserve_nor_on_the_board() -> None:
    before = land()
    state = play(before, "temple@k9")
    assert state.settlements[0] == spots("b3 l3")
    assert reserve(state, 0) == reserve(before, 0) == 37


@pytest.mark.rule("M-TEMPLE-4")
def test_taking_back_can_cost_a_tile() -> None:
    state = land("b3 g5 l3", "c3:usable h5:usable")
    assert tile_words(play(state, "temple@g5"), 0) == {"c3:used"}


@pytest.mark.rule("M-TEMPLE-5")
def test_it_is_built_even_if_the_temple_itself_is_lost() -> None:
    state = play(land(), "temple@b3")
    assert tile_words(state, 0) == set()
    assert builds_left(again(play(state, "m3 n3 o3"), "forest")) == 4


@pytest.mark.rule("M-TEMPLE-6", "D-11")
def test_a_settlement_on_a_temple_does_not_delay_the_end() -> None:
    state = last_turn()
    state = play(state, "temple@k9")
    assert reserve(state, 1) == 3
    assert actor(play(state, "m3 n3 o3 end")) is None


@pytest.mark.rule("M-TEMPLE-6", "D-11")
def test_taking_back_does_not_cancel_the_end() -> None:
    state = last_turn()
    assert actor(play(state, "m3 n3 o3 temple@k9 end")) is None


@pytest.mark.rule("M-TEMPLE-6", "D-11")
def test_with_an_empty_reserve_it_must_still_be_built() -> None:
    state = land(filled=[36], due=[1])
    assert reserve(state, 0) == 0
    assert builds_left(state) == 1
    assert "end" not in legal_tokens(state)
    assert "end" in legal_tokens(play(state, "m3"))


@pytest.mark.rule("M-TEMPLE-6")
def test_on_a_temple_it_scores_nothing() -> None:
    # Knights: K9 and L9 on one line pay 4, L9 alone 2.
    state = land("b3 k9 l9", seat=0, owed=0)
    assert scores(state).earned[0][1].gold == 4
    assert scores(play(state, "temple@k9")).earned[0][1].gold == 2


@pytest.mark.rule("M-TEMPLE-7")
def test_the_bonus_frees_the_first_build_from_adjacency_but_not_from_terrain() -> None:
    state = land(tiles=BOTH, settlements=["b3 b8 l3", "o3"])
    assert legal_tokens(state, "") == set(FOREST.split()) - {"o3"}


@pytest.mark.rule("M-TEMPLE-7")
def test_the_bonus_holds_for_the_first_build_alone() -> None:
    state = play(land("b3 b8 l3", BOTH), "p4")
    # L3 touches M3, P4 touches P3 and O4.
    assert legal_tokens(state) == {"m3", "p3", "o4"}


@pytest.mark.rule("M-TEMPLE-7")
def test_without_the_bonus_the_first_build_must_touch() -> None:
    assert legal_tokens(land("b3 b8 l3", PAIR), "") == {"m3"}


@pytest.mark.rule("M-TEMPLE-7", "M-BONUS-3")
def test_a_new_bonus_tile_gives_no_permission_yet() -> None:
    state = land("b3 b8 l3", "c3:usable c8:new temple+:new")
    assert legal_tokens(state, "") == {"m3"}


@pytest.mark.rule("M-TEMPLE-7")
def test_the_bonus_opens_both_halves_of_a_double_card() -> None:
    state = land("b3 b8 l3 b13", BOTH, card="marsh/forest")
    assert legal_tokens(state, "") == set(FOREST.split()) | set(MARSH.split())


@pytest.mark.rule("M-TEMPLE-7")
def test_the_bonus_is_back_in_every_turn() -> None:
    state = again(play(land("b3 b8 l3", BOTH), "p4 p3 o3"), "forest")
    assert legal_tokens(state, "") == {"m3", "n3", "m4", "n4", "o4", "t9"}


@pytest.mark.rule("M-TEMPLE-8")
@pytest.mark.parametrize("first", ["m3", "p4"])
def test_the_permission_may_be_used_or_not_and_nothing_is_turned_over(first: str) -> None:
    state = play(land("b3 b8 l3", BOTH), first)
    assert tile_words(state, 0) == set(BOTH.split())


@pytest.mark.rule("D-21")
def test_the_first_build_comes_from_the_temple() -> None:
    state = land(due=[1])
    assert reserve(play(state, "m3"), 0) == reserve(state, 0) == 36
    assert reserve(play(state, "m3 n3"), 0) == 35


@pytest.mark.rule("D-25")
def test_a_temple_may_be_used_while_the_last_settlement_still_lies_on_it() -> None:
    state = play(land(due=[1]), "temple@k9")
    assert builds_left(state) == 4
    state = play(state, "m3 n3 o3 p3")
    assert "end" in legal_tokens(state)  # the new one is due in the next turn only
    assert builds_left(again(state, "forest")) == 4


@pytest.mark.rule("M-TEMPLE-1", "T-4")
def test_the_temple_is_not_used_between_the_builds() -> None:
    state = play(land(), "m3")
    assert legal_tokens(state, "temple") == set()
    assert legal_tokens(play(state, "n3 o3"), "temple")


@pytest.mark.rule("A-7", "D-26", "M-TEMPLE-6")
def test_what_lies_on_a_temple_stays_there_if_no_card_is_left_to_build_by() -> None:
    # One due and one laid in this turn, which has no card: five builds in the next one.
    state = again(land(card=None, due=[1], laid=[1]), "forest")
    assert builds_left(state) == 5
