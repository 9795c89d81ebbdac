"""The expert: plays more moves on, further and over more guesses, than the skilled bot."""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.search import Search
from engine.castle.moves import Move
from engine.castle.state import State
from engine.rng import Stream

SEARCH: Final = Search(JUDGE, width=8, turns=4)


def expert_move(observation: State, stream: Stream, budget: Budget) -> Move:
    return SEARCH.choose(observation, stream, budget)
