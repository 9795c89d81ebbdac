"""``kb-relay copy FROM TO``: all rooms of one store into another, verified record by record.

No relay may use either of them meanwhile. What was copied before is compared and left, so the
command can be given again after an interruption. A room that is different there is not touched.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final

from relay.effects import Append
from relay.server.clock import clock_for, noted
from relay.store.log_store import Kept, LogStore, SharedStore

_PORTION: Final = 100  # records in one append
_LEAST: Final = 120.0  # seconds that a room still lives when it is copied
_APART: Final = 60.0  # seconds that the times of two stores may differ without a word


class NotCopied(Exception):
    """The copy is not whole; one sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="a file, or the URL of a Valkey")
    parser.add_argument("target", metavar="TO", help="the same; made if it is a file")
    parser.add_argument(
        "--accept-risk",
        action="store_true",
        help="use a Valkey whose settings can lose moves that players have seen",
    )


def copy(source: LogStore, target: LogStore, say: Callable[[str], None]) -> None:
    """Raises OSError and NotCopied."""
    for store, name in ((source, "FROM"), (target, "TO")):
        if isinstance(store, SharedStore) and store.beat():
            raise NotCopied(f"relays are still using the store {name}; stop them first")
    now, there = clock_for(source).now(), {kept.room for kept in target.rooms()}
    if not there:
        _set_time(target, now)
    time = clock_for(target).now()
    if abs(time - now) > _APART:
        say(f"the time of the new store differs by {abs(time - now):.0f} seconds: clocks may jump")
    rooms = [kept for kept in source.rooms() if kept.expires > now]
    counts = [_copy(source, target, kept, time + max(kept.expires - now, _LEAST)) for kept in rooms]
    say(f"{len(rooms)} rooms with {sum(counts)} records are in the new store, and were compared")


def _set_time(target: LogStore, now: float) -> None:
    """Games continue where they were: what was stored carries times."""
    if isinstance(target, SharedStore):
        target.set_time(now)
    else:
        target.append(noted(now))


def _copy(source: LogStore, target: LogStore, kept: Kept, expires: float) -> int:
    """How many records it has."""
    records, found = source.load(kept.room), target.load(kept.room)
    if found != records[: len(found)]:
        raise NotCopied(f"the new store has another room {kept.room} already")
    for at in range(len(found), len(records), _PORTION):
        part = tuple(records[at : at + _PORTION])
        if list(target.append([Append(kept.room, at, part, expires)])) != [True]:
            raise NotCopied(f"room {kept.room} was changed by somebody else meanwhile")
    if target.load(kept.room) != records:
        raise NotCopied(f"room {kept.room} is not the same in the new store")
    return len(records)


def run(asked: argparse.Namespace, open_store: Callable[[str, bool], LogStore]) -> int:
    """Raises OSError and NotCopied."""
    if asked.source == asked.target:
        raise NotCopied("FROM and TO are the same store")
    with ExitStack() as stack:
        stores = []
        for name in (asked.source, asked.target):
            store = open_store(name, asked.accept_risk)
            stack.callback(store.close)
            stores += [store]
        copy(stores[0], stores[1], print)
    return 0


def is_asked(arguments: Sequence[str]) -> bool:
    return bool(arguments) and arguments[0] == "copy"
