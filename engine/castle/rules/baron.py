"""The baron's way along the track (CB-45 to CB-52)."""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.castle.pieces.track import SPACES, TRACK, Space
from engine.contract import Seat

_COIN: Final = tuple(int(space is Space.COIN) for space in TRACK)
_RUBY: Final = tuple(space is Space.RUBY for space in TRACK)
_TILE: Final = tuple(space is Space.TILE for space in TRACK)

_KNOWN: Final = 4096  # ways that are remembered: bots ask for the same few again and again


class Way(NamedTuple):
    """Every space that a move enters, in order, and what it brings."""

    spaces: tuple[int, ...]
    coins: int  # coin spaces entered (CB-52)
    brings_tile: bool  # it ends on a tile space (CB-51)


@lru_cache(_KNOWN)
def way(barons: tuple[int, ...], seat: Seat, steps: int) -> Way:
    """Where a move of that many steps leads, hops included (CB-47 to CB-50)."""
    space, left, coins = barons[seat], steps, 0
    spaces = []
    while left > 0:
        space = (space + 1) % SPACES
        spaces.append(space)
        coins += _COIN[space]
        left -= 1
        if not left and (_RUBY[space] or (space in barons and space != barons[seat])):
            left = 1
    return Way(tuple(spaces), coins, steps > 0 and _TILE[space])
