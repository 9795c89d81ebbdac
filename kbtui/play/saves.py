"""Saves games as they are played: one record file per game, valid at every moment.

A ``Save`` is the journal of a session. It appends one line per entry, hands it to the system at
once and to the disk at the end of every turn; what could not be written is written with the next
entry. When the game is over, the finished record replaces the file.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from engine.errors import BadInput
from engine.record import Record, entry_line, format_record, read_head, read_record
from engine.table import Table
from kbtui.disk.files import (
    make_folder,
    sync_folder,
    write_all,
    write_draft,
    write_whole,
)
from kbtui.disk.locks import InUse, lock
from kbtui.play.saved_games import SUFFIX, Moment, Turns, delete, last_mark, whole
from kbtui.play.seeds import slug
from kbtui.play.session import Session
from kbtui.play.thinking import Thinking, last_thought
from kbtui.text.i18n import _

STARTED: Final = "started"  # the header with the time when the game began
THOUGHT: Final = "thought"  # the header with the seconds that the person here has thought
_DAY: Final = 10  # characters of a time that are its day
_APPEND: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class Save:
    """The file of one game. It is locked until ``close``, so that nobody else writes it."""

    def __init__(self, session: Session, folder: Path) -> None:
        self._session = session
        self._folder = folder
        self._handle: int | None = None
        self._kept = 0  # entries that are in the file
        self._turns = Turns()
        self._thinking = Thinking(session.people)
        self._marked: Moment | None = None  # the turn that the file names last
        self._size = 0  # bytes of the file that are good
        self._is_torn = False  # there may be part of a line after them
        self._is_done = False
        self.path: Path | None = None  # None as long as the file could not be made

    @classmethod
    def _opened(cls, session: Session, path: Path, handle: int, good: bytes) -> Save:
        save = cls(session, path.parent)
        save.path, save._handle, save._size = path, handle, len(good)
        text = good.decode("utf-8")
        save._marked = last_mark(text)
        save._kept = len(session.table.entries)
        save._thinking = Thinking(session.people, last_thought(text), save._kept)
        return save

    def keep(self, table: Table) -> None:
        """Write what is not written yet; raises OSError, and then tries again the next time."""
        self._thinking.hear(table)
        if self.path is None:
            self._create()
        moment = self._turns.at_end_of(table)
        if self._handle is not None and (len(table.entries), moment) != (self._kept, self._marked):
            self._append(table, moment)
        if self._session.is_over and not self._is_done:
            self._finish()

    def _create(self) -> None:
        make_folder(self._folder)
        text = format_record(self._session.origin)
        draft = write_draft(self._folder / f"new{SUFFIX}", text)
        try:
            path = _publish(draft, self._folder, _stem(self._session.seed))
        finally:
            draft.unlink(missing_ok=True)
        sync_folder(self._folder)
        try:
            self._handle = _lock(path)
        except InUse as error:  # somebody was quicker; the next entry makes another file
            raise OSError(errno.EAGAIN, str(error)) from None
        self._size, self.path = len(text.encode("utf-8")), path

    def _append(self, table: Table, moment: Moment) -> None:
        assert self._handle is not None, "only called for an open file"
        new, is_new_turn = table.entries[self._kept :], moment != self._marked
        lines = [entry_line(n, entry) for n, entry in enumerate(new, self._kept + 1)]
        if is_new_turn:
            lines += [moment.line, *self._thinking.lines]
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            if self._is_torn:
                os.ftruncate(self._handle, self._size)
            write_all(self._handle, data)
        except OSError:
            self._is_torn = True
            raise
        self._size, self._is_torn = self._size + len(data), False
        self._kept, self._marked = len(table.entries), moment
        if is_new_turn:
            os.fsync(self._handle)

    def _finish(self) -> None:
        assert self.path is not None, "the file was made before"
        self._release()
        record = self._session.record()
        if len(self._session.people) == 1 and self._thinking.told:
            thought = THOUGHT, self._thinking.told
            record = record._replace(tags=(*record.tags, thought))
        write_whole(self.path, format_record(record))
        self._is_done = True

    def _release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def close(self) -> None:
        """Write what is missing and let go of the file; trouble is the session's, not raised."""
        try:
            self.keep(self._session.table)
            if self._handle is not None:
                os.fsync(self._handle)
            self._session.trouble = None
        except OSError as error:
            self._session.trouble = error
        finally:
            with suppress(OSError):
                self._release()
            self._session.journal = None

    def leave(self) -> None:
        """Close it; a game that nobody has begun to play is not worth a file."""
        self.close()
        if self.path is not None and not self._session.has_begun:
            with suppress(OSError, InUse):
                delete(self.path)


def start(session: Session, folder: Path) -> Save:
    """Keep the game from now on. A full disk is the session's trouble; it is tried again."""
    if STARTED not in dict(session.origin.tags):
        began = (STARTED, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
        session.origin = session.origin._replace(tags=(*session.origin.tags, began))
    save = Save(session, folder)
    session.journal = save
    try:
        save.keep(session.table)
    except OSError as error:
        session.trouble = error
    return save


def resume(
    path: Path, folder: Path | None = None, programs: Sequence[str] = ()
) -> tuple[Session, Save]:
    """Continue a game and save it. A record that lies outside the folder is copied to it first.
    ``programs`` are external bots for the seats that had one.

    Raises InUse while somebody else plays it, EngineError for a file that is damaged or of a game
    that is over, OSError.
    """
    home = path.resolve().parent
    record = read_tags(path)
    if record.result is not None:
        raise _over(path)
    if record.digest is None and (folder is None or folder.resolve() == home):
        return _reopened(path, programs)
    session = Session.resumed(*read(path), programs)  # a digest would not fit what follows
    return session, start(session, folder or home)


def _over(path: Path) -> BadInput:
    return BadInput(path.name, _("this game is over; kb replay shows it"))


def _reopened(path: Path, programs: Sequence[str]) -> tuple[Session, Save]:
    handle = _lock(path)
    try:
        data = path.read_bytes()  # once more: now nobody else writes it
        good = whole(data)
        session = Session.resumed(*read(path), programs)
        if len(good) < len(data):
            os.ftruncate(handle, len(good))
            os.fsync(handle)
    except BaseException:
        os.close(handle)
        raise
    session.journal = save = Save._opened(session, path, handle, good)
    if session.is_over:  # all was written but the result
        save.close()
        raise _over(path)
    return session, save


def read(path: Path) -> tuple[Record, Table]:
    """A record, replayed; a last line that was cut off is left out. Raises what is wrong."""
    return read_record(_text(path))


def read_tags(path: Path) -> Record:
    """What the headers say, without a look at the entries. Raises what is wrong."""
    return read_head(_text(path)).record


def _text(path: Path) -> str:
    try:
        return whole(path.read_bytes()).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(path.name, _("not UTF-8 text")) from None


def day_of(record: Record) -> str:
    """When the game began, as ``2026-11-16``; empty if the record does not say."""
    return dict(record.tags).get(STARTED, "")[:_DAY]


def _lock(path: Path) -> int:
    """The file, open to append, and ours alone; raises InUse."""
    while True:
        handle = os.open(path, _APPEND)
        if not lock(handle):
            os.close(handle)
            raise InUse(path.name, _("this game is open in another window or program"))
        if os.path.samestat(os.fstat(handle), os.stat(path)):
            return handle
        os.close(handle)  # it was replaced between the two steps: lock the new one


def _stem(seed: str) -> str:
    """The name of a file: the day, and the seed as far as it may stand in a name."""
    return f"{time.strftime('%Y-%m-%d')}-{slug(seed) or 'game'}"


def _paths(folder: Path, stem: str) -> Iterator[Path]:
    yield folder / f"{stem}{SUFFIX}"
    for number in count(2):
        yield folder / f"{stem}.{number}{SUFFIX}"


def _publish(draft: Path, folder: Path, stem: str) -> Path:
    """Give the draft the first name that is free; what has a name is never overwritten."""
    for path in _paths(folder, stem):
        try:
            os.link(draft, path)
            return path
        except FileExistsError:
            continue
        except (OSError, NotImplementedError):  # a disk without links
            if not os.path.lexists(path):
                os.rename(draft, path)
                return path
    raise AssertionError("names do not end")
