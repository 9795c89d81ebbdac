"""Your games: the page, while the saved games are being read behind it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from kbtui.disk.places import index_file
from kbtui.history.index import Shelf
from kbtui.pages.history import PLAY, HistoryPage
from kbtui.play.start import Start
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

_SLICE: Final = 0.03  # seconds of reading between two looks at the keyboard
_SHOWN: Final = 0.5  # seconds between two paints of what was read


class HistoryScreen(PageScreen):
    """Games that were never read take their time, a slice after the other; a replay of one lies on
    top of this screen."""

    page: HistoryPage

    def on_mount(self) -> None:
        super().on_mount()
        self._begin()

    def on_screen_resume(self) -> None:
        """A game that was played on top of this page counts too."""
        if self.page.look_again():
            self._begin()

    def _begin(self) -> None:
        if self.page.left:
            self.run_worker(self._read(), group="history", exclusive=True)

    async def _read(self) -> None:
        painted = time.monotonic()
        while self.page.left:
            until = time.monotonic() + _SLICE
            self.page.read(lambda until=until: time.monotonic() >= until)  # type: ignore[misc]
            if not self.page.left or time.monotonic() >= painted + _SHOWN:
                self.repaint()
                painted = time.monotonic()
            await asyncio.sleep(0)

    def leave_with(self, outcome: object) -> None:
        if outcome == PLAY:
            outcome = self.kb.opening.play_now(self.kb)
        if isinstance(outcome, Start):
            try:
                screen = self.kb.opening.screen_of(self.kb, outcome)
            except PROBLEMS as error:
                self.page.say(problem_of(error))
            else:
                if screen is not None:
                    self.app.push_screen(screen)
            self.repaint()
        else:
            self.dismiss(outcome)


def history_screen(app: KbApp, game: str) -> HistoryScreen:
    """``game`` is the one whose menu the player comes from."""
    shelf = Shelf(app.games_folder, index_file())
    return HistoryScreen(HistoryPage(shelf, app.games_folder, app.settings.name, game))
