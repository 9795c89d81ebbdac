"""The menu, at the bottom of all screens, and the pages that lead from it to a game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from textual import events

from kbtui.pages import menu
from kbtui.pages.menu import MenuPage
from kbtui.paint.runs import act_at
from kbtui.play.shelf import SUFFIX, Summary, summary, unfinished
from kbtui.screens.page import PageScreen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.app import ComposeResult

    from kbtui.games.kit import FormPage
    from kbtui.pages.games import GamesPage
    from kbtui.play.start import Start


_AT_ONCE: Final = 20  # saved games that are read before the menu is painted
_PATIENCE: Final = 5.0  # seconds for relays to say how games stand


def _waiting(folder: Path, most: int | None = None) -> list[Summary]:
    """The games that can go on, the newest first, among so many that were played last."""
    if most is None:
        games = unfinished(folder)
    else:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=_age)
        games = [summary(path) for path in paths[:most]]
    return [game for game in games if game.result is None and game.problem is None]


def _rooms(folder: Path) -> list[Summary]:
    """Games at relays, as they were last seen."""
    if not folder.is_dir():
        return []
    from kbtui.online.shelf import summaries  # late: most people have none

    return summaries(folder)


def _has_any(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # just gone
        return 0.0


def _open_rules(screen: PageScreen) -> None:
    from kbtui.pages.rules import RulesPage

    screen.app.push_screen(PageScreen(RulesPage()))


class MenuScreen(PageScreen):
    """Other screens lie over it and return to it; who leaves it leaves the program."""

    page: MenuPage

    def __init__(self) -> None:
        super().__init__(MenuPage(time.strftime("%Y-%m-%d")))
        self.page.is_bare = True  # a menu is wanted at once, the board behind it can follow
        self._is_stale = True  # since something lay over it
        self._chosen: Any | None = None  # in the last set-up

    def compose(self) -> ComposeResult:
        self._look_around()
        yield from super().compose()

    def _look_around(self) -> None:
        """Which games wait, and whether there is something to say."""
        if not self.is_active:
            return
        self.page.is_new = not (_has_any(self.kb.games_folder) or _has_any(self.kb.tickets_folder))
        self.page.show_games(_waiting(self.kb.games_folder, _AT_ONCE))
        self._take_notice()
        self._is_stale = False
        if not self.page.is_bare:
            self.call_after_refresh(self._look_further)

    def painted(self) -> None:
        self.page.is_bare = False
        if self.is_active:
            self._look_further()
            self.repaint()

    def _look_further(self) -> None:
        """Hundreds of games are not read before the first paint."""
        games = [*_rooms(self.kb.tickets_folder), *_waiting(self.kb.games_folder)]
        games.sort(key=lambda game: (-game.is_due, -game.when))
        if games != self.page.games:
            self.page.show_games(games)
            self.repaint()

    def _take_notice(self) -> None:
        if self.kb.notice is not None:
            self.page.notice, self.kb.notice = self.kb.notice, None

    def repaint(self) -> None:
        if self.is_active:  # nobody sees it otherwise, and the board behind it takes its time
            super().repaint()

    def on_screen_suspend(self) -> None:
        self._is_stale = True

    def on_screen_resume(self) -> None:
        if self._is_stale:
            self._look_around()
            self._show()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        rows = self._lines.rows
        if event.screen_y < len(rows):
            act = act_at(rows[event.screen_y], event.screen_x)
            if act and self.page.hover(act):
                self.repaint()

    # Ways out

    def leave_with(self, outcome: object) -> None:
        ways: dict[object, Callable[[], None]] = {
            menu.PLAY: self._play,
            menu.FIRST: self._first,
            menu.NEW: self._set_up,
            menu.CONTINUE: self._continue,
            menu.ONLINE: self._online,
            menu.REPLAYS: self._replays,
            menu.TUTORIAL: self._learn,
            menu.RULES: self._rules,
            menu.OPTIONS: self._set_options,
            menu.QUIT: self._quit,
        }
        ways[outcome]()
        self._take_notice()
        self.repaint()

    def _open(self, start: Start) -> None:
        self.kb.open(start)

    def _play(self) -> None:
        from kbtui.screens.opening import play_now

        self._open(play_now(self.kb))

    def _first(self) -> None:
        from kbtui.screens.opening import first_game

        self.app.push_screen(first_game(self.kb))

    def _set_up(self) -> None:
        from kbtui.screens.opening import forms_of

        page = forms_of(None).setup(self._chosen, self.kb.settings.name)
        self.app.push_screen(SetupScreen(page, self._remember))

    def _remember(self, chosen: Any) -> None:
        self._chosen = chosen

    def _continue(self) -> None:
        from kbtui.pages.games import CONTINUE
        from kbtui.play.start import Resume, Return

        if len(self.page.games) == 1:
            game = self.page.games[0]
            self._open(Return(game.path) if game.room else Resume(game.path))
        else:
            self._list(CONTINUE)

    def _online(self) -> None:
        from kbtui.play.start import Online

        self._open(Online())

    def _replays(self) -> None:
        from kbtui.pages.games import REPLAYS

        self._list(REPLAYS)

    def _list(self, kind: str) -> None:
        from kbtui.pages.games import CONTINUE, GamesPage

        rooms = self.kb.tickets_folder if kind == CONTINUE else None
        page = GamesPage(kind, self.kb.games_folder, rooms)
        self.app.push_screen(GamesScreen(page, rooms))

    def _learn(self) -> None:
        from kbtui.play.start import Tutorial

        self._open(Tutorial())

    def _set_options(self) -> None:
        from kbtui.pages.options import OptionsPage

        self.app.push_screen(PageScreen(OptionsPage(self.kb.settings, self.kb.change)))

    def _rules(self) -> None:
        _open_rules(self)

    def _quit(self) -> None:
        self.app.exit(0)


class StartScreen(PageScreen):
    """A page that may be left with a start: its screen takes the place of the page."""

    page: FormPage | GamesPage

    def do(self, command: str) -> None:
        if command == "help":
            _open_rules(self)
        else:
            super().do(command)

    def leave_with(self, outcome: object) -> None:
        from kbtui.play.start import Start
        from kbtui.screens.opening import PROBLEMS, problem_of, screen_of

        if not isinstance(outcome, Start):
            self.dismiss(outcome)
            return
        try:
            screen = screen_of(self.kb, outcome)
        except PROBLEMS as error:
            self.page.error = problem_of(error)
            self.repaint()
            return
        if screen is not None:
            self.app.switch_screen(screen)


class GamesScreen(StartScreen):
    """The list of games; those at relays are asked how they stand."""

    page: GamesPage

    def __init__(self, page: GamesPage, rooms: Path | None) -> None:
        super().__init__(page)
        self._rooms = rooms

    def on_mount(self) -> None:
        if self._rooms is not None and self._rooms.is_dir():
            self.run_worker(self._ask(self._rooms), group="relays")

    async def _ask(self, rooms: Path) -> None:
        from kbtui.online.shelf import refresh

        if await refresh(rooms, _PATIENCE):
            self.page.refresh()
            self.repaint()


class SetupScreen(StartScreen):
    """The form of a new game; what was asked for is remembered, whatever comes of it."""

    page: FormPage

    def __init__(self, page: FormPage, remember: Callable[[Any], None]) -> None:
        super().__init__(page)
        self._remember = remember

    def leave_with(self, outcome: object) -> None:
        if self.page.error is None:  # what cannot be played is not proposed again
            self._remember(self.page.chosen(again=not isinstance(outcome, str)))
        super().leave_with(outcome)
