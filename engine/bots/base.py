"""What a bot is: something that chooses a legal move from what its chair may see.

A bot gets an observation (a state in which hidden things are unknown), a stream of random numbers
and a budget, and nothing else: the same observation, stream and number of nodes give the same move,
as long as nobody stops it.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from engine.rng import Stream

S = TypeVar("S", contravariant=True)
M = TypeVar("M", covariant=True)

Stop = Callable[[], bool]


def never() -> bool:
    """Nobody stops the bot."""
    return False


class Budget(NamedTuple):
    """How much a bot may think. The engine has no clock: whoever wants an answer by some time
    gives a ``stop`` that says when it has come (``relay.deadline``)."""

    nodes: int  # positions that may be looked at
    stop: Stop = never  # asked every few positions: whether to answer with the best so far, now


class Bot(Protocol[S, M]):
    def __call__(self, observation: S, stream: Stream, budget: Budget, /) -> M:
        """The move of the seat that has to act in the observation."""
