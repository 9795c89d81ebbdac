"""The public digest: 8 bytes of BLAKE2b over one canonical ASCII line.

The line holds what everyone may see and nothing else, so a full copy and any masked copy of one
game have the same digest after the same entry. What a viewer happens to know of a rack is no part
of it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import add, getitem
from typing import Final

from engine.castle.castle import Castle
from engine.castle.pieces.cells import LEVEL, NAMES
from engine.castle.pieces.coins import WORDS as COINS
from engine.castle.pieces.tiles import TILES, Bag, Counts, format_tile
from engine.castle.state import Phase, State, Task
from engine.contract import Seat
from engine.hashing import blake2b, remembered

_PHASES: Final = tuple(phase.name.lower() for phase in Phase)
_KNOWN: Final = 1024  # every entry has its digest, and most leave castles and discards as they were
_WORDS: Final = tuple(tile.word for tile in TILES)  # by face
_NONE: Final = bytes(1)
_PLACES: Final = tuple(f"{NAMES.get(cell, '')}=" for cell in range(len(LEVEL)))  # by cell
# By face: how many of its tiles, as text.
_MANY: Final = tuple(
    tuple(" ".join([tile.word] * count) for count in range(tile.copies + 1)) for tile in TILES
)


@remembered
def _castle(castle: Castle) -> str:
    tiles = castle.tiles
    words = map(_WORDS.__getitem__, tiles.translate(None, _NONE))
    return " ".join(map(add, compress(_PLACES, tiles), words))


@remembered
def _castles(castles: tuple[Castle, ...]) -> str:
    return "/".join(map(_castle, castles))


@lru_cache(_KNOWN)
def _turn(phase: Phase, seat: Seat, idle: int, built: bool, agenda: tuple[Task, ...]) -> str:
    """Whose turn it is, and what is to be done."""
    tasks = "/".join([f"{_PHASES[task]} {seat} {number}" for task, seat, number in agenda])
    return f"{_PHASES[phase]} {seat} {idle} {built:d};{tasks}"


@lru_cache(_KNOWN)
def _numbers(*numbers: int) -> str:
    return " ".join(map(str, numbers))


@lru_cache(_KNOWN)
def _players(royals: tuple[Bag, ...], purses: tuple[bytes, ...], barons: tuple[int, ...]) -> str:
    """What changes once in a few turns at most."""
    return f"{'/'.join(map(_bag, royals))};{'/'.join(map(_coins, purses))};{_numbers(*barons)}"


@lru_cache(_KNOWN)
def _bag(bag: Bag) -> str:
    return " ".join([format_tile(face) for face in bag])


@lru_cache(_KNOWN)
def _counts(counts: Counts) -> str:
    return " ".join(map(getitem, compress(_MANY, counts), counts.translate(None, _NONE)))


@lru_cache(_KNOWN)
def _coins(coins: bytes) -> str:
    return " ".join([COINS[coin] for coin in coins])


def canonical(state: State) -> str:
    """Every public fact, in a fixed order, as text."""
    setup, castles, racks, royals, purses, barons, market, reserve = state[:8]
    discard, coins, _, seat, idle, built, agenda, phase = state[9:17]
    return (
        f"{setup.key};{_turn(phase, seat, idle, built, agenda)};"
        f"{_castles(castles)};{_numbers(*map(len, racks))};"
        f"{_players(royals, purses, barons)};{_bag(market)};{reserve};{_counts(discard)};"
        f"{_coins(coins)}"
    )


def digest(state: State) -> str:
    return blake2b(canonical(state).encode(), digest_size=8).hexdigest()
