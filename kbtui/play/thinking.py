"""How long the person at this keyboard has thought in a game, for the record.

Time runs from the entry before to that of the person, as both are written down. Somebody who is
away for long does not think: of each decision only some minutes count.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from typing import Final

from engine.contract import Seat
from engine.table import Table

_AWAY: Final = 300.0  # seconds; nobody thinks longer than that
_MARK: Final = re.compile(r"^# thought ([0-9]{1,8})$", re.MULTILINE)


class Thinking:
    """A clock that hears of every entry."""

    def __init__(self, people: Collection[Seat], seconds: float = 0.0, heard: int = 0) -> None:
        self._people = people
        self._heard = heard  # entries
        self._since = time.monotonic()
        self.seconds = seconds

    def hear(self, table: Table) -> None:
        now = time.monotonic()
        if len(table.entries) > self._heard and table.entries[-1].actor in self._people:
            self.seconds += min(now - self._since, _AWAY)
        self._since, self._heard = now, len(table.entries)

    @property
    def told(self) -> str:
        """Whole seconds; empty as long as there is nothing to tell."""
        return str(int(self.seconds)) if self.seconds >= 1 else ""

    @property
    def lines(self) -> list[str]:
        """A comment for a record that grows."""
        return [f"# thought {self.told}"] if self.told else []


def last_thought(text: str) -> float:
    """What the last comment of that kind says."""
    marks = _MARK.findall(text)
    return float(marks[-1]) if marks else 0.0
