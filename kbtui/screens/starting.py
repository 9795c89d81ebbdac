"""Pages that lead to a game: the setup, the lists of saved games, the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kbtui.games.kit import FormPage, Kit
from kbtui.pages.games import GamesPage
from kbtui.pages.rules import NO_RULES, RulesPage
from kbtui.play.start import Start
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.text.i18n import _

_PATIENCE: Final = 5.0  # seconds for relays to say how games stand


class StartScreen(PageScreen):
    """A page that may be left with a start. A game takes the place of the page, a replay lies on
    top of it."""

    page: FormPage | GamesPage
    rules_of: Kit | None = None  # the game whose rules help shows; None: the default

    def do(self, command: str) -> None:
        if command != "help":
            super().do(command)
        elif self.rules_of is None or self.rules_of.has("rulebook"):
            self.app.push_screen(PageScreen(RulesPage(kit=self.rules_of)))
        else:
            self.page.say(_(NO_RULES))
            self.repaint()

    def leave_with(self, outcome: object) -> None:
        from kbtui.screens.opening import screen_of  # late: it opens this screen too

        if not isinstance(outcome, Start):
            self.dismiss(outcome)
            return
        try:
            screen = screen_of(self.kb, outcome)
        except PROBLEMS as error:
            self.page.error = problem_of(error)
            self.repaint()
            return
        if isinstance(screen, ReplayScreen):
            self.app.push_screen(screen)  # who leafs through games comes back for the next one
        elif screen is not None:
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
        from kbtui.online.peeking import refresh  # late: lists are shown before anybody is asked

        if await refresh(rooms, _PATIENCE):
            self.page.refresh()
            self.repaint()


class SetupScreen(StartScreen):
    """The form of a new game; what was asked for is remembered, whatever comes of it."""

    page: FormPage

    def __init__(self, page: FormPage, remember: Callable[[Any], None], kit: Kit) -> None:
        super().__init__(page)
        self._remember = remember
        self.rules_of = kit

    def leave_with(self, outcome: object) -> None:
        if self.page.error is None:  # what cannot be played is not proposed again
            self._remember(self.page.chosen(again=not isinstance(outcome, str)))
        super().leave_with(outcome)
