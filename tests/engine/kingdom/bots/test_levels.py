"""Bots choose legal moves, the same from the same observation, within their budget, and never by
hidden cards; and each level is stronger than the one below."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.bots import Budget
from engine.kingdom.bots import trials
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.observation import determinize
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State
from engine.rng import Stream
from tests.engine.kingdom.bots.games import decisions, observations, totals

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
LEVELS = sorted(BOTS)
SEARCHERS = ("skilled", "expert", "master")
BOTH = ["base", "marshlands"]
TABLES: dict[str, dict[str, object]] = {
    "two": {"players": 2},
    "two, both sets": {"players": 2, "sets": BOTH},
    "three": {"players": 3, "sets": BOTH},
    "four": {"players": 4},
    "four, both sets": {"players": 4, "sets": BOTH},
    "two cards": {"players": 3, "two_cards": True, "sets": BOTH},
}
FEW = 60  # nodes, where strength does not matter
ENOUGH = 1500  # to play some games to the end too


def choice(level: str, seen: State, nodes: int = FEW) -> object:
    return BOTS[level].bot(seen, Stream("x", "bot"), Budget(nodes))


@pytest.mark.parametrize("name", TABLES)
def test_whole_games_of_all_levels_are_legal(name: str) -> None:
    made = 0
    for deal in range(3):
        for table, _ in decisions(f"{name} {deal}", TABLES[name], LEVELS[deal:], nodes=FEW):
            # The table refuses what is not legal; this is to see that bots had a choice.
            made += len(table.game.legal(table.state)) > 1
    assert made > 200


@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_adds_as_only_some_versions_of_python_do(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Since 3.12 ``sum`` rounds floats otherwise: where two moves are worth as much, another one
    would be chosen."""
    add, added = sum, 0

    def exact(items: Iterable[int]) -> int:
        nonlocal added
        found = [*items]
        added += 1
        assert {type(item) for item in found} <= {int, bool}
        return add(found)

    seen = observations("sums", TABLES["three"], every=19)
    with monkeypatch.context() as patch:
        patch.setattr("builtins.sum", exact)
        for observation in seen:
            choice(level, observation, 600)
    assert added > 0 or level == "random"


@pytest.mark.parametrize("level", SEARCHERS)
@pytest.mark.parametrize("options", [{}, TABLES["three"], {"two_cards": True}])
def test_searchers_play_legal_moves_whatever_they_may_look_at(
    level: str, options: dict[str, object]
) -> None:
    for seen in observations("any", options, every=19):
        moves = legal(seen)
        for nodes in (0, 1, 7, 150):
            assert choice(level, seen, nodes) in moves


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_do_not_change_the_choice(level: str) -> None:
    for number, (table, seat) in enumerate(decisions("hidden", TABLES["three"])):
        if number % 29:
            continue
        seen = table.game.observe(table.state, seat)
        expected = choice(level, seen, ENOUGH)
        for guess in range(3):
            full = determinize(seen, Stream("guess", str(guess)).below)
            assert table.game.observe(full, seat) == seen
            trials._memory[0] = (), {}  # nothing is remembered from the other guess
            assert choice(level, table.game.observe(full, seat), ENOUGH) == expected


class Cancel:
    """Says stop from the so-many-th question on, and counts the questions after that."""

    def __init__(self, patience: int) -> None:
        self.patience, self.asked = patience, 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self.patience


@pytest.mark.parametrize("level", SEARCHERS)
@pytest.mark.parametrize("patience", [0, 3, 40])
def test_a_bot_that_is_stopped_answers_at_once(level: str, patience: int) -> None:
    for seen in observations("stop", TABLES["two, both sets"], every=41):
        stop = Cancel(patience)
        move = BOTS[level].bot(seen, Stream("x", "bot"), Budget(10_000_000, stop))
        assert move in legal(seen)
        assert stop.asked <= patience + 3, "it went on thinking"


@pytest.mark.parametrize("level", SEARCHERS)
def test_what_a_bot_remembers_does_not_change_what_it_does(level: str) -> None:
    found = observations("memory", TABLES["two"], every=13)
    there = [choice(level, seen, 300) for seen in found]
    assert [choice(level, seen, 300) for seen in reversed(found)] == there[::-1]


CODE = """
from engine.kingdom.bots.levels import BOTS
from tests.engine.kingdom.bots.games import observations
from engine.bots import Budget
from engine.rng import Stream
for seen in observations("hash", {"sets": ["base", "marshlands"]}, every=29):
    print(*[BOTS[level].bot(seen, Stream("x", "bot"), Budget(300)) for level in BOTS])
"""


def test_every_process_chooses_the_same() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) > 2


# What stands in the first row plays the same deals from both seats against the second; its gold has
# to be ahead by the third, a game. The deals are fixed, so this is the same on every machine.
LADDER = [
    ("novice", "random", 4, 1),
    ("greedy", "novice", 4, 1),
    ("skilled", "greedy", 3, 400),
    ("expert", "greedy", 2, 400),
]


@pytest.mark.parametrize(("level", "below", "deals", "nodes"), LADDER)
def test_each_level_is_ahead_of_the_one_below(
    level: str, below: str, deals: int, nodes: int
) -> None:
    ahead = 0
    for deal in range(deals):
        options = TABLES["two, both sets" if deal % 2 else "two"]
        for seat in (0, 1):
            bots = (level, below) if seat == 0 else (below, level)
            gold = totals(f"ladder {deal}", options, bots, nodes)
            ahead += gold[seat] - gold[1 - seat]
    assert ahead > 5 * 2 * deals


def test_levels_that_search_think_more_by_default() -> None:
    assert [*BOTS] == ["random", "novice", "greedy", "skilled", "expert", "master"]
    assert 1 < BOTS["skilled"].nodes < BOTS["expert"].nodes < BOTS["master"].nodes
