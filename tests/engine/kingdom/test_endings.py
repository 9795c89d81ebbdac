"""How games end: scripted last rounds for every kind of ending (section 11)."""

import pytest

from engine.kingdom.rules.actions import legal
from engine.kingdom.scores import scores, winners
from engine.kingdom.state import Phase, State, actor, pile_size, reserve
from tests.helpers import field, legal_tokens, line, next_turn, play, position, refusal, setup_of

# A Farm at E5 (beside it D5), a Canoe at C13 (beside it B13), a Paddock at P5 (beside it O5).
LAND = field(farm="e5", paddock="p5", canoe="c13", W="m15 m16", S="q15")


def land(*settlements: str, players: int = 2, start: int = 0, **more: object) -> State:
    setup = setup_of(LAND, players=players, start=start, goals=("knights", "lords", "hermits"))
    return position(setup, settlements=settlements, **({"card": "grass"} | more))  # type: ignore[arg-type]


def over(state: State) -> bool:
    return actor(state) is None and state.phase == Phase.OVER and legal(state) == []


@pytest.mark.rule("E-1", "E-2")
def test_a_reserve_emptied_by_builds_ends_the_game_after_the_last_seat() -> None:
    state = play(land("c5", "h9", filled=[36]), "b5 a5 a4")
    assert reserve(state, 0) == 0
    state = next_turn(state, "grass")
    assert actor(state) == 1  # the round is completed
    assert over(play(state, "g9 f9 e9 end"))


@pytest.mark.rule("E-1", "E-2")
def test_in_the_turn_of_the_last_seat_the_game_ends_at_once() -> None:
    state = land("c5", "h9", filled=[0, 36], seat=1)
    assert over(play(state, "g9 f9 e9 end"))


@pytest.mark.rule("E-1", "A-2")
def test_a_reserve_emptied_by_an_extra_action_leaves_no_builds() -> None:
    state = land("d5", "h9", tiles=["e5:usable"], filled=[38])
    state = play(state, "farm@c5")
    assert legal_tokens(state) == {"end"}
    assert over(play(next_turn(state, "grass"), "g9 f9 e9 end"))


@pytest.mark.rule("E-1", "M-CANOE-7")
def test_a_reserve_emptied_by_a_canoe_in_the_turn_of_another_ends_the_game() -> None:
    # Seat 1 takes the last Farm tile; seat 2 reacts with its last settlement.
    tiles, taken = ["", "", "c13:usable"], ["e5", "", ""]
    state = land("h1", "c5", "b13", players=3, tiles=tiles, taken=taken, filled=[0, 0, 38], seat=1)
    state = play(state, "d5 canoe@q15")
    assert reserve(state, 2) == 0
    state = next_turn(play(state, "c4 b5"), "grass")
    assert legal_tokens(state) == {"end"}
    assert over(play(state, "end"))


@pytest.mark.rule("E-1", "E-2", "M-CANOE-7")
def test_a_canoe_of_the_first_seat_in_the_last_turn_of_a_round_ends_the_game_with_it() -> None:
    state = land("b13", "c5", tiles=["c13:usable"], taken=["e5"], filled=[38, 0], seat=1)
    state = play(state, "d5 canoe@q15 c4 b5")
    assert over(play(state, "end"))


@pytest.mark.rule("E-3", "L-GEN-12")
def test_whoever_emptied_the_reserve_may_still_move() -> None:
    state = land("c5 o5", "h9", tiles=["p5:usable"], filled=[35])
    state = play(state, "b5 a5 a4 paddock@c5-d7")
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("E-4", "M-CANOE-7")
def test_a_player_whose_reserve_a_canoe_emptied_still_moves_in_the_last_round() -> None:
    tiles, taken = ["", "c13:usable p5:usable"], ["", "e5"]
    state = land("c5", "b13 o5", tiles=tiles, taken=taken, filled=[0, 37])
    state = next_turn(play(state, "d5 canoe@q15 c4 b5"), "grass")
    assert "paddock@o5-m5" in legal_tokens(state)
    assert legal_tokens(state, "") == set()
    assert over(play(state, "paddock@o5-m5 end"))


@pytest.mark.rule("E-2")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_seat_before_the_start_player_has_the_last_turn(start: int) -> None:
    last = (start + 2) % 3
    rows = ["c5" if seat == last else "" for seat in range(3)]
    filled = [36 if seat == last else 0 for seat in range(3)]
    state = land(*rows, players=3, start=start, filled=filled, seat=last)
    assert over(play(state, "b5 a5 a4 end"))


@pytest.mark.rule("E-2")
def test_every_other_seat_has_its_turn_after_the_first_one_emptied_the_reserve() -> None:
    state = play(land("c5", "h9", "h1", players=3, start=1, filled=[0, 36], seat=1), "g9 f9 e9")
    state = play(next_turn(state, "grass"), "g1 f1 e1")
    state = play(next_turn(state, "grass"), "b5 a5 a4")
    assert actor(state) == 0
    assert over(play(state, "end"))


@pytest.mark.rule("E-2")
def test_the_game_goes_on_while_everybody_has_a_reserve() -> None:
    state = land("c5", "h9", filled=[0, 35], seat=1)
    state = play(state, "g9 f9 e9")
    assert reserve(state, 1) == 1
    state = play(state, "end")
    assert actor(state) == -1
    assert winners(state) is None


@pytest.mark.rule("E-2", "D-24")
def test_after_the_very_last_turn_no_card_is_dealt() -> None:
    state = land("c5", "h9", filled=[0, 36], seat=1)
    before = pile_size(state.cards)
    state = play(state, "g9 f9 e9 end")
    assert pile_size(state.cards) == before
    assert refusal(state, "deal:?") == "E-2"


def last_row(theirs: str, builds: str) -> State:
    """Rows 1 and 2 against row 20 and 17 more; the second player builds the last three."""
    setup = setup_of(field(), goals=("knights", "citizens", "hermits"))
    rows = [f"{line('a1', 20)} {line('a2', 20)}", f"{line('a20', 20)} {theirs}"]
    return play(position(setup, seat=1, settlements=rows, card="grass"), f"{builds} end")


@pytest.mark.rule("E-5", "E-6")
def test_most_gold_wins() -> None:
    # Knights 40, Citizens 20, Hermits 1 against Knights 40, Citizens 10, Hermits 2.
    state = last_row(line("a18", 17), "r18 s18 t18")
    assert scores(state).totals == (61, 52)
    assert winners(state) == (0,)


@pytest.mark.rule("E-6", "D-18")
def test_equal_gold_is_a_shared_victory() -> None:
    state = last_row(line("a19", 17), "r19 s19 t19")
    assert scores(state).totals == (61, 61)
    assert winners(state) == (0, 1)
