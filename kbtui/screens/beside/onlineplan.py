"""A plan for the next turn of an online game: people can talk meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

from kbtui.lobby import titlebar as panel
from kbtui.lobby.waitingroom import chat_line
from kbtui.online.guest import Guest
from kbtui.paint.runs import Line
from kbtui.screens.beside.plan import Plan
from relay.client import events as e
from relay.protocol import messages as m


class OnlinePlan(Plan):
    """The same as alone, with the chat beside it."""

    keys = None  # those of the chat have it
    own_keys = ("chat",)

    def __init__(self, guest: Guest, is_due: Callable[[], bool]) -> None:
        super().__init__(is_due)
        self._guest = guest

    def mounted(self) -> None:
        super().mounted()
        self._unlisten = self._guest.listen(self._happened)

    def unmounted(self) -> None:
        self._unlisten()

    def _happened(self, event: e.Event | None) -> None:
        """Only what people say: the plan is made for the table as it was."""
        if isinstance(event, e.Got) and isinstance(event.message, m.Said | m.Murmur):
            self.screen.say(chat_line(self._guest, event.message))
            self.screen.repaint()

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        left, right = super().title(left, right)
        return left, (*panel.bar(self._guest, time.monotonic(), short=True), *right)
