"""The engine against the second implementation of the rules: the same random games, step by step.

``tests/plain_castle.py`` shares no code with the engine, not even the table of pieces. Whatever
either misreads shows up here as a difference in legal moves, outcomes, pieces or winners. This is a
sample; ``python -m tests.castle_lockstep`` plays as many games as you like.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.castle_lockstep import Game, walk_of
from tests.plain_pieces import COINS


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_a_game_runs_alike_under_both_readings(number: int) -> None:
    Game(walk_of(f"suite-{number}")).play()


@pytest.mark.slow
def test_the_games_meet_everything() -> None:
    # Otherwise the games above would say less than they seem to.
    met: Counter[str] = Counter()
    for number in range(25):
        met += Game(walk_of(f"everything-{number}")).play()
    decisions = {"draw", "build", "discard", "coin", "rob", "collapse", "catapult", "mill", "take"}
    dealt = {"deal", "show", "mint", "steal", "lose", "shuffle"}
    builds = {f"build from {source}" for source in ("rack", "market", "aside")}
    paid = {f"build paid with {tiles}" for tiles in range(4)}
    coins = {f"coin:{effect}" for effect in COINS}
    rare = {"discard off turn", "turn with a short market", "safety stop"}
    assert decisions | dealt | builds | paid | coins | rare <= met.keys()
