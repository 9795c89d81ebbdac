"""The menu, at the bottom of all screens."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from textual import events

from kbtui.pages.menu import MenuPage
from kbtui.paint.runs import act_at
from kbtui.play.saved_games import SUFFIX, Summary, summary, unfinished
from kbtui.screens.pagescreen import PageScreen

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult


_AT_ONCE: Final = 20  # saved games that are read before the menu is painted


def _waiting(folder: Path, most: int | None = None) -> list[Summary]:
    """Unfinished games, the newest first, among that many that were played last."""
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
    from kbtui.online.saved_rooms import summaries  # late: most people have none

    return summaries(folder)


def _has_any(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # just gone
        return 0.0


class MenuScreen(PageScreen):
    """Other screens lie over it and return to it; leaving it leaves the program."""

    page: MenuPage

    def __init__(self, game: str | None = None) -> None:
        super().__init__(MenuPage(time.strftime("%Y-%m-%d"), game=game))
        self.page.is_bare = True  # a menu is wanted at once, the board behind it can follow
        self._is_stale = True  # since something lay over it
        self.chosen: dict[str, Any] = {}  # in the last setup, for each game

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
        # Late: the menu is painted before what games need is imported.
        from kbtui.screens.opening import leave_menu

        leave_menu(self, outcome)
        self._take_notice()
        self.repaint()

    @property
    def game(self) -> str:
        """The key of the game that is played from here."""
        return self.page.kit.key

    def remember(self, game: str, chosen: Any) -> None:
        """What was chosen in a setup, to be proposed again."""
        self.chosen[game] = chosen
