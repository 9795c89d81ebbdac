"""What a decision needs from outside: the time, the limits, and random bytes."""

from __future__ import annotations

from typing import NamedTuple

from relay.protocol.limits import Limits
from relay.protocol.room_codes import Randomness


class Moment(NamedTuple):
    now: float  # seconds, by the relay's own time
    limits: Limits
    randomness: Randomness
    behind: float = 0.0  # seconds by which the time of day is ahead of that

    @property
    def at(self) -> int:
        """The time as facts keep it."""
        return int(self.now * 1000)

    @property
    def day(self) -> int:
        """The time of day, for people to read."""
        return max(0, int((self.now + self.behind) * 1000))
