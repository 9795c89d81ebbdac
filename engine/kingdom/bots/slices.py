"""Numbers of all hexes at once: adding to many of them, and finding the best and the worst.

The numbers are *sliced*: slice ``i`` is the mask of all hexes whose number has bit ``i``. Adding a
weight to hundreds of hexes, or finding the best of them, takes a handful of mask operations,
however many hexes there are.
"""

from __future__ import annotations

from typing import Final

from engine.kingdom.ground.hexes import Mask

Slices = list[Mask]

WIDTH: Final = 8  # slices: numbers up to 255

# For each weight the places of its binary digits, each with those that a carry may go on to.
_PLACES: Final = tuple(
    tuple(range(place, WIDTH) for place in range(WIDTH) if weight >> place & 1)
    for weight in range(1 << WIDTH)
)


def add(slices: Slices, plane: Mask, weight: int) -> None:
    """Add the weight to the number of every hex of the plane."""
    for places in _PLACES[weight]:
        carry = plane
        for place in places:
            before = slices[place]
            slices[place] = before ^ carry
            carry &= before
            if not carry:
                break


def best(slices: Slices, candidates: Mask) -> tuple[Mask, int]:
    """The candidates with the highest number, and that number."""
    value = 0
    for i in range(WIDTH - 1, -1, -1):
        high = candidates & slices[i]
        if high:
            candidates = high
            value |= 1 << i
    return candidates, value


def worst(slices: Slices, candidates: Mask) -> tuple[Mask, int]:
    """The candidates with the lowest number, and that number."""
    value = 0
    for i in range(WIDTH - 1, -1, -1):
        low = candidates & ~slices[i]
        if low:
            candidates = low
        else:
            value |= 1 << i
    return candidates, value


def value_of(slices: Slices, bit: Mask) -> int:
    """The number of one hex."""
    value = 0
    for i in range(WIDTH):
        if slices[i] & bit:
            value |= 1 << i
    return value
