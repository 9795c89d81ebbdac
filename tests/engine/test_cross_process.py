"""The same log gives the same digests in every process, whatever its hash seed.

A set or a dict of objects whose order leaks into a state would show here and nowhere else.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.dealer import Dealer
from engine.record import read_record
from engine.table import Table
from tests.walks import KINGDOM, TABLES, options

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "golden" / "games"
HASH_SEEDS = ("0", "1", "12345")
NAMES = ("first-game", "marshes-for-four", "two-cards-for-three", "scarce-flowers", "sealed")

# Prints for each record the digests after every entry: full, for seat 0, for a spectator.
FOLD = """
import json, sys
from engine.record import Record, read_record
found = {}
for path in sys.argv[1:]:
    table = read_record(open(path, encoding="ascii").read())[1]
    copies = [table, table.seen_by(0), table.seen_by(None)]
    found[path] = [[copy.digest(n) for n in range(len(copy.states))] for copy in copies]
print(json.dumps(found))
"""
# Prints for each set of options the setup and a game of first legal moves, as text.
PLAY = """
import json, sys
from engine.dealer import Dealer
from engine.record import Record, format_record, record_of
from engine.table import Table
found = []
for start in json.loads(sys.argv[1]):
    table = Table.new("kingdom", start)
    setup = json.dumps(table.game.write_position(table.state))
    while table.to_act is not None:
        Dealer(start["seed"]).deal(table)
        moves = table.game.legal(table.state)
        table.append(table.to_act, table.game.format(moves[len(moves) // 2]))
    found.append([setup, format_record(record_of(table, Record("kingdom", start, seeded=True)))])
print(json.dumps(found))
"""


def elsewhere(code: str, hash_seed: str, *arguments: str) -> Any:
    """What the code prints in a process of its own with that hash seed."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def here(path: Path) -> list[str]:
    """The digests of a record after every entry, in this process."""
    table = read_record(path.read_text(encoding="ascii"))[1]
    return [table.digest(n) for n in range(len(table.states))]


@pytest.mark.parametrize("hash_seed", HASH_SEEDS)
def test_a_log_folds_to_the_same_digests_everywhere(hash_seed: str) -> None:
    paths = [GAMES / f"{name}.kbg" for name in NAMES]
    found = elsewhere(FOLD, hash_seed, *map(str, paths))
    for path in paths:
        full, seat, spectator = found[str(path)]
        assert full == seat == spectator == here(path)
        assert len(full) > 100


@pytest.mark.slow
def test_the_same_options_and_seed_give_the_same_game_everywhere() -> None:
    starts = json.dumps([options(name, "everywhere") for name in TABLES])
    games = [elsewhere(PLAY, hash_seed, starts) for hash_seed in HASH_SEEDS]
    assert games[0] == games[1] == games[2]
    for name, (setup, text) in zip(TABLES, games[0], strict=True):
        start = options(name, "everywhere")
        table = Table.new(KINGDOM, start)
        assert json.loads(setup) == table.game.write_position(table.state)
        record, played = read_record(text)
        assert record.start == start
        dealt = Dealer(start["seed"]).deal(table)
        assert [token for _, token in played.entries][: len(dealt)] == dealt
