"""The bots answer every question legally, by what their chair may see, and alike each time."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.bots import Budget
from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.outlook import chance_to_win
from engine.castle.bots.quick import Quick
from engine.castle.bots.skilled import SEARCH
from engine.castle.bots.yard import Yard
from engine.castle.game import GAME
from engine.castle.state import Phase, State
from engine.contract import DEALER
from engine.rng import Stream
from tests.engine.castle.positions import any_options, position, steps

LEVELS = [*GAME.levels]


def questions(seed: int, count: int) -> list[State]:
    """What is asked in a random game, each kind of question at least as far as it comes up."""
    asked = [
        state
        for state, move in steps(any_options(Random(seed)), seed)
        if move is not None and GAME.to_act(state) != DEALER
    ]
    kinds = {state.phase: state for state in asked}
    return [*kinds.values(), *islice(asked, 0, None, max(1, len(asked) // count))]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.slow
def test_a_bot_answers_legally_and_alike(level: str, seed: int) -> None:
    for state in questions(seed, 6):
        seen = GAME.observe(state, state.actor)
        moves = [GAME.levels[level].choose(seen, Stream("a", "b"), nodes=12) for _ in range(2)]
        assert moves[0] == moves[1]
        assert GAME.explain(state, moves[0]) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_knows_no_more_than_its_chair(level: str) -> None:
    random = Random(3)
    for state in questions(3, 8):
        seen = GAME.observe(state, state.actor)
        other = GAME.observe(GAME.determinize(seen, random.randrange), state.actor)
        answers = {
            GAME.levels[level].choose(copy, Stream("x", "y"), nodes=12) for copy in (seen, other)
        }
        assert len(answers) == 1


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_a_bot_that_is_stopped_answers_at_once(level: str) -> None:
    state = next(state for state in questions(1, 4) if state.phase is Phase.TURN)
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    seen = GAME.observe(state, state.actor)
    move = GAME.levels[level].choose(seen, Stream("a", "b"), stop)
    assert GAME.explain(state, move) is None
    assert len(asked) <= 3


def test_the_stand_in_is_a_level() -> None:
    assert GAME.stand_in in LEVELS
    assert LEVELS == ["random", "novice", "greedy", "skilled", "expert"]


def test_bots_take_the_coin_that_wins() -> None:
    held = ["thief", "lady", "catapult", "tower", "people", "windows"]
    tiles = {"f1": "wall5"}
    state = position({"coins": held, "castle": tiles, "rack": ["wall7", "wall4"], "baron": 7}, {})
    for level in ("greedy", "skilled", "expert"):
        move = GAME.levels[level].choose(GAME.observe(state, 0), Stream("a", "b"), nodes=60)
        assert GAME.format(move) == "wall7@g2"


def test_a_build_is_worth_more_if_a_tile_fits_above_it() -> None:
    state = position({"rack": ["wall14", "wall5"]}, {}, market=("wall3",) * 3)
    # Beside the gate a 5 makes a 7, which many tiles have; a 14 makes a 16, which one has.
    five, fourteen = (
        JUDGE.change(Yard(state.castles[0]), move[1], move[2])
        for move in map(GAME.parse, ("wall5@j1", "wall14@j1"))
    )
    assert five > fourteen


def test_a_search_spends_its_nodes_and_no_more() -> None:
    state = position({"castle": {"f1": "wall5"}, "rack": ["wall7", "wall3", "wall4"]}, {})
    seen = GAME.observe(state, 0)
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return False

    SEARCH.choose(seen, Stream("a", "b"), Budget(36, stop))
    # Six moves, then three, then two, with a third, a half and all of the nodes that are left:
    # 2 guesses (12 playouts), 4 guesses (12), and 6 guesses (12).
    assert len(asked) == 2 + 4 + 6


def chances(state: State) -> list[float]:
    game = Quick(state)
    return [chance_to_win(JUDGE, game, seat) for seat in range(len(game.yards))]


def test_the_chances_of_all_seats_are_one_together() -> None:
    for state in questions(2, 5):
        assert sum(chances(state)) == pytest.approx(1)


def test_coins_and_open_cells_make_a_win_more_likely() -> None:
    castle = {"f1": "wall5", "j1": "wall3"}  # 7 on g2, 5 on i2
    even = chances(position({"castle": castle, "baron": 1}, {"castle": castle, "baron": 2}))
    assert 0.5 < even[0] < 0.65  # whose turn it is, is a little ahead
    coins = position({"castle": castle, "coins": ["ruby", "mill"]}, {"castle": castle})
    assert chances(coins)[0] > even[0]
    assert chances(position({"castle": castle}, {}))[0] > even[0]


def test_at_the_end_the_winner_is_certain() -> None:
    held = ["thief", "lady", "catapult", "tower", "people", "windows"]
    state = position({"coins": held, "castle": {"f1": "wall5"}, "rack": ["wall7"], "baron": 7}, {})
    for token in ("wall7@g2", "coin:ruby"):
        state = GAME.apply(state, GAME.parse(token))
        while state.actor == DEALER:
            state = GAME.apply(state, GAME.legal(state)[0])
    assert state.phase is Phase.OVER
    assert chances(state) == [1.0, 0.0]
