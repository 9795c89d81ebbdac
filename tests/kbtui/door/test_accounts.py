"""Names, codes and accounts: one name for one person, one code for one use."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kbtui.door.accounts import codes, names, store
from kbtui.door.accounts.store import (
    GUEST_LIFE,
    LINK,
    LINK_LIFE,
    RECOVERY,
    RETURN,
    SqliteAccounts,
    Taken,
)
from kbtui.door.commandwords import DESK
from kbtui.door.desk import Desk
from kbtui.door.people import People
from kbtui.hosted.mode import COMMANDS
from relay.protocol.room_codes import tidy_code


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(tmp_path: Path, clock: Clock) -> Iterator[SqliteAccounts]:
    found = SqliteAccounts(tmp_path / "accounts.sqlite", clock)
    yield found
    found.close()


@pytest.mark.parametrize("name", ["ada", "Ada-L", "x1", "a_b", "Bartholomew1"])
def test_a_name_is_short_and_plain(name: str) -> None:
    assert names.judged(name) == names.FREE


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a", names.SHORT),
        ("", names.SHORT),
        ("thirteen-long", names.BAD),
        ("a b", names.BAD),
        ("ad\x1b[31m", names.BAD),
        ("ädä", names.BAD),
        ("~owl", names.BAD),
        ("1ada", names.BAD),
        ("ada-", names.BAD),
        ("root", names.RESERVED),
        ("J0IN", names.RESERVED),  # looks like join
        ("expert", names.RESERVED),
        ("KQ7-4TN", names.RESERVED),
    ],
)
def test_what_is_wrong_with_a_name_is_known(name: str, why: str) -> None:
    assert names.judged(name) == why


def test_no_account_is_called_like_a_word_of_the_door() -> None:
    for word in (*COMMANDS, *DESK, *names.WORDS):
        assert names.judged(word) in (names.RESERVED, names.BAD), word


def test_names_that_look_alike_are_one_name() -> None:
    assert names.folded("Ada-I0") == names.folded("adalo")
    assert names.folded("ada") != names.folded("adb")


def test_a_user_name_proposes_a_name_unless_it_is_that_of_many_machines() -> None:
    assert names.proposal("ada.lovelace") == "adalovelace"
    assert names.proposal("Bob\x1b]0;x\x07") == "Bob0x"
    assert [names.proposal(user) for user in ("root", "ubuntu", "git", "watch", "ä", "")] == [
        ""
    ] * 6


def test_guests_have_names_that_no_account_can_have() -> None:
    birds = {names.bird(number) for number in range(1, 200)}
    assert len(birds) > 150
    assert all(bird.startswith("~") and len(bird) <= 12 for bird in birds)


def test_codes_are_no_room_codes_and_read_in_any_case() -> None:
    code = codes.draw()
    assert tidy_code(code) is None
    assert codes.tidy(code.lower().replace("-", " ")) == codes.tidy(code)
    assert codes.tidy("KQ7-4TN") is None
    assert codes.sealed(code) == codes.sealed(code.lower())


def test_one_name_one_account_one_key(accounts: SqliteAccounts, tmp_path: Path) -> None:
    ada = accounts.create("Ada", "key 1")
    assert (accounts.of_key("key 1"), accounts.of_name("ada")) == (ada, ada)
    elsewhere = SqliteAccounts(tmp_path / "accounts.sqlite")  # another door of this machine
    assert elsewhere.state_of("ADA") == names.TAKEN
    with pytest.raises(Taken):
        elsewhere.create("a-d-a", "key 2")
    with pytest.raises(Taken):  # two accounts, one key
        elsewhere.create("bob", "key 1")
    assert accounts.of_name("bob") is None
    elsewhere.close()


def test_a_link_code_adds_a_key_once_and_for_ten_minutes(
    accounts: SqliteAccounts, clock: Clock
) -> None:
    ada = accounts.create("ada", "key 1")
    code = accounts.new_code(ada.number, LINK)
    assert accounts.use_code(code, None) is None  # nobody comes in by a code alone
    assert accounts.use_code(code, "key 2") == ada
    assert accounts.use_code(code, "key 3") is None
    code = accounts.new_code(ada.number, LINK)
    newer = accounts.new_code(ada.number, LINK)
    assert accounts.use_code(code, "key 3") is None
    clock.now += LINK_LIFE + 1
    assert accounts.use_code(newer, "key 3") is None
    assert accounts.keys(ada.number) == 2


def test_a_key_of_somebody_cannot_be_taken_to_another_account(accounts: SqliteAccounts) -> None:
    ada, bob = accounts.create("ada", "key 1"), accounts.create("bob", "key 2")
    assert accounts.use_code(accounts.new_code(ada.number, LINK), "key 2") is None
    assert accounts.of_key("key 2") == bob


def test_a_guest_returns_for_a_week(accounts: SqliteAccounts, clock: Clock) -> None:
    guest = accounts.guest()
    code = accounts.new_code(guest.number, RETURN)
    assert guest.is_guest
    for _ in range(2):
        assert accounts.use_code(code, None) == guest
    clock.now += GUEST_LIFE + 1
    assert accounts.use_code(code, None) is None


def test_guests_are_forgotten_when_they_cannot_come_back(
    accounts: SqliteAccounts, clock: Clock
) -> None:
    gone, returning, browser = accounts.guest(), accounts.guest(), accounts.guest("web:1")
    named = accounts.guest("web:2")
    accounts.name_guest(named.number, "bob", "key 2")
    ada = accounts.create("ada", "key 1")
    assert accounts.forget_guests() == []
    clock.now += GUEST_LIFE - 1
    accounts.new_code(returning.number, RETURN)
    assert accounts.guest("web:1") == browser  # who is here for another week
    clock.now += 2
    assert accounts.forget_guests() == [gone.number]
    assert accounts.forget_guests() == []
    assert (accounts.of_key("web:1"), accounts.of_name("ada")) == (browser, ada)
    clock.now += GUEST_LIFE
    assert accounts.forget_guests() == [returning.number, browser.number]
    assert (accounts.of_key("web:1"), accounts.keys(browser.number)) == (None, 0)
    assert accounts.guest("web:1").number > ada.number  # somebody new
    assert accounts.guest("web:2").name == "bob"


def test_browsers_of_an_earlier_version_have_another_week(
    accounts: SqliteAccounts, clock: Clock
) -> None:
    browser = accounts.guest("web:1")
    accounts._base.execute("DROP TABLE used")
    accounts._base.executescript(store._LAYOUT)  # as after an upgrade
    clock.now += 10 * GUEST_LIFE
    assert accounts.forget_guests() == []
    clock.now += GUEST_LIFE + 1
    assert accounts.forget_guests() == [browser.number]


def test_no_code_lies_in_the_file(accounts: SqliteAccounts, tmp_path: Path) -> None:
    ada = accounts.create("ada", "key 1")
    code = accounts.new_code(ada.number, RECOVERY)
    accounts.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"ada" in stored
    assert (codes.tidy(code) or "").encode() not in stored
    assert code.encode() not in stored


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "accounts.sqlite"
    for _ in range(2):
        accounts = SqliteAccounts(path)
        assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o600}
        accounts.close()
        path.chmod(0o644)  # as versions before made it


def test_a_file_that_is_no_store_is_refused_in_a_sentence_and_closed(
    tmp_path: Path, databases: list[sqlite3.Connection]
) -> None:
    path = tmp_path / "accounts.sqlite"
    path.write_bytes(b"nonsense" * 500)
    with pytest.raises(OSError, match="accounts"):
        SqliteAccounts(path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        databases[0].execute("SELECT 1")


# The desk, asked by programs that may have been taken over


@pytest.fixture
def desk(accounts: SqliteAccounts) -> Desk:
    return Desk(accounts, People(), "play.example.org")


def test_a_visit_ends_with_one_account_and_answers_nothing_after_it(desk: Desk) -> None:
    visit = desk.visit("key 1", "ada", [])
    assert visit.answer({"ask": "welcome"})["proposal"] == "ada"
    answer = visit.answer({"ask": "enter", "name": "ada"})
    assert answer["is_in"]
    assert codes.tidy(answer["secret"])
    assert visit.account == desk.accounts.of_key("key 1")
    assert visit.answer({"ask": "enter", "name": "bob"}) == {}
    assert desk.accounts.of_name("bob") is None


@pytest.mark.parametrize(
    "question",
    [{}, {"ask": None}, {"ask": ["enter"]}, {"ask": "enter", "name": 7}, {"ask": "x" * 99}],
)
def test_nonsense_gets_nothing(desk: Desk, question: dict[str, object]) -> None:
    visit = desk.visit("key 1", "", [])
    assert "is_in" not in visit.answer(question)
    assert visit.account is None


def test_five_wrong_codes_end_the_guessing_of_a_connection(desk: Desk) -> None:
    """However many sessions it has."""
    ada = desk.accounts.create("ada", "key 1")
    good = desk.accounts.new_code(ada.number, LINK)
    wrong: list[str] = []
    for _ in range(5):
        visit = desk.visit("key 2", "", wrong)
        assert visit.answer({"ask": "code", "code": codes.draw()}) == {}
    assert visit.answer({"ask": "code", "code": good}) == {}
    assert visit.account is None


def test_without_a_key_no_name_can_be_had(desk: Desk) -> None:
    visit = desk.visit(None, "ada", [])
    assert visit.answer({"ask": "enter", "name": "ada"}) == {}
    assert visit.answer({"ask": "guest"}) == {"is_in": True}
    assert visit.account is not None
    assert visit.account.is_guest


def test_people_are_told_of_who_comes_and_goes(desk: Desk) -> None:
    people, told = desk.people, []
    people.came.append(lambda person: told.append(f"+{person.account.name}"))
    people.gone.append(lambda person: told.append(f"-{person.account.name}"))
    ada = desk.accounts.create("ada", "key 1")
    places = [people.enter(ada, "ssh", ("games",)) for _ in range(4)]
    assert not people.has_room(ada)
    assert people.names() == ["ada"]
    assert desk.resident(ada)({"ask": "hall"})["here"] == [("ada", "", "")]
    for place in (*places, places[0]):
        people.leave(place)
    assert told == ["+ada"] * 4 + ["-ada"] * 4
    assert people.here() == []


def test_an_address_has_so_many_programs_over_all_ways() -> None:
    """IPv6 by /64, as a provider gives it to a household; who is not known by address is not
    counted."""
    people = People(per_address=2)
    assert people.admit("2001:db8::1")
    assert people.admit("2001:db8::2")
    assert not people.admit("2001:db8::3")
    assert people.admit("2001:db8:0:1::3")
    assert all(people.admit("") for _ in range(3))
    people.dismiss("2001:db8::1")
    assert people.admit("2001:db8::3")
    assert not people.admit("2001:db8::4")
