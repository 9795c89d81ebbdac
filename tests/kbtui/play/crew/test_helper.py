"""The second process: it gives the answers the bot would find, and imports only bots."""

from __future__ import annotations

import io
import pickle
from array import array
from itertools import pairwise

import pytest

from engine.bots import Task
from engine.kingdom.bots.trials import Player, Work
from kbtui.play.crew.helper import serve
from tests.engine.kingdom.bots.test_trials import TABLES, turns, work_of
from tests.test_architecture import run_fresh

TASKS: list[Task] = [(plan, number) for number in range(4) for plan in (0, 1)]


def served(*asked: object) -> list[float]:
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(map(pickle.dumps, asked))), sink)
    return array("d", sink.getvalue()).tolist()


def margins(work: Work) -> list[float]:
    return [Player(work).margin(task) for task in TASKS]


@pytest.mark.slow
def test_it_finds_what_the_bot_finds_to_the_last_digit() -> None:
    works = [work_of(seen) for table in range(len(TABLES)) for seen in turns(table)[1:3]]
    assert served(works[0], TASKS, TASKS[::-1]) == [*margins(works[0]), *margins(works[0])[::-1]]
    for first, second in pairwise(works):
        assert served(first, TASKS, second, TASKS) == [*margins(first), *margins(second)]


def test_it_ends_when_nobody_asks_or_listens_any_more() -> None:
    work = work_of(turns(0)[1])
    assert served() == []
    assert served(work) == []
    half = pickle.dumps(work)[:100]
    serve(io.BytesIO(half), io.BytesIO())

    class Closed(io.BytesIO):
        def write(self, _text: object) -> int:
            raise BrokenPipeError

    asked = io.BytesIO(pickle.dumps(work) + pickle.dumps(TASKS) + b"never read")
    serve(asked, Closed())
    assert asked.read() == b"never read"


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_little_is_sent(table: int) -> None:
    for seen in turns(table):
        assert "board" in vars(seen.setup), "which is not sent, as it follows from the quadrants"
        work = work_of(seen)
        size = len(pickle.dumps(work, pickle.HIGHEST_PROTOCOL))
        assert size < 2000 + 300 * len(work.ends)


def test_a_fresh_one_loads_nothing_of_the_player_s_side() -> None:
    code = "import sys, kbtui.play.crew.helper\nprint(*sys.modules)"
    loaded = set(run_fresh(code, "-S").split())
    ours = {name for name in loaded if name.partition(".")[0] in ("kbtui", "relay")}
    assert ours == {"kbtui", "kbtui.play", "kbtui.play.crew", "kbtui.play.crew.helper"}
    assert loaded & {"asyncio", "textual", "subprocess", "json.tool"} == set()
