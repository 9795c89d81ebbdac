"""Talk in the hall of a door: who may say what, and how much of it is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kbtui.door.accounts.store import Account, SqliteAccounts
from kbtui.door.desk import Desk
from kbtui.door.people import People, Person
from kbtui.door.players.wire import LONGEST
from kbtui.door.talk import EMPTY, OFF, TOO_FAST, Talk

ADA, BOB = Account(1, "ada", False), Account(2, "bob", False)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def talk(clock: Clock) -> Talk:
    found = Talk(clock)
    found.is_on = True
    return found


def said(talk: Talk, heard: int = 0) -> list[tuple[str, str]]:
    return [(word.name, word.text) for word in talk.after(heard)]


def test_lines_are_heard_once_and_in_order(talk: Talk) -> None:
    assert talk.say(ADA, "hello") == ""
    assert talk.say(BOB, "hi") == ""
    assert said(talk) == [("ada", "hello"), ("bob", "hi")]
    assert said(talk, talk.after(0)[0].number) == [("bob", "hi")]
    assert said(talk, 2) == []
    assert len(said(talk, 99)) == 2  # a number of an earlier door


def test_nothing_is_said_where_the_host_has_not_allowed_it(clock: Clock) -> None:
    talk = Talk(clock)
    assert talk.say(ADA, "hello") == OFF
    talk.came(Person(ADA, 0.0, "ssh"))
    assert said(talk) == []


def test_lines_are_cleaned_and_cut(talk: Talk) -> None:
    talk.say(ADA, "a\x1b[2J\x07\u202eb\n" + "x" * 500)
    ((_name, text),) = said(talk)
    assert text.startswith("a[2Jb x")
    assert len(text) == 200
    assert talk.say(BOB, " \x1b ") == EMPTY


def test_nobody_floods_the_hall(talk: Talk, clock: Clock) -> None:
    answers = [talk.say(ADA, f"line {number}") for number in range(50)]
    assert answers == [""] * 4 + [TOO_FAST] * 46
    assert talk.say(BOB, "hi") == ""  # others are not silenced by that
    clock.now += 5
    assert talk.say(ADA, "again") == ""


def test_memory_is_bounded(talk: Talk, clock: Clock) -> None:
    for number in range(3000):
        talk.say(Account(number, f"a{number}", False), "x" * 200)
    assert len(talk._words) == 100
    assert len(talk._speakers) <= 1000
    assert len(talk.after(0)) == 20
    clock.now += 86_401
    assert talk.after(0) == []


def test_who_comes_is_told_once_in_a_while(talk: Talk, clock: Clock) -> None:
    for _time in range(3):
        talk.came(Person(ADA, 0.0, "ssh"))
    talk.came(Person(BOB, 0.0, "ssh", ("games",)))  # prints something and is gone
    assert said(talk) == [("ada", "")]
    clock.now += 901
    talk.came(Person(ADA, 0.0, "ssh"))
    assert len(said(talk)) == 2


def test_the_desk_answers_by_who_logged_in_and_its_answers_fit_a_packet(tmp_path: Path) -> None:
    people, accounts = People(), SqliteAccounts(tmp_path / "accounts.sqlite")
    desk = Desk(accounts, people, "play.example.org")
    desk.talk.is_on = True
    answer = desk.resident(ADA)
    assert answer({"ask": "say", "text": "hello", "name": "root"}) == {"why": ""}
    for wrong in ("x", -1, 2.5, None, 2**80, True):
        told = answer({"ask": "hall", "heard": wrong})
        assert told["talks"] is True
    assert answer({"ask": "hall", "heard": 0})["talk"][0][2:] == ("ada", "hello")
    assert answer({"ask": "say", "text": "x" * 401}) == {"why": EMPTY}
    assert answer({"ask": "say", "text": 7}) == {"why": EMPTY}
    for number in range(2, 402):
        account = Account(number, "m" * 24, False)
        people.enter(account, "ssh")
        people.does(account, "watches", "w" * 24)
        desk.talk.say(account, "\U0001f3f0" * 200)
    assert len(json.dumps(answer({"ask": "hall"})).encode()) < LONGEST
    accounts.close()
