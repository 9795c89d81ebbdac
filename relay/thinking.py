"""A bot's move, worked out away from the hub: it needs nothing but what the effect carries."""

from __future__ import annotations

from engine.bots.levels import BOTS
from engine.contract import find
from engine.rng import Stream
from relay.effects import Think


def think(effect: Think) -> str:
    """The token to hand to ``hub.thought``. Safe in any thread or process."""
    stream = Stream(effect.seed, f"entry {effect.number}")
    return find(effect.game).format(BOTS[effect.level].choose(effect.observation, stream))
