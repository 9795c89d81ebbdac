"""Games played to the end follow the rules, as far as they model them, and are repeatable."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kingdom.bots.appeal import ground_of
from engine.kingdom.bots.forecast import Forecast, deck_of, kinds_of, numbers
from engine.kingdom.bots.weights import FITTED
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, Card, parse_card
from engine.kingdom.scores import scores
from engine.kingdom.setup import SETTLEMENTS, Setup
from engine.kingdom.state import Phase, State
from tests.engine.kingdom.bots.games import observations
from tests.helpers import flat, position, setup_of, spots

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


DESERT: Card = parse_card("desert")  # which the boards below have not, unless they say so
GRASS: Card = parse_card("grass")


def plain(spots_: dict[str, str]) -> Setup:
    """Grass everywhere but at some hexes of the first quadrant."""
    quadrants = (flat("a", "G", spots_), flat("b"), flat("c"), flat("d"))
    return setup_of(quadrants, goals=("fishermen", "miners", "workers"))


def played(spots_: dict[str, str], own: str, tile: str, cards: list[Card]) -> Forecast:
    """So many turns of a game in which the first player has a tile."""
    state = position(plain(spots_), seat=1, settlements=[own, "t20"], tiles=[f"{tile}:usable"])
    forecast = Forecast(ground_of(state.setup, None), state)
    forecast.play(1, cards)
    return forecast


# The settlement at d5 brings nothing; that at b8 holds the tile from b9. Where it goes to it earns
# one gold, from Fishermen (next to water) or Miners (next to a mountain).
MOVES = [
    ({"b9": "paddock", "g5": "W"}, "f5"),  # two hexes away in a straight line
    ({"b9": "refuge", "f5": "W"}, "e5"),  # one hex away
    ({"b9": "harbor", "g5": "W", "h5": "M"}, "g5"),  # onto the water
]


@pytest.mark.parametrize(("board", "target"), MOVES)
def test_a_tile_moves_the_settlement_that_brings_least(board: dict[str, str], target: str) -> None:
    assert played(board, "b8 d5", "b9", [DESERT]).masks[0] == spots(f"b8 {target}")


@pytest.mark.parametrize("kind", ["paddock", "refuge", "harbor"])
def test_nothing_is_moved_where_nothing_is_gained(kind: str) -> None:
    assert played({"b9": kind, "j1": "W"}, "b8 i1", "b9", [DESERT]).masks[0] == spots("b8 i1")


def test_a_barn_moves_to_the_terrain_of_the_card_when_the_card_is_done() -> None:
    desert = {"g5": "D", "g6": "D", "g7": "D", "g8": "D"}  # three are built on first
    board = {**desert, "b9": "barn", "h6": "M", "h8": "M"}
    forecast = played(board, "b8 d5", "b9", [DESERT])
    assert forecast.masks[0] == spots("b8 g5 g6 g7 g8")


# Only the shore of a lake pays. One of the builds from d5 can reach it, with the others on the way.
@pytest.mark.parametrize(("lake", "shore"), [("g5", "f5"), ("h5", "g5")])
def test_the_builds_of_a_turn_lead_to_a_better_hex_together(lake: str, shore: str) -> None:
    state = position(plain({lake: "W"}), seat=1, settlements=["d5", "t20"])
    reached = []
    for builds in (1, 3):
        weights = FITTED._replace(more_choice=0, builds_ahead=builds)
        forecast = Forecast(ground_of(state.setup, None, weights), state)
        forecast.play(1, [GRASS])
        assert forecast.masks[0].bit_count() == 1 + 3
        reached.append(bool(forecast.masks[0] & spots(shore)))
    assert reached == [False, True]


def test_a_temple_takes_a_settlement_back_and_it_is_built_in_the_next_turn() -> None:
    board = {"b9": "temple"}
    lifted = played(board, "b8 d5", "b9", [DESERT])
    assert (lifted.masks[0], lifted.due) == (spots("b8"), [1, 0])
    later = played(board, "b8 d5", "b9", [DESERT, DESERT, GRASS])
    assert later.masks[0].bit_count() + later.due[0] == 2 + 3, "it was not lost"


def test_a_canoe_reacts_to_a_last_tile() -> None:
    setup = plain({"b9": "farm", "f2": "canoe", "j5": "W"})
    state = position(
        setup, seat=1, settlements=["b8", "f3"], tiles=["", "f2:usable"], taken=["", "b9"]
    )
    forecast = Forecast(ground_of(setup, None), state)
    forecast.play(1, [])
    before = forecast.masks[1]
    forecast._settle(0, spots("c9"))  # of the two farms the other player has had one
    assert forecast.masks[1] == before | spots("j5")
