"""``kb challenge``."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kbtui.cli.main import main
from kbtui.disk import places
from tests.kbtui.history.shelves import put, record


@pytest.fixture(autouse=True)
def some_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.HOME, str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    put(tmp_path / "games", "a", record("you novice", "a", game="castle"))
    put(tmp_path / "games", "b", record("you novice", "b", game="castle"))
    put(tmp_path / "games", "bots", record("novice novice", "b", game="castle"))


def test_a_code_and_a_file_lead_to_the_same_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["challenge", "a"]) == 0
    code = capsys.readouterr().out.splitlines()[0]
    out = tmp_path / "friend.kbdeal"
    assert main(["challenge", "a", "--out", str(out)]) == 0
    capsys.readouterr()
    heads = []
    for text in (code, str(out)):
        assert main(["--line", "challenge", "--take", text]) == 0
        heads.append(capsys.readouterr().out.partition("Type help")[0].splitlines())
    assert heads[0] == heads[1]
    assert any(line.startswith("From: Ann dares you") for line in heads[0])
    assert "Deal: 7 coins; you play against Botto (novice bot)." in heads[0]
    assert main(["challenge", "a", "--compare", code]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Ann and you did equally well."


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "name a finished game"),
        (("bots",), "only a finished game of one person"),
        (("a", "--compare"), "answers no challenge"),
        (("a", "--compare", "b"), "different deals"),
        (("--take", "kb1-nonsense"), "not the code of a challenge"),
        (("--take", "/nowhere/at/all"), "neither the code of a challenge nor a file"),
        (("nobody",), "there is no file or saved game"),
    ],
)
def test_wrong_use(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], problem: str
) -> None:
    assert main(["--line", "challenge", *words]) == 2
    assert problem in capsys.readouterr().err
