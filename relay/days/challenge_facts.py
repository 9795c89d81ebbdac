"""Challenges at a relay: a finished game whose deal others play too, and what came of it.

A result is the record. The relay deals it again and folds it, so no score can be made up; a record
that is too long, or takes too long, is refused. What it cannot check is who chose the moves, of the
player and of the bots: a challenge is among friends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.contract import Seat, find
from engine.errors import EngineError
from engine.record import (
    Record,
    format_record,
    parse_record,
    record_of,
    start_table,
    verify_record,
)
from engine.table import Table
from relay.days.packing import packed
from relay.deadline import within
from relay.fact_records import Letters
from relay.protocol.days import TABLE, Ranked
from relay.protocol.errors import BadLog, Refusal

SEATS: Final = "seats"  # the header that says who plays
YOU, OTHERS = "you", "person"  # there: the one at the keyboard, people elsewhere
_ENTRIES: Final = 3000  # of a record; the longest games have some hundred
_SECONDS: Final = 1.0  # for folding it


class Judged(NamedTuple):
    """A record that is what it says."""

    deal: str  # the record without entries and names
    seat: Seat
    seats: tuple[str, ...]  # who played
    score: int
    other: int  # the best of the others
    record: bytes  # packed


class Dared(NamedTuple):
    """The first fact: somebody has left a game as a challenge."""

    at: int
    token: bytes  # SHA-256 of the token
    name: str
    deal: str
    seats: str
    score: int
    other: int
    record: bytes


class Answered(NamedTuple):
    at: int
    token: bytes
    name: str
    score: int
    other: int
    record: bytes


LETTERS: Final[dict[str, type[Any]]] = {"c": Dared, "a": Answered}
_LETTERS: Final = Letters(LETTERS)
Fact = Dared | Answered


def write(fact: Fact) -> bytes:
    return _LETTERS.write(fact)


@dataclass
class Result:
    token: bytes
    name: str
    score: int
    other: int
    record: bytes

    @property
    def worth(self) -> tuple[int, int]:
        return self.score - self.other, self.score


class Challenge:
    """The fold of its log."""

    def __init__(self) -> None:
        self.dared: Dared | None = None
        self.results: dict[bytes, Result] = {}  # by the hash of the token

    def fold(self, fact: Fact) -> None:
        if isinstance(fact, Dared):
            self.dared = fact
        result = Result(fact.token, fact.name, fact.score, fact.other, fact.record)
        self.results.setdefault(fact.token, result)

    def read(self, records: Iterable[bytes]) -> None:
        """Fold what was stored; raises BadLog."""
        for record in records:
            fact = _LETTERS.read(record)
            if isinstance(fact, Dared) is not (self.dared is None):
                raise BadLog("a challenge begins with a game, and has one beginning")
            self.fold(fact)

    def ranked(self) -> list[Result]:
        """The best first; equal ones as they came."""
        found = sorted(self.results.values(), key=lambda each: each.worth, reverse=True)
        return found[:TABLE]

    def rows(self, token: bytes) -> tuple[Ranked, ...]:
        ranked = self.ranked()
        places = [1 + sum(other.worth > each.worth for other in ranked) for each in ranked]
        return tuple(
            Ranked(place, each.name, each.score, each.other, each.token == token)
            for place, each in zip(places, ranked, strict=True)
        )

    def first(self) -> int:
        """The row of the challenger, from 1; 0 if others have pushed it off the list."""
        tokens = [each.token for each in self.ranked()]
        token = b"" if self.dared is None else self.dared.token
        return tokens.index(token) + 1 if token in tokens else 0


def judged(text: str, name: str) -> Judged:
    """Takes up to a second; raises Refusal."""
    try:
        record = parse_record(text)
        table = _folded(record)
        verify_record(record, table)
    except EngineError as error:
        raise Refusal("bad-record", str(error)) from None
    seats = tuple(dict(record.tags).get(SEATS, "").split())
    levels = find(record.game).levels
    players = [seat for seat, player in enumerate(seats) if player == YOU]
    totals = table.game.totals(table.state)
    if table.to_act is not None or len(players) != 1 or len(seats) != len(totals):
        raise Refusal("bad-record", "only a finished game of one person at the keyboard")
    (seat,) = players
    kinds = tuple(each if each == YOU or each in levels else OTHERS for each in seats)
    bare = Record(
        record.game,
        record.start,
        seeded=record.seeded,
        seal=record.seal,
        tags=((SEATS, " ".join(kinds)),),
    )
    names = tuple(name if player == YOU else player for player in kinds)
    whole = format_record(record_of(table, bare._replace(players=names)))
    return Judged(
        format_record(bare),
        seat,
        kinds,
        totals[seat],
        max(total for other, total in enumerate(totals) if other != seat),
        packed(whole),
    )


def judgment(text: str, name: str) -> Judged | Refusal:
    """The same as a value, whatever somebody has sent."""
    try:
        return judged(text, name)
    except Refusal as refusal:
        return refusal
    except RecursionError:
        return Refusal("bad-record")


def _folded(record: Record) -> Table:
    """Raises Refusal and EngineError."""
    if record.is_position or not (record.seeded or (record.seal and record.seal.secret)):
        raise Refusal("bad-record", "this game cannot be dealt again")
    if len(record.entries) > _ENTRIES:
        raise Refusal("bad-record", f"a record has at most {_ENTRIES} entries")
    table, is_late = start_table(record), within(_SECONDS)
    for actor, token in record.entries:
        if is_late():
            raise Refusal("bad-record", "it takes too long to play this game again")
        table.append(actor, token)
    return table


def demand_answer(dared: Dared, found: Judged) -> None:
    """Raises Refusal unless it is the same deal, from the same seat, against the same bots."""
    seats = dared.seats.split()
    bots = [player for player in zip(seats, found.seats, strict=False) if player[0] in _bots(dared)]
    is_same = len(seats) == len(found.seats) and seats.index(YOU) == found.seat
    if not is_same or any(mine != theirs for mine, theirs in bots) or not _same_deal(dared, found):
        raise Refusal("bad-record", "this game had another deal, seat or bot")


def _bots(dared: Dared) -> set[str]:
    return {*dared.seats.split()} - {YOU, OTHERS}


def _same_deal(dared: Dared, found: Judged) -> bool:
    one, other = (parse_record(text) for text in (dared.deal, found.deal))
    return (one.game, one.start, one.seal, one.seeded) == (
        *(other.game, other.start, other.seal, other.seeded),
    )
