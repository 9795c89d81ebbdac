"""Waiting for whoever comes next: the waiting room of somebody who wants to play at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from kbtui.lobby.meeting import Meeting, partner, terms
from kbtui.play.start import Host, Join
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.online.waiting import WaitingScreen
from kbtui.screens.stack import PROBLEMS, forms_of, problem_of
from relay.client import events as e
from relay.protocol import messages as m

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kbtui.online.entering import Room
    from kbtui.online.guest import Guest
    from kbtui.screens.app import KbApp

_EVERY: Final = 4.0  # seconds between two looks for somebody else who waits


class MeetingScreen(WaitingScreen):
    """It gets ready and starts by itself, and goes to somebody who has waited longer."""

    def __init__(self, guest: Guest, asked: str = "") -> None:
        super().__init__(guest, asked)
        self._meeting = Meeting(guest)

    def on_mount(self) -> None:
        self.set_interval(_EVERY, self._look_for_others)

    def _look_for_others(self) -> None:
        if self.guest.is_up and self.guest.is_host and self._meeting.is_alone:
            self.guest.request(m.ListRooms())

    def _happened(self, event: e.Event | None) -> None:
        super()._happened(event)
        self._meeting.go_on()
        found = self._meeting.better()
        if found is not None:
            self._move_to(found)

    def _move_to(self, found: m.Listed) -> None:
        try:
            screen = _screen(self.kb, Join("", found.code))
        except PROBLEMS as error:
            self.kb.notice = problem_of(error)
            return
        self.guest.request(m.Leave())
        self.guest.forget()
        self.app.switch_screen(screen)


def meet(app: KbApp, game: str, rooms: Iterable[m.Listed]) -> MeetingScreen:
    """Sit down with somebody who waits, or wait; raises what ``way_into`` does."""
    found = partner(rooms, game)
    if found is not None:
        return _screen(app, Join("", found.code))
    options = forms_of(game).play_now(app.settings.name).options
    return _screen(app, Host("", False, terms(json.dumps(dict(options))), (), game))


def _screen(app: KbApp, room: Room) -> MeetingScreen:
    way = way_into(app, room)
    begin(app, way.guest)
    return MeetingScreen(way.guest, way.asked)
