"""Chooses among the moves that look best by playing each of them on.

What is hidden is guessed again and again. Each guess is played on with every move that is left, and
from time to time the weaker half of the moves is dropped. So an answer is available at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.bots import Budget
from engine.castle.bots.answers import answer
from engine.castle.bots.appeal import Judge
from engine.castle.bots.playout import Root, play_on
from engine.castle.bots.quick import Quick
from engine.castle.bots.turns import all_turns
from engine.castle.moves import Move
from engine.castle.rules.actions import legal
from engine.castle.state import Phase, State
from engine.contract import Seat
from engine.rng import Stream

_SEEDS: Final = 1 << 62
END: Final = 60.0  # spaces that a game is worth that is won, or lost
Value = Callable[[Judge, Quick, Seat], float]  # of a game for a seat, in spaces
Field = list[tuple[float, Move]]  # moves with what speaks for them, the best first


def margin(judge: Judge, game: Quick, seat: Seat) -> float:
    """How far a seat is ahead of its best opponent; what lies behind the end does not count."""
    yards = game.yards
    if game.over:
        ahead = yards[seat].coins - max([yards[other].coins for other in game.others[seat]])
        return END * ((ahead > 0) - (ahead < 0))
    far = [judge.progress(*pair) for pair in zip(yards, game.barons, strict=True)]
    return far.pop(seat) - max(far)


class Search(NamedTuple):
    """How wide and how far a bot looks."""

    judge: Judge
    width: int  # moves that are tried
    turns: int  # own turns that are played on, this one included
    prior: float = 2.0  # playouts that the look of a move counts as
    value: Value = margin  # of where a playout ends

    def choose(self, observation: State, stream: Stream, budget: Budget) -> Move:
        """The move that does best; a playout is a node."""
        root = Root(observation)
        field = self._candidates(observation, root.game)
        left = budget.nodes
        while len(field) > 1:
            # Each time half of the moves goes, and each time takes about as many playouts.
            stages = (len(field) - 1).bit_length()
            guesses = max(1, left // stages // len(field))
            left -= guesses * len(field)
            for _ in range(guesses):
                if budget.stop():
                    return max(field, key=lambda pair: pair[0])[1]
                worth = self.tried(root, [move for _, move in field], stream)
                field = [(had + new, move) for (had, move), new in zip(field, worth, strict=True)]
            field.sort(key=lambda pair: -pair[0])
            field = field[: (len(field) + 1) // 2]
        return field[0][1]

    def _candidates(self, observation: State, game: Quick) -> Field:
        """The moves that look best, the best first; their looks count as a few playouts."""
        if observation.phase is Phase.TURN:
            turns = sorted(all_turns(self.judge, game.asked(observation.actor)), reverse=True)
            return [(self.prior * worth, move) for worth, move in turns[: self.width]]
        first = answer(self.judge, game)
        moves: Sequence[Move] = legal(observation)
        if len(moves) > self.width:
            return [(0.0, first)]
        return [(0.0, move) for move in (first, *(move for move in moves if move != first))]

    def tried(self, root: Root, moves: Sequence[Move], stream: Stream) -> list[float]:
        """How far each move leads, all with the same guess."""
        deal, found = root.deal(stream.below(_SEEDS)), []
        seat = root.game.agenda[-1][1]
        judges = (self.judge,) * len(root.game.yards)
        for move in moves:
            game = root.begin(deal)
            game.play(move)
            play_on(game, judges, seat, self.turns)
            found.append(self.value(self.judge, game, seat))
        return found
