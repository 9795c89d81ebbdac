"""Places by score, and bars that compare scores."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.contract import Seat

_BLOCKS: Final = (("█", "▌"), ("#", "="))  # whole and half, without Unicode the second pair


class Place(NamedTuple):
    rank: int  # from 1; equal scores share a place, and the places behind it stay empty
    seat: Seat
    total: int


def ranking(totals: Sequence[int]) -> tuple[Place, ...]:
    """Best first; tied players in seat order."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return tuple(
        Place(1 + sum(other > totals[seat] for other in totals), seat, totals[seat])
        for seat in order
    )


def bar(value: int, best: int, width: int, unicode: bool = True) -> str:
    """A bar that is ``width`` long for the best value; any score at all is at least a half."""
    halves = max(2 * width * value // best, 1) if value > 0 else 0
    whole, half = _BLOCKS[not unicode]
    return whole * (halves // 2) + half * (halves % 2)
