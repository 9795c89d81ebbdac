"""A game that a relay gets when it is over: it is sent then, and the final score says so."""

from __future__ import annotations

import asyncio
from typing import Final

from kbtui.daily import dares, outbox
from kbtui.daily.asking import Away, Unanswered
from kbtui.play.saves import Save
from kbtui.screens.beside.companion import Companion
from kbtui.screens.countscreen import ScoreScreen, open_count
from kbtui.screens.stack import problem_of
from kbtui.text.i18n import _

_AGAIN: Final = 20.0  # seconds until a relay that was away is tried again


class Sending(Companion):
    """Beside the answer to a challenge, or a game that becomes one."""

    def __init__(self) -> None:
        self._told = ""
        self._is_begun = False

    def mounted(self) -> None:
        self._look()

    def acted(self) -> None:
        self._look()

    def settled(self) -> None:
        self._look()

    def _look(self) -> None:
        if self.screen.session.is_over and not self._is_begun:
            self._is_begun = True
            self.screen.run_worker(self._send(), group="sending")

    async def _send(self) -> None:
        while True:
            try:
                self._say(await self._sent())
                return
            except Away as error:
                text = _("{reason} Your game is kept and will be sent again.")
                self._say(text.format(reason=error))
            except Unanswered as error:
                self._say(str(error))
                return
            except OSError as error:
                self._say(problem_of(error))
                return
            await asyncio.sleep(_AGAIN)

    async def _sent(self) -> str:
        session, kb = self.screen.session, self.screen.kb
        record = session.record()
        dared = await outbox.deliver(record, kb.settings.name)
        outbox.strike(session.journal.path if isinstance(session.journal, Save) else None)
        if dares.answered(record) is None:
            text = _("Your challenge is {code} at {relay}: tell your friend.")
            return text.format(code=dared.view.code, relay=dared.relay.name)
        text = _("{relay} has your game. Press {key} to compare it with the game of {name}.")
        key = kb.keys.name("challenge")
        return text.format(relay=dared.relay.name, key=key, name=dared.view.name)

    def _say(self, text: str) -> None:
        """In the log, and below the final score."""
        if text != self._told:
            self._told = text
            self.screen.say(text)
            if self.screen.is_mounted:
                self.screen.repaint()
            if isinstance(self.screen.app.screen, ScoreScreen):
                self.screen.app.screen.repaint()

    def count(self) -> bool:
        open_count(self.screen, lambda: self._told)
        return True
