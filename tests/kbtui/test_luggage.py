"""What players take from door to door: the later version counts, at whichever door."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kbtui.door.accounts.store import PASSING, Account, Item, SqliteAccounts
from kbtui.door.desk import Desk
from kbtui.door.people import People
from kbtui.hosted.luggage import LONGEST, Luggage, carried, is_luggage

TICKET = "online/KQ7-4TN.ticket"


class Kept(SqliteAccounts):
    """Accounts that keep luggage, in memory."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.items: dict[str, Item] = {}

    def luggage(self, number: int) -> list[Item]:  # type: ignore[override]
        return sorted(self.items.values())

    def pack(self, number: int, item: Item) -> None:
        if item.name not in self.items or self.items[item.name].when < item.when:
            self.items[item.name] = item


class AtDesk:
    """A line to the desk, without a socket."""

    def __init__(self, accounts: SqliteAccounts, number: int = 7) -> None:
        desk = Desk(accounts, People(), "play.example.org")
        self._answer = desk.resident(Account(number, "ada"))

    def ask(self, question: str, **more: object) -> dict[str, Any]:
        found: Mapping[str, Any] = self._answer({"ask": question, **more})
        return dict(found)


def write(folder: Path, name: str, text: str, when: float) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (when, when))


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    return tmp_path / "one", tmp_path / "two"


def test_settings_and_seats_come_along_and_nothing_else(folders: tuple[Path, Path]) -> None:
    one, two = folders
    line = AtDesk(Kept())
    write(one, "settings.toml", 'color = "ansi"\n', 1000)
    write(one, TICKET, '{"seat": 1}', 1000)
    for name in ("games/a.kbg", "online/new-1234.ticket", "online/KQ7-4TN.lock", "other"):
        write(one, name, "stays", 1000)
    assert Luggage(str(one), line).bring()
    assert Luggage(str(two), line).bring()
    found = {str(path.relative_to(two)) for path in two.rglob("*") if path.is_file()}
    assert found == {"settings.toml", TICKET}
    assert (two / TICKET).read_text() == '{"seat": 1}'
    assert (two / TICKET).stat().st_mtime == 1000


def test_of_two_versions_the_later_counts(folders: tuple[Path, Path]) -> None:
    one, two = folders
    line = AtDesk(Kept())
    write(one, "settings.toml", "old", 1000)
    write(two, "settings.toml", "new", 2000)
    Luggage(str(one), line).bring()
    Luggage(str(two), line).bring()
    assert (two / "settings.toml").read_text() == "new"
    Luggage(str(one), line).bring()
    assert (one / "settings.toml").read_text() == "new"


def test_a_seat_that_was_given_up_is_given_up_everywhere(folders: tuple[Path, Path]) -> None:
    one, two = folders
    line = AtDesk(Kept())
    write(one, TICKET, "{}", 1000)
    here = Luggage(str(one), line)
    here.bring()
    Luggage(str(two), line).bring()
    assert (two / TICKET).exists()
    (one / TICKET).unlink()
    here.send()
    Luggage(str(two), line).bring()
    assert not (two / TICKET).exists()


def test_what_changes_while_a_program_runs_is_sent_soon_and_at_its_end(
    folders: tuple[Path, Path],
) -> None:
    one, two = folders
    accounts = Kept()
    line = AtDesk(accounts)
    came = threading.Event()
    pack = accounts.pack

    def noted(number: int, item: Item) -> None:
        pack(number, item)
        came.set()

    accounts.pack = noted  # type: ignore[method-assign]
    with carried(str(one), line, pause=0.01):
        write(one, TICKET, "first", 1000)
        assert came.wait(20)
        write(one, TICKET, "second", 2000)
    Luggage(str(two), line).bring()
    assert (two / TICKET).read_text() == "second"


def test_a_door_that_is_alone_keeps_nothing(folders: tuple[Path, Path]) -> None:
    one, _two = folders
    write(one, "settings.toml", "x", 1000)
    assert not Luggage(str(one), AtDesk(SqliteAccounts(":memory:"))).bring()
    with carried(str(one), AtDesk(SqliteAccounts(":memory:"))):
        pass
    for number in (0, PASSING + 1):  # nobody, and a guest of now
        assert not Luggage(str(one), AtDesk(Kept(), number)).bring()


def test_a_file_that_is_too_long_stays_where_it_is(folders: tuple[Path, Path]) -> None:
    one, two = folders
    accounts = Kept()
    write(one, "settings.toml", "x" * (LONGEST + 1), 1000)
    Luggage(str(one), AtDesk(accounts)).bring()
    assert accounts.items == {}
    write(two, "settings.toml", "ä" * LONGEST, 1000)
    Luggage(str(two), AtDesk(accounts)).bring()
    assert len(accounts.items["settings.toml"].text) == LONGEST


@pytest.mark.parametrize(
    "name",
    [
        *("", "x", "../settings.toml", "online/../../x.ticket", "online/KQ7-4TN.lock", 7, None),
        *(
            "online/kq7-4tn.ticket",
            "/settings.toml",
            "settings.toml\n",
            "online/KQ7-4TN.ticket.new",
        ),
    ],
)
def test_no_other_name_is_luggage(name: object) -> None:
    assert not is_luggage(name)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "../x"},
        {"when": "now"},
        {"when": True},
        {"when": -1},
        {"when": 2**60},
        {"text": 3},
        {"text": "x" * (LONGEST + 1)},
        {"name": ["settings.toml"]},
    ],
)
def test_the_desk_believes_no_program(change: dict[str, object]) -> None:
    accounts = Kept()
    good: dict[str, object] = {"name": "settings.toml", "when": 1, "text": "x"}
    assert AtDesk(accounts).ask("pack", **{**good, **change}) == {}
    assert accounts.items == {}
    assert AtDesk(accounts).ask("pack", **good) == {"packed": True}
