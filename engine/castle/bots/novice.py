"""The novice: builds whatever moves the baron furthest now, and thinks no further."""

from __future__ import annotations

from engine.bots import Budget
from engine.castle.moves import BUILDS, DRAW, Move
from engine.castle.rules.actions import legal
from engine.castle.rules.placing import spaces_moved
from engine.castle.state import Phase, State
from engine.rng import Stream


def novice_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """The longest move that costs the least, one of the equally good; any answer elsewhere."""
    moves = legal(observation)
    if observation.phase is not Phase.TURN:
        return stream.choice(moves)
    worth = {move: _worth(move) for move in moves if move[0] in BUILDS}
    best = max(worth.values(), default=0)
    return stream.choice([move for move, found in worth.items() if found == best] or [DRAW])


def _worth(move: Move) -> int:
    _, face, cell, paid = move
    return spaces_moved(face, cell) - len(paid)
