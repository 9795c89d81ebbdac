"""Bots on a relay think less than in local games, so that no room has to wait for another."""

from __future__ import annotations

import pytest

from engine.bots import Budget, Level
from engine.kingdom.bots.levels import BOTS, random_move
from engine.kingdom.ground.moves import Move
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.state import State
from engine.rng import Stream
from relay import deadline
from relay.protocol.limits import Limits
from relay.room import referee
from relay.server import thinking
from tests.relay.rooms import NOW, game_of, moment, play_turn


class Spy:
    """A bot that keeps what it was given."""

    def __init__(self) -> None:
        self.seen: State | None = None
        self.budget = Budget(0)

    def __call__(self, observation: State, stream: Stream, budget: Budget) -> Move:
        self.seen, self.budget = observation, budget
        return random_move(observation, stream, budget)


@pytest.mark.parametrize(("nodes", "allowed"), [(10, 10), (10_000, thinking.NODES), (90_000, 9000)])
def test_a_bot_gets_no_more_than_the_relay_can_spare(
    monkeypatch: pytest.MonkeyPatch, nodes: int, allowed: int
) -> None:
    spy, now = Spy(), [100.0]
    monkeypatch.setitem(BOTS, "spy", Level(spy, nodes))
    monkeypatch.setattr(deadline, "monotonic", lambda: now[0])
    room = game_of("Ann")
    room.chairs[1].level = "spy"
    play_turn(room)
    task = referee.thinking(room, NOW, Limits())
    assert task is not None
    word = thinking.think(task)
    assert spy.budget.nodes == allowed
    assert not spy.budget.stop()
    now[0] += thinking.SECONDS
    assert spy.budget.stop()
    assert spy.seen is not None
    assert UNKNOWN in spy.seen.cards.hands[0], "only its own hand is known to it"
    assert referee.bot_move(room, 1, task.number, word, moment())
