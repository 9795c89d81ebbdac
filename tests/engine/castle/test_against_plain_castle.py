"""The engine against the second implementation of the rules: the same random games, step by step.

``tests/plain_castle.py`` shares no code with the engine, not even the table of pieces. Whatever
either misreads shows up here as a difference in legal moves, outcomes, pieces or winners. This is a
sample; ``python -m tests.castle_lockstep`` plays as many games as you like.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from engine.process import Engine
from tests.castle_lockstep import CASTLE, Game, facts, plain_of, token, walk_of
from tests.engine.castle.plain_tables import random_steps
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


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_other_programs_are_told_the_same(number: int) -> None:
    engine, options = Engine(), walk_of(f"process-{number}").options

    def ask(command: str, **fields: Any) -> Any:
        answer = json.loads(engine.answer(json.dumps({"cmd": command, "game": "g", **fields})))
        assert answer["ok"], answer
        return answer

    plain = plain_of(options)
    told = ask("new", rules=CASTLE, dealer="caller", options=options)["state"]
    for step in random_steps(plain, number):
        moves = {move["move"]: move.get("chances", 1) for move in ask("legal")["moves"]}
        assert moves == {token(legal): weight for legal, weight in plain.legal().items()}
        assert told | facts(plain) == told
        told = ask("play", move=token(step))["state"]
    assert told | facts(plain) == told
    assert ask("scores")["totals"] == [len(coins) for coins in plain.coins]
