"""Cards whose terrain has no free hex left: replaced at once, or none is left (section 7)."""

import pytest

from engine.kingdom.ground.terrain import format_card, parse_card
from engine.kingdom.rules.actions import new
from engine.kingdom.setup import Setup
from engine.kingdom.state import (
    State,
    actor,
    builds_left,
    has_cards,
    removed,
    reserve,
    short_seat,
)
from tests.helpers import legal_tokens, play, position, refusal, table, with_pile


def deserts(names: str, **more: str) -> Setup:
    """Grass with desert at the named hexes; further marks as ``b3="W"``."""
    return table("G", {names: "D", **more})


def gone(state: State) -> dict[str, int]:
    """Cards that have left the game."""
    return {format_card(card): n for card, n in enumerate(removed(state)) if n}


def discarded(state: State) -> dict[str, int]:
    return {format_card(card): n for card, n in enumerate(state.cards.discard) if n}


@pytest.mark.rule("A-4")
def test_a_card_without_a_free_hex_is_replaced_at_the_beginning_of_the_turn() -> None:
    state = play(new(deserts("c3 d3")), "deal:forest deal:? show:forest")
    assert actor(state) == -1
    # Flowers are useless on this board too: the dealer goes on until a card fits.
    state = play(state, "show:flowers")
    assert actor(state) == -1
    state = play(state, "show:desert")
    assert legal_tokens(state) == {"c3", "d3"}
    assert gone(state) == {"forest": 1, "flowers": 1}
    assert discarded(state) == {}


@pytest.mark.rule("A-4", "A-6")
def test_a_card_exhausted_during_the_turn_leaves_the_game_and_the_rest_is_owed_on_the_new() -> None:
    state = play(position(deserts("c3 d3", m10="C", n10="C"), card="desert"), "c3 d3")
    assert actor(state) == -1
    state = play(state, "show:canyon")
    assert (gone(state), builds_left(state)) == ({"desert": 1}, 1)
    state = play(state, "m10 end")
    assert (gone(state), discarded(state)) == ({"desert": 1}, {"canyon": 1})


@pytest.mark.rule("A-4")
def test_hexes_taken_by_others_are_not_free() -> None:
    state = position(deserts("c3 d3"), card="desert", settlements=("", "d3"))
    assert actor(play(state, "c3")) == -1


@pytest.mark.rule("A-5", "D-1")
def test_an_exhausted_card_is_replaced_also_after_the_last_build() -> None:
    state = play(position(deserts("c3 d3 e3"), card="desert"), "c3 d3 e3")
    assert actor(state) == -1
    state = play(state, "show:grass")
    assert legal_tokens(state) == {"end"}
    assert (gone(state), builds_left(state)) == ({"desert": 1}, 0)


@pytest.mark.rule("A-5", "D-1", "L-ORACLE-2", "L-BARN-2")
def test_oracle_and_barn_follow_the_new_card() -> None:
    setup = deserts("c3 d3 e3", m10="C", n10="C", c15="oracle", e15="barn")
    state = position(setup, card="desert", tiles=("c15:usable e15:usable",))
    state = play(state, "c3 d3 e3 show:canyon")
    assert legal_tokens(state, "oracle") == {"oracle@m10", "oracle@n10"}
    assert {token.split("-")[1] for token in legal_tokens(state, "barn")} == {"m10", "n10"}


@pytest.mark.rule("A-5")
def test_an_extra_action_can_exhaust_the_played_terrain_too() -> None:
    setup = deserts("c3 d3 e3 f3", m10="C", c15="oasis")
    state = position(setup, card="desert", tiles=("c15:usable",))
    state = play(state, "c3 d3 e3 oasis@f3")
    assert actor(state) == -1
    assert legal_tokens(play(state, "show:canyon")) == {"end"}


@pytest.mark.rule("A-7", "D-26")
def test_without_any_card_left_the_builds_still_owed_lapse() -> None:
    state = position(deserts("c3", c15="oracle"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, ""), "c3")
    assert legal_tokens(state) == {"end"}
    assert refusal(state, "a1") == "A-7"


@pytest.mark.rule("A-7", "D-26")
def test_cards_are_drawn_until_one_fits_from_both_piles() -> None:
    state = position(deserts("c3", m10="C"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, "flowers", "canyon"), "c3")
    assert legal_tokens(state) == {"show:flowers"}
    state = play(state, "show:flowers")
    assert legal_tokens(state) == {"show:canyon"}
    assert legal_tokens(play(state, "show:canyon")) == {"m10"}


@pytest.mark.rule("A-7", "D-26")
def test_when_the_last_card_does_not_fit_either_the_builds_lapse() -> None:
    state = position(deserts("c3"), card="desert", hands=("", "grass"))
    state = play(with_pile(state, "flowers"), "c3 show:flowers")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("A-7")
def test_settlements_owed_from_a_temple_stay_on_it() -> None:
    state = position(deserts("c3"), card="desert", hands=("", "grass"), due=(2,))
    state = play(with_pile(state, ""), "c3 end")
    assert state.tiles.due[0] == 1
    assert reserve(state, 0) == 38


@pytest.mark.rule("A-7")
def test_without_a_card_oracle_and_barn_have_nothing_to_follow() -> None:
    setup = deserts("c3", c15="oracle", e15="barn")
    tiles = ("c15:usable e15:usable",)
    state = position(setup, card="desert", hands=("", "grass"), tiles=tiles)
    state = play(with_pile(state, ""), "c3")
    assert legal_tokens(state) == {"end"}
    assert refusal(state, "oracle@a1") == refusal(state, "barn@c3-a1") == "A-7"


@pytest.mark.rule("A-7", "T-6", "D-29")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_one_whose_turn_ends_draws_also_while_another_holds_no_card(players: int) -> None:
    # Nothing is left to draw for seat 0. Every other seat draws its own card back at its end.
    grass = parse_card("grass")
    setup = table("G", {"c3": "D"}, players=players)
    state = position(setup, card="desert", hands=("", *["grass"] * (players - 1)))
    state = play(with_pile(state, ""), "c3 end")
    assert not has_cards(state.cards)
    for seat in range(1, players):
        assert state.seat == seat
        state = play(state, f"show:grass m{2 * seat} n{2 * seat} o{2 * seat} end")
        assert short_seat(state) == seat
        assert legal_tokens(state) == {"deal:grass"}
        state = play(state, "deal:grass")
        assert state.cards.hands[seat] == (grass,)
    assert state.cards.hands == ((), *[(grass,)] * (players - 1))
    assert legal_tokens(state) == {"end"}  # seat 0 again, with no card to play
    assert actor(play(state, "end")) == -1  # the game goes on: the others hold cards


@pytest.mark.rule("D-29", "H-1")
def test_with_two_cards_the_one_whose_turn_ends_draws_first_too() -> None:
    setup = table("G", {"c3": "D"}, two_cards=True)
    state = position(setup, card="grass", hands=("grass", "grass"), settlements=("", "m1"))
    state = play(with_pile(state, ""), "a1 a2 a3 end")
    assert short_seat(state) == 0
    state = play(state, "deal:grass")
    assert [len(hand) for hand in state.cards.hands] == [2, 1]
    assert actor(state) == 1


@pytest.mark.rule("D-29", "E-2")
def test_a_game_without_any_card_ends_with_the_round_whatever_tiles_could_build() -> None:
    setup = table("G", {"c3": "D", "c15": "farm"}, players=3, start=1)
    hands, tiles = ("", "", ""), ("", "", "c15:usable")
    state = position(setup, card="desert", seat=2, hands=hands, tiles=tiles)
    state = play(with_pile(state, ""), "c3 end")
    assert not has_cards(state.cards)
    assert not any(state.cards.hands)
    assert legal_tokens(state) == {"end"}  # seat 0 has the last turn of the round
    state = play(state, "end")
    assert actor(state) is None
    assert legal_tokens(state) == set()


@pytest.mark.rule("D-19")
def test_a_first_use_on_land_fixes_three_builds_also_under_a_double_card() -> None:
    # The Oracle takes the only desert; the new card is then used on marsh.
    setup = deserts("c9", c15="oracle", m3="S", n3="S", o3="S", p3="S")
    state = position(setup, card="desert", tiles=("c15:usable",))
    state = play(state, "oracle@c9 show:marsh/canyon m3 n3")
    assert refusal(state, "end") == "T-5"
    assert legal_tokens(play(state, "o3")) == {"end"}


@pytest.mark.rule("D-19")
def test_a_first_use_on_marsh_fixes_two_builds_also_under_a_single_card() -> None:
    state = position(deserts("c9 d9 e9", m3="S"), card="marsh/grass")
    state = play(state, "m3 show:desert c9")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("D-19")
def test_before_any_use_a_replaced_card_leaves_no_trace() -> None:
    state = play(new(table("G", {"m3 n3 o3": "S"})), "deal:desert deal:? show:desert")
    state = play(state, "show:marsh/canyon m3 n3")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("D-23")
def test_reactions_to_a_last_tile_come_before_the_new_card() -> None:
    # d3 is the only desert and touches the Farm at c3, whose other tile seat 1 took before.
    setup = deserts("d3", c3="farm", h3="canoe", m10="W", n10="W")
    state = position(setup, card="desert", tiles=("", "h3:usable"), taken=("", "c3"))
    state = play(state, "d3")
    assert actor(state) == 1
    assert gone(state) == {}
    assert legal_tokens(state) == {"canoe@m10", "canoe@n10", "pass"}
    for answer in ("pass", "canoe@m10"):
        assert legal_tokens(play(state, answer)) == legal_tokens(play(state, answer), "show")
