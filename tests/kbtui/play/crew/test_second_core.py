"""Who gets a second core: players who want it, where there is one; and never the arena."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.bots import Help, Task
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.setup import Options
from kbtui.arena.match import play
from kbtui.arena.schedule import Contest, schedule
from kbtui.cli.main import main
from kbtui.commands import analyze
from kbtui.disk.settings import Settings
from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.advice import advise
from kbtui.look.terminal import terminal_of
from kbtui.play.crew import second_core
from kbtui.play.crew.pipes import Errand, Pipes
from kbtui.play.session import HUMAN
from kbtui.screens import app
from tests.engine.kingdom.bots.test_trials import NODES, Helper, turns, work_of
from tests.kbtui.cli.test_analyze import GOLDEN
from tests.kbtui.piloting import new_game, opened
from tests.kbtui.playing import kingdom

pytestmark = pytest.mark.slow


@pytest.fixture
def helper(monkeypatch: pytest.MonkeyPatch) -> Iterator[Helper]:
    """The crew of this program, without a process."""
    it = Helper()

    def begin(_self: object, work: object) -> Help:
        return it.begin(work)

    monkeypatch.setattr(second_core, "can_spare", lambda: True)
    monkeypatch.setattr(second_core._Late, "begin", begin)
    second_core.use("auto")
    yield it
    second_core.use("off")


@pytest.mark.parametrize(
    ("cores", "nice", "name", "can"),
    [
        (2, 0, "posix", True),
        (64, -5, "posix", True),
        (1, 0, "posix", False),
        (8, 10, "posix", False),
        (8, 0, "nt", False),
    ],
)
def test_what_the_machine_can_spare(
    monkeypatch: pytest.MonkeyPatch, cores: int, nice: int, name: str, can: bool
) -> None:
    monkeypatch.setattr(os, "name", name)
    monkeypatch.setattr(os, "getpriority", lambda _which, _who: nice)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(cores)))
    assert second_core.can_spare() is can
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert second_core.can_spare() is can


class Idle:
    """A work that nobody does."""

    def worker(self) -> Callable[[Task], float]:
        raise NotImplementedError


def test_the_setting_is_followed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_core, "can_spare", lambda: True)
    assert second_core.ours() is None, "nobody has asked for one"
    second_core.use("auto")
    crew = second_core.ours()
    assert crew is not None
    second_core.use("auto")
    assert second_core.ours() is crew
    crew.begin(Idle())
    second_core.use("off")
    assert second_core.ours() is None
    monkeypatch.setattr(second_core, "can_spare", lambda: False)
    second_core.use("auto")
    assert second_core.ours() is None


def test_two_who_begin_at_once_have_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = second_core._Late()
    begun: list[object] = []

    class Slow(Pipes):
        def __init__(self) -> None:
            super().__init__()
            if not begun:  # somebody else begins while this one is made
                begun.append(None)
                begun.append(crew.begin(Idle()))

    monkeypatch.setattr("kbtui.play.crew.pipes.Pipes", Slow)
    first, second = crew.begin(Idle()), begun[1]
    assert isinstance(first, Errand)
    assert isinstance(second, Errand)
    assert first._pipes is second._pipes is crew.pipes


def test_who_has_not_begun_yet_when_it_is_put_off_begins_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(second_core, "can_spare", lambda: True)
    second_core.use("auto")
    crew = second_core.ours()
    assert crew is not None
    second_core.use("off")
    seen = turns(0)[2]
    assert not crew.begin(work_of(seen)).give([(0, 0), (0, 1)])
    assert isinstance(crew, second_core._Late)
    assert crew.pipes is not None
    assert crew.pipes.pid is None


def test_a_bot_at_the_table_and_the_coach_have_it(
    helper: Helper, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = BOTS["expert"]._replace(nodes=NODES)  # enough to ask for help
    monkeypatch.setitem(BOTS, "expert", few)
    session = kingdom(Options(2, seed="wish"), ["expert", HUMAN])
    list(session.advance())
    assert helper.chunks
    helper.chunks.clear()
    advise(turns(0)[2])
    assert helper.chunks


def test_the_arena_has_none(helper: Helper) -> None:
    contest = Contest(("expert", "random"), 2, nodes=600)
    play(contest, next(schedule(contest)))
    assert helper.chunks == []


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is chosen, without consequences."""
    found: list[str] = []
    monkeypatch.setattr(second_core, "use", found.append)
    monkeypatch.setattr(analyze, "use", found.append)
    monkeypatch.setattr("kbtui.cli.openlines.use", found.append)  # it may be imported
    return found


def test_the_commands_follow_the_settings(
    chosen: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    monkeypatch.setattr(analysis, "PLAYED", 2)  # how well it judges is looked at elsewhere
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert main(["analyze", GOLDEN, "--level", "greedy"]) == 0
    (tmp_path / "settings.toml").write_text('second_core = "off"\n')
    assert main(["--line", "new", "--seed", "wish"]) == 0
    assert chosen == ["auto", "off"]


async def test_the_app_follows_its_options(chosen: list[str]) -> None:
    async with opened(new_game("wish", "random")) as hand:
        hand.app.change(bell=False)
        assert chosen == []
        hand.app.change(second_core="off")
        assert chosen == ["off"]


def test_the_app_begins_with_the_setting(
    chosen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.KbApp, "run", lambda _self, mouse: 0)
    monkeypatch.setattr(app, "crop_updates", lambda: True)  # it would hold for all tests after this
    terminal = terminal_of({}, Settings(), "utf-8")
    assert app.run(new_game("wish", "random"), Settings(second_core="off"), terminal) == 0
    assert chosen == ["off"]
