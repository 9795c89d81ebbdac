"""The bots of Kingdom Builder by level, from the weakest to the strongest.

A bot is imported when it moves for the first time: few games have more than one of them.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from engine.bots.base import Bot, Budget, Crew, Stop, never
from engine.kingdom.moves import Move
from engine.kingdom.rules import legal
from engine.kingdom.state import State
from engine.rng import Stream


def random_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """Any legal move, each as likely."""
    return stream.choice(legal(observation))


@cache
def _imported(name: str) -> Bot[State, Move]:
    bot: Bot[State, Move] = getattr(import_module(f"engine.bots.{name}"), f"{name}_move")
    return bot


def _late(name: str) -> Bot[State, Move]:
    def choose(observation: State, stream: Stream, budget: Budget) -> Move:
        return _imported(name)(observation, stream, budget)

    return choose


class Level(NamedTuple):
    """A bot and how much it thinks about a move if nobody says anything else."""

    bot: Bot[State, Move]
    nodes: int = 1

    def choose(
        self,
        observation: State,
        stream: Stream,
        stop: Stop = never,
        nodes: int | None = None,
        crew: Crew | None = None,
    ) -> Move:
        """The move of the seat that has to act."""
        budget = Budget(self.nodes if nodes is None else nodes, stop, crew)
        return self.bot(observation, stream, budget)


BOTS: Final[Mapping[str, Level]] = {
    "random": Level(random_move),
    "novice": Level(_late("novice")),
    "greedy": Level(_late("greedy")),
    "skilled": Level(_late("skilled"), 1000),
    "expert": Level(_late("expert"), 12000),
}
