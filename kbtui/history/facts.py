"""What one saved record tells about its player: a ``Fact`` of a finished game that counts.

A game counts if one person at this keyboard played it to its end against others. Games of bots
alone, games that several people played at one keyboard, games from a prepared position and practice
do not.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from engine.contract import Seat, keys
from engine.errors import EngineError
from engine.record import Record, read_head, read_record
from engine.table import UNDO, Table
from kbtui.games.kit import find
from kbtui.games.tallying import Amounts
from kbtui.play.saved_games import whole
from kbtui.play.saves import STARTED, THOUGHT
from kbtui.play.session import HUMAN, SEATS

PRACTICE: Final = "practice"  # the header of a record that is never counted


class Uncounted(StrEnum):
    """Why a file has no fact."""

    APART = "apart"  # a game that does not count
    UNFINISHED = "unfinished"
    DAMAGED = "damaged"


class Fact(NamedTuple):
    """A finished game, from the seat of its player."""

    game: str  # its key
    day: str  # when it began, ``2026-11-16``
    seat: Seat
    seats: tuple[str, ...]  # who played: ``you``, levels of bots, other people
    names: tuple[str, ...]
    result: tuple[int, ...]
    winners: tuple[Seat, ...]
    kind: str  # as the game's tally names it
    turns: int  # the player's own
    seconds: int  # that the player thought; 0 if that is not known
    first: Seat  # who began
    counts: Mapping[str, Amounts]  # as the game's tally has them

    @property
    def has_won(self) -> bool:
        return self.seat in self.winners

    @property
    def is_shared(self) -> bool:
        return self.has_won and len(self.winners) > 1

    @property
    def score(self) -> int:
        return self.result[self.seat]

    @property
    def others(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.seats)) if seat != self.seat)

    @property
    def best_other(self) -> int:
        return max(self.result[seat] for seat in self.others)

    @property
    def mean_other(self) -> float:
        return sum(self.result[seat] for seat in self.others) / len(self.others)


def fact_of(data: bytes, when: float) -> Fact | Uncounted:
    """What the bytes of a record say; ``when`` it was last written. Never raises."""
    try:
        text = whole(data).decode("utf-8")
        record = read_head(text).record
        if record.game not in keys():
            return Uncounted.DAMAGED
        if record.result is None:
            return Uncounted.UNFINISHED if _person(record) is not None else Uncounted.APART
        if not _counts(record):
            return Uncounted.APART
        return _fact(*read_record(text), when)
    except (EngineError, UnicodeDecodeError):
        return Uncounted.DAMAGED


def _person(record: Record) -> Seat | None:
    """The seat of the one person at this keyboard."""
    seats = dict(record.tags).get(SEATS, "").split()
    return seats.index(HUMAN) if seats.count(HUMAN) == 1 else None


def _counts(record: Record) -> bool:
    is_practice = PRACTICE in dict(record.tags)
    return _person(record) is not None and not record.is_position and not is_practice


def _fact(record: Record, table: Table, when: float) -> Fact | Uncounted:
    tags, seat = dict(record.tags), _person(record)
    seats = tuple(tags.get(SEATS, "").split())
    if seat is None or table.to_act is not None or len(seats) != table.game.seats(table.state):
        return Uncounted.DAMAGED
    tally = find(record.game).tally
    names = record.players if len(record.players) == len(seats) else seats
    turns = _turns(table)
    thought = tags.get(THOUGHT, "")
    return Fact(
        record.game,
        tags.get(STARTED, "")[:10] or time.strftime("%Y-%m-%d", time.gmtime(when)),
        seat,
        seats,
        names,
        tuple(table.game.totals(table.state)),
        table.game.winners(table.state) or (),
        "" if tally is None else tally.kind(record.start),
        turns.count(seat),
        int(thought) if thought.isdecimal() and len(thought) < 9 else 0,
        next((each for each in turns if each is not None), 0),
        {} if tally is None else tally.counts(table),
    )


def _turns(table: Table) -> Sequence[Seat | None]:
    """Whose turn each turn was, without what was undone."""
    line = [table.states[0]]
    for entry, state in zip(table.entries, table.states[1:], strict=True):
        if entry.token == UNDO:
            line.pop()
        else:
            line.append(state)
    return [seat for seat, _run in groupby(map(table.game.on_turn, line))]
