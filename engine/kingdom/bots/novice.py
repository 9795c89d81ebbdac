"""The novice: plays plausible moves with a beginner's mistakes.

It sees gold next to its settlements, but looks at only a few hexes, counts the goals loosely, and
often forgets its tiles.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.kingdom.bots.greedy import worth
from engine.kingdom.ground.moves import Action, Move
from engine.kingdom.rules.actions import legal
from engine.kingdom.rules.steps import step
from engine.kingdom.state import State, actor
from engine.rng import Stream

GLANCES: Final = 3  # places it looks at before it chooses


def novice_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """The best of a few moves that come to mind."""
    seat = actor(observation)
    assert seat is not None, "somebody has to act"
    moves = legal(observation)
    plain = [move for move in moves if move[0] in (Action.BUILD, Action.END, Action.PASS)]
    if plain and stream.below(2):
        moves = plain
    seen = stream.sample(moves, min(GLANCES, len(moves)))
    if seen[0][0] is Action.PLAY:
        return seen[0]
    return max(seen, key=lambda move: worth(step(observation, move), seat))
