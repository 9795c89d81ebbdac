"""Keeps a client within the message rate that a relay announces in ``welcome``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from relay.protocol import messages as m
from relay.protocol.limits import COSTS, Bucket

# Of what the relay allows: on the way messages may come closer together, and what is too fast is
# dropped. The rest of the burst is what a busy machine or a slow line may hold them up for.
_RATE: Final = 0.95
_BURST: Final = 0.75


class Pace:
    """What may be sent when, on one connection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._bucket: Bucket | None = None
        self._sent = 0.0  # before we knew what the relay takes

    def learn(self, welcome: m.Welcome) -> None:
        now = self._clock()
        self._bucket = Bucket(max(1.0, welcome.burst * _BURST), max(welcome.rate, 1) * _RATE, now)
        self._bucket.take(now, min(self._sent, self._bucket.burst))

    def wait(self, message: type[m.ToRelay]) -> float:
        """Seconds until such a message may be sent; 0: it is sent now."""
        cost = COSTS.get(message, 1)
        if self._bucket is None:
            self._sent += cost
            return 0.0
        cost = min(cost, self._bucket.burst)
        if self._bucket.take(self._clock(), cost):
            return 0.0
        return cost / self._bucket.rate

    async def turn(self, message: type[m.ToRelay]) -> None:
        """Wait until such a message may be sent."""
        while (seconds := self.wait(message)) > 0:
            await asyncio.sleep(seconds)
