"""What is foretold is what happens."""

from __future__ import annotations

from random import Random

import pytest

from engine.castle.game import GAME
from engine.castle.moves import BUILDS, Action
from engine.castle.pieces.coins import Coin
from engine.castle.rules.foresight import build_way, gains, ruby_way
from engine.castle.state import Phase
from tests.engine.castle.positions import any_options, played, steps


@pytest.mark.rule("CB-46", "CB-51", "CB-52", "CB-66", "CB-71")
@pytest.mark.parametrize("seed", range(12))
def test_builds_and_coins_bring_what_was_foretold(seed: int) -> None:
    for state, move in steps(any_options(Random(seed)), seed):
        if move is None:
            break
        after = GAME.apply(state, move)
        if move[0] in BUILDS and after.phase not in (Phase.SHOW, Phase.SHUFFLE):
            foretold = build_way(state, move)
            assert after.barons[state.seat] == [state.barons[state.seat], *foretold.spaces][-1]
            due = sum(n for task, _, n in after.agenda if task is Phase.COIN)
            assert due == foretold.coins
            if after.phase is Phase.DEAL:
                assert foretold.brings_tile
        if move[0] is Action.COIN and after.phase is Phase.MINT:
            won = len(after.purses[state.seat]) == state.setup.coins
            coin = Coin(move[1])
            given = played(after, GAME.format(GAME.legal(after)[0]))
            gaining = {seat: n for task, seat, n in given.agenda if task is Phase.DEAL}
            if coin is Coin.RUBY and not won:
                assert given.barons[state.seat] == ruby_way(state).spaces[-1]
            elif not won and given.phase is Phase.DEAL:
                assert gaining == gains(state, coin)
