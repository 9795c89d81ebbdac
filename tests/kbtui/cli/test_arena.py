"""``kb arena``: the same table from the same seed, JSON, refusals, and an early end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kbtui.programs import Program
from tests.kbtui.running import kb

pytestmark = pytest.mark.slow

ARENA = ("arena", "--bots", "novice,random", "--games", "8", "--seed", "7")


def test_the_same_seed_gives_the_same_table_whatever_the_jobs(tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.json" for jobs in (1, 2)]
    told = []
    for jobs, file in enumerate(files, 1):
        done = kb(tmp_path, *ARENA, "--jobs", str(jobs), "--json", str(file))
        assert done.returncode == 0, done.stderr
        table, _times, _rest = done.stdout.partition("decision times")
        told.append(table)
    assert told[0] == told[1]
    one, two = (json.loads(file.read_text()) for file in files)
    assert [bot["decisions"] > 100 for bot in one.pop("times")] == [True, True]
    del two["times"]
    assert one == two
    assert one["is_complete"] is True
    assert one["contest"]["bots"] == ["novice", "random"]


def test_the_table_says_what_was_counted(tmp_path: Path) -> None:
    done = kb(tmp_path, *ARENA, "--players", "3")
    lines = done.stdout.splitlines()
    assert lines[0] == "9 games, 3 players, base game, seed 7"
    assert lines[2].split() == ["bot", "games", "won", "95", "%", "gold", "Elo", "95", "%"]
    assert lines[3].split()[:2] == ["novice", "9"]
    assert lines[4].split()[:2] == ["random", "18"]  # it fills two seats
    assert any(line.startswith("Castles") for line in lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--bots greedy", "--bots: name at least two bots"),
        ("--bots greedy,genius", "bots: unknown level 'genius'; choose from random"),
        ("--bots greedy,exec:", "bots: exec: is not a program that can be started"),
        ("--bots greedy,exec:/no/such/file", "bots: exec:/no/such/file is not a program"),
        ("--bots greedy,exec:'x", "bots: a quotation mark in exec:'x is not closed"),
        ("--games 0", "--games: a whole number from 1 to 1000000"),
        ("--games many", "--games: 'many' is not a whole number"),
        ("--jobs 0", "--jobs: a whole number from 1 to 64"),
        ("--nodes 0", "--nodes: a whole number from 1 to"),
        ("--seconds 0", "--seconds: a number above 0"),
        ("--seconds nan", "--seconds: a number above 0"),
        ("--seconds soon", "--seconds: 'soon' is not a number"),
        ("--players 5", "players: Kingdom Builder is for 2, 3 or 4 players"),
        ("--sets moon", "sets: choose base"),
        (f"--seed {'x' * 64}", "seed: 1 to 64 printable ASCII characters"),
        ("--json no-such-folder/x", "no-such-folder/x: no such folder"),
        ("--json README.md", "README.md: this file already exists"),
    ],
)
def test_contests_that_cannot_be_held(tmp_path: Path, arguments: str, sentence: str) -> None:
    done = kb(tmp_path, "arena", *arguments.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"kb: {sentence}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_counts_what_there_is(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "part.json"
    wishes = ("--bots", "random,random", "--games", "100000", "--jobs", jobs, "--json", str(file))
    with Program(tmp_path, "arena", *wishes) as program:
        program.until("0 of 100000, 0%")  # at once
        program.until("left")  # a game is over
        program.press("ctrl+c")  # it goes to the workers too
        assert program.wait() == 130
    part = json.loads(file.read_text())
    assert part["is_complete"] is False
    assert 0 < part["games"] == part["bots"][0]["seats"] < 100_000
