"""``kb daily``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kbtui.cli.main import main
from kbtui.disk import places
from relay.days import deals


@pytest.fixture(autouse=True)
def a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.HOME, str(tmp_path))
    monkeypatch.setattr(deals, "clock", lambda: (deals.ordinal("2026-11-16") + 0.5) * deals.DAY)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words]) == 0
    return capsys.readouterr().out


def test_how_the_tries_stand(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "daily")
    assert "2026-11-16  Kingdom Builder  not played yet" in text
    assert "2026-11-16  Castle Builder  not played yet" in text
    (data,) = json.loads(said(capsys, "daily", "--json", "--game", "castle"))
    assert (data["game"], data["try"], data["seat"]) == ("castle", "new", 1)
    assert main(["daily", "--text"]) == 2
    assert "once the try is over" in capsys.readouterr().err


def test_a_try_in_lines_is_opened_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("hint\nquit\n", "quit\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        out = said(capsys, "--line", "daily", "--play", "--game", "castle")
        assert ("no hints in a try that counts" in out) == ("hint" in text)
    assert len([*(tmp_path / "games").iterdir()]) == 1
    assert "begun, not finished" in said(capsys, "daily", "--game", "castle")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    said(capsys, "--line", "daily", "--practice", "--game", "castle")
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert len(names) == 2
    assert "2026-11-15" in names[0] + names[1]  # yesterday's, as long as today's may count


def test_a_day_that_is_none_is_refused_before_a_relay_is_missed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for day, why in (("2026-13-13", "a day is written like"), ("2026-11-15", "only a relay")):
        assert main(["daily", "--day", day]) == 2
        assert why in capsys.readouterr().err
