"""The next turn, tried out while opponents play: the game screen on a separate table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.plan import planned
from kbtui.lobby import titlebar as panel
from kbtui.lobby.hall import chat_line
from kbtui.online.guest import Guest
from kbtui.paint.runs import ACCENT, STRONG, Line, Run
from kbtui.play.session import Session
from kbtui.screens.beside.chatting import ChattingScreen
from kbtui.text.i18n import _
from kbtui.text.keys import short_words
from relay.client import events as e
from relay.protocol import messages as m

_TICK: Final = 1.0


class PlanScreen(ChattingScreen):
    """Left with the moves of the plan, or with None if it is given up."""

    def __init__(self, session: Session, guest: Guest, is_due: Callable[[], bool]) -> None:
        """``is_due``: whether the turn has come meanwhile."""
        super().__init__(session, guest)
        (self.play.seat,) = session.people
        self._is_due = is_due

    def on_mount(self) -> None:
        self.set_interval(_TICK, self.repaint)  # the game goes on below, and so does its clock
        self._unlisten = self.guest.listen(self._happened)

    def on_unmount(self) -> None:
        self._unlisten()

    def _happened(self, event: e.Event | None) -> None:
        """Only what people say: the plan is made for the table as it was."""
        if isinstance(event, e.Got) and isinstance(event.message, m.Said | m.Murmur):
            self.say(chat_line(self.guest, event.message))
            self.repaint()

    def title_bar(self) -> tuple[Line, Line]:
        """Without the number of a turn: that of the table below is no turn of the game."""
        _left, right = super().title_bar()
        (seat,) = self.session.people
        left = (
            Run(f" {_('PLAN')} ", ACCENT.on("raised").bold()),
            self._view.chip(seat),
            Run(f" {self._view.names[seat]} ", STRONG.on("raised")),
            Run(f" {_('your next turn')} ", ACCENT.on("raised")),
        )
        return left, (*panel.bar(self.guest, time.monotonic(), short=True), *right)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        asked, hex_ = super().prompts(short)
        if self.editor.is_open or self.play.error is not None:
            return asked, hex_
        if self._is_leaving:
            text = _("Press {key} again to give up the plan.").format(key=self.kb.keys.name("back"))
            return (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(text, STRONG)), hex_
        if self._is_due():
            text = _("It is your turn. Press {key} to use the plan.")
            told = text.format(key=self.kb.keys.name("end"))
            return (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(told, STRONG)), hex_
        if not self.play.unbuilt:
            text = _("Nothing left to plan. Press {key} to keep the plan for your turn.")
            told = text.format(key=self.kb.keys.name("end"))
            return (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(told)), hex_
        return asked, hex_

    def hint_line(self) -> Line:
        if self.editor.is_open:
            return super().hint_line()
        own = {"end": _("keep the plan"), "chat": short_words("chat")}
        return prompts.hints(self.play, self._view, self.app.size.width, own)

    def do(self, command: str) -> None:
        if command in ("end", "plan"):  # also in the middle: what is planned so far is kept
            self.dismiss(planned(self.session))
        else:
            super().do(command)
