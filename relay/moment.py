"""What a decision needs from outside: the time, the limits, and random bytes."""

from __future__ import annotations

from typing import NamedTuple

from relay.codes import Randomness
from relay.limits import Limits


class Moment(NamedTuple):
    now: float  # seconds since 1970
    limits: Limits
    randomness: Randomness

    @property
    def at(self) -> int:
        """The time as facts keep it."""
        return int(self.now * 1000)
