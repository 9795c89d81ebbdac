"""Alarms: who has to be woken, and when.

An alarm that is no longer wanted lets go of its sleeper at once, however far off it is. What is
left of it, two numbers, stays until such leftovers are more than half of all.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

_FEW: Final = 64  # leftovers that are not worth a search

T = TypeVar("T")


class Alarms(Generic[T]):
    """For each sleeper one alarm at most; of two for one time the older rings first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int]] = []
        self._sleepers: dict[int, T] = {}  # by the number of the alarm
        self._numbers: dict[T, int] = {}
        self._next = count()
        self.is_new = False  # one was set since it was last asked when the next may ring

    def __len__(self) -> int:
        """Of alarms that are kept, wanted or not."""
        return len(self._heap)

    def set(self, at: float, whom: T) -> None:
        """Ring at this time, and not at the one set before."""
        self.drop(whom)
        number = next(self._next)
        self._sleepers[number], self._numbers[whom] = whom, number
        heappush(self._heap, (at, number))
        self.is_new = True

    def drop(self, whom: T) -> None:
        """Do not ring for this one."""
        number = self._numbers.pop(whom, None)
        if number is not None:
            del self._sleepers[number]
            if len(self._heap) > 2 * len(self._sleepers) + _FEW:
                self._heap = [alarm for alarm in self._heap if alarm[1] in self._sleepers]
                heapify(self._heap)

    def next_due(self) -> float | None:
        """When the next one may ring."""
        self.is_new = False
        while self._heap and self._heap[0][1] not in self._sleepers:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def rung(self, now: float) -> list[T]:
        """Those whose alarm rings now; each has none after that."""
        found: list[T] = []
        while (due := self.next_due()) is not None and due <= now:
            whom = self._sleepers.pop(heappop(self._heap)[1])
            del self._numbers[whom]
            found.append(whom)
        return found
