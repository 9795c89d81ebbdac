"""Chooses among the moves that look best by playing each of them on.

What is hidden is guessed again and again. Each guess is played on with every move that is left, and
from time to time the weaker half of the moves is dropped. So an answer is available at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.bots import Budget
from engine.castle.bots.appeal import Judge
from engine.castle.bots.playout import Playout, guess, numbers
from engine.castle.moves import Move
from engine.castle.rules.actions import legal
from engine.castle.state import Phase, State
from engine.rng import Stream

_SEEDS: Final = 1 << 62


class Search(NamedTuple):
    """How wide and how far a bot looks."""

    judge: Judge
    width: int  # moves that are tried
    turns: int  # own turns that are played on, this one included

    def choose(self, observation: State, stream: Stream, budget: Budget) -> Move:
        """The move that does best; a playout is a node."""
        moves = self._candidates(observation)
        left = budget.nodes
        while len(moves) > 1:
            # Each time half of the moves goes, and each time takes about as many playouts.
            stages = (len(moves) - 1).bit_length()
            guesses = max(1, left // stages // len(moves))
            worth = self._tried(observation, moves, guesses, stream, budget)
            if worth is None:
                break
            left -= guesses * len(moves)
            order = sorted(range(len(moves)), key=lambda i: (-worth[i], i))
            moves = [moves[i] for i in order[: (len(moves) + 1) // 2]]
        return moves[0]

    def _candidates(self, observation: State) -> list[Move]:
        """The moves that look best, the best first."""
        if observation.phase is Phase.TURN:
            turns = sorted(self.judge.turns(observation, observation.actor), reverse=True)
            return [move for _, move in turns[: self.width]]
        first = self.judge.choose(observation)
        moves: Sequence[Move] = legal(observation)
        if len(moves) > self.width:
            return [first]
        return [first, *(move for move in moves if move != first)]

    def _tried(
        self, root: State, moves: list[Move], guesses: int, stream: Stream, budget: Budget
    ) -> list[float] | None:
        """What each move is worth over so many guesses; None if the bot was stopped before."""
        total = [0.0] * len(moves)
        for _ in range(guesses):
            if budget.stop():
                return None
            seed = stream.below(_SEEDS)
            deal = guess(root, numbers(seed))
            for i, move in enumerate(moves):
                playout = Playout(deal, self.judge, numbers(seed + 1))
                playout.play(move)
                playout.play_on(root.actor, self.turns)
                total[i] += self.judge.margin(playout.draft, root.actor)
        return total
