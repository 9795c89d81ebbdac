"""The file of a relay: for one relay at a time, for its owner alone, and of any version."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from relay.effects import Append
from relay.server.store_file import open_store
from relay.store.schema import VERSION
from relay.store.sqlite import SqliteStore
from tests.relay.processes import START, RelayProcess, command, environment
from tests.transcripts import ROOT

HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ---- one relay at a time ------------------------------------------------------------------------


@pytest.mark.slow
def test_a_second_relay_on_the_same_store_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        words = command("--port", "0", "--store", relay.store)
        done = subprocess.run(
            words,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=START,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr == f"kb-relay: {relay.store}: another relay is using this store\n"
        assert relay.page("/healthz").startswith("ok\nstore: sqlite\nlatency: ")


@pytest.mark.slow
def test_a_relay_that_was_killed_does_not_keep_the_next_one_out(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        relay.kill()
        relay.start()
        assert relay.page("/healthz").startswith("ok\nstore: sqlite\nlatency: ")
        assert relay.stop() == 0
        relay.start()


def test_a_store_that_is_closed_may_be_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "relay.sqlite"
    store = open_store(path)
    with pytest.raises(OSError, match="another relay"):
        open_store(path)
    store.close()
    open_store(path).close()


def test_a_link_to_a_store_is_no_other_store(tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "relay.sqlite")  # it may come first
    for first, second in ((tmp_path / "relay.sqlite", link), (link, tmp_path / "relay.sqlite")):
        store = open_store(first)
        with pytest.raises(OSError, match="another relay") as refused:
            open_store(second)
        assert refused.value.filename == str(second)
        store.close()


def test_a_file_that_is_no_store_is_not_kept_locked(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a data base, and long enough to be read as one: " * 40)
    path.chmod(0o644)
    for _ in range(2):
        with pytest.raises(OSError, match="not a database"):
            open_store(path)
    assert mode(path) == 0o644
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


# ---- for its owner alone ------------------------------------------------------------------------


def test_a_store_that_others_could_read_is_closed_to_them_and_that_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "relay.sqlite"
    SqliteStore(path).append([Append("room", 0, (b"a",), 10.0)])  # its log stays beside it
    names = ("relay.sqlite", "relay.sqlite-wal", "relay.sqlite-shm")
    for name in names:
        (tmp_path / name).chmod(0o644)
    with caplog.at_level(logging.WARNING, "relay"):
        store = open_store(path)
    assert {mode(each) for each in tmp_path.iterdir()} == {0o600}
    assert store.load("room") == [b"a"]
    assert [record.getMessage() for record in caplog.records] == ["readable"] * len(names)
    store.close()


def test_a_new_store_is_private_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(tmp_path / "deep" / "relay.sqlite")
    assert {mode(each) for each in (tmp_path / "deep").iterdir()} == {0o600}
    assert not caplog.records
    store.close()


@pytest.mark.parametrize("number", [0, 1])
def test_the_documented_back_up_is_for_its_owner_alone(tmp_path: Path, number: int) -> None:
    block = next(b for b in re.findall(r"```sh\n(.*?)```", HOSTING, re.DOTALL) if "VACUUM" in b)
    line = [line for line in block.splitlines() if "VACUUM" in line][number]
    if line.startswith("(umask 077; sqlite3 "):  # not everybody has that program
        line = line.replace("sqlite3 relay.sqlite", "./sqlite3 relay.sqlite")
        tool = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])"
        (tmp_path / "sqlite3").write_text(f'#!/bin/sh\nexec {sys.executable} -c "{tool}" "$@"\n')
        (tmp_path / "sqlite3").chmod(0o755)
    line = line.replace("python3", sys.executable)
    store = open_store(tmp_path / "relay.sqlite")
    store.append([Append("room", 0, (b"a",), 10.0)])
    mask = os.umask(0o022)
    try:
        subprocess.run(line, shell=True, cwd=tmp_path, check=True, timeout=START)
    finally:
        os.umask(mask)
    assert mode(tmp_path / "backup.sqlite") == 0o600
    store.close()
    with closing(SqliteStore(tmp_path / "backup.sqlite")) as copy:
        assert copy.load("room") == [b"a"]


# ---- versions -----------------------------------------------------------------------------------

VERSION_1 = """
create table room (
    room text primary key,
    seq integer not null,
    expires real not null
) without rowid;
create index room_expires on room (expires);
create table log (
    room text not null,
    seq integer not null,
    body blob not null,
    primary key (room, seq)
) without rowid;
insert into room values ('one', 3, 10.0), ('two', 1, 20.5), ('none', 0, 30.0);
insert into log values ('two', 1, x'78');
insert into log values ('one', 1, x'61'), ('one', 2, x'62'), ('one', 3, x'63');
pragma user_version = 1;
"""


def test_a_store_of_version_1_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "relay.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_1)
    for _ in range(2):
        store = open_store(path)
        assert sorted(tuple(each) for each in store.rooms() if each.seq) == [
            ("one", 3, 10.0),
            ("two", 1, 20.5),
        ]
        assert store.load("one") == [b"a", b"b", b"c"]
        assert store.load("two") == [b"x"]
        assert store.load("none") == []
        store.close()
    store = open_store(path)
    assert store.append([Append("two", 1, (b"y",), 40.0)]) == [True]
    assert store.load("two") == [b"x", b"y"]
    assert store.sweep(15.0) == ["one"]
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("pragma user_version").fetchone() == (VERSION,)


@pytest.mark.slow
def test_a_store_of_a_newer_version_is_left_alone_with_a_clear_sentence(tmp_path: Path) -> None:
    path = tmp_path / "relay.sqlite"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"pragma user_version = {VERSION + 1}")
    done = subprocess.run(
        command("--port", "0", "--store", path),
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=START,
        check=False,
    )
    assert done.returncode == 2
    sentence = f"this store was written by a newer kb-relay (store version {VERSION + 1}"
    assert re.fullmatch(rf"kb-relay: {re.escape(f'{path}: {sentence}')}.*\n", done.stderr)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("pragma user_version").fetchone() == (VERSION + 1,)
