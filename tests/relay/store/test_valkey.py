"""What a store in Valkey promises beyond what every store does: see relay/store/valkey/store.py."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from relay.effects import Append
from relay.store.log_store import Event, Followed, Hint, LostHistory, Rest, Unheard
from relay.store.valkey import entries as e
from relay.store.valkey.address import BadAddress, read_address
from relay.store.valkey.link import Link, Refused, Unreachable
from relay.store.valkey.opening import open_valkey
from relay.store.valkey.scripts import APPEND, NAMES
from relay.store.valkey.servers import slot_of
from relay.store.valkey.store import ValkeyStore
from tests.relay import valkeys
from tests.relay.conftest import Server
from tests.relay.gate import Gate, unix
from tests.relay.valkeys import Valkey, own_prefix
from tests.transcripts import ROOT


@pytest.fixture(
    params=["", pytest.param("redis", marks=pytest.mark.needs("redis"))],
    ids=["valkey", "redis"],
    scope="module",
    autouse=True,
)
def program(request: pytest.FixtureRequest) -> Iterator[str]:
    """Everything here holds on both kinds of server."""
    before, valkeys.usual = valkeys.usual, request.param
    yield request.param
    valkeys.usual = before


@pytest.fixture(scope="module")
def valkey(program: str) -> Iterator[Server]:
    given = os.environ.get("KB_TEST_KV_URL")
    if given and not program:
        yield Server(given)
        return
    with Valkey() as server:
        yield Server(server.url)


@pytest.fixture
def stores(valkey: Server) -> Iterator[Callable[[], ValkeyStore]]:
    """As many as one likes on the same keys, each as of a relay of its own."""
    url, made = own_prefix(valkey.url), []

    def make() -> ValkeyStore:
        made.append(open_valkey(url))
        return made[-1]

    yield make
    for store in made:
        store.close()


def wish(store: ValkeyStore, expected: int, *records: bytes, room: str = "room") -> Append:
    return Append(room, expected, records, store.now() + 3600)


def test_of_two_relays_one_is_first(stores: Callable[[], ValkeyStore]) -> None:
    one, two = stores(), stores()
    assert one.append([wish(one, 0, b"a")]) == [True]
    assert two.load("room") == [b"a"]
    assert two.append([wish(two, 1, b"theirs")]) == [True]
    assert one.append([wish(one, 1, b"mine")]) == [False]
    assert one.load("room", 1) == [b"theirs"]
    assert one.append([wish(one, 2, b"mine")]) == [True]
    assert two.load("room") == [b"a", b"theirs", b"mine"]


def test_a_log_that_was_never_read_is_not_appended_to(stores: Callable[[], ValkeyStore]) -> None:
    one, two = stores(), stores()
    one.append([wish(one, 0, b"a")])
    assert two.append([wish(two, 1, b"b")]) == [False]


@pytest.mark.parametrize("replicas", [0, 1])
async def test_another_relay_hears_the_records_and_what_is_said_of_them(
    stores: Callable[[], ValkeyStore], monkeypatch: pytest.MonkeyPatch, replicas: int
) -> None:
    """With replicas it is told when they have the entry; here they always have it."""
    one, two = stores(), stores()
    ask = one._ask
    monkeypatch.setattr(one, "_ask", lambda n, c: [1] if c[0][0] == "WAIT" else ask(n, c))
    one.replicas = replicas
    one.append([wish(one, 0, b"a")])
    assert two.load("room") == [b"a"]
    heard: asyncio.Queue[list[Event]] = asyncio.Queue()
    listening = two.listen(heard.put_nowait)
    listening.follow("room", True)
    async with asyncio.timeout(60):
        assert await heard.get() == [Followed("room")]
        one.append([wish(one, 1, b"b", b"c")._replace(sight=b"seen")])
        assert await heard.get() == [Hint("room", 2, (b"b", b"c"), 3, b"seen")]
        one.append([wish(one, 3, b"d")])
        assert await heard.get() == [Hint("room", 4, (b"d",), 4, b"")]
        link = one.servers.link_for(one.key("room"))
        link.ask_one("SPUBLISH", one.channel("room"), one.name + b"as a later version says it")
        assert await heard.get() == [Hint("room", 0, (), 0)]
    listening.close()


class Deaf(Link):
    """Loses the answers to appends, as often as it is told to."""

    losses = 0

    def ask(self, commands: Any) -> list[Any]:
        answers = super().ask(commands)
        if Deaf.losses and commands[0][1] == NAMES[APPEND]:
            Deaf.losses -= 1
            self.close()
            raise Unreachable(0, "the answer was lost")
        return answers


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> type[Deaf]:
    Deaf.losses = 0
    monkeypatch.setattr("relay.store.valkey.servers.Link", Deaf)
    return Deaf


def test_after_a_lost_answer_an_append_knows_itself(
    stores: Callable[[], ValkeyStore], deaf: type[Deaf]
) -> None:
    store = stores()
    for expected in range(3):
        deaf.losses = 1
        assert store.append([wish(store, expected, b"%d" % expected)]) == [True]
    assert store.load("room") == [b"0", b"1", b"2"]


def test_an_append_whose_answers_are_all_lost_has_failed_and_is_found_by_reading(
    stores: Callable[[], ValkeyStore], deaf: type[Deaf]
) -> None:
    store = stores()
    store.append([wish(store, 0, b"a")])
    deaf.losses = 2
    with pytest.raises(OSError, match="the answer was lost"):
        store.append([wish(store, 1, b"b")])
    assert store.load("room") == [b"a", b"b"]
    assert store.append([wish(store, 2, b"c")]) == [True]


def test_it_knows_itself_also_when_somebody_else_has_followed(
    stores: Callable[[], ValkeyStore], deaf: type[Deaf], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = stores(), stores()
    one.append([wish(one, 0, b"a")])
    deaf.losses = 1
    lose = Deaf.ask

    def ask(link: Deaf, commands: Any) -> list[Any]:
        try:
            return lose(link, commands)
        except Unreachable:
            two.load("room")
            assert two.append([wish(two, 2, b"theirs")]) == [True]
            raise

    monkeypatch.setattr(Deaf, "ask", ask)
    assert one.append([wish(one, 1, b"mine")]) == [True]
    monkeypatch.setattr(Deaf, "ask", lose)
    assert one.load("room", 2) == [b"theirs"]


def test_nothing_is_added_to_a_log_that_has_lost_its_end() -> None:
    with Valkey() as server:
        store = open_valkey(server.url)
        for n in range(2):
            store.append([wish(store, n, b"%d" % n)])
        replica = server.ask("DUMP", "kb:{room}:log")
        store.append([wish(store, 2, b"2")])
        server.ask("RESTORE", "kb:{room}:log", 0, replica, "REPLACE")  # as after a failover
        other = open_valkey(server.url)
        assert other.load("room") == [b"0", b"1"]
        assert other.append([wish(other, 2, b"another 2")]) == [True]
        assert store.append([wish(store, 3, b"3")]) == [False]  # the number would be right
        with pytest.raises(LostHistory, match="3 records were there"):
            store.load("room")
        assert store.load("room") == [b"0", b"1", b"another 2"]
        store.close()
        other.close()


def test_a_server_that_comes_back_empty_gets_no_second_history() -> None:
    with Valkey() as server:
        store = open_valkey(server.url)
        store.append([wish(store, 0, b"a")])
        server.kill()
        server.empty()
        server.start()
        assert store.append([wish(store, 1, b"b")]) == [False]
        assert store.restarts == 1
        with pytest.raises(LostHistory):
            store.load("room", 1)
        assert store.load("room") == []
        store.close()


def test_a_damaged_log_is_not_served(valkey: Server) -> None:
    store = open_valkey(own_prefix(valkey.url))
    for n in range(3):
        store.append([wish(store, n, b"%d" % n)])
    link = store.servers.link_for("")
    key = store.key("room")
    (_, (_, data)) = link.ask_one("XRANGE", key, "2-0", "2-0")[0]
    link.ask_one("XDEL", key, "2-0")
    fresh = open_valkey(f"{valkey.url}?prefix={store.address.prefix}")
    with pytest.raises(LostHistory, match="record 3 does not follow 1"):
        fresh.load("room")
    assert e.read(data).records == (b"1",)
    store.close()
    fresh.close()


def test_a_room_lives_as_long_as_it_was_said_to(stores: Callable[[], ValkeyStore]) -> None:
    store = stores()
    store.append([Append("room", 0, (b"a",), store.now() + 61)])
    expiry = store.expiry("room")
    assert expiry is not None
    assert 55 < expiry - store.now() <= 61
    store.append([Append("room", 1, (b"b",), store.now() + 600)])
    expiry = store.expiry("room")
    assert expiry is not None
    assert 590 < expiry - store.now() <= 600
    assert store.expiry("nowhere") is None


def test_a_life_below_a_minute_is_refused(stores: Callable[[], ValkeyStore]) -> None:
    store = stores()
    with pytest.raises(OSError, match="60 seconds at least"):
        store.append([Append("room", 0, (b"a",), store.now() + 1)])
    assert store.load("room") == []
    key = store.key("room")
    entry = e.write(e.EMPTY, bytes(16), (b"a",))
    link = store.servers.link_for(key)
    with pytest.raises(Refused, match="SHORT"):  # the script does not do it either
        link.ask_one("EVALSHA", NAMES[APPEND], 1, key, 0, b"", entry, 1, 59_000, "")
    assert store.load("room") == []


def test_the_time_is_the_same_for_all_and_cannot_be_set(stores: Callable[[], ValkeyStore]) -> None:
    one, two = stores(), stores()
    assert abs(one.now() - two.now()) < 1
    before = one.now()
    key = one.key("relays", "time")
    one.servers.link_for(key).ask_one("HINCRBY", key, "day", -3_600_000)  # an hour ahead
    two.beat()
    assert 0 <= two.now() - before < 65
    one.servers.link_for(key).ask_one("HINCRBY", key, "day", 7_200_000)  # and back
    one.beat()
    assert 0 <= one.now() - before < 70


def test_relays_know_of_each_other_for_a_while(stores: Callable[[], ValkeyStore]) -> None:
    one, two = stores(), stores()
    one.beat(b"I am one", 30)
    assert two.beat(b"and I two", 30) == {one.name: b"I am one", two.name: b"and I two"}
    two.beat(b"hardly", 0.001)
    key = one.key("relays", "time")
    one.servers.link_for(key).ask_one("HINCRBY", key, "day", -1000)
    assert one.beat(b"still one", 30) == {one.name: b"still one"}


class Ears:
    """What a listener is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, events: list[Event]) -> None:
        self.events += events

    async def until(self, kind: type[Event], room: str, count: int = 1) -> None:
        async with asyncio.timeout(40):
            while sum(type(each) is kind and each.room == room for each in self.events) < count:
                await asyncio.sleep(0.01)


@pytest.mark.slow
async def test_all_rooms_are_heard_again_on_a_connection_that_was_made_for_one_of_them() -> None:
    """The server was started again, and before that is noticed more rooms are asked for: the first
    finds the dead connection, the second gets a new one, on which nobody else listens."""
    with Valkey() as server:
        store, other = open_valkey(server.url), open_valkey(server.url)
        ears = Ears()
        listening = store.listen(ears)
        listening.follow("old", True)
        await ears.until(Followed, "old")
        assert other.append([wish(other, 0, b"a", room="old")]) == [True]
        await ears.until(Hint, "old")
        server.kill()  # all without a moment for the loop
        server.start()
        for room in ("new", "newer"):
            listening.follow(room, True)
        await ears.until(Followed, "newer")
        await ears.until(Followed, "old", 2)
        other.load("old")
        assert other.append([wish(other, 1, b"b", room="old")]) == [True]
        await ears.until(Hint, "old", 2)
        listening.close()
        store.close()
        other.close()


@pytest.mark.slow
async def test_a_room_that_may_not_be_heard_any_more_is_read_again_and_again() -> None:
    """The rights of the user were changed while the relay runs; when they are back, so is all."""
    with Valkey() as server:
        server.ask("ACL", "SETUSER", "kb", "on", ">secret", "~kb:*", "&kb:*", "+@all")
        path = server.url.partition("://")[2]
        store = open_valkey(f"valkey+unix://kb:secret@{path}")
        ears = Ears()
        listening = store.listen(ears)
        listening.follow("old", True)
        await ears.until(Followed, "old")
        server.ask("ACL", "SETUSER", "kb", "resetchannels")
        await ears.until(Unheard, "old")
        await ears.until(Hint, "old", 2)
        listening.follow("new", True)
        await ears.until(Unheard, "new")
        server.ask("ACL", "SETUSER", "kb", "&kb:*")
        for room, count in (("old", 2), ("new", 1)):
            await ears.until(Followed, room, count)
        listening.close()
        store.close()


async def begun(store: ValkeyStore, *appends: Append) -> Rest:
    """What becomes of appends that are begun in the loop, as soon as they can be."""
    found: asyncio.Future[Rest] = asyncio.get_running_loop().create_future()
    async with asyncio.timeout(40):
        while not store.begin(appends, found.set_result):
            await asyncio.sleep(0.01)
        return await found


async def test_an_append_in_the_loop_is_stored_or_stale(
    stores: Callable[[], ValkeyStore],
) -> None:
    one, two = stores(), stores()
    listening = one.listen(lambda events: None)
    assert await begun(one, wish(one, 0, b"a"), wish(one, 0, b"x", room="other")) == [True, True]
    assert two.load("room") == [b"a"]
    assert two.append([wish(two, 1, b"theirs")]) == [True]
    assert await begun(one, wish(one, 1, b"mine"), wish(one, 1, b"y", room="other")) == [
        False,
        True,
    ]
    listening.close()
    assert not one.begin([wish(one, 2, b"z", room="other")], print)  # nobody is there any more
    assert one.load("other") == [b"x", b"y"]


@pytest.mark.slow
async def test_an_append_in_the_loop_whose_answer_is_lost_knows_itself(valkey: Server) -> None:
    async with Gate(unix(valkey.url.partition("://")[2])) as gate:
        url = own_prefix(f"valkey://127.0.0.1:{gate.port}")
        store = await asyncio.to_thread(open_valkey, url)
        listening = store.listen(lambda events: None)
        assert await begun(store, wish(store, 0, b"a")) == [True]
        gate.losses = 1
        rest = await begun(store, wish(store, 1, b"b"))
        assert callable(rest)
        assert await asyncio.to_thread(rest) == [True]
        assert await asyncio.to_thread(store.load, "room") == [b"a", b"b"]
        assert await begun(store, wish(store, 2, b"c")) == [True]  # on a new connection
        listening.close()
        store.close()


@pytest.mark.slow
async def test_who_stops_does_not_give_up_an_append_half_way(valkey: Server) -> None:
    async with Gate(unix(valkey.url.partition("://")[2])) as gate:
        url = own_prefix(f"valkey://127.0.0.1:{gate.port}")
        store = await asyncio.to_thread(open_valkey, url)
        listening = store.listen(lambda events: None)
        assert await begun(store, wish(store, 0, b"a")) == [True]
        gate.delay = 0.2
        found: asyncio.Future[Rest] = asyncio.get_running_loop().create_future()
        assert store.begin([wish(store, 1, b"b")], found.set_result)
        listening.close()
        async with asyncio.timeout(40):
            assert await found == [True]
        store.close()


# ---- the server's settings ----------------------------------------------------------------------


@pytest.mark.slow
def test_settings_that_lose_moves_are_refused_with_a_sentence() -> None:
    with Valkey() as server:
        for name, value, text in (
            ("appendonly", "no", "appendonly is 'no': everything is lost"),
            ("appendfsync", "everysec", "appendfsync is 'everysec': a power cut loses moves"),
            ("maxmemory-policy", "allkeys-lru", "a full server throws games away"),
        ):
            before = server.ask("CONFIG", "GET", name)[1]
            server.ask("CONFIG", "SET", name, value)
            with pytest.raises(OSError, match=f"{text}.*--accept-risk"):
                open_valkey(server.url)
            open_valkey(server.url, is_risk_accepted=True).close()
            server.ask("CONFIG", "SET", name, before)
        open_valkey(server.url).close()


ALLOWED = ("on", ">secret", "~kb:*", "&kb:*", "+@all", "-@dangerous", "+config|get", "+info")


@pytest.mark.parametrize(
    ("rights", "text"),
    [
        (ALLOWED, ""),
        ((*ALLOWED, "resetchannels"), "NOPERM .*channel"),
        ((*ALLOWED, "resetkeys", "~other:*"), "NOPERM|ACL failure"),
        ((*ALLOWED, "-config|get"), r"cannot be checked .*config\|get"),
        ((*ALLOWED, "-evalsha"), "NOPERM .*evalsha"),
    ],
)
def test_what_the_user_may_not_do_is_said_at_the_start(rights: tuple[str, ...], text: str) -> None:
    with Valkey() as server:
        server.ask("ACL", "SETUSER", "kb", *rights)
        url = server.url.replace("://", "://kb:secret@")
        if not text:
            open_valkey(url).close()
            return
        with pytest.raises(OSError, match=text):
            open_valkey(url)


def test_a_wrong_password_and_nobody_there(tmp_path: Path) -> None:
    with Valkey() as server:
        with pytest.raises(OSError, match="WRONGPASS"):
            open_valkey(server.url.replace("://", "://kb:wrong@"))
        secret = tmp_path / "password"
        secret.write_text("secret\n")
        server.ask("ACL", "SETUSER", "kb", *ALLOWED)
        open_valkey(f"{server.url}?user=kb&password-file={secret}").close()
    with pytest.raises(OSError, match=r"No such file|Connection refused"):
        open_valkey(server.url)


def test_a_replica_is_refused(valkey: Server) -> None:
    with Valkey(*("--appendonly", "yes", "--appendfsync", "always")) as server:
        server.ask("REPLICAOF", "127.0.0.1", "1")
        with pytest.raises(OSError, match="replica"):
            open_valkey(server.url)


def test_a_store_of_a_later_version_is_refused(valkey: Server) -> None:
    url = own_prefix(valkey.url)
    store = open_valkey(url)
    key = store.key("relays", "version")
    store.servers.link_for(key).ask_one("INCR", key)
    store.close()
    with pytest.raises(OSError, match="newer kb-relay"):
        open_valkey(url)


def test_a_full_server_takes_nothing_and_loses_nothing() -> None:
    with Valkey() as server:
        store = open_valkey(server.url)
        store.append([wish(store, 0, b"a")])
        server.ask("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(OSError, match="OOM"):
            store.append([wish(store, 1, b"b")])
        assert store.load("room") == [b"a"]
        server.ask("CONFIG", "SET", "maxmemory", "0")
        assert store.append([wish(store, 1, b"b")]) == [True]
        store.close()


# ---- killed -------------------------------------------------------------------------------------

WRITER = """
import sys
from relay.effects import Append
from relay.store.valkey.opening import open_valkey
store = open_valkey(sys.argv[1])
seq = len(store.load("room"))
while True:
    try:
        outcome = store.append([Append("room", seq, (b"%d" % (seq + 1),), store.now() + 3600)])
    except OSError:
        sys.exit(3)
    assert outcome == [True], outcome
    seq += 1
    print(seq, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["relay", "server"])
def test_what_was_acknowledged_survives_a_kill(victim: str) -> None:
    with Valkey() as server:
        for heard in (1, 7, 30, 2):
            writer = subprocess.Popen(
                [sys.executable, "-P", "-c", WRITER, server.url],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                text=True,
            )
            assert writer.stdout is not None
            for _ in range(heard):
                writer.stdout.readline()
            if victim == "relay":
                writer.send_signal(signal.SIGKILL)
            else:
                server.kill()
            rest = writer.communicate()[0].split()
            if victim == "server":
                assert writer.returncode == 3
                server.start()
            store = open_valkey(server.url)
            kept = store.load("room")
            assert len(kept) >= int(rest[-1] if rest else 0)
            assert kept == [b"%d" % n for n in range(1, len(kept) + 1)]  # no gap, nothing twice
            store.close()


# ---- addresses ----------------------------------------------------------------------------------


def test_urls() -> None:
    found = read_address("valkeys://ann:p%40ss@db.internal:7000/3?prefix=games")
    assert (str(found), found.user, found.password) == ("db.internal:7000", "ann", "p@ss")
    assert (found.database, found.is_tls, found.prefix) == (3, True, "games")
    found = read_address("redis+sentinel://a,b:5000,[::1]:6000/main/2")
    assert [str(node) for node in found.nodes] == ["a:26379", "b:5000", "::1:6000"]
    assert (found.name, found.database) == ("main", 2)
    found = read_address("valkey+cluster://a:1,b?tls=yes")
    assert [*map(str, found.nodes), found.is_tls] == ["a:1", "b:6379", True]
    assert read_address("valkey+unix:///run/v.sock").nodes[0].path == "/run/v.sock"


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("valkey://", "names a host"),
        ("valkey://a:none", "no port"),
        ("valkey://a:70000", "not a port"),
        ("valkey://a/x", "no database"),
        ("valkey://a,b", "several hosts"),
        ("valkey+unix://", "path of a socket"),
        ("valkey+sentinel://a", "name of what is watched"),
        ("valkey+cluster://a/1", "database 0 only"),
        ("valkey://a?color=red", "'color' is not an option"),
        ("valkey://a?prefix={x}", "no braces"),
        ("valkeys://a?ca=/nowhere", "no file"),
        ("valkey://a?password-file=/nowhere", "no file with a password"),
    ],
)
def test_urls_that_are_none(url: str, text: str) -> None:
    with pytest.raises(BadAddress, match=text):
        read_address(url)


def test_the_keys_of_a_room_are_in_one_slot(stores: Callable[[], ValkeyStore]) -> None:
    store = stores()
    slots = {slot_of(key) for key in (store.key("KQ7"), store.key("KQ7", "here"))}
    assert slots == {slot_of(store.channel("KQ7"))}
    assert slot_of("123456789") == 12_739  # the check value of the standard, 0x31C3


def test_without_the_library_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "redis.exceptions", None)
    with pytest.raises(OSError, match=r"pip install .*\[cluster\]"):
        open_valkey("valkey://127.0.0.1:1")


@pytest.mark.slow
def test_a_relay_with_a_file_loads_nothing_of_the_library() -> None:
    code = "import sys, relay.server.cli; print(sorted(n for n in sys.modules if 'redis' in n))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
