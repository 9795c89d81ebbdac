"""All stores keep the same promises; those on a disk keep them even through a kill."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from relay.effects import Append
from relay.server.store_file import open_store
from relay.store.log_store import LogStore, MemoryStore
from relay.store.schema import VERSION
from relay.store.sqlite import SqliteStore
from relay.store.valkey.opening import open_valkey
from tests.relay.valkeys import own_prefix

ROOT = Path(__file__).resolve().parents[3]


LATER = 4e9  # seconds since 1970: some seventy years from now


@pytest.fixture(params=["memory", "sqlite", "valkey"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LogStore]:
    if request.param == "memory":
        yield MemoryStore()
        return
    if request.param == "sqlite":
        found: LogStore = SqliteStore(tmp_path / "relay.db")
    else:
        found = open_valkey(own_prefix(request.getfixturevalue("valkey").url))
    yield found
    found.close()


def records(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts)


def kept(store: LogStore) -> list[tuple[object, ...]]:
    return [tuple(each) for each in store.rooms()]


def test_records_come_back_in_order(store: LogStore) -> None:
    assert store.append([Append("KQ7", 0, records("a", "b"), LATER)]) == [True]
    assert store.append([Append("KQ7", 2, records("c"), LATER + 10)]) == [True]
    assert store.load("KQ7") == [b"a", b"b", b"c"]
    assert kept(store) == [("KQ7", 3, pytest.approx(LATER + 10, abs=1))]
    assert store.expiry("KQ7") == pytest.approx(LATER + 10, abs=1)


def test_a_room_that_is_not_there_is_empty(store: LogStore) -> None:
    assert store.load("nowhere") == []
    assert store.rooms() == []


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_stale_append_changes_nothing(store: LogStore, expected: int) -> None:
    store.append([Append("room", 0, records("a", "b"), LATER)])
    assert store.append([Append("room", expected, records("x"), LATER + 99)]) == [False]
    assert store.load("room") == [b"a", b"b"]
    assert kept(store) == [("room", 2, pytest.approx(LATER, abs=1))]


def test_records_after_a_number(store: LogStore) -> None:
    store.append([Append("room", 0, records("a", "b"), LATER)])
    store.append([Append("room", 2, records("c"), LATER)])
    assert store.load("room", 2) == [b"c"]
    assert store.load("room", 3) == []


def test_a_batch_is_carried_out_in_order_and_each_for_itself(store: LogStore) -> None:
    batch = [
        Append("one", 0, records("a"), LATER),
        Append("one", 1, records("b"), LATER),
        Append("two", 5, records("x"), LATER),
        Append("one", 1, records("late"), LATER),
    ]
    assert store.append(batch) == [True, True, False, False]
    assert store.load("one") == [b"a", b"b"]
    assert store.load("two") == []


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_expired_rooms_are_swept_and_their_names_are_free(kind: str, tmp_path: Path) -> None:
    store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "relay.db")
    store.append([Append("old", 0, records("a"), 10.0), Append("new", 0, records("b"), 11.0)])
    assert store.sweep(10.0) == ["old"]
    assert store.load("old") == []
    assert [kept.room for kept in store.rooms()] == ["new"]
    assert store.append([Append("old", 0, records("again"), 20.0)]) == [True]
    assert store.load("old") == [b"again"]


def test_many_expired_rooms_are_swept_in_portions(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append(f"room {n}", 0, records("a", "b"), 10.0) for n in range(50)])
    found = []
    while swept := store.sweep(10.0):
        assert len(swept) <= 20
        found += swept
    assert len(set(found)) == 50
    assert store.rooms() == []
    assert store._db.execute("select count(*) from log").fetchone() == (0,)


def test_another_process_finds_everything(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append("room", 0, records("a"), 10.0)])
    other = SqliteStore(tmp_path / "relay.db")  # while the first is still open
    assert other.load("room") == [b"a"]
    assert other.append([Append("room", 1, records("b"), 10.0)]) == [True]
    assert store.append([Append("room", 1, records("mine"), 10.0)]) == [False]
    assert store.load("room") == [b"a", b"b"]


def test_what_two_processes_write_in_turns_is_told_apart(tmp_path: Path) -> None:
    stores = {name: SqliteStore(tmp_path / "relay.db") for name in ("one", "two")}
    for number in range(4):
        for name, store in stores.items():
            assert store.append([Append(name, number, records(f"{name} {number}"), 10.0)]) == [True]
            assert store.append([Append("both", number, records(name), 10.0)]) == [name == "one"]
    for store in stores.values():
        for name in stores:
            assert store.load(name) == [f"{name} {number}".encode() for number in range(4)]
        assert store.load("both") == [b"one"] * 4


def test_rooms_whose_place_is_forgotten_are_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relay.store.sqlite._PLACES", 3)
    monkeypatch.setattr("relay.store.sqlite._TAIL", 0)  # where rooms are behind is never forgotten
    store = SqliteStore(tmp_path / "relay.db")
    for number in range(3):
        for room in "abcdefg":
            assert store.append([Append(room, number, records(room), 10.0)]) == [True]
            assert len(store._places) <= 4
    assert all(store.load(room) == [room.encode()] * 3 for room in "abcdefg")


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_what_is_prepared_is_kept_when_it_is_finished(kind: str, tmp_path: Path) -> None:
    store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "relay.db")
    finish = store.prepare([Append("room", 0, records("a"), 10.0), Append("x", 3, (b"b",), 10.0)])
    assert finish is not None
    assert finish() == [True, False]
    assert store.load("room") == [b"a"]


def table_of_rooms(path: Path) -> dict[str, int]:
    """How many records each room has by the table alone."""
    with closing(sqlite3.connect(path)) as db:
        return dict(db.execute("select room, seq from room"))


def test_rooms_that_are_behind_in_the_table_are_found_by_the_log(tmp_path: Path) -> None:
    path = tmp_path / "relay.db"
    store = SqliteStore(path)
    for number in range(9):
        for room in ("one", "two", "three"):
            assert store.append([Append(room, number, (b"%d" % number,), LATER)]) == [True]
    assert set(table_of_rooms(path).values()) == {1}
    for each in (store, SqliteStore(path)):  # the other has to follow the log
        assert sorted(kept(each)) == [(room, 9, LATER) for room in ("one", "three", "two")]
        assert each.load("two", 7) == [b"7", b"8"]
        assert each.append([Append("two", 8, (b"late",), LATER)]) == [False]


def test_the_table_of_rooms_is_never_far_behind(tmp_path: Path) -> None:
    path = tmp_path / "relay.db"
    store = SqliteStore(path)
    store._db.execute("pragma synchronous = off")
    most = 0
    for number in range(700):
        store.append([Append(f"room {number % 7}", number // 7, (b"x",), LATER)])
        most = max(most, number + 1 - sum(table_of_rooms(path).values()))
    assert 200 < most <= 256


@pytest.mark.parametrize("later", [60.0, 3599.0, 3601.0, 86400.0])
def test_a_room_outlives_a_kill_by_an_hour_less_than_promised_at_most(
    tmp_path: Path, later: float
) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append("room", 0, (b"a",), 1000.0)])
    store.append([Append("room", 1, (b"b",), 1000.0 + later)])
    assert store.expiry("room") == 1000.0 + later
    found = SqliteStore(tmp_path / "relay.db").expiry("room")
    assert found is not None
    assert later - 3600 <= found - 1000.0 <= later


def test_a_room_that_is_behind_is_swept_when_it_has_expired_and_not_before(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append("room", 0, (b"a",), 1000.0)])
    store.append([Append("room", 1, (b"b",), 1500.0)])
    assert store.sweep(1499.0) == []
    assert store.load("room") == [b"a", b"b"]
    assert store.sweep(1500.0) == ["room"]
    assert store.load("room") == []
    assert store._db.execute("select count(*) from log").fetchone() == (0,)


@pytest.mark.parametrize("seed", range(8))
def test_stores_on_one_file_agree_with_one_in_memory_whatever_happens(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes at one file, appends of all kinds, kills, failures and sweeps."""
    monkeypatch.setattr("relay.store.sqlite._TAIL", 20)
    rng, path, now = random.Random(seed), tmp_path / "relay.db", 1e6
    memory, stores = MemoryStore(), [SqliteStore(path), SqliteStore(path)]
    for store in stores:
        store._db.execute("pragma synchronous = off")
    names = [f"room {n}" for n in range(6)]
    for _ in range(300):
        now += rng.choice((0.0, 10.0, 600.0))
        at, room = rng.randrange(2), rng.choice(names)
        store = stores[at]
        match rng.randrange(12):
            case 0:
                stores[at] = SqliteStore(path)  # as after a kill
            case 1:
                assert set(store.sweep(now)) == set(memory.sweep(now))
            case 2:
                store._db.execute("pragma max_page_count = 1")
                with pytest.raises(OSError, match="full"):
                    store.append([Append(room, len(memory.load(room)), (bytes(9999),) * 9, 9e9)])
                store._db.execute("pragma max_page_count = 1000000")
            case 3:
                assert sorted(each[:2] for each in kept(store)) == sorted(
                    each[:2] for each in kept(memory)
                )
            case _:
                batch = [
                    Append(
                        name,
                        max(0, len(memory.load(name)) - (rng.random() < 0.1)),
                        tuple(rng.randbytes(4) for _ in range(rng.randrange(1, 4))),
                        now + 40_000,
                    )
                    for name in rng.sample(names, rng.randrange(1, 4))
                ]
                assert store.append(batch) == memory.append(batch)
        assert store.load(room) == memory.load(room)


def test_to_prepare_does_not_wait_for_another_process(tmp_path: Path) -> None:
    store, other = (SqliteStore(tmp_path / "relay.db") for _ in range(2))
    theirs = other.prepare([Append("room", 0, records("theirs"), 10.0)])
    assert theirs is not None
    assert store.prepare([Append("room", 0, records("ours"), 10.0)]) is None
    assert theirs() == [True]
    assert store.append([Append("room", 0, records("ours"), 10.0)]) == [False]
    assert store.load("room") == [b"theirs"]


def test_only_a_store_that_is_alone_keeps_others_from_writing(tmp_path: Path) -> None:
    path = tmp_path / "relay.db"
    with closing(open_store(path)) as alone:
        alone.append([Append("room", 0, records("a"), 10.0)])
        alone.anticipate()
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("begin immediate")
            assert other.execute("select seq from room").fetchone() == (1,)  # to read is allowed
            other.execute("vacuum into ?", (str(tmp_path / "backup"),))
        assert alone.load("room") == [b"a"]
        assert alone.append([Append("room", 1, records("b"), 10.0)]) == [True]
        alone.anticipate()
        finish = alone.prepare([Append("room", 2, records("c"), 10.0)])
        assert finish is not None
        assert finish() == [True]
        alone.anticipate()
        assert alone.sweep(9.0) == []
        alone.anticipate()
        assert kept(alone) == [("room", 3, 10.0)]
    with closing(SqliteStore(path)) as store, closing(SqliteStore(path)) as other_store:
        store.anticipate()
        assert other_store.append([Append("room", 3, records("d"), 10.0)]) == [True]
        assert store.append([Append("room", 3, records("x"), 10.0)]) == [False]
    with closing(SqliteStore(tmp_path / "backup")) as backup:
        assert backup.load("room") == [b"a"]


def test_where_files_cannot_be_locked_nobody_is_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relay.server.store_file.try_to_lock", lambda _: None)
    one, other = (open_store(tmp_path / "relay.db") for _ in range(2))
    for number in range(6):
        store = (one, other)[number % 2]
        assert store.append([Append("room", number, records("x"), 10.0)]) == [True]
        store.anticipate()
    one.close()
    other.close()


def test_what_is_remembered_is_all_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory runs out while the store finds out again which rooms are behind."""
    monkeypatch.setattr("relay.store.sqlite._PLACES", 2)
    store = open_store(tmp_path / "relay.db")
    for number in range(2):  # the second time, all of them are behind
        assert all(store.append([Append(room, number, records("x"), 10.0) for room in "abcd"]))

    class Short:
        """A database that runs out of memory."""

        in_transaction = property(lambda self: store_db.in_transaction)

        def execute(self, text: str, *values: Any) -> object:
            if text.startswith("select coalesce"):
                raise MemoryError
            return store_db.execute(text, *values)

    store_db = store._db
    store._db = Short()  # type: ignore[assignment]
    store.anticipate()
    store._db = store_db
    store.anticipate()
    assert store.append([Append("a", 1, records("fork"), 10.0)]) == [False]
    assert store.load("a") == [b"x"] * 2
    assert store.append([Append("a", 2, records("y"), 10.0)]) == [True]
    store.close()


def test_a_batch_that_cannot_be_prepared_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store._db.execute("pragma max_page_count = 1")
    with pytest.raises(OSError, match="full"):
        store.prepare([Append("room", 0, (os.urandom(200_000),), 10.0)])
    assert store.load("room") == []
    store._db.execute("pragma max_page_count = 100000")
    assert store.append([Append("room", 0, records("a"), 10.0)]) == [True]


def test_a_file_of_somebody_else_is_refused_and_closed(
    tmp_path: Path, databases: list[sqlite3.Connection]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a data base, and long enough to be read as one: " * 40)
    with pytest.raises(OSError, match="not a database"):
        SqliteStore(path)
    assert path.read_text().startswith("not a data base")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        databases[0].execute("select 1")


def test_a_store_of_a_later_version_is_refused(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "relay.db").close()
    later = sqlite3.connect(tmp_path / "relay.db")
    later.execute(f"pragma user_version = {VERSION + 1}")
    later.close()
    with pytest.raises(OSError, match=f"version {VERSION + 1}"):
        SqliteStore(tmp_path / "relay.db")


def test_a_full_disk_is_an_os_error_and_loses_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append("room", 0, records("a"), 10.0)])
    store._db.execute("pragma max_page_count = 1")  # it keeps to the pages that it has
    large = (os.urandom(200_000),)
    with pytest.raises(OSError, match="full"):
        store.append([Append("room", 1, large, 10.0)])
    assert store.load("room") == [b"a"]
    store._db.execute("pragma max_page_count = 100000")
    assert store.append([Append("room", 1, large, 10.0)]) == [True]


def test_the_log_has_its_size_from_the_beginning(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    log = tmp_path / "relay.db-wal"
    size = log.stat().st_size
    store._db.execute("pragma synchronous = off")  # for the size it makes no difference
    for seq in range(2000):
        assert store.append([Append("room", seq, records("x"), 10.0)]) == [True]
    assert log.stat().st_size == size
    assert (tmp_path / "relay.db").stat().st_size < 300_000
    assert len(store.load("room")) == 2000


CRAMPED = """
import resource, sys
from pathlib import Path
from relay.effects import Append
from relay.store.schema import VERSION
from relay.store.sqlite import SqliteStore
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
store = SqliteStore(Path(sys.argv[1]))
print(store.append([Append("room", 1, (b"b",), 10.0)]), store.load("room"))
"""


def test_a_disk_with_little_room_takes_moves_as_long_as_it_can(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append("room", 0, records("a"), 10.0)])
    store.close()
    done = subprocess.run(
        [sys.executable, "-P", "-c", CRAMPED, str(tmp_path / "relay.db")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[True] [b'a', b'b']\n", done.stderr


WRITER = """
import sys
from pathlib import Path
from relay.effects import Append
from relay.store.schema import VERSION
from relay.store.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
seq = store.rooms()[0].seq if store.rooms() else 0
while True:
    assert store.append([Append("room", seq, (b"%d" % (seq + 1),), 10.0)]) == [True]
    seq += 1
    print(seq, flush=True)
"""


@pytest.mark.slow
def test_what_was_kept_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "relay.db"
    for heard in (1, 7, 30, 2):
        writer = subprocess.Popen(
            [sys.executable, "-P", "-c", WRITER, str(path)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(heard)][-1]
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        store = SqliteStore(path)
        kept = store.load("room")
        assert len(kept) >= acknowledged
        assert kept == [b"%d" % n for n in range(1, len(kept) + 1)]  # no gap, nothing twice
        store.close()
