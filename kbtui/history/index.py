"""The shelf: all facts of a folder of records, with a cache so that no record is folded twice.

The cache holds what each file said when it had that size and that time. A file that has changed is
read again, and one that is gone is forgotten. A cache that is damaged, of another version or not
there is rebuilt: nothing is ever known from it alone.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from kbtui.disk.files import write_whole
from kbtui.history.facts import Fact, Uncounted, fact_of
from kbtui.play.saved_games import SUFFIX

_MAGIC: Final = "kbtui index 1"  # another number whenever a fact means something else
_SAVED_AFTER: Final = 500  # new facts, so that a long count that is stopped was not for nothing


class _Row(NamedTuple):
    size: int
    time: int  # nanoseconds
    fact: Fact | Uncounted


class Shelf:
    """The facts of a folder. ``look`` at it, then ``read`` what is new."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self._folder = folder
        self._cache = cache
        self._rows: dict[str, _Row] = {}
        self._new: list[tuple[str, int, int]] = []  # still to be read
        self._unsaved = 0
        self._is_open = False

    def look(self) -> int:
        """See which files there are; how many have to be read."""
        if not self._is_open:
            self._rows, self._is_open = _loaded(self._cache), True
        known, self._rows, self._new = self._rows, {}, []
        for name, size, time in _files(self._folder):
            row = known.get(name)
            if row is not None and (row.size, row.time) == (size, time):
                self._rows[name] = row
            else:
                self._new.append((name, size, time))
        self._unsaved += len(known) != len(self._rows)
        return len(self._new)

    def read(self, is_enough: Callable[[], bool] = lambda: False) -> int:
        """Read what is new until it is enough; how many files are left."""
        while self._new and not is_enough():
            name, size, time = self._new.pop()
            try:
                data = (self._folder / name).read_bytes()
            except OSError:
                continue  # it is gone, or not ours to read
            self._rows[name] = _Row(size, time, fact_of(data, time / 1e9))
            self._unsaved += 1
            if self._unsaved >= _SAVED_AFTER:
                self._save()
        if self._unsaved and not self._new:
            self._save()
        return len(self._new)

    def _save(self) -> None:
        self._unsaved = 0
        rows = {name: [*row[:2], _packed(row.fact)] for name, row in self._rows.items()}
        body = json.dumps(rows, separators=(",", ":"))
        with suppress(OSError):  # without a cache it only takes longer
            write_whole(self._cache, f"{_MAGIC} {zlib.crc32(body.encode())}\n{body}")

    @property
    def facts(self) -> dict[str, Fact]:
        """By file, the oldest first: by the day, then by the time of the file."""
        found = ((name, row) for name, row in self._rows.items() if isinstance(row.fact, Fact))
        ordered = sorted(found, key=lambda each: (each[1].fact[1], each[1].time, each[0]))
        return {name: row.fact for name, row in ordered if isinstance(row.fact, Fact)}

    def count(self, why: Uncounted) -> int:
        """Files that are no facts, and why."""
        return sum(row.fact is why for row in self._rows.values())


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                    with suppress(OSError):  # just gone
                        stat = entry.stat()
                        yield entry.name, stat.st_size, stat.st_mtime_ns
    except OSError:
        return  # nobody has played here yet


def _loaded(path: Path) -> dict[str, _Row]:
    """What the cache says; nothing if it is not exactly as it was written."""
    try:
        head, _newline, body = path.read_bytes().partition(b"\n")
        if head.decode() != f"{_MAGIC} {zlib.crc32(body)}":
            return {}
        rows: Mapping[str, Any] = json.loads(body)
        return {
            name: _Row(size, time, _unpacked(packed)) for name, (size, time, packed) in rows.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _packed(fact: Fact | Uncounted) -> object:
    return fact.value if isinstance(fact, Uncounted) else list(fact)


def _unpacked(packed: Any) -> Fact | Uncounted:
    if isinstance(packed, str):
        return Uncounted(packed)
    game, day, seat, seats, names, result, winners, *rest = packed
    return Fact(game, day, seat, tuple(seats), tuple(names), tuple(result), tuple(winners), *rest)
