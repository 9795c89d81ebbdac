"""The waiting room of two who want to play at once."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from kbtui.lobby.meeting import Meeting, sent_away
from kbtui.play.start import Join
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.online.waiting import WaitingScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from relay.client import events as e
from relay.protocol import messages as m

if TYPE_CHECKING:
    from kbtui.online.guest import Guest
    from kbtui.screens.app import KbApp

_EVERY: Final = 4.0  # seconds between two looks for somebody else who waits


class MeetingScreen(WaitingScreen):
    """It gets ready and starts without a key, and moves to somebody who has waited longer."""

    def __init__(
        self, guest: Guest, ignored: set[str], asked: str = "", since: float | None = None
    ) -> None:
        """``ignored`` as in ``lobby/meeting.py``; ``since``: time.monotonic() when the player
        came to this room, if not just now."""
        super().__init__(guest, asked)
        self._ignored = ignored
        self._meeting = Meeting(guest, ignored)
        self._since = time.monotonic() if since is None else since
        self._has_moved = False  # to another room; what is still heard of this one is nothing

    def on_mount(self) -> None:
        self.set_interval(_EVERY, self._look_for_others)
        self._meeting.go_on()  # both may be here already

    def _look_for_others(self) -> None:
        if self.guest.is_up and self.guest.is_host and self._meeting.is_alone:
            self.guest.request(m.ListRooms())

    def _happened(self, event: e.Event | None) -> None:
        if self._has_moved:
            return
        if isinstance(event, e.Ended) and event.code == "kicked":
            self.kb.notice = sent_away(time.monotonic() - self._since)
            self._ignored.add(self.guest.client.code)
            self.guest.forget()
            self.dismiss(None)
            return
        super()._happened(event)
        self._meeting.go_on()
        found = self._meeting.better()
        if found is not None:
            self._move_to(found)

    def _move_to(self, found: m.Listed) -> None:
        try:
            screen = meet(self.kb, found)
        except PROBLEMS as error:
            self.kb.notice = problem_of(error)
            return
        self._has_moved = True
        self.guest.request(m.Leave())
        self.guest.forget()
        self.app.switch_screen(screen)


def meet(app: KbApp, room: m.Listed) -> MeetingScreen:
    """Sit down with somebody who waits; raises what ``way_into`` does."""
    way = way_into(app, Join("", room.code))
    begin(app, way.guest)
    return MeetingScreen(way.guest, app.ignored, way.asked)
