"""``kb analyze``: any record, finished or not, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.kingdom.setup import Options
from engine.record import format_record
from kbtui.cli.botarguments import COACHES
from kbtui.games.kingdom.coach.analysis import LEVELS
from kbtui.play.saves import start
from kbtui.play.session import HUMAN, REMOTE, SEATS
from tests.kbtui.playing import kingdom
from tests.kbtui.running import kb

GOLDEN = "tests/golden/games/first-game.kbg"


@pytest.mark.slow
def test_a_record_is_analysed_for_everybody(tmp_path: Path) -> None:
    out = tmp_path / "turns.json"
    asked = ("--level", "greedy", "--turns", "2", "--json", str(out))
    done = kb(tmp_path, "analyze", GOLDEN, *asked)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.endswith("costliest turns")] == [
        "Ann: the costliest turns",
        "Ben: the costliest turns",
    ]
    assert sum(line.startswith("  turn ") for line in lines) == 4
    data = json.loads(out.read_text())
    assert data["level"] == "greedy"
    assert [len(seat["worst"]) for seat in data["seats"]] == [2, 2]
    one = kb(tmp_path, "analyze", GOLDEN, "--level", "greedy", "--seat", "2")
    assert [line for line in one.stdout.splitlines() if line.endswith("costliest turns")] == [
        "Ben: the costliest turns"
    ]


@pytest.mark.slow
def test_of_a_saved_game_that_still_goes_on_the_turns_of_the_person(tmp_path: Path) -> None:
    session = kingdom(Options(seed="running"), [HUMAN, "random"], ["Ann", "Bot"])
    save = start(session, tmp_path / "games")
    list(session.advance())
    for _ in range(3):
        session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.play("end")
    list(session.advance())
    save.close()
    done = kb(tmp_path, "analyze", "1", "--level", "greedy")
    assert done.returncode == 0
    assert done.stdout.startswith("Ann: ")
    assert "Bot: " not in done.stdout


def test_a_game_that_people_elsewhere_still_play_is_not_analysed(tmp_path: Path) -> None:
    record = kingdom(Options(seed="online"), [HUMAN, "random"]).record()
    path = tmp_path / "online.kbg"
    path.write_text(format_record(record._replace(tags=((SEATS, f"{HUMAN} {REMOTE}"),))))
    done = kb(tmp_path, "analyze", str(path))
    assert done.returncode == 2
    told = "The coach is available once this game is over."
    assert done.stderr == f"kb: {told}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "FILE is missing"),
        ("no-such-game", "there is no file or saved game called no-such-game"),
        ("README.md", "README.md: line 1: a record must start with"),
        (f"{GOLDEN} --level genius", "--level: 'genius' is not a choice; choose from"),
        (f"{GOLDEN} --turns 0", "--turns: a whole number from 1 to 100"),
        (f"{GOLDEN} --seat 3", "--seat: a whole number from 1 to 2"),
        (f"{GOLDEN} --json README.md", "README.md: this file already exists"),
    ],
)
def test_what_cannot_be_analysed(tmp_path: Path, arguments: str, sentence: str) -> None:
    done = kb(tmp_path, "analyze", *arguments.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"kb: {sentence}")
    assert done.stderr.count("\n") == 1


def test_the_help_names_the_coaches_that_there_are() -> None:
    assert COACHES == LEVELS
