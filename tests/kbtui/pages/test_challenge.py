"""A challenge as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import format_record, read_record
from kbtui.daily.challenge import code_of, read_code, session_of
from kbtui.hosted import mode
from kbtui.pages.challenge import ChallengePage
from kbtui.pages.daily import Copy
from tests.kbtui.daily.test_challenge import challenge
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.history.shelves import record
from tests.kbtui.pages.showing import EVERYWHERE, dressed, press, shown


def page() -> ChallengePage:
    return dressed(ChallengePage(*read_record(format_record(record("you novice")))))


def answer() -> ChallengePage:
    session = session_of(challenge("person you", "castle"), "Bea")
    finish(session)
    return dressed(ChallengePage(session.record(), session.table))


@pytest.mark.slow
@EVERYWHERE
@pytest.mark.usefixtures("every_language")
def test_it_fits(size: tuple[int, int]) -> None:
    for it in (page(), answer()):
        for _step in range(6):
            shown(it, size)
            press(it, "pagedown")


def test_the_code_is_shown_copied_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    it = page()
    text = "".join(line.strip() for line in shown(it).splitlines())
    assert it.code in text
    press(it, "c")
    assert it.outcome == Copy(it.code)
    press(it, "x", "x")
    assert "Wrote challenge-2.kbdeal" in shown(it)
    made, _table = read_record((tmp_path / "challenge.kbdeal").read_text())
    assert made.result == record("you novice").result


def test_an_answer_is_compared_round_by_round() -> None:
    it = answer()
    text = shown(it, (80, 60))
    assert "ROUND BY ROUND" in text
    assert "met people" in text
    assert read_code(it.code).result.name == "Bea"
    assert code_of(challenge("person you", "castle")) != it.code


def test_at_a_door_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    it = page()
    mode.begin(mode.Hosted("play.example.org", "example.org", "ann"))
    try:
        press(it, "x")
    finally:
        mode.begin(None)
    assert [*tmp_path.iterdir()] == []
