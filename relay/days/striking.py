"""``kb-relay strike``: lists the tries of a day for the operator, and strikes the result of one.

It works on the store. Relays that share one see it at once; a file belongs to one process, so the
relay that uses it has to be stopped for a moment.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from relay.days.day import Attempt, Day, Struck, write
from relay.effects import Append
from relay.protocol.errors import BadLog
from relay.store.log_store import Kept, LogStore


class NotStruck(Exception):
    """Why not; one sentence."""


class Row(NamedTuple):
    """One try, as the operator sees it."""

    log: Kept
    attempt: Attempt

    def told(self, number: int) -> str:
        opened, ended = self.attempt.opened, self.attempt.ended
        at = time.strftime("%H:%M", time.gmtime(opened.at / 1000))
        result = "not finished" if ended is None else f"{ended.score}:{ended.other}"
        kind = "program" if opened.program else ""
        mark = "struck" if self.attempt.is_struck else ""
        parts = (f"{number:>4}", at, f"{opened.name:<24}", result, kind, mark)
        return "  ".join(filter(None, parts))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="kingdom, castle")
    parser.add_argument("day", metavar="DAY", help="such as 2026-11-17")
    parser.add_argument(
        "number", metavar="NUMBER", nargs="?", type=int, help="of the try; without it, list them"
    )


def rows_of(store: LogStore, game: str, day: str) -> list[Row]:
    """All tries of a day, of every edition, as they were opened; raises NotStruck."""
    found = []
    for kept in sorted(store.rooms()):
        if kept.room.startswith(f"(day {game} {day} "):
            folded = Day(day)
            try:
                folded.read(store.load(kept.room))
            except BadLog as error:
                raise NotStruck(f"{kept.room} cannot be read: {error.text}") from None
            found += [Row(kept, attempt) for attempt in folded.tries.values()]
    return found


def strike(store: LogStore, row: Row, at: int) -> None:
    """Raises NotStruck."""
    if row.attempt.ended is None:
        raise NotStruck("this try is not finished, so it is not on the table")
    if row.attempt.is_struck:
        raise NotStruck("this result was struck before")
    record = write(Struck(at, row.attempt.opened.token))
    log = row.log
    if [*store.append([Append(log.room, log.seq, (record,), log.expires)])] != [True]:
        raise NotStruck("a relay has changed this day meanwhile; try again")


def run(asked: argparse.Namespace, open_store: Callable[[], LogStore]) -> int:
    """Raises OSError and NotStruck."""
    store = open_store()
    try:
        for line in _done(store, asked):
            print(line)
    finally:
        store.close()
    return 0


def _done(store: LogStore, asked: argparse.Namespace) -> Iterator[str]:
    rows = rows_of(store, asked.game, asked.day)
    if not rows:
        raise NotStruck(f"there is no try of {asked.game} on {asked.day} in this store")
    if asked.number is None:
        yield from (row.told(number) for number, row in enumerate(rows, 1))
        return
    if not 0 < asked.number <= len(rows):
        raise NotStruck(f"the tries of that day have the numbers 1 to {len(rows)}")
    row = rows[asked.number - 1]
    strike(store, row, int(time.time() * 1000))
    yield f"struck: {row.attempt.opened.name}"
