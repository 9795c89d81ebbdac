"""Playouts: the same game as step by step, number for number; picks as likely as each other."""

from collections import Counter
from itertools import count
from random import Random

import pytest

from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.bots.playout import dealt, pick, playout, random_move
from engine.kingdom.ground.hexes import ALL, hexes, mask_of
from engine.kingdom.ground.moves import Action
from engine.kingdom.observation import determinize, observe
from engine.kingdom.rules.actions import apply, legal, new, outcomes
from engine.kingdom.setup import Setup, parse_options, resolve
from engine.kingdom.state import Phase, State, actor
from engine.table import Table
from tests.helpers import position, with_pile
from tests.helpers import table as whole_board
from tests.walks import TABLES, fixed, options, scarce, walked

SCARCE: dict[str, Setup] = {
    "scarce grass": scarce("G", players=3),
    "scarce marsh": scarce("S"),
    "scarce marsh, no card for it": scarce("S", sets=("base",)),
    "scarce, two cards": scarce("T", two_cards=True),
    "scarce, scouts": scarce("C", goals=("scouts", "lords", "hermits")),
}


def slowly(state: State, seed: object) -> tuple[State, int]:
    """The game that a playout plays, state by state and with all checks."""
    random, moves = Random(str(seed)).random, 0
    while state.phase is not Phase.OVER:
        moves += actor(state) != DEALER
        state = apply(state, random_move(state, random))
    return state, moves


def quickly(state: State, seed: object) -> tuple[State, int]:
    return playout(state, Random(str(seed)).random)


@pytest.mark.parametrize("name", TABLES)
def test_a_playout_is_the_game_of_single_steps(name: str) -> None:
    for seed in range(6):
        state = new(resolve(parse_options(options(name, seed))))
        assert quickly(state, seed) == slowly(state, seed)


@pytest.mark.parametrize("name", SCARCE)
def test_a_playout_on_a_scarce_board_is_the_game_of_single_steps(name: str) -> None:
    for seed in range(4):
        state = new(SCARCE[name])
        assert quickly(state, seed) == slowly(state, seed)


@pytest.mark.parametrize("name", TABLES)
def test_a_playout_can_start_anywhere(name: str) -> None:
    table = walked(options(name, "playout"), name, is_greedy=True)
    for number, state in list(enumerate(table.states))[3::17]:
        assert quickly(state, number) == slowly(state, number)


@pytest.mark.slow
def test_a_playout_can_start_where_a_canoe_owner_is_asked() -> None:
    asked = 0
    for game in range(8):
        table = walked(options("four on marshes", game), game, is_greedy=True)
        for number, state in enumerate(table.states):
            if state.reactions:
                assert quickly(state, number) == slowly(state, number)
                asked += 1
    assert asked > 0


@pytest.mark.parametrize("name", ["two", "marshes", "two cards", "three on marshes"])
def test_a_playout_can_start_from_what_one_chair_knows(name: str) -> None:
    table = walked(options(name, "guess"), name, 90)
    for number, state in list(enumerate(table.states))[::13]:
        guess = determinize(observe(state, 0), Random(number).randrange)
        assert quickly(guess, number) == slowly(guess, number)
        seen = observe(state, 0)
        assert quickly(seen, number) == slowly(seen, number)


@pytest.mark.rule("D-19")
def test_a_playout_remembers_the_number_fixed_by_an_oracle() -> None:
    # Oracle and Oasis can use up both deserts before the first build; the new card is a double
    # one, and on marsh it still owes the three builds that the Oracle has fixed.
    land = whole_board("S", {"c3 c4": "D", "f6": "oracle", "m6": "oasis"})
    turn = position(
        land,
        settlements=["f5 m5", "s19"],
        tiles=["f6:usable m6:usable"],
        card=None,
        hands=["desert", "marsh/forest"],
    )
    state = with_pile(turn, "marsh/grass marsh/canyon marsh/flowers")._replace(phase=Phase.SHOW)
    for seed in range(60):
        assert quickly(state, seed) == slowly(state, seed)


def test_a_finished_game_has_nothing_to_play() -> None:
    state = walked(options("two", 1), 1).state
    assert quickly(state, 1) == (state, 0)


@pytest.mark.parametrize("name", [*TABLES, *SCARCE])
def test_a_random_move_is_legal(name: str) -> None:
    start = fixed(SCARCE[name]) if name in SCARCE else options(name, "legal")
    table = walked(start, name, 300, is_greedy=True)
    random = Random(name).random
    for state in table.states:
        if state.phase is not Phase.OVER:
            assert random_move(state, random) in legal(state)


@pytest.mark.parametrize("name", TABLES)
def test_dealt_is_what_stepping_deals(name: str) -> None:
    table = walked(options(name, "dealt"), name, is_greedy=True)
    for number, state in enumerate(table.states):
        random = Random(number).random
        expected = state
        while expected.phase is not Phase.OVER and actor(expected) == DEALER:
            expected = apply(expected, random_move(expected, random))
        assert dealt(state, Random(number).random) == expected


# ---- chances --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 7, 24, 25, 60, 400])
def test_every_hex_of_a_mask_is_picked_as_often(size: int) -> None:
    mask = mask_of(Random(size).sample(ALL, size))
    random, rounds = Random(1).random, 60 * size
    counts = Counter(pick(mask, random) for _ in range(rounds))
    assert sorted(counts) == hexes(mask)
    assert all(25 < times < 110 for times in counts.values())  # 60 expected


def test_small_masks_are_picked_evenly_for_evenly_spread_numbers() -> None:
    mask = mask_of(ALL[3:13])
    numbers = (step / 1000 for step in count())
    counts = Counter(pick(mask, lambda: next(numbers)) for _ in range(1000))
    assert set(counts.values()) == {100}


def test_the_dealer_is_drawn_by_its_chances() -> None:
    goals = ["lords", "knights", "miners"]
    state = new(resolve(parse_options({"sets": ["base", "marshlands"], "goals": goals})))
    chances = dict(outcomes(state))
    random = Random(5).random
    counts = Counter(random_move(state, random) for _ in range(3000))
    assert sum(chances.values()) == 30
    for move, number in chances.items():
        assert abs(counts[move] - 100 * number) < 50 * number**0.5


def test_every_action_is_tried_as_often_whatever_the_number_of_its_places() -> None:
    table = walked(options("two", 4), 4, is_greedy=True)
    state = next(
        state for state in table.states if {move[0] for move in legal(state)} > {Action.BUILD}
    )
    kinds = {move[0] for move in legal(state)}
    random = Random(6).random
    counts = Counter(random_move(state, random)[0] for _ in range(1000 * len(kinds)))
    assert set(counts) == kinds
    assert all(850 < times < 1150 for times in counts.values())


def test_hidden_hands_take_no_chances_from_the_cards_that_are_dealt() -> None:
    """A copy of one chair: what lies in the hands of the others may be dealt as well (T-8)."""
    table = Table.new("kingdom", {"players": 3, "seed": "hidden"})
    Dealer("hidden").deal(table)
    for _ in range(3):
        table.append(table.state.seat, table.game.format(table.game.legal(table.state)[0]))
    table.append(table.state.seat, "end")
    state: State = table.game.observe(table.state, table.state.seat)
    assert state.phase is Phase.DEAL
    empty = state.cards.hands.index(())
    kinds = {card for card, count in enumerate(state.cards.unseen) if count}
    drawn = {dealt(state, Random(n).random).cards.hands[empty][0] for n in range(300)}
    assert drawn == kinds
    last = dealt(state, lambda: 1 - 2**-30).cards.hands[empty][0]
    assert last == max(kinds), "the largest number falls on the last card"
