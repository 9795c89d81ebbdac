"""The public digest: 8 bytes of BLAKE2b over one canonical ASCII line.

The line (docs/notation.md specifies it) holds what everyone may see and nothing else, so a full
copy and any masked copy of one game have the same digest after the same entry.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from engine.contract import Seat
from engine.hashing import blake2b, remembered
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, format_card
from engine.kingdom.state import OPEN, Cards, Counts, Phase, State, Tiles, rest

_PHASES: Final = tuple(phase.name.lower() for phase in Phase)
_COUNTS: Final = " ".join(["%d"] * KINDS_OF_CARDS)
_KNOWN: Final = 1024  # short texts that are remembered: a few hundred come up again and again


@cache
def _masks(count: int) -> str:
    """Gaps for that many masks."""
    return " ".join(["%x"] * count)


@lru_cache(_KNOWN)
def _gone(counts: Counts) -> str:
    """Cards that have left the game: nearly always none. Discards differ far too much for this."""
    return _COUNTS % counts


@lru_cache(_KNOWN)
def _turn(phase: Phase, seat: Seat, played: str, terrain: int, owed: int, begun: bool) -> str:
    """Whose turn it is, and how far."""
    bound = "-" if terrain == OPEN else int(terrain)
    left = "-" if owed == OPEN else owed
    return f"{_PHASES[phase]} {seat} {played} {bound} {left} {begun:d}"


@remembered
def _tiles(tiles: Tiles) -> str:
    return ";".join(map(_masks(len(tiles[0])).__mod__, tiles))


@remembered
def _cards(cards: Cards, pile: Counts) -> tuple[str, str]:
    """The card that is played, and all the others."""
    hands, _, discard, card, terrain = cards
    played = "-" if card is None else format_card(card)
    sizes = " ".join(map(str, map(len, hands)))
    scouted = "-" if terrain is None else terrain.word
    return played, f"{sizes};{_COUNTS % discard};{_gone(rest(cards, pile))};{scouted}"


def canonical(state: State) -> str:
    """Every public fact, in a fixed order, as text."""
    setup, settlements, tiles, cards, phase, seat, terrain, owed, begun, reactions = state
    played, others = _cards(cards, setup.cards)
    waiting = "/".join(" ".join(map(str, queue)) for queue in reactions) if reactions else ""
    return (
        f"{setup.key};{_turn(phase, seat, played, terrain, owed, begun)};"
        f"{_masks(len(settlements)) % settlements};{_tiles(tiles)};{others};"
        f"{waiting}"
    )


def digest(state: State) -> str:
    return blake2b(canonical(state).encode(), digest_size=8).hexdigest()
