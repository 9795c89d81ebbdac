"""From a start to its screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadOptions
from kbtui.games.kit import find
from kbtui.play import saves
from kbtui.play.session import HUMAN, Session
from kbtui.play.start import Menu, Replay, Resume, Start, Tutorial
from kbtui.screens.base import KbScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.opening import go
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.stack import problem_of, rematch
from tests.kbtui.piloting import Hand, new_game, opened
from tests.kbtui.saved import saved


def stack(hand: Hand) -> list[type[object]]:
    """The kinds of our screens, the lowest first."""
    return [type(screen) for screen in hand.app.screen_stack if isinstance(screen, KbScreen)]


def middle(session: Session) -> bool:
    return session.waits_for is not None and len(session.table.entries) > 30


@pytest.mark.parametrize(
    ("start", "kinds"),
    [
        (Menu(), [MenuScreen]),
        (new_game("heath", "random"), [MenuScreen, GameScreen]),
        (Tutorial(), [MenuScreen, GameScreen]),
    ],
    ids=["menu", "new", "tutorial"],
)
async def test_the_menu_lies_below_everything(start: Start, kinds: list[type[object]]) -> None:
    async with opened(start) as hand:
        assert stack(hand) == kinds


async def test_a_saved_game_goes_on_or_is_looked_at(home: Path) -> None:
    path = saved(home, new_game("heath", "random"), middle)
    entries = saves.read(path)[0].entries
    async with opened(Resume(path)) as hand:
        assert stack(hand) == [MenuScreen, GameScreen]
        assert tuple(hand.game.session.table.entries) == entries
    async with opened(Replay(path, 12)) as hand:
        assert stack(hand) == [MenuScreen, ReplayScreen]


async def test_who_looks_at_a_running_game_sees_one_hand(home: Path) -> None:
    alone = saved(home, new_game("heath", "random"), middle)
    two = saved(home, new_game("moss", people=2), middle)
    over = saved(home, new_game("jade", "random"), lambda session: session.is_over)
    for path, views in ((alone, (0,)), (two, (None,)), (over, (-1, 0, 1))):
        async with opened(Replay(path)) as hand:
            screen = hand.app.screen
            assert isinstance(screen, ReplayScreen)
            assert screen.looking.replay.views == views


@pytest.mark.slow
@pytest.mark.parametrize("start", [Resume, Replay])
async def test_what_cannot_be_opened_is_a_notice_on_the_menu(
    start: type[Resume] | type[Replay], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the whole path may be too long for one line
    Path("broken.kbg").write_text("nothing", "utf-8")
    for name, words in (("missing.kbg", "missing.kbg cannot be opened"), ("broken.kbg", "line 1")):
        async with opened(start(Path(name))) as hand:
            assert stack(hand) == [MenuScreen]
            assert words in " ".join(hand.text.split())


async def test_a_foreign_record_is_copied_before_it_goes_on(home: Path) -> None:
    path = saved(home, new_game("heath", "random"), middle)
    foreign = path.rename(home / "mine.kbg")
    text = foreign.read_text("utf-8")
    async with opened(Resume(foreign)) as hand:
        await hand.press("tab", "enter")
    assert foreign.read_text("utf-8") == text
    assert len([*path.parent.glob("*.kbg")]) == 1


async def test_from_anywhere_to_another_game() -> None:
    async with opened(new_game("heath", "random", "greedy")) as hand:
        first = hand.game.session
        await hand.press("f2")
        assert len(stack(hand)) == 3
        go(hand.app, rematch(first))
        await hand.settle()
        assert stack(hand) == [MenuScreen, GameScreen]
        second = hand.game.session
        assert second.players == (HUMAN, "random", "greedy")
        assert second.names == first.names
        assert second.seed != first.seed
        assert second.observation(None).setup.start == 1
        hand.check()
        assert len([*hand.app.games_folder.glob("*.kbg")]) == 1, "nobody had moved in the first one"
        go(hand.app, Menu())
        await hand.settle()
        assert stack(hand) == [MenuScreen]
        assert "Continue" not in hand.text, "nor in the second"
        go(hand.app, rematch(first))
        await hand.settle()
        await hand.build()
        go(hand.app, Menu())
        await hand.settle()
        assert "Continue" in hand.text


async def test_a_game_without_a_screen_is_answered_in_one_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(home, new_game("heath", "random"), middle)
    monkeypatch.setattr(find("kingdom"), "screen", None)
    for start in (new_game("moss", "random"), Resume(path), Replay(path)):
        async with opened(start) as hand:
            assert stack(hand) == [MenuScreen]
            assert "This game has no full screen yet." in hand.text
            assert [*hand.app.games_folder.glob("*.kbg")] == [path], "nothing new is left behind"
    saves.resume(path, path.parent)[1].close()  # nobody holds it any more


async def test_a_game_without_lessons_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find("kingdom"), "learn", None)
    async with opened(Tutorial()) as hand:
        assert stack(hand) == [MenuScreen]
        assert "There is no tutorial for this game yet." in hand.text


async def test_a_game_without_coach_and_rules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("coach", "rulebook"):
        monkeypatch.setattr(find("kingdom"), part, None)
    async with opened(new_game("heath", "random")) as hand:
        await hand.press("c")
        assert "There is no coach for this game yet." in hand.text
        await hand.press("f2")
        assert "There are no rules to read for this game yet." in hand.text
        assert stack(hand) == [MenuScreen, GameScreen]


def test_problems_are_sentences() -> None:
    assert problem_of(BadOptions("seed", "too long")) == "seed: too long"
    missing = FileNotFoundError(2, "No such file", "x.kbg")
    assert problem_of(missing) == "x.kbg cannot be opened: No such file."
    assert problem_of(OSError("no more room")) == "no more room"
