"""The deal of the day: its page, and what the expert makes of it meanwhile."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final

from kbtui.daily.challenge import taken
from kbtui.daily.diary import Diary, Standing, new_try
from kbtui.daily.expert import Expert
from kbtui.disk.places import experts_folder
from kbtui.hosted import mode
from kbtui.pages.daily import Best, Copy, DailyPage, Play, Take
from kbtui.play import saves
from kbtui.play.start import Replay, Start
from kbtui.screens.base import KbScreen
from kbtui.screens.page import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.screens.yours.challenge import copy
from kbtui.text.i18n import _
from relay.days import deals

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

_LOOK: Final = 20.0  # seconds between two looks at the clock: a page may stay open over midnight


class DailyScreen(PageScreen):
    """A game or a replay lies on top of it."""

    page: DailyPage

    def __init__(self, diary: Diary, expert: Expert, game: str | None = None) -> None:
        games = deals.games()
        super().__init__(DailyPage(diary, expert, at=games.index(game) if game in games else 0))
        self._expert = expert
        self._stopped = threading.Event()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(_LOOK, self.repaint)
        self._ask_expert()

    def on_unmount(self) -> None:
        self._stopped.set()

    def on_screen_resume(self) -> None:
        self.page.refresh()
        self.repaint()
        self._ask_expert()

    def _ask_expert(self) -> None:
        """What would the expert have made of a try that is over? At a door, where many share a
        machine, nobody asks."""
        if self.page.here.found.standing is Standing.OVER and not mode.is_hosted():
            self.run_worker(self._play(self.page.deal), group="expert", exclusive=True)

    async def _play(self, deal: deals.Deal) -> None:
        if self._expert.known(deal) is None:
            self.page.busy = _("The expert is playing it too ...")
            self.repaint()
            await asyncio.to_thread(self._expert.play, deal, self._stopped.is_set)
            self.page.busy = ""
            self.repaint()

    def leave_with(self, outcome: object) -> None:
        opening = self.kb.opening
        screen: KbScreen | None = None
        try:
            if isinstance(outcome, Play):
                session = new_try(
                    outcome.deal, self.kb.settings.name, is_practice=outcome.is_practice
                )
                saves.start(session, self.kb.games_folder)
                screen = opening.game_screen(session)
            elif isinstance(outcome, Take):
                session = taken(outcome.text, self.kb.settings.name)
                saves.start(session, self.kb.games_folder)
                screen = opening.game_screen(session)
            elif isinstance(outcome, Copy):
                self.page.say(copy(self.kb, outcome.text))
            elif isinstance(outcome, Best) and mode.is_hosted():
                self.page.say(_("The expert does not play here; it does where kb is installed."))
            elif isinstance(outcome, Best):
                self.run_worker(self._show_best(outcome.deal), group="best", exclusive=True)
            elif isinstance(outcome, Start):
                screen = opening.screen_of(self.kb, outcome)
            else:
                self.dismiss(outcome)
                return
        except PROBLEMS as error:
            self.page.say(problem_of(error))
        if screen is not None:
            self.app.push_screen(screen)
        self.repaint()

    async def _show_best(self, deal: deals.Deal) -> None:
        if self._expert.known(deal) is None:
            self.page.say(_("The expert is playing yesterday's deal. That takes a moment."))
            self.repaint()
            await asyncio.to_thread(self._expert.play, deal, self._stopped.is_set)
            self.page.say("")
        if self._expert.known(deal) is not None and self.is_active:
            path = self._expert.path(deal)
            self.app.push_screen(self.kb.opening.screen_of(self.kb, Replay(path)))
        self.repaint()


def daily_screen(app: KbApp, game: str | None = None) -> DailyScreen:
    """``game`` is the one whose menu the player comes from."""
    return DailyScreen(Diary(app.games_folder), Expert(experts_folder()), game)
