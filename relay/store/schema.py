"""The tables of a store in a file, and how a file of an older version becomes one of today.

The version is kept in the file itself. Version 1 had the records of a room side by side; since
version 2 those of all rooms follow each other (``sqlite.py`` says why). A kind of fact that is
added (relay/room/facts.py) makes a new version too: an older relay has to refuse the whole file,
not one room of it after the other. Version 3 has tries of the deal of a day.
"""

from __future__ import annotations

import sqlite3
from typing import Final

VERSION: Final = 4
FACTS: Final = 3  # the version that brought the latest kind of fact: all that matters in a Valkey
_TABLES: Final = """
create table room (
    room text primary key,
    seq integer not null,
    last integer not null,
    expires real not null
) without rowid;
create table log (
    id integer primary key,
    before integer not null,
    body blob not null
);
"""


class NewerStore(Exception):
    """The file was written by a later version of this program."""

    def __init__(self, version: int, known: int) -> None:
        versions = f"store version {version}, this one knows up to {known}"
        text = f"this store was written by a newer kb-relay ({versions})"
        super().__init__(f"{text}: use the newer one, or another store")


def lay_out(db: sqlite3.Connection) -> None:
    """Inside a transaction: the tables of today, whatever was there; raises NewerStore."""
    (version,) = db.execute("pragma user_version").fetchone()
    if version > VERSION:
        raise NewerStore(version, VERSION)
    if version == VERSION:
        return
    if version == 0:
        _make_tables(db)
    elif version == 1:
        _from_1_to_2(db)
    db.execute(f"pragma user_version = {VERSION}")


def _make_tables(db: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";"):
        db.execute(statement)


def _from_1_to_2(db: sqlite3.Connection) -> None:
    for statement in (
        "drop index room_expires",
        "alter table room rename to old_room",
        "alter table log rename to old_log",
    ):
        db.execute(statement)
    _make_tables(db)
    top = 0
    for room, expires in db.execute("select room, expires from old_room").fetchall():
        bodies = db.execute("select body from old_log where room = ? order by seq", (room,))
        rows, last = bodies.fetchall(), 0
        for (body,) in rows:
            top += 1
            db.execute("insert into log values (?, ?, ?)", (top, last, body))
            last = top
        db.execute("insert into room values (?, ?, ?, ?)", (room, len(rows), last, expires))
    db.execute("drop table old_room")
    db.execute("drop table old_log")
