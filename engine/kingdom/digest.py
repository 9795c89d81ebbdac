"""The public digest: 8 bytes of BLAKE2b over one canonical ASCII line.

The line (docs/notation.md specifies it) holds what everyone may see and nothing else, so a full
copy and any masked copy of one game have the same digest after the same entry.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.hashing import blake2b, remembered
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, format_card
from engine.kingdom.state import OPEN, Cards, Counts, Phase, State, Tiles, rest

_PHASES: Final = tuple(phase.name.lower() for phase in Phase)
_COUNTS: Final = " ".join(["%d"] * KINDS_OF_CARDS)


@cache
def _masks(count: int) -> str:
    """Gaps for that many masks."""
    return " ".join(["%x"] * count)


@remembered
def _tiles(tiles: Tiles) -> str:
    masks = _masks(len(tiles[0]))
    return ";".join([masks % row for row in tiles])


@remembered
def _cards(cards: Cards, pile: Counts) -> tuple[str, str]:
    """The card that is played, and all the others."""
    played = "-" if cards.played is None else format_card(cards.played)
    sizes = " ".join([str(len(hand)) for hand in cards.hands])
    scouted = "-" if cards.scouted is None else cards.scouted.word
    return played, f"{sizes};{_COUNTS % cards.discard};{_COUNTS % rest(cards, pile)};{scouted}"


def canonical(state: State) -> str:
    """Every public fact, in a fixed order, as text."""
    setup, settlements, tiles, cards, phase, seat, terrain, owed, begun, reactions = state
    played, others = _cards(cards, setup.cards)
    bound = "-" if terrain == OPEN else int(terrain)
    left = "-" if owed == OPEN else owed
    waiting = "/".join(" ".join(map(str, queue)) for queue in reactions) if reactions else ""
    return (
        f"{setup.key};{_PHASES[phase]} {seat} {played} {bound} {left} {begun:d};"
        f"{_masks(len(settlements)) % settlements};{_tiles(tiles)};{others};"
        f"{waiting}"
    )


def digest(state: State) -> str:
    return blake2b(canonical(state).encode(), digest_size=8).hexdigest()
