"""Rooms in one SQLite file: needs no configuration, and is durable when ``append`` returns.

A write-ahead log with full sync: what was reported as stored survives a crash of the process and of
the machine. One sync serves a whole batch, so a hundred busy rooms cost little more than one.
Several processes on one machine may share the file, but not over a network file system.

The records of all rooms are stored in the order they came, so that a batch touches a page or two
instead of one per room; each record points to the previous one of its room. The table of rooms says
which is the last of each, but every few hundred records is soon enough for that: until then a room
is *behind*, and who opens the file finds its last record by following the log. A batch takes a
handful of statements, however many rooms it has, because every statement has its own cost.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

from relay.effects import Append
from relay.store.log_store import Kept
from relay.store.schema import NewerStore, lay_out

_T = TypeVar("_T")
_PATIENCE: Final = 10.0  # seconds to wait for another process that writes
_ROWS: Final = 64  # of one statement at most
_PLACES: Final = 10_000  # rooms whose place is remembered: some hundred bytes for each
_SWEPT: Final = 20  # rooms forgotten at once: it takes a millisecond for each
_Place = tuple[int, int, float]  # of a room: number and id of the last record, and the expiry
_NOWHERE: Final[_Place] = (0, 0, 0.0)  # of a room that is not there
_TAIL: Final = 256  # records at most that the table of rooms does not know yet
_DRIFT: Final = 3600.0  # seconds that a room may live longer than the table says
# Pages of the write-ahead log before they are copied to the tables and it starts again. That takes
# several syncs, and everybody waits for them: at a thousand pages, one in a hundred moves did.
_LOG_PAGES: Final = 4000
_LOG_SIZE: Final = _LOG_PAGES * 4200  # bytes, and some for the batch that reaches that number
_CHAIN: Final = """
with recursive chain (id, before) as (
    select id, before from log where id = {last}
    union all
    select log.id, log.before from log join chain on log.id = chain.before
)
"""
_OF_ROOM: Final = _CHAIN.format(last="(select last from room where room = ?)")
_LOAD: Final = _CHAIN.format(last="?") + "select body from log join chain using (id) order by id"
_SETTLED: Final = "select coalesce(max(last), 0) from room"
_READ: Final = "begin deferred"  # all that is read is of one moment
_TOP: Final = "select coalesce(max(id), 0) from log"
# All rooms that are behind, as they are in the table, and where they are by the log.
_BEHIND: Final = """
with recursive
    tail (id, before) as (select id, before from log where id > ?),
    behind (room, expires, seq, last) as (
        select room, expires, seq, last from room where last in (select before from tail)
        union all
        select room, expires, seq + 1, id from behind join tail on before = last
    )
select room, expires, max(seq), last from behind group by room
"""
_LOOK: Final = "select room, seq, last, expires from room where room in"
_PUT_ROOMS: Final = "insert or replace into room values"
_PUT_LOG: Final = "insert into log values"


@cache
def _statement(head: str, width: int, rows: int) -> str:
    """The statement with a gap for each value."""
    row = f"({', '.join('?' * width)})"
    return f"{head} {', '.join([row] * rows)}"


def has_room(path: Path, room: str) -> bool:
    """Whether there is a store that has it. Only read, so that nobody who writes is waited for;
    raises OSError."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return db.execute("select 1 from room where room = ?", (room,)).fetchone() is not None
    except sqlite3.Error as error:
        raise OSError(0, str(error), str(path)) from error


class SqliteStore:
    """A ``LogStore`` in a file. Use it from one thread at a time."""

    kind = "sqlite"

    def __init__(self, path: Path, claim: int | None = None, is_alone: bool = False) -> None:
        """Open the file, or make it; raises OSError for one that is not our store. ``claim`` is
        an open file that is closed with the store (relay/server/store_file.py); ``is_alone``:
        nobody else is to write to the store."""
        self._path = path
        self._claim = claim
        self._is_alone = is_alone
        # As long as nobody else writes: where rooms are; of those that are behind, the expiry in
        # the table; the last id of all, and the last that the table knows; in which version of the
        # file. None: nobody knows.
        self._places: dict[str, _Place] = {}
        self._behind: dict[str, float] = {}
        self._top = self._settled = 0
        self._version: int | None = None
        with self._as_os_error():
            # Transactions are begun by hand; the driver calls from its own thread.
            self._db = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            # One cursor for all batches: to make one for each statement takes as long as a row.
            self._execute = self._db.cursor().execute
            try:
                self._set_up()
            except BaseException:
                self._db.close()
                raise

    def _set_up(self) -> None:
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute(f"pragma wal_autocheckpoint = {_LOG_PAGES}")
        self._lay_out()
        self._stretch()
        self._db.execute("pragma busy_timeout = 0")

    def _lay_out(self) -> None:
        self._db.execute("begin immediate")
        with self._all_or_nothing():
            try:
                lay_out(self._db)
            except NewerStore as error:
                raise OSError(0, str(error), str(self._path)) from None
            self._db.execute("commit")

    def _stretch(self) -> None:
        """Give the write-ahead log its size at once: to sync a file that grows takes far longer.

        What does not fit into the cache is written to the log before it is committed; then it is
        rolled back, and the log has its size.
        """
        self._db.execute("pragma cache_size = 10")
        # Without room for that, it grows as needed: there may still be room for the moves.
        with suppress(sqlite3.OperationalError), self._all_or_nothing():
            self._db.execute("begin immediate")
            self._db.execute("create table stretch (body blob)")
            self._db.execute("insert into stretch values (zeroblob(?))", (_LOG_SIZE,))
            self._db.execute("rollback")
        self._db.execute("pragma cache_size = -2000")

    @contextmanager
    def _as_os_error(self) -> Iterator[None]:
        """A caller need not know what kind of store it has."""
        try:
            yield
        except sqlite3.Error as error:
            raise OSError(0, str(error), str(self._path)) from error

    @contextmanager
    def _transaction(self, begin: str = "begin immediate") -> Iterator[None]:
        """What is remembered holds until the end of it."""
        if self._db.in_transaction:
            self._db.execute("rollback")  # it was begun in advance, and holds nothing
        self._db.execute(begin)
        with self._all_or_nothing():
            self._look()
            yield
            self._db.execute("commit")

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        self._version = None  # what was to be is remembered already
        if self._db.in_transaction:
            self._db.execute("rollback")

    @contextmanager
    def _patience(self) -> Iterator[None]:
        """Wait for another process that writes."""
        self._db.execute(f"pragma busy_timeout = {_PATIENCE * 1000:.0f}")
        try:
            yield
        finally:
            self._db.execute("pragma busy_timeout = 0")

    def append(self, appends: Sequence[Append]) -> list[bool]:
        with self._as_os_error(), self._patience(), self._transaction():
            return self._append(appends)

    def prepare(self, appends: Sequence[Append]) -> Callable[[], list[bool]] | None:
        if not self._db.in_transaction and not self._begin():
            return None
        return partial(self._whole, self._commit, self._whole(self._append, appends))

    def anticipate(self) -> None:
        # From now on nobody else can write.
        if self._is_alone and not self._db.in_transaction:
            self._begin()

    def _begin(self) -> bool:
        """Whether a transaction for a batch has begun; if not, most likely another process is at
        it."""
        try:
            self._execute("begin immediate")
            self._look()
        except (sqlite3.Error, MemoryError):
            self._undo()
            return False
        return True

    def _commit(self, outcomes: list[bool]) -> list[bool]:
        self._execute("commit")
        return outcomes

    def _whole(self, act: Callable[[_T], list[bool]], argument: _T) -> list[bool]:
        """Part of a transaction, for which every microsecond counts: all or nothing, and an error
        as OSError."""
        try:
            return act(argument)
        except BaseException as error:
            self._undo()
            if isinstance(error, sqlite3.Error):
                raise OSError(0, str(error), str(self._path)) from error
            raise

    def _append(self, appends: Sequence[Append]) -> list[bool]:
        places = self._find([append.room for append in appends])
        behind = self._behind
        top, is_due = self._top, False
        rows: list[Any] = []
        outcomes: list[bool] = []
        for room, expected, records, expires, _ in appends:
            seq, last, until = places[room]
            if seq != expected:
                outcomes.append(False)
                continue
            for body in records:
                top += 1
                # For plain bytes the module would look for an adapter, each time in vain.
                rows += (top, last, bytearray(body))
                last = top
            known = behind.setdefault(room, until)
            # A new room has nothing in the table that the log could be followed from.
            is_due = is_due or not (seq and known <= expires <= known + _DRIFT)
            places[room] = seq + len(records), last, expires
            outcomes.append(True)
        self._put(_PUT_LOG, 3, rows)
        self._top = top
        if is_due or top > self._settled + _TAIL:
            self._settle()
        return outcomes

    def _settle(self) -> None:
        """Inside a transaction: the table of rooms knows all that is in the log."""
        rooms = [(room, *self._places[room]) for room in self._behind]
        self._put(_PUT_ROOMS, 4, [*chain.from_iterable(rooms)])
        self._behind, self._settled = {}, self._top

    def _look(self) -> None:
        """See that what is remembered is true: other processes hardly ever write."""
        (version,) = self._execute("pragma data_version").fetchone()
        if version != self._version or len(self._places) > _PLACES:
            self._version = None  # until all of it is known
            self._recall()
            self._version = version

    def _find(self, rooms: Sequence[str]) -> dict[str, _Place]:
        """Where these rooms are, at least. Mostly that is known from the last time."""
        places = self._places
        unknown = [room for room in rooms if room not in places]
        if unknown:
            # Repeated up to a power of two, so that there are few different statements to prepare.
            names = unknown + unknown[-1:] * ((1 << (len(unknown) - 1).bit_length()) - len(unknown))
            rows = self._execute(_statement(_LOOK, len(names), 1), names).fetchall()
            places.update(dict.fromkeys(unknown, _NOWHERE))
            places.update({room: (seq, last, expires) for room, seq, last, expires in rows})
        return places

    def _recall(self) -> None:
        """Find out by the log which rooms are behind, and forget about the others. A room is only
        ever written to the table with all that are behind, so the table knows all records up to
        the last one that it names."""
        self._places, self._behind = {}, {}
        ((self._settled,),) = self._db.execute(_SETTLED)
        ((self._top,),) = self._db.execute(_TOP)
        if self._top > self._settled:
            for room, expires, seq, last in self._db.execute(_BEHIND, (self._settled,)):
                self._places[room], self._behind[room] = (seq, last, expires), expires

    def _put(self, head: str, width: int, values: list[Any]) -> None:
        """Rows by powers of two, so that there are few different statements to prepare."""
        while values:
            rows = min(_ROWS, 1 << (len(values) // width).bit_length() - 1)
            self._execute(_statement(head, width, rows), values[: rows * width])
            values = values[rows * width :]

    def load(self, room: str, after: int = 0) -> list[bytes]:
        with self._as_os_error(), self._transaction(_READ):
            _, last, _ = self._find([room])[room]
            return [body for (body,) in self._db.execute(_LOAD, (last,))][after:]

    def rooms(self) -> list[Kept]:
        with self._as_os_error(), self._transaction(_READ):
            behind = {room: self._places[room] for room in self._behind}
            found = {row[0]: row for row in self._db.execute("select room, seq, expires from room")}
        found |= {room: (room, seq, expires) for room, (seq, _, expires) in behind.items()}
        return [Kept(*row) for row in found.values() if row[1]]

    def expiry(self, room: str) -> float | None:
        with self._as_os_error(), self._transaction(_READ):
            place = self._find([room])[room]
            return None if place is _NOWHERE else place[2]

    def sweep(self, now: float) -> list[str]:
        with self._as_os_error(), self._patience(), self._transaction():
            self._settle()
            self._version = None  # rooms go, and the version says only what others do
            text = "select room from room where expires <= ? limit ?"
            rows = self._db.execute(text, (now, _SWEPT)).fetchall()
            text = f"{_OF_ROOM} delete from log where id in (select id from chain)"
            self._db.executemany(text, rows)
            self._db.executemany("delete from room where room = ?", rows)
            return [room for (room,) in rows]

    def close(self) -> None:
        try:
            with self._as_os_error():
                self._db.close()
        finally:
            claim, self._claim = self._claim, None
            if claim is not None:
                os.close(claim)
