"""The coach after a game: finds the costliest turns in the background."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final

from engine.contract import Seat
from kbtui.games.coaching import Coach
from kbtui.games.kit import find
from kbtui.pages.coach import Better, CoachPage, Moment, coached
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.yours.better import BetterScreen
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Source
from kbtui.story.review import NO_COACH, UNFAIR, is_fair, turns_of
from kbtui.text.i18n import _

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

_GROUP: Final = "coach"


class CoachScreen(PageScreen):
    """The turns are looked at one after the other; a replay of one lies on top of this screen."""

    page: CoachPage

    def __init__(self, coach: Coach, source: Source, line: Seat | None = None) -> None:
        self._turns = turns_of(source.table, coached(source) if line is None else (line,))
        super().__init__(CoachPage(coach, source, len(self._turns), line))
        self._stopped = threading.Event()

    def on_mount(self) -> None:
        self.run_worker(self._look(), group=_GROUP)

    def on_unmount(self) -> None:
        self._stopped.set()

    async def _look(self) -> None:
        table, coach = self.page.source.table, self.page.coach
        for turn in self._turns:
            verdict = await asyncio.to_thread(
                coach.judge, table, turn, coach.levels[-1], self._stopped.is_set
            )
            self.page.add(verdict)
            self.repaint()

    def leave_with(self, outcome: object) -> None:
        page = self.page
        if isinstance(outcome, Better):
            self.app.push_screen(BetterScreen(page.coach, page.source, page.found, outcome.number))
            self.repaint()  # a click has moved the cursor as well
            return
        if not isinstance(outcome, Moment):
            self.dismiss(outcome)
            return
        source = page.source
        views = None if source.viewer == EVERYTHING else (source.viewer,)
        names, entry = source.names, outcome.entry
        self.app.push_screen(
            ReplayScreen(source.table, names, origin=source.origin, entry=entry, views=views)
        )


def open_coach(app: KbApp, source: Source, line: Seat | None = None) -> str | None:
    """Why not, if it must not be. ``line``: the seat whose best turns are shown too."""
    if not is_fair(source.table, source.origin):
        return _(UNFAIR)
    coach = find(source.table.game.key).coach
    if coach is None:
        return _(NO_COACH)
    app.push_screen(CoachScreen(coach, source, line))
    return None
