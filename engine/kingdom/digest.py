"""The public digest: 8 bytes of BLAKE2b over one canonical ASCII line.

The line (docs/notation.md spells it out) holds what everybody may see and nothing else, so a full
copy and any masked copy of one game have the same digest after the same entry.
"""

from __future__ import annotations

import hashlib

from engine.kingdom.state import OPEN, State, removed
from engine.kingdom.terrain import format_card


def canonical(state: State) -> str:
    """Every public fact, in a fixed order, as text."""
    cards, tiles = state.cards, state.tiles
    played = "-" if cards.played is None else format_card(cards.played)
    scouted = "-" if cards.scouted is None else cards.scouted.word
    terrain = "-" if state.terrain == OPEN else str(int(state.terrain))
    owed = "-" if state.owed == OPEN else str(state.owed)
    fields = (
        state.setup.key,
        f"{state.phase.name.lower()} {state.seat} {played} {terrain} {owed} {int(state.begun)}",
        " ".join(f"{mask:x}" for mask in state.settlements),
        *(" ".join(f"{slots:x}" for slots in row) for row in tiles),
        " ".join(str(len(hand)) for hand in cards.hands),
        " ".join(map(str, cards.discard)),
        " ".join(map(str, removed(state))),
        scouted,
        "/".join(" ".join(map(str, queue)) for queue in state.reactions),
    )
    return ";".join(fields)


def digest(state: State) -> str:
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()
