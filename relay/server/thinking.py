"""Computes a bot's move outside the hub, from nothing but what the effect carries.

All rooms of a relay share one thread for this, and that thread shares the interpreter with the loop
that serves everyone. So bots think less here than in a local game: about few positions, and never
for long.
"""

from __future__ import annotations

from typing import Final

from engine.bots import never
from engine.contract import find
from engine.rng import Stream
from relay.deadline import within
from relay.effects import Think

NODES: Final = 6000  # positions for a move: about a quarter of a second
SHARE: Final = 10  # a level that thinks very long gets its positions divided by this
SECONDS: Final = 0.5  # for a move at most, however slow the machine is


def think(effect: Think) -> str:
    """The token to hand to ``hub.thought``. Safe in any thread or process."""
    stream = Stream(effect.seed, f"entry {effect.number}")
    game = find(effect.game)
    level = game.levels[effect.level]
    if effect.is_timed:
        stop, nodes = within(SECONDS), min(level.nodes, max(NODES, level.nodes // SHARE))
    else:  # in a deal of the day all meet the same bot
        stop, nodes = never, level.nodes
    move = level.choose(effect.observation, stream, stop, nodes)
    return game.format(move)
