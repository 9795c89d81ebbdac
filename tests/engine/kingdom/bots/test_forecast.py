"""Games played to the end follow the rules, as far as they model them, and are repeatable."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kingdom.bots.appeal import ground_of
from engine.kingdom.bots.forecast import Forecast, deck_of, kinds_of, numbers
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import KINDS_OF_CARDS
from engine.kingdom.scores import scores
from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import Phase, State
from tests.engine.kingdom.bots.games import observations
from tests.helpers import setup_of

OPTIONS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3, "sets": ["base", "marshlands"]},
    {"players": 4, "two_cards": True},
]


def seen(options: dict[str, object]) -> list[State]:
    return observations("forecast", options, every=12)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_that_is_played_on_stays_within_the_rules(options: dict[str, object]) -> None:
    for state in seen(options):
        forecast = Forecast(ground_of(state.setup, state.cards.scouted), state)
        forecast.play(1, deck_of(state, 1))
        board, taken = state.setup.board, 0
        for before, after in zip(state.settlements, forecast.masks, strict=True):
            assert after.bit_count() >= before.bit_count() - 2, "but for one on each Temple"
            assert after.bit_count() <= SETTLEMENTS
            assert not after & taken, "two on one hex"
            taken |= after
            assert not after & ~before & ~(board.buildable | board.water | board.mountain)
        for slot in range(len(board.slots)):
            takers = sum(row >> slot & 1 for row in forecast.slots)
            assert takers <= max(2, sum(row >> slot & 1 for row in state.tiles.taken))
        assert any(
            mask.bit_count() + due == SETTLEMENTS
            for mask, due in zip(forecast.masks, forecast.due, strict=True)
        )


def test_the_same_number_gives_the_same_game_and_another_another() -> None:
    state = seen(OPTIONS[0])[2]
    forecast = Forecast(ground_of(state.setup, state.cards.scouted), state)
    one, other, again = (forecast.play(seed, deck_of(state, seed)) for seed in (1, 2, 1))
    assert one == again
    assert one != other


def test_a_game_that_is_over_is_counted_as_it_is() -> None:
    state = seen(OPTIONS[0])[-1]._replace(phase=Phase.OVER)
    forecast = Forecast(ground_of(state.setup, state.cards.scouted), state)
    assert forecast.play(1, deck_of(state, 1)) == scores(state).totals


def test_a_deck_begins_with_the_cards_that_nobody_has_seen() -> None:
    state = seen(OPTIONS[0])[3]
    unseen = state.cards.unseen
    for number in range(5):
        top = Counter(deck_of(state, number)[: sum(unseen)])
        assert tuple(top[card] for card in range(KINDS_OF_CARDS)) == unseen


def test_numbers_are_spread_evenly() -> None:
    below = numbers(5)
    found = Counter(below(6) for _ in range(6000))
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    assert min(found.values()) > 850


def test_bonus_tiles_are_left_out() -> None:
    board = setup_of(("canoe-standin", "farm", "barn", "oasis")).board
    ground = ground_of(setup_of(("canoe-standin", "farm", "barn", "oasis")), None)
    everything = (1 << len(board.slots)) - 1
    kinds = kinds_of(ground, everything)
    assert len(kinds) == len(board.slots) - len(board.bonus)
    assert Action.CANOE in kinds
