"""The skilled bot: looks two turns of its own ahead, over a few guesses at what is hidden."""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.search import Search
from engine.castle.moves import Move
from engine.castle.state import State
from engine.rng import Stream

SEARCH: Final = Search(JUDGE, width=6, turns=2)


def skilled_move(observation: State, stream: Stream, budget: Budget) -> Move:
    return SEARCH.choose(observation, stream, budget)
