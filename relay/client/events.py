"""What a client reports to its owner, and when to try to reconnect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from engine.table import Entry, Table
from relay.protocol import messages as m
from relay.protocol.errors import BadMessage


class Got(NamedTuple):
    """A message that changes nothing but what is shown: rooms, chat, presence, clock, refusals."""

    message: m.ToClient


class Entered(NamedTuple):
    """The room, its deal and the missing entries follow."""

    code: str


class Advanced(NamedTuple):
    """These entries are confirmed now; own ones may have been on the table before."""

    first: int
    last: int


class TakenBack(NamedTuple):
    """Own moves that were shown are off the table again."""

    entries: tuple[Entry, ...]
    code: str
    text: str


class Differs(NamedTuple):
    """Our copy of the game and the relay's differ; ``entry`` is the first that does."""

    entry: int
    ours: str  # digest after it; empty if we have no such entry
    theirs: str  # the same of the relay
    log: tuple[Entry, ...]  # our entries, for the report


def difference(table: Table | None, number: int, theirs: str) -> Differs:
    """From that entry on our copy is another one."""
    if table is None:
        return Differs(number, "", theirs, ())
    ours = table.digest(number) if number <= len(table.entries) else ""
    return Differs(number, ours, theirs, tuple(table.entries))


def named(said: m.Said, room: m.RoomView | None) -> m.Said:
    """With the name of the player in the seat now: later it may be somebody else."""
    seats = room.seats if room is not None else ()
    is_known = bool(said.name) or said.seat >= len(seats)
    return said if is_known else replace(said, name=seats[said.seat].name)


def rows_of(log: m.Log) -> list[tuple[int, str, str]]:
    """Actor, token and digest of each entry; raises BadMessage."""
    tokens = log.tokens.split(" ")
    digests = [log.digests[i : i + 8].hex() for i in range(0, len(log.digests), 8)]
    if not len(log.actors) == len(tokens) == len(digests):
        raise BadMessage("bad-message", "the columns of a log have different lengths")
    return list(zip(log.actors, tokens, digests, strict=True))


class Verified(NamedTuple):
    """The game is over and the deal was fair: that many cards were dealt again."""

    checked: int


class Foul(NamedTuple):
    """The relay broke its word about the deal."""

    text: str


class Fetched(NamedTuple):
    """The whole record of the finished game."""

    text: str


class Ended(NamedTuple):
    """The relay has closed the connection; come back after ``wait`` seconds if ``may_return``, to
    another relay if it names one."""

    code: str
    text: str
    wait: float
    may_return: bool
    where: str = ""


Event = Got | Entered | Advanced | TakenBack | Differs | Verified | Foul | Fetched | Ended

# Reasons of a refusal that go by.
PASSING: Final = ("busy", "too-fast", "unavailable")
# After these, to connect again would only be told the same.
FINAL: Final = frozenset({"version", "wrong-role", "bad-message", "replaced", "kicked", "gone"})


@dataclass(frozen=True)
class Backoff:
    """How long to wait before connecting again: doubled each time, up to a bound."""

    first: float = 0.2
    factor: float = 2.0
    most: float = 5.0
    jitter: float = 0.5  # the share that luck takes off, so that not all come back at once

    def delay(self, attempt: int, luck: float) -> float:
        """Seconds before attempt 0, 1, 2, ...; ``luck`` is a random number from 0 to 1."""
        # Beyond 64 doublings the bound is long reached, and numbers would only grow.
        whole = min(self.most, self.first * self.factor ** min(attempt, 64))
        return whole * (1 - self.jitter * luck)
