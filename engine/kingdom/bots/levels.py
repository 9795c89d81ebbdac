"""The bots of Kingdom Builder by level, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.bots import Bot, Budget, Level, late
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State
from engine.rng import Stream

STAND_IN: Final = "greedy"


def random_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """Any legal move, each as likely."""
    return stream.choice(legal(observation))


def _late(name: str) -> Bot[State, Move]:
    return late(f"engine.kingdom.bots.{name}", f"{name}_move")


BOTS: Final[Mapping[str, Level[State, Move]]] = {
    "random": Level(random_move),
    "novice": Level(_late("novice")),
    "greedy": Level(_late("greedy")),
    "skilled": Level(_late("skilled"), 2000),
    "expert": Level(_late("expert"), 10_000),
    "master": Level(_late("expert"), 150_000),  # the same, with some seconds for a turn
}
