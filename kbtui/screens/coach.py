"""The coach beside the screens: a hint in the game, and after it the turns that cost most."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final

from engine.kingdom.moves import NOWHERE, Shape, shape
from kbtui.coach.advice import Advice, advise
from kbtui.coach.analysis import LEVEL, UNFAIR, is_fair, judge, turns_of
from kbtui.coach.telling import hint
from kbtui.exports import Source
from kbtui.i18n import _
from kbtui.pages.coach import CoachPage, Moment, coached
from kbtui.replay import EVERYTHING
from kbtui.screens.page import PageScreen
from kbtui.screens.replay import ReplayScreen
from relay.deadline import within

if TYPE_CHECKING:
    from kbtui.app import KbApp
    from kbtui.screens.game import GameScreen

_GROUP: Final = "coach"
_PATIENCE: Final = 4.0  # seconds that a hint may take
_SECOND: Final = 1.0  # after which it is told that it takes a while


class Hints:
    """Hints for the person at the board, from what that person may see."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen

    def ask(self) -> None:
        """The answer comes when it is there, unless the game has gone on by then."""
        screen = self._screen
        if screen.session.is_over:
            open_coach(screen.kb, Source.of(screen.session))
        elif not screen.session.allows_hints:
            screen.say(_("There are no hints in a game with people elsewhere."))
        elif not screen.play.is_asked:
            screen.say(_("The coach waits until it is your turn."))
        else:
            screen.run_worker(self._think(), exclusive=True, group=_GROUP)

    def forget(self) -> None:
        """The game has gone on: nobody needs the answer any more."""
        self._screen.workers.cancel_group(self._screen, _GROUP)

    async def _think(self) -> None:
        screen = self._screen
        entries, stopped = len(screen.session.table.entries), threading.Event()
        state = screen.play.state
        task = asyncio.create_task(
            asyncio.to_thread(advise, state, within(_PATIENCE, stopped.is_set))
        )
        try:
            advice = await self._waited(task)
        finally:
            stopped.set()
        if len(screen.session.table.entries) == entries and screen.play.is_asked:
            self._tell(advice)

    async def _waited(self, task: asyncio.Task[Advice]) -> Advice:
        seconds = 0
        while not (await asyncio.wait([task], timeout=_SECOND))[0]:
            seconds += 1
            text = _("The coach is thinking: {seconds} s")
            self._screen.answer = text.format(seconds=seconds)
            self._screen.repaint()
        return task.result()

    def _tell(self, advice: Advice) -> None:
        screen = self._screen
        first, *more = hint(advice, screen.session.names)
        for text in (first, *more):
            screen.say(text)
        screen.answer = first
        action, _origin, target = advice.first
        if target != NOWHERE and shape(action) in (Shape.HEX, Shape.PATH):
            screen.play.go(target)  # to see what is meant
        screen.repaint()


class CoachScreen(PageScreen):
    """The turns are looked at one after the other; a replay of one lies on top of this screen."""

    page: CoachPage

    def __init__(self, source: Source) -> None:
        self._turns = turns_of(source.table, coached(source))
        super().__init__(CoachPage(source, len(self._turns)))
        self._stopped = threading.Event()

    def on_mount(self) -> None:
        self.run_worker(self._look(), group=_GROUP)

    def on_unmount(self) -> None:
        self._stopped.set()

    async def _look(self) -> None:
        table = self.page.source.table
        for turn in self._turns:
            verdict = await asyncio.to_thread(judge, table, turn, LEVEL, self._stopped.is_set)
            self.page.add(verdict)
            self.repaint()

    def leave_with(self, outcome: object) -> None:
        if not isinstance(outcome, Moment):
            self.dismiss(outcome)
            return
        source = self.page.source
        views = None if source.viewer == EVERYTHING else (source.viewer,)
        names, entry = source.names, outcome.entry
        self.app.push_screen(
            ReplayScreen(source.table, names, origin=source.origin, entry=entry, views=views)
        )


def open_coach(app: KbApp, source: Source) -> str | None:
    """Why not, if it must not be."""
    if not is_fair(source.table, source.origin):
        return _(UNFAIR)
    app.push_screen(CoachScreen(source))
    return None
