"""Chooses among the moves that look best by playing each of them on.

What is hidden is guessed again and again. Each guess is played on with every move that is left, and
from time to time the weaker half of the moves is dropped. So an answer is available at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.bots import Budget
from engine.castle.bots.answers import answer
from engine.castle.bots.appeal import Judge
from engine.castle.bots.playout import Playout, guess, numbers
from engine.castle.moves import Move
from engine.castle.rules.actions import legal
from engine.castle.state import Phase, State
from engine.rng import Stream

_SEEDS: Final = 1 << 62
PRIOR: Final = 2.0  # playouts that the look of a move counts as


class Search(NamedTuple):
    """How wide and how far a bot looks."""

    judge: Judge
    width: int  # moves that are tried
    turns: int  # own turns that are played on, this one included

    def choose(self, observation: State, stream: Stream, budget: Budget) -> Move:
        """The move that does best; a playout is a node."""
        field = self._candidates(observation)  # moves, the best first, with what speaks for them
        left = budget.nodes
        while len(field) > 1:
            # Each time half of the moves goes, and each time takes about as many playouts.
            stages = (len(field) - 1).bit_length()
            guesses = max(1, left // stages // len(field))
            left -= guesses * len(field)
            for _ in range(guesses):
                if budget.stop():
                    return field[0][1]
                worth = self.tried(observation, [move for _, move in field], stream)
                field = [(had + new, move) for (had, move), new in zip(field, worth, strict=True)]
            field.sort(key=lambda pair: -pair[0])
            field = field[: (len(field) + 1) // 2]
        return field[0][1]

    def _candidates(self, observation: State) -> list[tuple[float, Move]]:
        """The moves that look best, the best first; their looks count as a few playouts."""
        if observation.phase is Phase.TURN:
            turns = sorted(self.judge.turns(observation, observation.actor), reverse=True)
            return [(PRIOR * worth, move) for worth, move in turns[: self.width]]
        first = answer(self.judge, observation)
        moves: Sequence[Move] = legal(observation)
        if len(moves) > self.width:
            return [(0.0, first)]
        return [(0.0, move) for move in (first, *(move for move in moves if move != first))]

    def tried(self, root: State, moves: Sequence[Move], stream: Stream) -> list[float]:
        """How far each move leads, all with the same guess."""
        seed = stream.below(_SEEDS)
        deal = guess(root, numbers(seed))
        found = []
        for move in moves:
            playout = Playout(deal, self.judge, numbers(seed + 1))
            playout.play(move)
            playout.play_on(root.actor, self.turns)
            found.append(self.judge.margin(playout.draft, root.actor))
        return found
