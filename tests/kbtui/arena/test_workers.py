"""Worker processes: the same results as without them, and none is left behind."""

from __future__ import annotations

from multiprocessing import active_children
from multiprocessing.connection import Connection

import pytest

from kbtui.arena import workers
from kbtui.arena.schedule import Contest
from kbtui.arena.totals import Result, Tally
from kbtui.arena.workers import WorkerLost, run

pytestmark = pytest.mark.slow

CONTEST = Contest(("random", "novice"), 6, seed="workers")


def timeless(results: tuple[Result, ...]) -> list[Result]:
    return [result._replace(clocks=()) for result in results]


def test_processes_give_what_one_gives() -> None:
    alone = Tally.of(CONTEST, run(CONTEST, 1))
    together = Tally.of(CONTEST, run(CONTEST, 3))
    assert len(alone.results) == 6
    assert timeless(alone.results) == timeless(together.results)
    assert active_children() == []


def test_more_processes_than_games_and_an_end_before_the_end() -> None:
    games = run(CONTEST._replace(games=2), 4)
    next(games)
    games.close()
    assert active_children() == []


def leave(line: Connection, contest: Contest) -> None:
    """A worker that ends before it has done anything."""


def test_a_worker_that_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_work", leave)
    with pytest.raises(WorkerLost):
        list(run(CONTEST, 2))
    assert active_children() == []
