"""The greedy bot: plays the move with the best gain right now, from goals and new tiles.

It looks one move ahead and never at hidden cards. It uses extra actions only if they gain
something.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Budget
from engine.contract import Seat
from engine.kingdom.goals import GOALS, Count
from engine.kingdom.ground.hexes import dilate
from engine.kingdom.ground.moves import Action, Move
from engine.kingdom.rules.actions import legal
from engine.kingdom.rules.steps import step
from engine.kingdom.scores import parts
from engine.kingdom.state import State, actor
from engine.rng import Stream

TILE_WORTH: Final = 2.5  # gold that a tile of its own is worth to it: less than it should be
ROOM_WORTH: Final = 0.02  # per hex in reach: of equal moves, the one that leaves more room


def greedy_move(observation: State, stream: Stream, budget: Budget) -> Move:
    """The best move by ``worth``; equally good ones are drawn."""
    seat = actor(observation)
    assert seat is not None, "somebody has to act"
    moves, _looked = best_moves(observation, seat)
    return stream.choice(moves)


def best_moves(state: State, seat: Seat) -> tuple[list[Move], int]:
    """The moves that are worth most to it, and how many it looked at."""
    moves = [*legal(state)]
    if moves[0][0] is Action.PLAY:  # a card alone changes nothing on the board
        return moves, 0
    worths = [worth(step(state, move), seat) for move in moves]
    best = max(worths)
    return [m for m, worth in zip(moves, worths, strict=True) if worth == best], len(moves)


def worth(state: State, seat: Seat) -> float:
    """What the position is worth to the seat: gold, tiles, and a little for room to build."""
    setup = state.setup
    count = Count(setup.board, state.settlements, seat, state.cards.scouted)
    gold = sum(GOALS[part](count).gold for part in parts(state))
    others = sum(_others(state, seat)) / len(state.settlements)
    tiles = state.tiles.owned[seat].bit_count()
    room = (dilate(count.own) & setup.board.buildable & ~count.own).bit_count()
    return gold - others + TILE_WORTH * tiles + ROOM_WORTH * room


def _others(state: State, seat: Seat) -> list[int]:
    """What the goals that compare players pay the opponents."""
    setup = state.setup
    compared = [part for part in parts(state) if part in ("lords", "noblewomen", "palaces")]
    return [
        GOALS[part](Count(setup.board, state.settlements, other, state.cards.scouted)).gold
        for other in range(setup.players)
        if other != seat
        for part in compared
    ]
