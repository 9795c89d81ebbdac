"""Accounts and where they are kept.

``Accounts`` is the interface: a door asks nothing else. ``SqliteAccounts`` is one file, for all
doors of one machine; every change is one transaction, so two doors never give one name to two
people. ``valkey`` keeps them for doors on several machines.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from kbtui.door.accounts import codes, names

LINK, RECOVERY, RETURN = "link", "recovery", "return"  # what a code is for
LINK_LIFE: Final = 600.0  # seconds
GUEST_LIFE: Final = 7 * 86400.0
MOST_KEYS: Final = 20  # of one account
PASSING: Final = 2**40  # numbers from here on are not accounts, however far a store counts
_FOREVER: Final = 4e9
_MEMORY: Final = ":memory:"
_PRIVATE: Final = 0o600


class Account(NamedTuple):
    number: int
    name: str
    is_guest: bool = False


class Code(NamedTuple):
    """One that was not used, sealed as it is stored."""

    sealed: bytes
    purpose: str
    until: float


class Person(NamedTuple):
    """Everything about an account, to be taken to another store."""

    account: Account
    made: float
    keys: tuple[str, ...]
    codes: tuple[Code, ...]


class Item(NamedTuple):
    """A file that a player takes along (kbtui/hosted/luggage.py)."""

    name: str
    when: int  # it was written, in milliseconds
    text: str  # empty: it is gone


class Taken(Exception):
    """Somebody else has this name, or one that looks like it."""


class AccountsDown(OSError):
    """They are somewhere else and cannot be reached now."""


class Accounts(Protocol):
    """What a door asks; whatever it is may raise AccountsDown. Keys are fingerprints; codes are as
    typed."""

    def of_key(self, key: str) -> Account | None: ...

    def of_name(self, name: str) -> Account | None: ...

    def state_of(self, name: str) -> str: ...

    def create(self, name: str, key: str) -> Account: ...

    def guest(self, key: str | None = None) -> Account: ...

    def name_guest(self, number: int, name: str, key: str) -> Account: ...

    def new_code(self, number: int, purpose: str) -> str: ...

    def use_code(self, code: str, key: str | None) -> Account | None: ...

    def has_code(self, number: int, purpose: str) -> bool: ...

    def keys(self, number: int) -> int: ...

    def forget_guests(self) -> list[int]: ...

    def luggage(self, number: int) -> list[Item] | None: ...

    def pack(self, number: int, item: Item) -> None: ...

    def everybody(self) -> Iterator[Person]: ...

    def take_in(self, person: Person) -> bool: ...

    def close(self) -> None: ...


def life_of(purpose: str) -> float:
    """Seconds for which a code is good."""
    return {LINK: LINK_LIFE, RETURN: GUEST_LIFE}.get(purpose, _FOREVER)


_LAYOUT: Final = """
CREATE TABLE IF NOT EXISTS accounts (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, folded TEXT UNIQUE,
    is_guest INTEGER NOT NULL, made REAL NOT NULL);
CREATE TABLE IF NOT EXISTS keys (
    key TEXT PRIMARY KEY, number INTEGER NOT NULL, added REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS codes (
    sealed BLOB PRIMARY KEY, number INTEGER NOT NULL, purpose TEXT NOT NULL, until REAL NOT NULL)
    WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS codes_of ON codes (number, purpose);
CREATE INDEX IF NOT EXISTS keys_of ON keys (number);
CREATE TABLE IF NOT EXISTS used (key TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
"""
_VERSION: Final = 1


def _make_private(path: Path) -> None:
    """A file that only its owner reads, new or not; SQLite gives its other files the same mode.
    Raises OSError."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE))
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).chmod(_PRIVATE)


class SqliteAccounts:
    """Raises OSError if the file cannot be used."""

    def __init__(self, path: Path | str, now: Callable[[], float] = time.time) -> None:
        self._now = now
        if path != _MEMORY:
            _make_private(Path(path))
        try:
            self._base = sqlite3.connect(path, isolation_level=None, timeout=5.0)
            try:
                self._set_up(path)
            except BaseException:
                self._base.close()
                raise
        except sqlite3.Error as error:
            raise OSError(f"{path}: {error}") from None

    def _set_up(self, path: Path | str) -> None:
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=FULL")
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise OSError(f"{path} is of a newer version")
        self._base.executescript(_LAYOUT)
        self._base.execute(f"PRAGMA user_version={_VERSION}")

    def of_key(self, key: str) -> Account | None:
        return self._one("JOIN keys USING (number) WHERE key = ?", key)

    def of_name(self, name: str) -> Account | None:
        return self._one("WHERE folded = ?", names.folded(name))

    def state_of(self, name: str) -> str:
        """What is wrong with a name, or that it is free."""
        judged = names.judged(name)
        return names.TAKEN if judged == names.FREE and self.of_name(name) is not None else judged

    def create(self, name: str, key: str) -> Account:
        """Raises Taken."""
        with self._change():
            number = self._add(name, names.folded(name), False)
            self._add_key(number, key)
        return Account(number, name)

    def guest(self, key: str | None = None) -> Account:
        """Somebody without a name. A browser brings something like a key: it is known again for as
        long as it comes back within a week."""
        with self._change():
            if key is not None:
                text = "INSERT OR REPLACE INTO used VALUES (?, ?)"
                self._base.execute(text, (key, self._now()))
                known = self.of_key(key)
                if known is not None:
                    return known
            number = self._add("", None, True)
            name = names.bird(number)
            self._base.execute("UPDATE accounts SET name = ? WHERE number = ?", (name, number))
            if key is not None:
                self._add_key(number, key)
        return Account(number, name, True)

    def name_guest(self, number: int, name: str, key: str) -> Account:
        """A guest who has got a key: what was theirs stays theirs. Raises Taken."""
        with self._change():
            self._set_name(number, name)
            self._add_key(number, key)
            self._base.execute("DELETE FROM codes WHERE number = ?", (number,))
        return Account(number, name)

    def new_code(self, number: int, purpose: str) -> str:
        """One of each kind: the one before is no longer good."""
        code = codes.draw()
        row = (codes.sealed(code), number, purpose, self._now() + life_of(purpose))
        with self._change():
            self._forget_code(number, purpose)
            self._base.execute("INSERT INTO codes VALUES (?, ?, ?, ?)", row)
        return code

    def use_code(self, code: str, key: str | None) -> Account | None:
        """Whom it leads to; None: nobody, or not without a key. A key is added to the account,
        and the code is used up; that of a guest stays until there is a name for the key."""
        if codes.tidy(code) is None:
            return None
        with self._change():
            self._base.execute("DELETE FROM codes WHERE until < ?", (self._now(),))
            text = "SELECT number, purpose FROM codes WHERE sealed = ?"
            row = self._base.execute(text, (codes.sealed(code),)).fetchone()
            if row is None:
                return None
            number, purpose = row
            if purpose == RETURN:
                return self._one("WHERE number = ?", number)
            if key is None or self.of_key(key) is not None or self.keys(number) >= MOST_KEYS:
                return None
            self._add_key(number, key)
            self._forget_code(number, purpose)
            return self._one("WHERE number = ?", number)

    def has_code(self, number: int, purpose: str) -> bool:
        """Whether there is one that was not used."""
        text = "SELECT 1 FROM codes WHERE number = ? AND purpose = ?"
        return self._base.execute(text, (number, purpose)).fetchone() is not None

    def keys(self, number: int) -> int:
        """How many an account has."""
        text = "SELECT count(*) FROM keys WHERE number = ?"
        return int(self._base.execute(text, (number,)).fetchone()[0])

    def forget_guests(self) -> list[int]:
        """Those who cannot come back any more; their folders can go, too."""
        now, execute = self._now(), self._base.execute
        text = (
            "SELECT number FROM accounts WHERE is_guest AND made < ? AND number NOT IN "
            "(SELECT number FROM keys JOIN used USING (key) WHERE at >= ?) AND number NOT IN "
            "(SELECT number FROM codes WHERE until > ?)"
        )
        with self._change():
            # An earlier version did not note when a browser came: its week begins now.
            execute(
                "INSERT OR IGNORE INTO used SELECT key, ? FROM keys JOIN accounts USING (number) "
                "WHERE is_guest",
                (now,),
            )
            week = now - GUEST_LIFE
            rows = execute(text, (week, week, now)).fetchall()
            for forgotten in (
                "DELETE FROM used WHERE key IN (SELECT key FROM keys WHERE number = ?)",
                "DELETE FROM keys WHERE number = ?",
                "DELETE FROM codes WHERE number = ?",
                "DELETE FROM accounts WHERE number = ?",
            ):
                self._base.executemany(forgotten, rows)
        return [row[0] for row in rows]

    def luggage(self, number: int) -> None:
        """All doors of this machine have the same folders: nothing has to be carried."""

    def pack(self, number: int, item: Item) -> None:
        """Nothing, either."""

    def everybody(self) -> Iterator[Person]:
        """For a copy, in the order of their numbers."""
        execute = self._base.execute
        text = "SELECT number, name, is_guest, made FROM accounts ORDER BY number"
        for number, name, is_guest, made in execute(text).fetchall():
            keys = execute("SELECT key FROM keys WHERE number = ? ORDER BY key", (number,))
            text = "SELECT sealed, purpose, until FROM codes WHERE number = ? ORDER BY sealed"
            yield Person(
                Account(number, name, bool(is_guest)),
                float(int(made)),
                tuple(key for (key,) in keys),
                tuple(Code(s, p, float(int(u))) for s, p, u in execute(text, (number,))),
            )

    def take_in(self, person: Person) -> bool:
        """As they are elsewhere; False if they are here already, and nothing is changed: they may
        have used a code since. Raises Taken if something of theirs is somebody else's."""
        account, execute = person.account, self._base.execute
        number, folded = account.number, names.folded(account.name)
        with self._change():
            found = self._one("WHERE number = ?", number)
            if found is not None:
                if found != account:
                    raise Taken(account.name)
                return False
            row = (number, account.name, None if account.is_guest else folded)
            try:
                text = "INSERT INTO accounts VALUES (?, ?, ?, ?, ?)"
                execute(text, (*row, account.is_guest, person.made))
            except sqlite3.IntegrityError:
                raise Taken(account.name) from None
            for key in person.keys:
                self._add_key(number, key)
            for sealed, purpose, until in person.codes:
                execute("INSERT INTO codes VALUES (?, ?, ?, ?)", (sealed, number, purpose, until))
        return True

    def close(self) -> None:
        self._base.close()

    def _one(self, where: str, value: object) -> Account | None:
        text = f"SELECT number, name, is_guest FROM accounts {where}"
        row = self._base.execute(text, (value,)).fetchone()
        return None if row is None else Account(row[0], row[1], bool(row[2]))

    def _add(self, name: str, folded: str | None, is_guest: bool) -> int:
        text = "INSERT INTO accounts (name, folded, is_guest, made) VALUES (?, ?, ?, ?)"
        try:
            made = self._base.execute(text, (name, folded, is_guest, self._now()))
        except sqlite3.IntegrityError:
            raise Taken from None
        return int(made.lastrowid or 0)

    def _set_name(self, number: int, name: str) -> None:
        text = "UPDATE accounts SET name = ?, folded = ?, is_guest = 0 WHERE number = ?"
        try:
            self._base.execute(text, (name, names.folded(name), number))
        except sqlite3.IntegrityError:
            raise Taken from None

    def _add_key(self, number: int, key: str) -> None:
        try:
            self._base.execute("INSERT INTO keys VALUES (?, ?, ?)", (key, number, self._now()))
        except sqlite3.IntegrityError:
            raise Taken from None

    def _forget_code(self, number: int, purpose: str) -> None:
        text = "DELETE FROM codes WHERE number = ? AND purpose = ?"
        self._base.execute(text, (number, purpose))

    @contextmanager
    def _change(self) -> Iterator[None]:
        """All of it or nothing."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")
