"""The public digest: 8 bytes of BLAKE2b over one canonical ASCII line.

The line holds what everyone may see and nothing else, so a full copy and any masked copy of one
game have the same digest after the same entry. What a viewer happens to know of a rack is no part
of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.castle.pieces.cells import NAMES
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.tiles import Bag, Counts, format_tile, spread
from engine.castle.state import Phase, State
from engine.hashing import blake2b

_PHASES: Final = tuple(phase.name.lower() for phase in Phase)
_KNOWN: Final = 1024  # every entry has its digest, and most leave castles and discards as they were


@lru_cache(_KNOWN)
def _castle(tiles: bytes) -> str:
    # Tiles alone, and not a castle: what a castle knows of its cells takes long to hash.
    return " ".join(
        [f"{NAMES[cell]}={format_tile(face)}" for cell, face in enumerate(tiles) if face]
    )


@lru_cache(_KNOWN)
def _bag(bag: Bag) -> str:
    return " ".join([format_tile(face) for face in bag])


@lru_cache(_KNOWN)
def _bags(bags: tuple[Bag, ...]) -> str:
    return "/".join(map(_bag, bags))


@lru_cache(_KNOWN)
def _counts(counts: Counts) -> str:
    return _bag(spread(counts))


@lru_cache(_KNOWN)
def _coins(coins: bytes) -> str:
    return " ".join([WORDS[coin] for coin in coins])


@lru_cache(_KNOWN)
def _purses(purses: tuple[bytes, ...]) -> str:
    return "/".join(map(_coins, purses))


def canonical(state: State) -> str:
    """Every public fact, in a fixed order, as text."""
    tasks = "/".join([f"{_PHASES[task]} {seat} {number}" for task, seat, number in state.agenda])
    castles = "/".join([_castle(castle.tiles) for castle in state.castles])
    racks = " ".join(map(str, map(len, state.racks)))
    return (
        f"{state.setup.key};{_PHASES[state.phase]} {state.seat} {state.idle} {state.built:d};"
        f"{tasks};{castles};{racks};{_bags(state.royals)};{_purses(state.purses)};"
        f"{' '.join(map(str, state.barons))};{_bag(state.market)};{state.reserve};"
        f"{_counts(state.discard)};{_coins(state.coins)}"
    )


def digest(state: State) -> str:
    return blake2b(canonical(state).encode(), digest_size=8).hexdigest()
