"""The expert plays its plans on: no more often than it may, and nothing twice."""

from __future__ import annotations

import pytest

from engine.bots import Budget
from engine.kingdom.bots import expert, trials
from engine.kingdom.bots.expert import expert_move, rounds
from engine.kingdom.bots.forecast import Forecast
from engine.kingdom.bots.planning import OutlookPlanner
from engine.kingdom.bots.trials import ground_for, length
from engine.kingdom.ground.moves import Action
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
    advance = Forecast.advance

    def noted(self: Forecast, seed: int, *rest: object) -> bool:
        found.append(seed)
        return advance(self, seed, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Forecast, "advance", noted)
    monkeypatch.setattr(trials, "_memory", [((), {})])
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
        seen = turn(number)
        choose(seen, 1000)
        planner = OutlookPlanner(ground_for(seen), seen, Budget(0))
        assert len(played) - before <= 1000 / length(planner, expert.ROUNDS)
    assert played


def test_the_longer_a_game_still_is_the_fewer_playouts_it_gets() -> None:
    """So a move takes as long at the beginning of a game, and with more players."""
    lengths = []
    for number in (0, 8, 16):
        seen = turn(number)
        lengths.append(length(OutlookPlanner(ground_for(seen), seen, Budget(0))))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 2 * lengths[-1] > 0


@pytest.mark.parametrize("plans", [1, 2, 3, 40, 200])
@pytest.mark.parametrize("playouts", [0, 7, 300, 20_000])
def test_each_round_has_half_of_the_plans_and_as_many_playouts(plans: int, playouts: int) -> None:
    found = [*rounds(plans, playouts)]
    assert found[0][0] == max(plans, 2)
    begin, shares = 0, []
    for (left, end), following in zip(found, [*found[1:], None], strict=True):
        shares.append(left * (end - begin))
        assert end > begin
        assert following is None or following[0] == max(2, -(-left // 2))
        begin = end
    assert found[-1][0] <= 2
    if playouts >= 20 * plans:
        assert 0.8 * playouts < sum(shares) <= playouts
        assert max(shares) < 1.5 * min(shares)


def test_with_more_to_look_at_it_plays_more_plans_out_and_each_of_them_more_often(
    played: list[int],
) -> None:
    few: list[int] = []
    many: list[int] = []
    for nodes, found in ((2000, few), (16000, many)):
        played.clear()
        trials._memory[0] = (), {}
        choose(turn(3), nodes)
        found += [played.count(0), len(played), max(played)]
    assert all(5 * more > 8 * less for less, more in zip(few, many, strict=True))
    assert many[1] > 5 * few[1]


def test_after_the_first_move_of_a_turn_it_thinks_less(
    played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for share in (1, expert.LATER):
        monkeypatch.setattr(expert, "LATER", share)
        played.clear()
        for number in range(2, 6):
            seen = turn(number)
            first = next(move for move in legal(seen) if move[0] is Action.BUILD)
            trials._memory[0] = (), {}
            choose(step(seen, first))
        counts.append(len(played))
    whole, less = counts
    assert 0 < 2 * less < whole


def test_the_better_plans_get_more_playouts(played: list[int]) -> None:
    choose(turn(3), 4 * MANY)
    counts = [played.count(number) for number in range(max(played))]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 4 * counts[-1]


def test_within_a_turn_nothing_is_played_twice(played: list[int]) -> None:
    seen = turn(3)
    move = choose(seen)
    first = len(played)
    assert choose(seen) == move
    assert len(played) == first, "it remembers"


def test_to_remember_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has just come to this table answers as one that saw the turn begin."""

    def known() -> dict[tuple[object, int], float]:
        rows = trials._memory[0][1]
        return {(there, i): margin for there, row in rows.items() for i, margin in row.items()}

    compared = 0
    for number in range(3, 9):
        seen = turn(number)
        after = step(seen, choose(seen))  # type: ignore[arg-type]
        assert after.seat == seen.seat, "the turn goes on"
        followed, remembered = choose(after), known()
        monkeypatch.setattr(trials, "_memory", [((), {})])
        assert choose(after) == followed
        played = known()
        both = played.keys() & remembered.keys()
        assert [played[task] for task in both] == [remembered[task] for task in both]
        compared += len(both)
    assert compared > 200, "the later move looks at the same plans"


def test_what_one_seat_knows_is_not_what_another_knows() -> None:
    seen = turn(3)
    mine = trials.margins_of_turn(seen, 0)
    mine["somewhere"] = {0: 5.0}
    assert trials.margins_of_turn(seen, 0) == {"somewhere": {0: 5.0}}
    assert trials.margins_of_turn(seen, 1) == {}
