"""Games in plain variables lead where the rules lead, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from engine.castle.bots.answers import answer
from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.playout import Root, numbers
from engine.castle.bots.quick import Quick, shuffled
from engine.castle.bots.randomly import playout
from engine.castle.bots.turns import all_turns, best_turn
from engine.castle.bots.yard import Yard
from engine.castle.game import GAME
from engine.castle.moves import NO_BAG, NONE, SHUFFLE, Action, Move
from engine.castle.pieces.tiles import spread
from engine.castle.rules.actions import legal, outcomes
from engine.castle.state import Phase, State
from engine.contract import DEALER
from tests.engine.castle.positions import any_options


class Dealer:
    """Deals by the rules, state by state, what a quick game finds in its piles."""

    def __init__(self, game: Quick, seed: int) -> None:
        self.tiles, self.coins, self.below = [*game.deck], [*game.mint], numbers(seed)

    def move(self, state: State) -> Move:
        if state.phase is Phase.SHUFFLE:
            self.tiles = shuffled([*spread(state.discard)], self.below)
            return SHUFFLE
        if state.phase is Phase.MINT:
            return Action.MINT, self.coins.pop(), NONE, NO_BAG
        if state.phase in (Phase.SHOW, Phase.DEAL):
            return Action[state.phase.name], self.tiles.pop(), NONE, NO_BAG
        _, seat, number = state.agenda[-1]
        rack = state.racks[number if state.phase is Phase.STEAL else seat]
        return Action[state.phase.name], rack[self.below(len(rack))], NONE, NO_BAG


def facts(game: Quick) -> tuple[object, ...]:
    return (
        tuple(yard.castle() for yard in game.yards),
        tuple(bytes(yard.rack) for yard in game.yards),
        tuple(bytes(yard.royals) for yard in game.yards),
        tuple(yard.coins for yard in game.yards),
        *(tuple(game.barons), bytes(game.market), bytes(sorted(game.coins)), len(game.deck)),
        *(bytes(sorted(game.discard)), game.seat, game.idle, game.built, game.over),
        () if game.over else tuple(game.agenda),
    )


def facts_of(state: State) -> tuple[object, ...]:
    return (
        *(state.castles, state.racks, state.royals, tuple(map(len, state.purses))),
        *(state.barons, state.market, state.coins, state.reserve, spread(state.discard)),
        *(state.seat, state.idle, state.built, state.phase is Phase.OVER, state.agenda),
    )


def same_yard(one: Yard, other: Yard) -> bool:
    """Whether both look up the same things; one may have room for more levels."""
    size = min(len(one.keys), len(other.keys))
    return (
        one.castle() == other.castle()
        and one.shown == other.shown
        and one.open == other.open
        and one.demands[:size] == other.demands[:size]
        and all(one.keys[cell] == other.keys[cell] for cell in range(size) if not one.tiles[cell])
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_random_playout_is_a_game_of_the_rules(seed: int) -> None:
    """The moves that a playout makes are legal, and lead to the same end."""
    state = GAME.new(any_options(Random(seed)))
    root = Root(state)
    deal = root.deal(seed)
    game, made = root.begin(deal), list[Move]()
    dealer = Dealer(game, deal.seed)
    game.settle()
    recorded = Recorded(game, made)
    assert playout(recorded, Random(seed).random) == len(made)
    for move in made:
        state = GAME.apply(dealt(dealer, state), move)
    assert facts(recorded) == facts_of(dealt(dealer, state))
    assert recorded.over


class Recorded(Quick):
    """Goes on with a game and keeps the moves that are made."""

    def __init__(self, game: Quick, made: list[Move]) -> None:
        for name in Quick.__slots__:
            setattr(self, name, getattr(game, name))
        self.made = made

    def play(self, move: Move) -> None:
        self.made.append(move)
        super().play(move)


def dealt(dealer: Dealer, state: State) -> State:
    while state.phase is not Phase.OVER and state.actor == DEALER:
        move = dealer.move(state)
        assert move in dict(outcomes(state))
        state = GAME.apply(state, move)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_a_quick_game_is_the_game_of_the_rules(seed: int) -> None:
    """Half of the moves are any legal ones, so that every effect and odd castles come up."""
    random = Random(seed)
    state = GAME.new(any_options(random))
    root = Root(state)
    deal = root.deal(seed)
    game = root.begin(deal)
    dealer = Dealer(game, deal.seed)
    game.settle()
    while True:
        state = dealt(dealer, state)
        assert facts(game) == facts_of(state)
        if game.over:
            return
        fresh = Quick(state)
        assert all(map(same_yard, game.yards, fresh.yards))
        move = answer(JUDGE, game)
        assert move == answer(JUDGE, Quick(GAME.observe(state, state.actor)))
        if random.random() < 0.5:
            moves = legal(state)
            move = moves[random.randrange(len(moves))]
        state = GAME.apply(state, move)  # refuses what is not legal
        game.play(move)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_turn_is_the_best_of_all(seed: int) -> None:
    random = Random(seed)
    root = Root(GAME.new(any_options(random)))
    game = root.begin(root.deal(seed))
    game.settle()
    for _ in range(30):
        phase, seat, _ = game.agenda[-1]
        if phase is Phase.TURN:
            asked = game.asked(seat)
            turns = {move: worth for worth, move in all_turns(JUDGE, asked)}
            assert turns[best_turn(JUDGE, asked)] == pytest.approx(max(turns.values()))
        game.play(answer(JUDGE, game))
