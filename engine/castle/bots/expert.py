"""The expert: plays four turns on over many guesses, and asks who will win from there.

It judges builds by fitted weights, and positions by what won in many games."""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.castle.bots.appeal import Judge
from engine.castle.bots.outlook import prospect
from engine.castle.bots.search import Search
from engine.castle.bots.weights import FITTED
from engine.castle.moves import Move
from engine.castle.state import State
from engine.rng import Stream

SEARCH: Final = Search(Judge(FITTED), width=10, turns=4, value=prospect)


def expert_move(observation: State, stream: Stream, budget: Budget) -> Move:
    return SEARCH.choose(observation, stream, budget)
