"""Doors on several machines share their accounts in a Valkey: two of everything, one server."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kbtui.door.accounts import codes, names, openaccounts, scripts
from kbtui.door.accounts import valkey as shared
from kbtui.door.accounts.store import (
    LINK,
    MOST_KEYS,
    RECOVERY,
    RETURN,
    Account,
    AccountsDown,
    Item,
    SqliteAccounts,
    Taken,
)
from kbtui.door.accounts.valkey import ValkeyAccounts
from kbtui.door.serve import main
from kbtui.hosted.luggage import MOST
from relay.server.arguments import Refusal
from tests.relay.valkeys import Valkey, own_prefix

pytestmark = pytest.mark.slow

Doors = Callable[[], ValkeyAccounts]


@pytest.fixture(
    params=["", pytest.param("redis", marks=pytest.mark.needs("redis"))],
    ids=["valkey", "redis"],
    scope="module",
)
def server(request: pytest.FixtureRequest) -> Iterator[Valkey]:
    with Valkey(program=request.param) as found:
        yield found


@pytest.fixture
def doors(server: Valkey) -> Iterator[Doors]:
    """Each call opens the same accounts once more, as another door does."""
    url = own_prefix(server.url)
    opened: list[ValkeyAccounts] = []

    def door() -> ValkeyAccounts:
        opened.append(ValkeyAccounts(url))
        return opened[-1]

    yield door
    for each in opened:
        each.close()


def test_a_name_and_a_key_are_the_same_at_both_doors(doors: Doors) -> None:
    one, two = doors(), doors()
    ada = one.create("Ada", "key 1")
    assert (two.of_key("key 1"), two.of_name("aDa"), two.of_key("key 2")) == (ada, ada, None)
    assert (two.state_of("ADA"), two.state_of("bob")) == (names.TAKEN, names.FREE)
    for name, key in (("a-d-a", "key 2"), ("bob", "key 1")):
        with pytest.raises(Taken):
            two.create(name, key)
    assert two.of_name("bob") is None
    assert two.create("Bob", "key 2").number != ada.number
    assert one.create("Ada", "key 1") == ada  # asked again, since the answer was lost


def test_of_many_who_want_one_name_at_the_same_moment_one_gets_it(doors: Doors) -> None:
    many = [doors() for _ in range(8)]
    start = threading.Barrier(len(many))

    def want(at: int) -> Account | None:
        start.wait()
        try:
            return many[at].create(("Ada", "a_da", "ADA")[at % 3], f"key {at}")
        except Taken:
            return None

    with ThreadPoolExecutor(len(many)) as threads:
        found = [each for each in threads.map(want, range(len(many))) if each is not None]
    assert len(found) == 1
    assert all(each.of_name("ada") == found[0] for each in many)
    assert [each.keys(found[0].number) for each in many] == [1] * len(many)


def test_a_code_is_used_once_at_whichever_door(doors: Doors) -> None:
    many = [doors() for _ in range(6)]
    ada = many[0].create("ada", "key 0")
    code = many[1].new_code(ada.number, LINK)
    assert many[2].use_code(code, None) is None  # nobody comes in by a code alone
    start = threading.Barrier(len(many))

    def use(at: int) -> Account | None:
        start.wait()
        return many[at].use_code(code, f"another {at}")

    with ThreadPoolExecutor(len(many)) as threads:
        found = [each for each in threads.map(use, range(len(many))) if each is not None]
    assert found == [ada]
    assert many[3].keys(ada.number) == 2


def test_codes_end_and_replace_each_other(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = doors(), doors()
    ada, bob = one.create("ada", "key 1"), one.create("bob", "key 2")
    old, new = one.new_code(ada.number, LINK), two.new_code(ada.number, LINK)
    assert two.use_code(old, "key 3") is None
    assert one.use_code(new, "key 2") is None  # somebody's key
    assert two.of_key("key 2") == bob
    assert one.use_code(new, "key 3") == ada
    assert not two.has_code(ada.number, RECOVERY)
    one.new_code(ada.number, RECOVERY)
    assert two.has_code(ada.number, RECOVERY)
    monkeypatch.setattr(shared, "life_of", lambda purpose: -5.0)
    assert one.use_code(two.new_code(ada.number, LINK), "key 4") is None
    monkeypatch.undo()
    for number in range(MOST_KEYS):
        one.use_code(one.new_code(ada.number, LINK), f"more {number}")
    assert two.keys(ada.number) == MOST_KEYS
    assert one.use_code("nonsense", "key 9") is None


def test_a_guest_of_one_door_comes_back_to_another_and_gets_a_name(doors: Doors) -> None:
    one, two = doors(), doors()
    guest = one.guest()
    assert guest.is_guest
    assert guest.name.startswith(names.GUEST)
    code = one.new_code(guest.number, RETURN)
    for _ in range(2):
        assert two.use_code(code, None) == guest
    one.create("ada", "key 1")
    with pytest.raises(Taken):
        two.name_guest(guest.number, "Ada", "key 2")
    named = two.name_guest(guest.number, "bob", "key 2")
    assert (named.number, named.is_guest, one.of_key("key 2")) == (guest.number, False, named)
    assert one.use_code(code, None) is None
    browser = one.guest("web:1")
    assert two.guest("web:1") == browser == two.of_key("web:1")


def test_every_door_hears_of_guests_who_are_gone(doors: Doors, server: Valkey) -> None:
    one, two = doors(), doors()
    gone, returning, browser = one.guest(), one.guest(), one.guest("web:1")
    earlier, named = one.guest("web:2"), one.guest("web:3")
    two.new_code(returning.number, RETURN)
    two.name_guest(named.number, "bob", "key 3")
    ada = one.create("ada", "key 1")
    assert one.forget_guests() == []
    guests, held = (one._keys[scripts.KEYS.index(name)] for name in ("guests", "held"))
    people = (gone, returning, browser, earlier)

    def pass_a_week() -> None:
        for each in people:
            server.ask("ZADD", guests, "XX", "1000", each.number)

    pass_a_week()
    server.ask("HDEL", held, f"{earlier.number} web")  # as an earlier version has left it
    assert two.guest("web:1") == browser  # who is here for another week
    assert one.forget_guests() == [gone.number]
    assert two.forget_guests() == [gone.number]  # whose folder lies there, too
    assert (two.of_key("web:1"), two.of_name("ada")) == (browser, ada)
    assert two.of_key("web:2") == earlier  # has another week, too
    pass_a_week()
    assert {*one.forget_guests()} == {gone.number, browser.number, earlier.number}
    assert (two.of_key("web:1"), two.keys(browser.number), two.of_key("web:2")) == (None, 0, None)
    assert two.guest("web:1").number > ada.number  # somebody new
    assert two.guest("web:3").name == "bob"


def test_no_code_can_be_read_in_the_server(doors: Doors, server: Valkey) -> None:
    one = doors()
    ada = one.create("ada", "key 1")
    code = one.new_code(ada.number, RECOVERY)
    stored = repr([server.ask("DUMP", key) for key in server.ask("KEYS", "*accounts*")])
    assert "ada" in stored
    assert code not in stored
    assert (codes.tidy(code) or "") not in stored


# ---- from a file to Valkey and back -------------------------------------------------------------


def filled(path: Path) -> dict[str, str]:
    """A file with somebody of every kind; a code of each."""
    accounts = SqliteAccounts(path)
    ada = accounts.create("Ada", "key 1")
    accounts.use_code(accounts.new_code(ada.number, LINK), "key 2")
    found = {"ada": accounts.new_code(ada.number, RECOVERY)}
    accounts.create("Bob", "key 3")
    guest = accounts.guest()
    found["guest"] = accounts.new_code(guest.number, RETURN)
    accounts.guest("web:1")
    accounts.close()
    return found


def test_a_file_is_copied_and_everybody_is_who_they_were(
    server: Valkey, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, url, back = tmp_path / "a.sqlite", own_prefix(server.url), tmp_path / "b.sqlite"
    secrets = filled(file)
    for new in (4, 0):  # it can be repeated
        assert main(["copy-accounts", str(file), url]) == 0
        said = "4 accounts are in the new store, and were compared"
        assert capsys.readouterr().out == f"{said}; {new} are new there\n"
    one = ValkeyAccounts(url)
    assert one.of_key("key 2") == one.of_name("ada") == Account(1, "Ada")
    assert one.keys(1) == 2
    guest = one.use_code(secrets["guest"], None)
    assert guest == Account(3, names.bird(3), True)
    assert one.use_code(secrets["ada"], "key 9") == Account(1, "Ada")
    assert one.create("Cid", "key 4").number == 5  # numbers go on, as folders do
    assert main(["copy-accounts", str(file), url]) == 0  # and revives no code that was used
    assert one.use_code(secrets["ada"], "key 10") is None
    one.close()
    assert main(["copy-accounts", url, str(back)]) == 0
    again = SqliteAccounts(back)
    assert again.of_key("key 9") == Account(1, "Ada")
    assert again.of_name("cid") == Account(5, "Cid")
    assert again.create("Dee", "key 5").number == 6
    again.close()


def test_two_files_are_not_mixed(server: Valkey, tmp_path: Path) -> None:
    url = own_prefix(server.url)
    filled(tmp_path / "a.sqlite")
    one = ValkeyAccounts(url)
    one.create("Eve", "key 8")
    source = SqliteAccounts(tmp_path / "a.sqlite")
    with pytest.raises(Refusal, match=r"Ada \(account 1\) is somebody else there"):
        openaccounts.copy(source, one, print)
    assert one.of_name("ada") is None
    source.close()
    one.close()


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (["a", "a"], "FROM and TO are the same"),
        (["nowhere.sqlite", "valkey://127.0.0.1:1"], "there is no file nowhere.sqlite"),
    ],
)
def test_a_copy_that_cannot_be_is_refused_in_a_sentence(
    given: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy-accounts", *given]) == 2
    assert capsys.readouterr().err == f"kb-door: {text}\n"


# ---- a server that is away ----------------------------------------------------------------------


def becomes_well(accounts: ValkeyAccounts, is_well: bool) -> None:
    end = time.monotonic() + 40
    while accounts.is_well != is_well:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_server_that_is_killed_and_comes_back_has_lost_nothing() -> None:
    with Valkey() as server:
        one = ValkeyAccounts(server.url)
        ada = one.create("ada", "key 1")
        code = one.new_code(ada.number, LINK)
        server.kill()
        with pytest.raises(AccountsDown):
            one.of_key("key 1")
        server.start()
        becomes_well(one, True)
        assert one.of_key("key 1") == ada
        assert one.use_code(code, "key 2") == ada
        one.close()


def test_a_server_that_says_nothing_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with Valkey() as server:
        one = ValkeyAccounts(server.url)
        ada = one.create("ada", "key 1")
        server.pause()
        with pytest.raises(AccountsDown):
            one.of_key("key 1")
        becomes_well(one, False)
        with monkeypatch.context() as patch:  # from now on nobody is asked, so nobody waits
            patch.setattr(one._servers, "node_of", lambda key: pytest.fail("asked"))
            for _ in range(100):
                with pytest.raises(AccountsDown, match="does not answer"):
                    one.of_key("key 1")
        server.go_on()
        becomes_well(one, True)
        assert one.of_key("key 1") == ada
        one.close()


def test_a_server_that_can_lose_accounts_is_refused_in_a_sentence() -> None:
    with Valkey("--save", "") as server:
        with pytest.raises(OSError, match="appendonly is 'no'"):
            ValkeyAccounts(server.url)
        ValkeyAccounts(server.url, is_risk_accepted=True).close()


# ---- what players take along --------------------------------------------------------------------


def test_luggage_is_the_same_at_both_doors_and_bounded(doors: Doors) -> None:
    one, two = doors(), doors()
    ada, bob = one.create("ada", "key 1"), one.create("bob", "key 2")
    one.pack(ada.number, Item("settings.toml", 2000, "a = 1\nb = 'é x'\n"))
    two.pack(ada.number, Item("settings.toml", 1000, "older"))
    assert two.luggage(ada.number) == [Item("settings.toml", 2000, "a = 1\nb = 'é x'\n")]
    assert two.luggage(bob.number) == []
    for number in range(MOST):
        gone = Item(f"online/AAA-{number:03}.ticket", 3000 + number, "" if number < 5 else "x")
        one.pack(ada.number, gone)
    names_ = [item.name for item in two.luggage(ada.number)]
    assert len(names_) == MOST
    assert "online/AAA-000.ticket" not in names_  # one that was gone went first
    assert "settings.toml" in names_
