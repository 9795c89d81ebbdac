"""The next turn, tried out while opponents play: the game screen on a separate table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kbtui.lobby import titlebar as panel
from kbtui.lobby.waitingroom import chat_line
from kbtui.online.guest import Guest
from kbtui.paint.runs import ACCENT, STRONG, Line, Run
from kbtui.play.session import Session
from kbtui.screens.beside.chat import Chat
from kbtui.screens.beside.companion import Companion
from kbtui.screens.game import GameScreen
from kbtui.story.plan import planned
from kbtui.text.i18n import _
from kbtui.text.keys import short_words
from relay.client import events as e
from relay.protocol import messages as m

_TICK: Final = 1.0


def planning(session: Session, guest: Guest, is_due: Callable[[], bool]) -> GameScreen:
    """A screen that is left with the moves of the plan, or with None if it is given up.
    ``is_due``: whether the turn has come meanwhile."""
    return GameScreen(session, Chat(guest), Plan(guest, is_due))


class Plan(Companion):
    """Says that nothing here is real."""

    def __init__(self, guest: Guest, is_due: Callable[[], bool]) -> None:
        self._guest = guest
        self._is_due = is_due

    def mounted(self) -> None:
        # The game goes on below, and so does its clock.
        self.screen.set_interval(_TICK, self.screen.repaint)
        self._unlisten = self._guest.listen(self._happened)

    def unmounted(self) -> None:
        self._unlisten()

    def _happened(self, event: e.Event | None) -> None:
        """Only what people say: the plan is made for the table as it was."""
        if isinstance(event, e.Got) and isinstance(event.message, m.Said | m.Murmur):
            self.screen.say(chat_line(self._guest, event.message))
            self.screen.repaint()

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        """Without the number of a turn: that of the table below is no turn of the game."""
        view, (seat,) = self.screen.view, self.screen.session.people
        left = (
            Run(f" {_('PLAN')} ", ACCENT.on("raised").bold()),
            view.chip(seat),
            Run(f" {view.names[seat]} ", STRONG.on("raised")),
            Run(f" {_('your next turn')} ", ACCENT.on("raised")),
        )
        return left, (*panel.bar(self._guest, time.monotonic(), short=True), *right)

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        screen, keys = self.screen, self.screen.kb.keys
        if screen.hand.error is not None:
            return asked, place
        if screen.is_leaving:
            text = _("Press {key} again to give up the plan.").format(key=keys.name("back"))
            return screen.asked(text), place
        if self._is_due():
            text = _("It is your turn. Press {key} to use the plan.")
            return screen.asked(text.format(key=keys.name("end"))), place
        if not screen.hand.wanted:
            text = _("Nothing left to plan. Press {key} to keep the plan for your turn.")
            pointer, told = screen.asked(text.format(key=keys.name("end")))
            return (pointer, Run(told.text)), place
        return asked, place

    def hints(self, line: Line) -> Line:
        screen = self.screen
        own = {"end": _("keep the plan"), "chat": short_words("chat")}
        return screen.on_screen.hints(screen.hand, screen.view, screen.app.size.width, own)

    def do(self, command: str) -> bool:
        if command not in ("end", "plan"):  # also in the middle: what is planned so far is kept
            return False
        self.screen.dismiss(planned(self.screen.session))
        return True
