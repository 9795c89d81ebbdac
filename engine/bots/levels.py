"""The bots of Kingdom Builder by level, from the weakest up."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.bots.base import Bot, Budget, Stop, never
from engine.bots.expert import expert_move
from engine.bots.greedy import greedy_move
from engine.bots.novice import novice_move
from engine.bots.skilled import skilled_move
from engine.kingdom.moves import Move
from engine.kingdom.rules import legal
from engine.kingdom.state import State
from engine.rng import Stream


def random_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """Any legal move, each as likely."""
    return stream.choice(legal(observation))


class Level(NamedTuple):
    """A bot and how much it thinks about a move if nobody says anything else."""

    bot: Bot[State, Move]
    nodes: int = 1

    def choose(
        self, observation: State, stream: Stream, stop: Stop = never, nodes: int | None = None
    ) -> Move:
        """The move of the seat that has to act."""
        return self.bot(observation, stream, Budget(self.nodes if nodes is None else nodes, stop))


BOTS: Final[Mapping[str, Level]] = {
    "random": Level(random_move),
    "novice": Level(novice_move),
    "greedy": Level(greedy_move),
    "skilled": Level(skilled_move, 3000),
    "expert": Level(expert_move, 8000),
}
