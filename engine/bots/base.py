"""What a bot is: something that chooses a legal move from what its chair may see.

A bot gets an observation (a state in which hidden things are unknown) and a stream of random
numbers, and nothing else: the same observation and stream give the same move.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.rng import Stream

S = TypeVar("S", contravariant=True)
M = TypeVar("M", covariant=True)


class Bot(Protocol[S, M]):
    def __call__(self, observation: S, stream: Stream, /) -> M:
        """The move of the seat that has to act in the observation."""
