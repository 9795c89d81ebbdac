"""Not more messages than a relay takes; ``welcome`` says how many at once and how many a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from relay import messages as m
from relay.limits import Bucket
from relay.visitors import COSTS


class Pace:
    """What may be sent when. Until the relay has said what it takes, everything may wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._bucket = Bucket(0, 0, clock())

    def learn(self, welcome: m.Welcome) -> None:
        """A new connection begins with a full bucket, less the hello."""
        self._bucket = Bucket(welcome.burst, welcome.rate, self._clock())
        self._bucket.take(self._clock())

    def wait(self, message: type[m.ToRelay]) -> float:
        """Seconds until such a message may be sent; 0: it is sent now."""
        cost = COSTS.get(message, 1)
        if self._bucket.take(self._clock(), cost):
            return 0.0
        return cost / self._bucket.rate if self._bucket.rate else 1.0

    async def turn(self, message: type[m.ToRelay]) -> None:
        """Wait until such a message may be sent."""
        while (seconds := self.wait(message)) > 0:
            await asyncio.sleep(seconds)
