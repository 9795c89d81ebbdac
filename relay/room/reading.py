"""A room that is read from its records, a little at a time.

Folding a long game takes a tenth of a second. Everybody else would have to wait for it, so the hub
folds a few records, serves whatever has come up, and continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from relay.protocol.errors import BadLog
from relay.room import facts as f
from relay.room.room import Room
from relay.room.sights import Sight

_EFFORT: Final = 250  # entries folded at once: about a millisecond
_TERMS: Final = 25  # entries that cost as much as terms, for which a whole board is set up


class Reading:
    def __init__(self, code: str, records: Sequence[bytes]) -> None:
        self._room = Room(code)
        self._records = records
        self._at = 0

    def go_on(self, now: float) -> Room | None:
        """Fold some more; the room when all is folded. Raises BadLog."""
        effort = 0
        try:
            while self._at < len(self._records) and effort < _EFFORT:
                effort += self._fold(self._records[self._at])
                self._at += 1
        except Exception as error:  # whatever damage leads to: those who ask must be answered
            raise BadLog(f"fact {self._at + 1} does not fit: {error}") from None
        return self._whole(now) if self._at == len(self._records) else None

    def _fold(self, record: bytes) -> int:
        """What it cost."""
        fact = _fold(self._room, record)
        return _TERMS if isinstance(fact, f.Created | f.Changed) else 1

    def _whole(self, now: float) -> Room:
        room = self._room
        _check(room)
        room.told = len(room.digests)
        room.opened_at = now
        room.absent_since = dict.fromkeys(range(len(room.chairs)), now)
        return room


class Passed(list[tuple[Sequence[bytes], Sight]]):
    """Entries that another relay has made and a room does not know yet. Mostly nothing has to be
    known of a game to pass its entries on, not even how to read them.

    A list of its own kind: whether there are any is asked several times for each move."""

    def tell(self, room: Room) -> int:
        """How many entries it has then. Raises BadLog, and then it knows of none of them."""
        parts = [(_played(records), sight) for records, sight in self]
        for part in parts:
            room.follow(*part)
        self.clear()
        room.told = len(room.digests)
        return room.told


def fold_more(room: Room, records: Sequence[bytes], sight: Sight | None = None) -> Sequence[f.Fact]:
    """A few records more of a room that is there; what they say. With a ``sight`` of them nothing
    is folded yet. After BadLog, the room must not be used."""
    try:
        if sight is not None:
            played = _played(records)
            room.follow(played, sight)
            return played
        facts = [_fold(room, record) for record in records]
    except Exception as error:
        raise BadLog(f"a fact of another relay does not fit: {error}") from None
    if any(isinstance(fact, f.Played) for fact in facts):
        _check(room)
    return facts


def _played(records: Sequence[bytes]) -> list[f.Played]:
    """Raises BadLog, also if there is something else among them."""
    found: list[f.Played] = []
    for fact in map(f.read_fact, records):
        if not isinstance(fact, f.Played):
            raise BadLog("what another relay calls entries is something else")
        found.append(fact)
    return found


def _fold(room: Room, record: bytes) -> f.Fact:
    fact = f.read_fact(record)
    room.fold(fact)
    if getattr(fact, "seat", -1) >= len(room.chairs):
        raise BadLog("there is no such seat")
    return fact


def _check(room: Room) -> None:
    if room.digests and room.digests[-1].hex() != room.playing_table.digest():
        raise BadLog("the log leads to another position than it did when it was made")
