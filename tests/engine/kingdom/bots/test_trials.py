"""Playouts with a crew: the same move with every crew, and no waiting for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import pytest

from engine.bots import Budget, Help, Task
from engine.kingdom.bots import expert
from engine.kingdom.bots.expert import expert_move
from engine.kingdom.bots.forecast import Forecast
from engine.kingdom.bots.planning import OutlookPlanner
from engine.kingdom.bots.trials import CHUNK, Player, Trials, Work, ground_for, turns_after
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import OPEN, State
from engine.rng import Stream
from tests.engine.kingdom.bots.games import observations
from tests.helpers import flat, position, setup_of

pytestmark = pytest.mark.slow

TABLES: list[dict[str, object]] = [
    {},
    {"sets": ["base", "marshlands"], "players": 3},
    {"two_cards": True},
]
NODES = 4000


class Helper:
    """A crew inside this process. It answers when it has been asked that many times whether it has
    found something; ``None``: never."""

    def __init__(self, patience: int | None = 0) -> None:
        self.patience = patience
        self.chunks: list[Sequence[Task]] = []
        self._player: Player | None = None
        self._asked: Sequence[Task] = ()
        self._waited = 0

    def begin(self, work: object) -> Help:
        assert isinstance(work, Work)
        self._player, self._asked = Player(work), ()
        return self

    def give(self, tasks: Sequence[Task]) -> bool:
        if self._asked:
            return False
        self.chunks.append(tasks)
        self._asked, self._waited = tasks, 0
        return True

    def take(self) -> Iterable[tuple[Task, float]]:
        assert self._player is not None
        self._waited += 1
        if self.patience is None or self._waited <= self.patience:
            return ()
        done, self._asked = self._asked, ()
        return [(task, self._player.margin(task)) for task in done]


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert, "margins_of_turn", lambda _state, _seat, _rounds: {})


def choose(seen: State, helper: Helper | None, nodes: int = NODES) -> object:
    return expert_move(seen, Stream("x", "bot"), Budget(nodes, crew=helper))


@cache
def turns(number: int) -> tuple[State, ...]:
    """Some turns of that table that have not begun yet and offer a choice."""
    found = observations("trials", TABLES[number], every=1)
    return tuple(seen for seen in found if not seen.begun and len(legal(seen)) > 5)[1::3][:3]


def work_of(seen: State) -> Work:
    planner = OutlookPlanner(ground_for(seen), seen, Budget(NODES))
    ends = tuple(plan.state for plan in planner.plans(8, 8)[:12])
    return Work(seen, planner.seat, ends)


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_every_crew_leads_to_the_same_move(table: int) -> None:
    given = 0
    for seen, nodes in zip(turns(table), (2500, NODES, 2500), strict=True):
        alone = choose(seen, None, nodes)
        for patience in (0, 7, None):
            helper = Helper(patience)
            assert choose(seen, helper, nodes) == alone
            given += len(helper.chunks)
    assert given > 5


def test_all_that_is_wanted_is_known_in_the_end_and_little_is_played_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = work_of(turns(1)[2])
    tasks = [(plan, number) for number in range(24) for plan in range(len(work.ends))]
    alone: list[dict[int, float]] = [{} for _ in work.ends]
    assert Trials(work, alone, Budget(0)).play(tasks)
    played = 0
    advance = Forecast.advance

    def counted(self: Forecast, *rest: object) -> bool:
        nonlocal played
        played += 1
        return advance(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Forecast, "advance", counted)
    for patience in (0, CHUNK // 2, CHUNK):
        together: list[dict[int, float]] = [{} for _ in work.ends]
        helper, played = Helper(patience), 0
        assert Trials(work, together, Budget(0, crew=helper)).play(tasks)
        assert together == alone
        assert helper.chunks[0] == tasks[-CHUNK:], "the crew begins at the back"
        assert max(map(len, helper.chunks)) == CHUNK
        assert len(tasks) <= played <= len(tasks) + CHUNK


def test_a_playout_that_stops_early_tells_what_the_whole_game_would_on_average() -> None:
    """Not for each plan, but for all of them: who is ahead stays ahead."""
    work = work_of(turns(1)[2])
    tasks = [(plan, number) for number in range(20) for plan in range(len(work.ends))]
    whole, short = (
        [Player(work._replace(rounds=rounds)).margin(task) for task in tasks]
        for rounds in (None, 3)
    )
    assert Player(work._replace(rounds=40)).margin((0, 0)) == whole[0], "the game ends before that"
    middle = sum(whole) / len(whole), sum(short) / len(short)
    alike = sum((a - middle[0]) * (b - middle[1]) for a, b in zip(whole, short, strict=True))
    assert alike > 0


def test_what_is_known_is_not_played_again() -> None:
    work = work_of(turns(0)[1])
    tasks = [(0, number) for number in range(60)]
    known = [dict.fromkeys(range(60), 0.25) for _ in work.ends]
    helper = Helper()
    assert Trials(work, known, Budget(0, crew=helper)).play(tasks)
    assert helper.chunks == []
    assert set(known[0].values()) == {0.25}


@pytest.mark.parametrize("patience", [0, 3, None])
def test_a_bot_with_a_crew_that_is_stopped_answers_at_once(patience: int | None) -> None:
    for questions in (0, 20, 100, 300):
        asked = 0

        def stop(most: int = questions) -> bool:
            nonlocal asked
            asked += 1
            return asked > most

        seen = turns(0)[2]
        budget = Budget(10_000_000, stop, Helper(patience))
        assert expert_move(seen, Stream("x", "bot"), budget) in legal(seen)
        assert asked <= questions + 3


BOARD: dict[str, str] = {
    "e5": "farm",
    "f5": "farm",
}
PLAIN = tuple(flat(name, "G", BOARD if name == "a" else None) for name in "abcd")


def left(own: str, owed: int | None, used: str = "") -> float:
    """Turns after three more, for a seat with two Farms. It builds five settlements in a turn."""
    tiles = " ".join(f"{at}:{'used' if at in used else 'usable'}" for at in ("e5", "f5"))
    state = position(setup_of(PLAIN), card="grass", settlements=[f"e4 f4 {own}", ""], tiles=[tiles])
    state = state._replace(owed=OPEN if owed is None else owed, begun=owed is not None)
    return turns_after(state, 0, 3)


def test_the_turns_that_are_left_stay_the_same_while_the_turn_goes_on() -> None:
    before = (40 - 3) / 5 - 3
    assert left("a1", None) == pytest.approx(before)
    assert left("a1 b1", 2) == pytest.approx(before)
    assert left("a1 b1 c1 d1", 0) == pytest.approx(before)
    assert left("a1 b1 c1 d1 a9", 0, "e5") == pytest.approx(before)
    assert left("a1 b1 c1 d1 a9 b9", 0, "e5 f5") == pytest.approx(before)
