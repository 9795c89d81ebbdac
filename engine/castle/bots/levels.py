"""The bots of Castle Builder by level, from the weakest to the strongest."""

from collections.abc import Mapping
from typing import Final

from engine.bots import Bot, Budget, Level, late
from engine.castle.moves import Move
from engine.castle.rules.actions import legal
from engine.castle.state import State
from engine.rng import Stream

STAND_IN: Final = "greedy"


def random_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """Any legal move, each as likely."""
    return stream.choice(legal(observation))


def _late(name: str) -> Bot[State, Move]:
    return late(f"engine.castle.bots.{name}", f"{name}_move")


BOTS: Final[Mapping[str, Level[State, Move]]] = {
    "random": Level(random_move),
    "novice": Level(_late("novice")),
    "greedy": Level(_late("greedy")),
    "skilled": Level(_late("skilled"), 48),
    "expert": Level(_late("expert"), 300),
}
