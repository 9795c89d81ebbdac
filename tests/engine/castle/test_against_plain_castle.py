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

from engine.contract import find
from engine.process import Engine
from engine.record import Record, format_record, read_record, record_of
from tests.castle_lockstep import CASTLE, Game, facts, plain_of, token, walk_of
from tests.engine.castle.plain_tables import random_steps
from tests.plain_castle import read_tile
from tests.plain_pieces import COINS, FACES, GATE_X, SPACES, STARTS, TRACK, WIDTH


@pytest.mark.rule("CB-2", "CB-3", "CB-7", "CB-87", "CB-89")
def test_both_know_the_same_tiles_and_coins() -> None:
    known, half = find(CASTLE).about(), {"stone": "#", "sky": "."}
    rows = {row["tile"]: row for row in known["tiles"]}
    assert len(rows) == len(known["tiles"])
    for face, copies, tile in map(read_tile, FACES.strip().splitlines()):
        row = rows.pop(face)
        assert row["copies"] == copies
        assert row["characters"] == tile["people"]
        assert row["noNewFloor"] == tile["noNewLevel"]
        for edge in ("base", "top"):
            assert "".join(half[stone] for stone in row[edge]) == tile[edge]
        for field in ("any", "number", "topNumber", "rubies", "windows", "roofs"):
            assert row[field] == tile[field], (face, field)
    assert rows == {}
    assert {row["coin"]: row["copies"] for row in known["coins"]} == COINS


@pytest.mark.rule("CB-4", "CB-5", "CB-8", "CB-101")
def test_both_know_the_same_foundation_and_track() -> None:
    game = find(CASTLE)
    known = game.describe_table(game.new({}))
    assert known["foundation"] == {"width": WIDTH, "gate": {"place": GATE_X // 2, "topNumber": 2}}
    assert known["track"] == [SPACES[letter] for letter in TRACK]
    assert known["starts"] == STARTS


@pytest.mark.rule("CB-97")
def test_a_record_replays_without_the_seed() -> None:
    walk = walk_of("record")._replace(tiles=None)
    played = Game(walk)
    played.play()
    text = format_record(record_of(played.table, Record(CASTLE, walk.options)))
    assert "seed" not in text
    record, table = read_record(text)
    assert table.state == played.table.state
    assert record.winners == tuple(played.plain.winners or ())


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
