"""Hints for the game screen. The coach is imported at the first request."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kbtui.paint.runs import width
from kbtui.screens.opponents import counted
from kbtui.story.review import NO_COACH, NO_HINTS
from kbtui.text.i18n import _

if TYPE_CHECKING:
    from engine.bots import Stop
    from kbtui.games.kit import Kit
    from kbtui.screens.gamescreen import GameScreen

_GROUP: Final = "coach"
_BROKEN: Final = 16  # columns that may stay blank where a text is folded


class Hints:
    """Hints for the person at the board, from what that person may see."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.is_awaited = False  # since the player asked, nothing else was done

    def ask(self) -> None:
        """The answer comes when it is there, unless the game has gone on by then."""
        screen = self._screen
        if screen.session.is_over:
            from kbtui.screens.coach import open_coach  # late: few ask for it
            from kbtui.story.exports import Source  # late: few ask for it

            screen.answer = open_coach(screen.kb, Source.of(screen.session)) or ""
        elif not screen.session.allows_hints:
            screen.say(_(NO_HINTS[screen.session.is_counted]))
        elif not screen.hand.is_asked:
            screen.say(_("The coach can help you when it is your turn."))
        else:
            screen.answer = _("The coach is thinking.")
            self.is_awaited = True
            screen.run_worker(self._think(), exclusive=True, group=_GROUP)

    def forget(self) -> None:
        """The game has gone on: nobody needs the answer any more."""
        self.is_awaited = False
        self._screen.workers.cancel_group(self._screen, _GROUP)

    async def _think(self) -> None:
        screen = self._screen
        entries, stopped = len(screen.session.table.entries), threading.Event()
        state, place = screen.hand.state, screen.hand.place
        asked = screen.kit, state, screen.session.names, stopped.is_set
        task = asyncio.create_task(asyncio.to_thread(_advise, *asked))
        try:
            token, told = await counted(task, self._take_time)
        finally:
            stopped.set()
        self.is_awaited = False
        if len(screen.session.table.entries) == entries and screen.hand.is_asked:
            if screen.hand.place != place:
                screen.others.be_deaf()  # an Enter that is on its way was for another place
            self._tell(token, told)

    def _take_time(self, seconds: int) -> None:
        self._screen.answer = _("The coach is thinking: {seconds} s").format(seconds=seconds)
        self._screen.repaint()

    def _tell(self, token: str, told: list[str]) -> None:
        screen = self._screen
        for text in told:
            screen.say(text)
        screen.answer = self._in_sight(told)
        if token:
            screen.hand.take_up(token)  # it is seen what is meant, and Enter does it
        screen.repaint()

    def _in_sight(self, told: Sequence[str]) -> str:
        """What to do, and as many of the reasons as fit below the board where no log is near."""
        laid, text = self._screen.laid, told[0]
        if laid is None or not laid.has_two_prompts:
            return text
        room = laid.prompt.width * laid.prompt.height - _BROKEN
        for more in told[1:]:
            if width(f"{text} {more}") > room:
                break
            text = f"{text} {more}"
        return text


def _advise(kit: Kit, observation: Any, names: Sequence[str], stop: Stop) -> tuple[str, list[str]]:
    """In a thread: the import takes a moment, too. Without a token, there is no coach."""
    if kit.coach is None:
        return "", [_(NO_COACH)]
    return kit.coach.hint(observation, names, stop)
