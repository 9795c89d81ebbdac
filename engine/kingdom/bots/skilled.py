"""The skilled bot: plays the best whole turn it can find, judged by the position at its end."""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.kingdom.bots.appeal import ground_of
from engine.kingdom.bots.planning import Planner
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State
from engine.rng import Stream

WIDTH: Final = 6
BRANCH: Final = 8
ROOM: Final = 0.5  # it thinks less of the cards to come than the expert does


def skilled_move(observation: State, stream: Stream, budget: Budget) -> Move:
    moves = legal(observation)
    if len(moves) == 1:
        return moves[0]
    ground = ground_of(observation.setup, observation.cards.scouted)
    planner = Planner(ground, observation, budget, ROOM)
    return planner.plans(WIDTH, BRANCH)[0].first
