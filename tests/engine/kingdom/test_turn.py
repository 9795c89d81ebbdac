"""The course of a turn, the house rule of two cards, and how the game ends."""

import pytest

from engine.kingdom.ground.terrain import format_card, parse_card
from engine.kingdom.rules.actions import new, outcomes
from engine.kingdom.scores import scores, winners
from engine.kingdom.setup import Setup
from engine.kingdom.state import State, actor, builds_left, pile_size, removed, reserve
from tests.helpers import (
    legal_tokens,
    play,
    position,
    refusal,
    spots,
    table,
    tile_words,
    with_pile,
)

# Grass, with a few hexes of desert far from each other's neighbourhood and of forest.
MARKS = {"c3 d3 e3 f3 c9 e9 g9": "D", "m3 n3 o3 p3": "T"}


def plain(**options: int | bool) -> Setup:
    return table("G", MARKS, sets=("base",), **options)  # type: ignore[arg-type]


def discarded(state: State) -> set[str]:
    return {format_card(card) for card, n in enumerate(state.cards.discard) if n}


@pytest.mark.rule("T-1")
def test_the_card_held_is_shown_and_its_terrain_is_played() -> None:
    state = play(new(plain()), "deal:forest deal:desert")
    assert legal_tokens(state) == {"show:forest"}
    assert refusal(state, "show:desert") == "T-1"
    assert legal_tokens(play(state, "show:forest")) == {"m3", "n3", "o3", "p3"}


@pytest.mark.rule("T-2", "A-1")
def test_the_mandatory_action_is_three_builds_once_per_turn() -> None:
    state = position(plain(), card="desert")
    state = play(state, "c3 d3 e3")
    assert reserve(state, 0) == 37
    assert refusal(state, "f3") == "T-2"


@pytest.mark.rule("T-3")
def test_a_tile_allows_its_action_once_per_turn_and_never_forces_it() -> None:
    setup = table("G", MARKS | {"h15": "oasis"})
    state = position(setup, card="forest", tiles=("h15:usable",), owed=0, begun=True)
    assert "end" in legal_tokens(state)
    state = play(state, "oasis@c9")
    assert refusal(state, "oasis@e9") == "T-3"
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("T-3")
def test_two_tiles_of_one_kind_allow_the_action_twice() -> None:
    setup = table("G", MARKS | {"h15": "oasis", "n15": "oasis"})
    state = position(setup, tiles=("h15:usable n15:usable",))
    state = play(state, "oasis@c9 oasis@e9")
    assert refusal(state, "oasis@g9") == "T-3"


@pytest.mark.rule("T-4")
def test_extra_actions_come_some_before_and_some_after_the_builds() -> None:
    setup = table("G", MARKS | {"h15": "oasis", "n15": "farm"})
    state = position(setup, card="forest", tiles=("h15:usable n15:usable",))
    state = play(state, "oasis@c9 m3 n3 o3", "farm@b9")
    assert state.settlements[0] == spots("c9 m3 n3 o3 b9")


@pytest.mark.rule("T-4")
@pytest.mark.parametrize("builds", ["m3", "m3 n3"])
def test_no_extra_action_comes_between_the_builds(builds: str) -> None:
    setup = table("G", MARKS | {"h15": "oasis"})
    state = play(position(setup, card="forest", tiles=("h15:usable",)), builds)
    assert legal_tokens(state, "oasis") == set()
    assert refusal(state, "oasis@c9") == "T-4"


@pytest.mark.rule("T-5")
def test_the_turn_cannot_end_before_the_mandatory_action_is_complete() -> None:
    state = position(plain(), card="forest")
    for build in ("m3", "n3", "o3"):
        assert "end" not in legal_tokens(state)
        assert refusal(state, "end") == "T-5"
        state = play(state, build)
    assert legal_tokens(state) == {"end"}
    assert play(state, "end").seat == 1


@pytest.mark.rule("T-6")
def test_at_the_end_the_card_is_discarded_and_a_secret_one_drawn_at_once() -> None:
    state = play(position(plain(), card="forest"), "m3 n3 o3 end")
    assert discarded(state) == {"forest"}
    assert sum(removed(state)) == 0
    assert [len(hand) for hand in state.cards.hands] == [0, 1]
    assert legal_tokens(state) == legal_tokens(state, "deal")
    state = play(state, "deal:?")
    assert [len(hand) for hand in state.cards.hands] == [1, 1]
    assert state.seat == 1


@pytest.mark.rule("T-6")
def test_used_tiles_are_usable_again_in_the_next_turn() -> None:
    setup = table("G", MARKS | {"h15": "oasis"})
    state = position(setup, card="forest", tiles=("h15:usable",), settlements=("g15",))
    state = play(state, "oasis@c9 m3 n3 o3 end deal:?")
    state = play(state, "show:desert c3 d3 e3 end deal:? show:grass")
    assert tile_words(state, 0) == {"h15:usable"}
    assert legal_tokens(state, "oasis")


@pytest.mark.rule("T-7")
def test_an_empty_draw_pile_is_made_anew_from_the_discards() -> None:
    state = position(plain(), card="forest", hands=("", "grass"))
    state = with_pile(state, "", "desert desert canyon")
    state = play(state, "m3 n3 o3 end")
    chances = {format_card(move[2]): n for move, n in outcomes(state)}
    assert chances == {"desert": 2, "canyon": 1, "forest": 1}
    state = play(state, "deal:canyon")
    assert discarded(state) == set()
    assert pile_size(state.cards) == 3


@pytest.mark.rule("T-7")
def test_while_the_draw_pile_lasts_the_discards_stay_where_they_are() -> None:
    state = with_pile(position(plain(), hands=("", "grass")), "canyon", "desert")
    state = play(state, "m3 n3 o3 end")
    assert legal_tokens(state) == {"deal:canyon"}
    assert discarded(play(state, "deal:canyon")) == {"desert", "forest"}


@pytest.mark.rule("T-8")
def test_a_copy_that_may_not_see_the_cards_of_others_allows_the_same_moves() -> None:
    seen = play(new(plain()), "deal:forest deal:desert show:forest m3")
    hidden = play(new(plain()), "deal:forest deal:? show:forest m3")
    assert legal_tokens(seen) == legal_tokens(hidden) == {"n3"}
    assert hidden.cards.hands == ((), (parse_card("?"),))
    assert pile_size(seen.cards) == pile_size(hidden.cards) == 23


@pytest.mark.rule("T-8")
def test_a_hidden_card_can_be_any_that_has_not_been_seen() -> None:
    state = with_pile(position(plain(), hands=("", "?")), "desert desert grass")
    state = play(state, "m3 n3 o3 end deal:desert")
    assert legal_tokens(state) == {"show:desert", "show:grass"}


@pytest.mark.rule("H-1")
def test_with_two_cards_the_player_chooses_which_to_play_and_draws_back_to_two() -> None:
    state = play(new(plain(two_cards=True)), "deal:forest deal:desert deal:? deal:?")
    assert legal_tokens(state) == {"play:forest", "play:desert"}
    assert actor(state) == 0
    assert refusal(state, "play:canyon") == "H-1"
    assert refusal(state, "c3") == "H-1"
    state = play(state, "play:desert")
    assert state.cards.hands[0] == (parse_card("forest"),)
    state = play(state, "c3 d3 e3 end")
    assert legal_tokens(state) == legal_tokens(state, "deal")
    state = play(state, "deal:grass")
    assert set(state.cards.hands[0]) == {parse_card("forest"), parse_card("grass")}
    assert (actor(state), state.seat) == (1, 1)


@pytest.mark.rule("H-1")
def test_with_two_cards_an_exhausted_card_is_replaced_from_the_draw_pile() -> None:
    # No flowers on this board: the card played is useless at once.
    state = play(new(plain(two_cards=True)), "deal:flowers deal:desert deal:? deal:? play:flowers")
    assert actor(state) == -1
    state = play(state, "show:forest")
    assert legal_tokens(state) == {"m3", "n3", "o3", "p3"}
    assert state.cards.hands[0] == (parse_card("desert"),)


@pytest.mark.rule("H-1")
def test_by_default_every_player_holds_one_card() -> None:
    state = play(new(plain()), "deal:? deal:?")
    assert legal_tokens(state) == legal_tokens(state, "show")


# 37 settlements elsewhere leave three in the reserve, which one mandatory action places.


@pytest.mark.rule("E-1", "E-2")
def test_after_the_last_settlement_the_round_is_completed() -> None:
    state = position(plain(), card="desert", filled=(37,))
    state = play(state, "c3 d3 e3 end deal:? show:forest")
    assert reserve(state, 0) == 0
    state = play(state, "m3 n3 o3 end")
    assert actor(state) is None
    assert legal_tokens(state) == set()


@pytest.mark.rule("E-1")
def test_one_settlement_left_in_the_reserve_does_not_end_the_game() -> None:
    state = position(plain(), seat=1, card="desert", filled=(0, 36))
    state = play(state, "c3 d3 e3 end")
    assert actor(state) == -1


@pytest.mark.rule("E-2")
def test_the_last_player_of_the_round_ends_the_game_at_once() -> None:
    state = position(plain(), seat=1, card="desert", filled=(0, 37))
    assert actor(play(state, "c3 d3 e3 end")) is None


@pytest.mark.rule("E-2")
def test_the_round_ends_with_the_player_to_the_right_of_the_start_player() -> None:
    # Seat 1 begins, so the order is 1, 2, 0; seat 2 triggers and seat 0 has the last turn.
    setup = plain(players=3, start=1)
    state = position(setup, seat=2, card="desert", filled=(0, 0, 37))
    state = play(state, "c3 d3 e3 end deal:? show:forest")
    assert state.seat == 0
    assert actor(play(state, "m3 n3 o3 end")) is None


@pytest.mark.rule("E-1", "E-2")
def test_the_last_settlement_may_be_placed_by_an_extra_action() -> None:
    setup = table("G", MARKS | {"h15": "oasis"})
    tiles = ("", "h15:usable")
    state = position(setup, seat=1, tiles=tiles, filled=(0, 39), owed=0, begun=True)
    assert actor(play(state, "oasis@c9 end")) is None


@pytest.mark.rule("E-3")
def test_the_triggering_player_may_go_on_with_moves_only() -> None:
    setup = table("G", MARKS | {"h15": "paddock", "n15": "farm"})
    state = position(setup, card="desert", tiles=("h15:usable n15:usable",), filled=(37,))
    state = play(state, "c3 d3 e3")
    assert refusal(state, "farm@b3") == "L-GEN-12"
    assert state.settlements[0] ^ play(state, "paddock@c3-a3").settlements[0] == spots("c3 a3")


@pytest.mark.rule("E-4")
def test_a_player_with_an_empty_reserve_takes_the_turn_without_builds() -> None:
    setup = table("G", MARKS | {"h15": "paddock"})
    state = position(
        setup,
        seat=1,
        card="desert",
        settlements=("", "c3"),
        tiles=("", "h15:usable"),
        filled=(0, 39),
    )
    assert reserve(state, 1) == builds_left(state) == 0
    assert legal_tokens(state, "") == set()
    assert {"end", "paddock@c3-a3"} <= legal_tokens(state)


@pytest.mark.rule("E-5")
def test_the_score_is_three_goals_castles_and_palaces() -> None:
    setup = table("G", {"c3": "W", "e5": "K", "g7": "P"}, goals=("fishermen", "knights", "hermits"))
    # Seat 0: d3 beside water, d5 beside the castle. Seat 1: f7 beside the palace.
    found = scores(position(setup, settlements=("d3 d5", "f7")))
    assert found.parts == ("fishermen", "knights", "hermits", "castles", "palaces")
    gold = [[part.gold for part in row] for row in found.earned]
    assert gold == [[1, 2, 2, 3, 0], [0, 2, 1, 0, 5]]
    assert found.totals == (8, 8)


def finished(marks: dict[str, str]) -> State:
    """Both have placed all: seat 0 on the two last rows, seat 1 on the two above them."""
    setup = table("G", marks, goals=("fishermen", "knights", "merchants"))
    return play(position(setup, seat=1, card="grass", filled=(40, 40)), "end")


@pytest.mark.rule("E-6")
def test_most_gold_wins() -> None:
    # Knights pay both 2 x 20 for a full row; the castle at c16 touches row 17 of seat 1.
    state = finished({"c16": "K"})
    assert scores(state).totals == (40, 43)
    assert winners(state) == (1,)


@pytest.mark.rule("E-6", "D-18")
def test_equal_gold_shares_the_victory() -> None:
    state = finished({})
    assert scores(state).totals == (40, 40)
    assert winners(state) == (0, 1)


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert winners(position(plain())) is None


@pytest.mark.rule("D-24")
def test_cards_are_drawn_after_the_end_was_triggered_but_not_after_the_last_turn() -> None:
    state = position(plain(), card="desert", filled=(37,))
    state = play(state, "c3 d3 e3 end")
    assert legal_tokens(state) == legal_tokens(state, "deal")
    state = play(state, "deal:? show:forest m3 n3 o3 end")
    assert [len(hand) for hand in state.cards.hands] == [1, 0]
    assert discarded(state) == {"desert", "forest"}
