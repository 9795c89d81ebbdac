"""Programs for browsers: who they are, and as which user of the system they run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from kbtui.door.accounts.store import PASSING, Account, SqliteAccounts
from kbtui.door.browsers import Browsers
from kbtui.door.people import People
from kbtui.door.players.player import Player
from kbtui.door.players.players import Players
from kbtui.door.players.wish import Window, Wish
from kbtui.door.shared import Limits, Shared
from kbtui.door.web.cookies import try_token
from kbtui.door.web.terminal.sessions import Full, Wanted
from tests.kbtui.door.listening import Ear


class Started:
    """What stands for players' programs: who answers each of them."""

    def __init__(self) -> None:
        self.answers: list[Callable[[Mapping[str, Any]], Mapping[str, Any]]] = []

    async def open(self, wish: Wish, ear: Ear, answer: Any) -> Player:
        self.answers.append(answer)
        player = object.__new__(Player)
        player.number = len(self.answers)
        return player


@pytest.fixture
def started() -> Started:
    return Started()


@pytest.fixture
def shared(tmp_path: Path, started: Started) -> Iterator[Shared]:
    accounts = SqliteAccounts(tmp_path / "accounts.sqlite")
    yield Shared(accounts, cast(Players, started), People(), "play.example.org", Limits())
    accounts.close()


async def open_app(shared: Shared, cookie: str) -> Player:
    wanted = Wanted(cookie, "tab", ())
    return await Browsers(shared).open(wanted, Window(80, 24), "en", Ear(), "")


async def test_the_app_of_a_browser_has_the_try_that_it_has_by_taps(
    shared: Shared, started: Started
) -> None:
    await open_app(shared, "cookie")
    question = {"ask": "try", "game": "kingdom", "day": "2026-11-17"}
    token = try_token("cookie", "kingdom", "2026-11-17").hex()
    assert started.answers[0](question) == {"token": token}
    ada = shared.accounts.create("ada", "a key")
    assert shared.desk.resident(ada)(question) == {}  # her program has a key of its own


async def test_no_two_accounts_have_programs_of_one_user_at_once(
    shared: Shared, caplog: pytest.LogCaptureFixture
) -> None:
    shared.users = 3
    caplog.set_level(logging.WARNING, "relay")
    places = {number: shared.people.enter(Account(number, "x"), "ssh") for number in (1, 2)}
    assert caplog.records == []
    assert shared.has_own_user(Account(1, "x"))  # once more
    assert shared.has_own_user(Account(3, "y"))
    assert not shared.has_own_user(Account(4, "z"))
    assert not shared.has_own_user(Account(PASSING + 2 - PASSING % 3, "~owl", True))
    assert [record.message for record in caplog.records] == ["users-shared"]
    shared.people.leave(places[1])
    assert shared.has_own_user(Account(4, "z"))
    for key in ("1", "2", "3"):
        shared.accounts.create(f"name{key}", key)
    await open_app(shared, "first")  # number 4
    with pytest.raises(Full):
        await open_app(shared, "second")  # number 5, while 2 is here
    shared.users = 0  # no users of their own at all: nothing to share
    await open_app(shared, "second")
