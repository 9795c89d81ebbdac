"""Pipes to real processes: the same moves with and without one, and none is left behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from engine.bots import Budget, Task
from engine.kingdom.bots import trials
from engine.kingdom.bots.expert import expert_move
from engine.kingdom.bots.trials import Player
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import State
from engine.rng import Stream
from kbtui.play.crew.pipes import Errand, Pipes
from tests.engine.kingdom.bots.test_trials import TABLES, turns, work_of
from tests.sources import ROOT

pytestmark = pytest.mark.slow

TASKS: list[Task] = [(plan, number) for number in range(10) for plan in (0, 1)]
_PATIENCE = 120.0  # seconds after which what is waited for will not come
_MOMENT = 0.001  # between two looks, so that the process gets the core that it needs


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    it = Pipes()
    yield it
    it.close()


def has_ended(pid: int) -> bool:
    """Whether the process ends within our patience."""
    with suppress(ProcessLookupError):
        handle = os.pidfd_open(pid)
        try:
            return bool(select.select([handle], [], [], _PATIENCE)[0])
        finally:
            os.close(handle)
    return True


def given(errand: Errand, tasks: Sequence[Task]) -> None:
    """The process takes them as soon as it has done what it was asked before."""
    end = time.monotonic() + _PATIENCE
    while not errand.give(tasks):
        assert time.monotonic() < end, "it is busy for ever"
        time.sleep(_MOMENT)


def found(errand: Errand) -> list[tuple[Task, float]]:
    end = time.monotonic() + _PATIENCE
    while not (some := errand.take()):
        assert time.monotonic() < end, "it finds nothing"
        time.sleep(_MOMENT)
    return some


def choose(seen: State, pipes: Pipes | None) -> object:
    trials._memory[0] = (), {}
    return expert_move(seen, Stream("x", "bot"), Budget(2000, crew=pipes))


def started(pipes: Pipes, seen: State) -> int:
    """A process that has answered already; its number."""
    errand = pipes.begin(work_of(seen))
    given(errand, TASKS)
    found(errand)
    assert pipes.pid is not None
    return pipes.pid


def test_two_processes_find_what_one_finds(pipes: Pipes) -> None:
    started(pipes, turns(0)[1])
    for table in range(len(TABLES)):
        seen = turns(table)[table]
        assert choose(seen, pipes) == choose(seen, None)
    assert pipes.pid is not None, "it was there all the time"


def test_what_comes_late_is_for_nobody_else(pipes: Pipes) -> None:
    first, second = (work_of(seen) for seen in turns(1)[1:3])
    stopped = pipes.begin(first)
    given(stopped, TASKS)
    errand = pipes.begin(second)
    given(errand, TASKS[:6])
    assert found(errand) == [(task, Player(second).margin(task)) for task in TASKS[:6]]
    assert errand.take() == []
    assert [task for task, _ in stopped.take()] == TASKS
    given(stopped, TASKS[6:8])  # two who take turns, as a bot and the coach
    assert found(stopped) == [(task, Player(first).margin(task)) for task in TASKS[6:8]]


def test_who_was_stopped_in_the_middle_moves_on_as_if_nothing_were_left(pipes: Pipes) -> None:
    first, second = turns(1)[:2]
    started(pipes, first)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 60

    trials._memory[0] = (), {}
    assert expert_move(first, Stream("x", "bot"), Budget(100_000, stop, pipes)) in legal(first)
    assert 60 < asked <= 63
    assert choose(second, pipes) == choose(second, None)
    assert pipes.pid is not None


def test_one_chunk_is_on_its_way_at_a_time(pipes: Pipes) -> None:
    seen = turns(0)[2]
    os.kill(started(pipes, seen), signal.SIGSTOP)
    errand = pipes.begin(work_of(seen))
    assert errand.give(TASKS)
    assert not errand.give(TASKS), "one that stands still is not given more"
    assert errand.take() == []
    assert choose(seen, pipes) == choose(seen, None)


def test_a_line_that_is_closed_under_a_bot_is_left_alone(pipes: Pipes) -> None:
    seen = turns(0)[2]
    started(pipes, seen)
    process = pipes._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as when the program ends while somebody still thinks
    assert choose(seen, pipes) == choose(seen, None)
    assert pipes.pid is None


@pytest.mark.parametrize("when", ["before the move", "within the move"])
def test_the_bot_goes_on_alone_when_the_process_is_killed(pipes: Pipes, when: str) -> None:
    seen = turns(1)[1]
    pid = started(pipes, seen)
    if when == "before the move":
        os.kill(pid, signal.SIGKILL)
        assert has_ended(pid)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        if asked == 40 and when == "within the move":
            os.kill(pid, signal.SIGKILL)
            assert has_ended(pid)
        return False

    trials._memory[0] = (), {}
    move = expert_move(seen, Stream("x", "bot"), Budget(2000, stop, pipes))
    assert asked > 40
    assert pipes.pid is None
    trials._memory[0] = (), {}
    assert move == expert_move(seen, Stream("x", "bot"), Budget(2000))


@pytest.mark.parametrize(
    "command",
    [
        ["/nowhere/python"],
        [sys.executable, "-c", "pass"],
        [sys.executable, "-c", "print('x' * 100000)"],
        [sys.executable, "-c", "input(); print('x' * 100, flush=True); input()"],
        [sys.executable, "-c", "import sys; sys.stdin.buffer.read()"],
    ],
)
def test_the_bot_goes_on_alone_when_it_is_the_wrong_program(command: list[str]) -> None:
    pipes = Pipes(command)
    seen = turns(0)[1]
    assert choose(seen, pipes) == choose(seen, None)
    pipes.close()
    assert pipes.pid is None


def test_the_process_has_no_terminal_and_stands_back(pipes: Pipes) -> None:
    pid = started(pipes, turns(0)[1])
    assert os.getsid(pid) == pid, "no Ctrl-C reaches it"
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    ends = [os.readlink(f"/proc/{pid}/fd/{number}") for number in range(3)]
    assert [end.partition(":")[0] for end in ends] == ["pipe", "pipe", os.devnull]


PROGRAM = """
import sys
from kbtui.play.crew.pipes import Pipes
from tests.engine.kingdom.bots.test_trials import turns
from tests.kbtui.play.crew.test_pipes import started
pipes = Pipes()
print(started(pipes, turns(0)[1]), flush=True)
sys.stdin.read(1)
"""


@pytest.mark.parametrize("end", ["by itself", "kill -9", "term", "ctrl+c"])
def test_it_ends_with_the_program(end: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        signals = {"kill -9": signal.SIGKILL, "term": signal.SIGTERM, "ctrl+c": signal.SIGINT}
        if end in signals:
            program.send_signal(signals[end])
        program.communicate()
    assert has_ended(pid)
