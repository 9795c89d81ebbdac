"""``kb stats``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kbtui.cli.main import main
from kbtui.disk import places
from tests.kbtui.history.shelves import put, record


@pytest.fixture(autouse=True)
def some_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.HOME, str(tmp_path))
    put(tmp_path / "games", "a", record("you random", "a"))
    put(tmp_path / "games", "b", record("you skilled", "b", day="2026-06-01"))


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["stats", *words]) == 0
    return capsys.readouterr().out


def test_lines_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys).startswith("Kingdom Builder: 2 games")
    assert said(capsys, "--game", "castle") == "There are no finished games to count.\n"
    data = json.loads(said(capsys, "--json", "--against", "skilled", "--last", "1"))
    assert (data["games"], data["last"][0]["id"]) == (1, "b")
    assert json.loads(said(capsys, "--json", "--since", "2026-05-02"))["games"] == 1
    assert json.loads(said(capsys, "--json", "--players", "3"))["games"] == 0


def test_a_picture_is_never_written_over_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = str(tmp_path / "me.svg")
    assert said(capsys, "--svg", out) == f"Wrote {out}\n"
    assert main(["stats", "--svg", out]) == 2
    assert "--force" in capsys.readouterr().err
    said(capsys, "--svg", out, "--force")
    assert said(capsys, "--svg", "-").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--since", "yesterday"), "a day is written as 2026-10-01"),
        (("--since", "2026-13-01"), "a day is written as 2026-10-01"),
        (("--last", "-1"), "must be 0 or more"),
        (("--game", "chess"), "unknown"),
        (("--json", "--svg", "x"), "--svg"),
    ],
)
def test_wrong_use(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], problem: str
) -> None:
    assert main(["stats", *words]) == 2
    assert problem in capsys.readouterr().err
