"""The expert plays its plans to the end: no more often than it may, and nothing twice."""

from __future__ import annotations

import pytest

from engine.bots import Budget
from engine.kingdom.bots import expert
from engine.kingdom.bots.expert import KEPT, MOST, PLAYOUT, expert_move
from engine.kingdom.bots.forecast import Forecast
from engine.kingdom.rules.actions import legal
from engine.kingdom.rules.steps import step
from engine.kingdom.state import State
from engine.rng import Stream
from tests.engine.kingdom.bots.games import observations

pytestmark = pytest.mark.slow

MANY = 4000


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the playouts that are really played."""
    found: list[int] = []
    play = Forecast.play

    def noted(self: Forecast, seed: int, *rest: object) -> tuple[float, ...]:
        found.append(seed)
        return play(self, seed, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Forecast, "play", noted)
    monkeypatch.setattr(expert, "_memory", [((), {})])
    return found


def turn(number: int) -> State:
    """A turn that has not begun yet and offers a choice."""
    found = observations("expert", {"sets": ["base", "marshlands"]}, every=1)
    return [seen for seen in found if not seen.begun and len(legal(seen)) > 5][number]


def choose(seen: State, nodes: int = MANY) -> object:
    return expert_move(seen, Stream("x", "bot"), Budget(nodes))


def test_it_plays_no_more_than_it_may(played: list[int]) -> None:
    for number in range(6):
        before = len(played)
        choose(turn(number), 1000)
        assert len(played) - before <= 1000 // PLAYOUT
    assert played
    assert max(played) < MOST


def test_the_better_plans_get_more_playouts(played: list[int]) -> None:
    choose(turn(3))
    counts = [played.count(number) for number in range(max(played))]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] <= KEPT[0]


def test_within_a_turn_nothing_is_played_twice(played: list[int]) -> None:
    seen = turn(3)
    move = choose(seen)
    first = len(played)
    assert choose(seen) == move
    assert len(played) == first, "it remembers"


def test_to_remember_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = turn(5)
    move = choose(seen)
    after = step(seen, move)  # type: ignore[arg-type]
    followed = choose(after)
    monkeypatch.setattr(expert, "_memory", [((), {})])
    assert choose(after) == followed


def test_what_one_seat_knows_is_not_what_another_knows() -> None:
    seen = turn(3)
    mine = expert._margins_of_turn(seen, 0)
    mine["somewhere"] = {0: 5.0}
    assert expert._margins_of_turn(seen, 0) == {"somewhere": {0: 5.0}}
    assert expert._margins_of_turn(seen, 1) == {}
