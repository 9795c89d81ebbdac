"""Hints for the game screen. The coach is imported at the first request."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final

from kbtui.screens.thinking import counted
from kbtui.text.i18n import _

if TYPE_CHECKING:
    from engine.bots import Stop
    from engine.kingdom.state import State
    from kbtui.games.kingdom.coach.advice import Advice
    from kbtui.screens.game import GameScreen

_GROUP: Final = "coach"


class Hints:
    """Hints for the person at the board, from what that person may see."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen

    def ask(self) -> None:
        """The answer comes when it is there, unless the game has gone on by then."""
        screen = self._screen
        if screen.session.is_over:
            from kbtui.screens.coach import open_coach
            from kbtui.story.exports import Source

            open_coach(screen.kb, Source.of(screen.session))
        elif not screen.session.allows_hints:
            screen.say(_("There are no hints in online games."))
        elif not screen.play.is_asked:
            screen.say(_("The coach can help you when it is your turn."))
        else:
            screen.answer = _("The coach is thinking.")
            screen.run_worker(self._think(), exclusive=True, group=_GROUP)

    def forget(self) -> None:
        """The game has gone on: nobody needs the answer any more."""
        self._screen.workers.cancel_group(self._screen, _GROUP)

    async def _think(self) -> None:
        screen = self._screen
        entries, stopped = len(screen.session.table.entries), threading.Event()
        state, cursor = screen.play.state, screen.play.cursor
        task = asyncio.create_task(asyncio.to_thread(_advise, state, stopped.is_set))
        try:
            advice = await counted(task, self._take_time)
        finally:
            stopped.set()
        if len(screen.session.table.entries) == entries and screen.play.is_asked:
            if screen.play.cursor != cursor:
                screen.be_deaf()  # an Enter that is on its way was for another hex
            self._tell(advice)

    def _take_time(self, seconds: int) -> None:
        self._screen.answer = _("The coach is thinking: {seconds} s").format(seconds=seconds)
        self._screen.repaint()

    def _tell(self, advice: Advice) -> None:
        from kbtui.games.kingdom.coach.telling import hint

        screen = self._screen
        first, *more = hint(advice, screen.session.names)
        for text in (first, *more):
            screen.say(text)
        screen.answer = first
        screen.play.take_up(advice.first)  # it is seen what is meant, and Enter does it
        screen.repaint()


def _advise(state: State, stop: Stop) -> Advice:
    """In a thread: also the import takes a moment."""
    from kbtui.games.kingdom.coach.advice import advise
    from kbtui.games.kingdom.coach.asking import PATIENCE
    from relay.deadline import within

    return advise(state, within(PATIENCE, stop))
