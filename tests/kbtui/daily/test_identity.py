"""Who somebody is at a relay: always the same, and never the same twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.daily import identity
from kbtui.daily.identity import token_for, token_of_try
from kbtui.hosted import mode
from kbtui.hosted.line import Line
from kbtui.hosted.mode import Hosted

RELAY, DAY = "ws://example.org:8765", "2026-11-17"


def test_a_token_is_the_same_whenever_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "kb" / "daily.key"
    token = token_for(RELAY, "kingdom", DAY, path)
    assert len(bytes.fromhex(token)) == 32
    assert token_for(RELAY, "kingdom", DAY, path) == token
    assert path.stat().st_mode & 0o077 == 0
    assert [*path.parent.iterdir()] == [path]


def test_no_two_days_games_relays_or_players_have_the_same(tmp_path: Path) -> None:
    path, other = tmp_path / "a.key", tmp_path / "b.key"
    found = [
        token_for(RELAY, "kingdom", DAY, path),
        token_for(RELAY, "castle", DAY, path),
        token_for(RELAY, "kingdom", "2026-11-18", path),
        token_for("ws://example.net:8765", "kingdom", DAY, path),
        token_for(RELAY, "kingdom", DAY, other),
    ]
    assert len({*found}) == 5
    assert not any(path.read_text().strip() in token for token in found)


def test_at_a_door_it_is_that_of_the_account_wherever_its_relay_is(tmp_path: Path) -> None:
    path, found = tmp_path / "daily.key", set()
    try:
        for port in (8765, 8766):
            mode.begin(Hosted("play.example.org", f"ws://127.0.0.1:{port}", "ann"))
            found.add(token_for(f"ws://127.0.0.1:{port}", "kingdom", DAY, path))
    finally:
        mode.begin(None)
    assert len(found) == 1


@pytest.mark.parametrize("given", ["ab" * 32, "AB" * 32, "ab", None])
def test_of_a_browser_its_door_says_the_token_of_a_try(
    given: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def answer(_line: Line, question: str, **more: object) -> dict[str, object]:
        asked.append((question, more))
        return {"token": given}

    monkeypatch.setattr(Line, "ask", answer)
    monkeypatch.setattr(identity, "daily_key_file", lambda: tmp_path / "daily.key")
    own = token_of_try(RELAY, "kingdom", DAY)
    assert (asked, own) == ([], token_for(RELAY, "kingdom", DAY))  # at home nobody is asked
    try:
        mode.begin(Hosted("play.example.org", RELAY, "ann"))
        found = token_of_try(RELAY, "kingdom", DAY)
        at_door = token_for(RELAY, "kingdom", DAY)
    finally:
        mode.begin(None)
    assert asked == [("try", {"game": "kingdom", "day": DAY})]
    assert found == (given if given == "ab" * 32 else at_door)


def test_a_key_that_cannot_be_kept_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError):
        token_for(RELAY, "kingdom", DAY, tmp_path / "file" / "daily.key")
    broken = tmp_path / "broken.key"
    broken.write_text("nonsense")
    with pytest.raises(OSError):
        token_for(RELAY, "kingdom", DAY, broken)
