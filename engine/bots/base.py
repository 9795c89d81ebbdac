"""What a bot is: something that chooses a legal move from what its chair may see.

A bot gets an observation (a state in which hidden things are unknown) and a stream of random
numbers, and nothing else: the same observation and stream give the same move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from engine.bots.greedy import greedy_move
from engine.kingdom.moves import Move
from engine.kingdom.rules import legal
from engine.kingdom.state import State
from engine.rng import Stream


class Bot(Protocol):
    def __call__(self, observation: State, stream: Stream, /) -> Move:
        """The move of the seat that has to act in the observation."""


def random_bot(observation: State, stream: Stream) -> Move:
    """Any legal move, each as likely."""
    return stream.choice(legal(observation))


BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_move}
