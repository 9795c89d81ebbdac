"""The bots of Kingdom Builder by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.bots.base import Bot
from engine.bots.greedy import greedy_move
from engine.kingdom.moves import Move
from engine.kingdom.rules import legal
from engine.kingdom.state import State
from engine.rng import Stream


def random_move(observation: State, stream: Stream) -> Move:
    """Any legal move, each as likely."""
    return stream.choice(legal(observation))


BOTS: Final[Mapping[str, Bot[State, Move]]] = {"random": random_move, "greedy": greedy_move}
