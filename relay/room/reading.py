"""A room that is read from its records, a little at a time.

To fold a long game takes a tenth of a second. Everybody else would have to wait for it, so the hub
folds a few records, serves whatever has come up, and goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from relay.protocol.errors import BadLog
from relay.room import facts as f
from relay.room.room import Room

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
        fact = f.read_fact(record)
        self._room.fold(fact)
        if getattr(fact, "seat", -1) >= len(self._room.chairs):
            raise BadLog("there is no such seat")
        return _TERMS if isinstance(fact, f.Created | f.Changed) else 1

    def _whole(self, now: float) -> Room:
        room = self._room
        if room.digests and room.digests[-1].hex() != room.playing_table.digest():
            raise BadLog("the log leads to another position than it did when it was made")
        room.told = len(room.digests)
        room.opened_at = now
        room.absent_since = dict.fromkeys(range(len(room.chairs)), now)
        return room
