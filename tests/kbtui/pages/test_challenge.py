"""A challenge as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import format_record, read_record
from kbtui.daily.challenge import code_of, read_code, session_of
from kbtui.daily.dares import Dared
from kbtui.hosted import mode
from kbtui.pages.cards.challenge import ChallengePage
from kbtui.pages.cards.outcomes import Compare, Copy, Leave
from kbtui.text.address import Address
from relay.protocol.days import ChallengeView, Ranked
from tests.kbtui.daily.test_challenge import challenge
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.history.shelves import record
from tests.kbtui.pages.showing import EVERYWHERE, dressed, press, shown


def outcome(it: ChallengePage) -> object:
    return it.outcome


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


def dared(count: int) -> Dared:
    names = ("Ann", "Bea", "Cid")[:count]
    rows = tuple(
        Ranked(n, name, 90 - n, 70, name == "Ann") for n, name in enumerate(sorted(names), 1)
    )
    view = ChallengeView("KQ7-4TN", "deal", "Ann", count, rows, 1)
    return Dared(view, "00" * 32, Address("ws://relay.example.org:8765"))


def test_a_short_code_is_asked_for_shown_and_copied() -> None:
    it = page()
    assert "Press s for a short code" in shown(it)
    press(it, "s")
    assert isinstance(outcome(it), Leave)
    it.outcome = None
    it.know(dared(1))
    assert outcome(it) is None  # nobody else has played it
    assert "Your short code is KQ7-4TN." in shown(it)
    assert "c copy the short code" in shown(it)
    press(it, "c")
    assert outcome(it) == Copy("KQ7-4TN")


def test_several_who_played_it_are_a_small_table_and_each_can_be_compared() -> None:
    it = page()
    it.know(dared(3))
    assert outcome(it) == Compare(2)
    it.outcome = None
    it.compare(challenge("you greedy", seed="b").result)
    text = shown(it, (80, 60))
    assert "EVERYONE WHO PLAYED IT" in text
    assert "ROUND BY ROUND" in text
    assert [name for name in ("Ann", "Bea", "Cid") if name in text] == ["Ann", "Bea", "Cid"]
    press(it, "right")
    assert outcome(it) == Compare(3)
    it.outcome = None
    press(it, "right")
    assert outcome(it) == Compare(2)


@EVERYWHERE
@pytest.mark.usefixtures("every_language")
def test_the_table_fits(size: tuple[int, int]) -> None:
    it = page()
    it.know(dared(3))
    for _step in range(6):
        shown(it, size)
        press(it, "pagedown")
