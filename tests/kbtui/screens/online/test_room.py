"""No text is cut where there is room for it, no two texts touch, and a text that goes on in the
next line does not begin further left: on every screen with a board, in every window and language.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from textual.geometry import Size

from kbtui.games.kingdom.learn.course import Course
from kbtui.games.kingdom.learn.tips import _RULES
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.screen import Tip
from kbtui.play.session import Session
from kbtui.play.start import NewGame, Replay, Resume, Start, Tutorial
from kbtui.screens.app import KbApp
from kbtui.screens.beside.firstgame import FirstGame, first_game_screen
from kbtui.screens.beside.tutorial import Lessons
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.countscreen import CountScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Lines
from kbtui.story.exports import source_of
from kbtui.text.i18n import LANGUAGES, _, use
from tests.kbtui.games.kingdom.panels.views import NAMES
from tests.kbtui.piloting import QUICK, Hand, beside, new_game, opened
from tests.kbtui.saved import saved
from tests.kbtui.spare import Trace, findings, traced
from tests.kbtui.story.test_chronicle import GAMES, golden

pytestmark = pytest.mark.slow

SIZES = (
    *((62, 22), (66, 23), (70, 24), (79, 30), (80, 24), (80, 40), (90, 30), (99, 34), (100, 34)),
    *((110, 36), (112, 44), (120, 40), (130, 50), (140, 45), (155, 44), (160, 50), (180, 56)),
    *((200, 60), (220, 66)),
)
THIN = 4  # each thing in every fourth window, and in each language in others of them
SETS = ("base", "marshlands")
QUIET = QUICK._replace(cursor=False)
LONG = (
    "Ben builds on canyon: A1 B2 C3; Ben takes the Oracle of D4; Cleo builds on forest: A1 B2 C3; "
    "Cleo moves from D1 to D4 with the Paddock; Dmitri builds on flowers: K1 K2 K3"
)
Step = tuple[str, Callable[[], None]]  # what is looked at, and how to get there


class Walk:
    """Shows a screen in every window and language, and writes down what is wrong with it."""

    def __init__(self, screen: BoardScreen, patch: pytest.MonkeyPatch) -> None:
        self.screen = screen
        self.trace: Trace = traced(patch)
        self.size = (80, 24)
        self.found: Counter[str] = Counter()
        self.first: dict[str, str] = {}
        patch.setattr(KbApp, "size", property(lambda _app: Size(*self.size)))
        for kind, name in ((Board, "show"), (Board, "wear"), (BoardScreen, "_art")):
            patch.setattr(kind, name, lambda *_given: None)  # the board makes no difference

    def over(
        self, steps: Iterable[Step], names: Sequence[str], sizes: Sequence[tuple[int, int]] = SIZES
    ) -> None:
        for first, (what, lead) in enumerate(steps):
            for second, language in enumerate(LANGUAGES):
                use(language)
                for self.size in sizes[(first + second) % THIN :: THIN]:
                    self.trace.forget()
                    lead()
                    self.screen.dress()
                    self._look(f"{what} {language} {self.size[0]}x{self.size[1]}", names)

    def _look(self, where: str, names: Sequence[str]) -> None:
        for panel in self.screen.query(Lines):
            if panel.box.is_empty:
                continue
            for finding in findings(panel.rows, self.trace, exempt=names, log=_("LOG")):
                kind = f"{panel.id}: {finding.what}"
                self.found[kind] += 1
                self.first.setdefault(kind, f"{where}: row {finding.y}: {finding.text}")

    def check(self) -> None:
        told = [f"{self.found[kind]} x {kind}, first at {self.first[kind]}" for kind in self.found]
        assert not told, "\n".join(told)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


@asynccontextmanager
async def walking(start: Start, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Hand, Walk]]:
    async with opened(start, settings=QUIET) as hand:
        screen = hand.app.screen
        assert isinstance(screen, BoardScreen)
        walk = Walk(screen, patch)
        yield hand, walk
        use("en")
        patch.undo()
    walk.check()


def called(start: NewGame, kind: str) -> NewGame:
    return start._replace(names=NAMES[kind][: len(start.names)])


def until(entries: int) -> Callable[[Session], bool]:
    return lambda session: len(session.table.entries) >= entries and session.waits_for is not None


STARTS = {
    "two": (new_game("a", "greedy"), 0),
    "three": (called(new_game("b", "random", "skilled", sets=SETS), "long"), 90),
    "four": (called(new_game("c", "random", "random", "greedy", sets=SETS), "wide"), 130),
    "late": (new_game("d", "random", sets=SETS), 120),
}


def game_steps(screen: GameScreen) -> Iterator[Step]:
    """What a player looks at during a turn."""
    play = screen.hand
    assert isinstance(play, Play)

    def look(
        sheet: str = "", goal: int | None = None, answer: str = "", asks: bool = False
    ) -> None:
        screen.lift_sheet()
        play.goal, play.is_asking, play.tile, screen.answer = goal, asks, None, ""
        if sheet:
            screen.do(sheet)
        screen.answer = answer

    yield "turn", look
    for sheet in ("panel", "help", "log"):
        yield sheet, lambda sheet=sheet: look(sheet)  # type: ignore[misc]
    for goal in range(len(screen.view.parts)):
        yield f"goal {goal}", lambda goal=goal: look(goal=goal)  # type: ignore[misc]
    yield "question", lambda: look(asks=True)
    yield "answer", lambda: look(answer=LONG)
    for number in range(1, len(play.tiles) + 1):
        yield f"tile {number}", lambda number=number: look(f"tile-{number}")  # type: ignore[misc]
    yield "the same again", look


@pytest.mark.parametrize("name", STARTS)
async def test_a_turn(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start, entries = STARTS[name]
    begun: Start = Resume(saved(home, start, until(entries))) if entries else start
    async with walking(begun, monkeypatch) as (hand, walk):
        walk.over(game_steps(hand.game), start.names)


async def test_the_tips_of_a_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(new_game("first", "greedy"), settings=QUIET) as hand:
        await hand.app.push_screen(first_game_screen(hand.game.session))
        await hand.settle()
        screen, first = hand.game, beside(hand, FirstGame)
        walk = Walk(screen, monkeypatch)

        def show(index: int) -> None:
            rule = _RULES[index]
            parts: defaultdict[str, str] = defaultdict(lambda: "desert")
            short, text = (_(words).format_map(parts) for words in (rule.short, rule.text))
            tip = Tip(rule.key, short, text, text)
            monkeypatch.setattr(FirstGame, "tip", property(lambda _first: tip))
            first._is_fresh = True

        walk.over(
            [(rule.key, partial(show, i)) for i, rule in enumerate(_RULES)], screen.session.names
        )
        use("en")
        monkeypatch.undo()
    walk.check()


async def test_the_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    async with walking(Tutorial(), monkeypatch) as (hand, walk):
        course = beside(hand, Lessons).course
        assert isinstance(course, Course)

        def show(index: int) -> None:
            if course.at != index:
                course.at = index
                course._begin()
                hand.game.take(course.hand)

        steps = range(course.total)
        walk.over([(f"step {i}", partial(show, i)) for i in steps], hand.game.session.names)


@pytest.mark.parametrize("name", ["first-game", "marshes-for-three", "wild"])
async def test_a_replay(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with walking(Replay(GAMES / f"{name}.kbg"), monkeypatch) as (_hand, walk):
        screen = walk.screen
        assert isinstance(screen, ReplayScreen)
        looking = screen.looking
        last = looking.replay.length

        def show(entry: int, goal: int | None) -> None:
            looking.replay.to(entry)
            looking.goal = goal

        moments = [(0, None), *((last * n // 7, n % 3) for n in range(1, 7)), (last, None)]
        names = looking.replay.names
        walk.over([(f"entry {at}", partial(show, at, goal)) for at, goal in moments], names)


@pytest.mark.parametrize("name", ["first-game", "marshes-for-three"])
async def test_the_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, game = golden(name)
    async with opened(Replay(GAMES / f"{name}.kbg"), settings=QUIET) as hand:
        await hand.app.push_screen(CountScreen(source_of(game, record.players, record)))
        await hand.settle()
        screen = hand.app.screen
        assert isinstance(screen, CountScreen)
        walk = Walk(screen, monkeypatch)

        def show(at: int) -> None:
            screen.counting.at = at

        steps = range(len(screen.counting.steps) + 1)
        walk.over([(f"step {i}", partial(show, i)) for i in steps], record.players)
        use("en")
        monkeypatch.undo()
    walk.check()
