"""The greedy bot: the move that is worth the most by its rules of thumb, without looking ahead."""

from __future__ import annotations

from engine.bots import Budget
from engine.castle.bots.answers import answer
from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.quick import Quick
from engine.castle.moves import Move
from engine.castle.state import State
from engine.rng import Stream


def greedy_move(observation: State, stream: Stream, budget: Budget) -> Move:
    return answer(JUDGE, Quick(observation))
