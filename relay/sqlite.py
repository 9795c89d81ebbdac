"""Rooms in one SQLite file: nothing to set up, durable when ``append`` returns.

A write-ahead log with full sync: what was said to be kept survives a crash of the process and of
the machine. One sync serves a whole batch, so a hundred busy rooms cost little more than one. The
file may be used by several processes on one machine; not over a network file system.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from relay.effects import Append
from relay.store import Kept

_VERSION: Final = 1  # of the tables below, kept in the file itself
_PATIENCE: Final = 10.0  # seconds to wait for another process that writes
_TABLES: Final = """
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
"""


class SqliteStore:
    """A ``LogStore`` in a file. Use it from one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it; raises OSError for one that is no store of ours."""
        self._path = path
        with self._as_os_error():
            # Transactions are begun by hand; the pump calls from its own thread.
            self._db = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._prepare()

    def _prepare(self) -> None:
        with self._transaction():
            (version,) = self._db.execute("pragma user_version").fetchone()
            if version == 0:
                for statement in _TABLES.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"pragma user_version = {_VERSION}")
            elif version != _VERSION:
                text = f"this store has version {version}, this program knows version {_VERSION}"
                raise OSError(0, text, str(self._path))

    @contextmanager
    def _as_os_error(self) -> Iterator[None]:
        """A caller need not know what kind of store it has."""
        try:
            yield
        except sqlite3.Error as error:
            raise OSError(0, str(error), str(self._path)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("begin immediate")
        try:
            yield
            self._db.execute("commit")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise

    def append(self, appends: Sequence[Append]) -> list[bool]:
        with self._as_os_error(), self._transaction():
            return [self._append(append) for append in appends]

    def _append(self, append: Append) -> bool:
        found = self._db.execute("select seq from room where room = ?", (append.room,)).fetchone()
        seq = 0 if found is None else found[0]
        if seq != append.expected:
            return False
        last = seq + len(append.records)
        self._db.execute(
            "insert into room values (?1, ?2, ?3)"
            " on conflict (room) do update set seq = ?2, expires = ?3",
            (append.room, last, append.expires),
        )
        rows = ((append.room, n, body) for n, body in enumerate(append.records, seq + 1))
        self._db.executemany("insert into log values (?, ?, ?)", rows)
        return True

    def load(self, room: str) -> list[bytes]:
        with self._as_os_error():
            rows = self._db.execute("select body from log where room = ? order by seq", (room,))
            return [body for (body,) in rows]

    def rooms(self) -> list[Kept]:
        with self._as_os_error():
            return [Kept(*row) for row in self._db.execute("select room, seq, expires from room")]

    def sweep(self, now: float) -> list[str]:
        with self._as_os_error(), self._transaction():
            rows = self._db.execute("select room from room where expires <= ?", (now,)).fetchall()
            self._db.executemany("delete from log where room = ?", rows)
            self._db.executemany("delete from room where room = ?", rows)
            return [room for (room,) in rows]

    def close(self) -> None:
        with self._as_os_error():
            self._db.close()
