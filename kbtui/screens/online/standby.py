"""Waiting for an opponent while the player plays a bot, watches or reads.

Somebody who waits has a public room for two (``lobby/meeting.py``), as does everybody who meets
somebody; only its waiting room stays out of sight. When the second seat is taken, a bell rings and
the title bar of every screen names who has come. The player sits down with a key, or refuses by
letting the time pass.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from kbtui.lobby.meeting import PATIENCE, Meeting, terms, usual_options
from kbtui.pages.hall.known import WAITS
from kbtui.paint.runs import ACCENT, KEY, Line, Run
from kbtui.play.start import Host, Join
from kbtui.screens.base import SIT_DOWN, SIT_DOWN_KEY
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.online.meeting import MeetingScreen
from kbtui.screens.stack import PROBLEMS
from kbtui.text.i18n import _
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.protocol import messages as m

if TYPE_CHECKING:
    from textual.timer import Timer

    from kbtui.play.start import Room
    from kbtui.screens.app import KbApp

_GOODBYE: Final = 2.0  # seconds
_EVERY: Final = 4.0  # seconds between two looks for somebody else who waits
_TROUBLES: Final = 3  # after which it is given up
_REFUSALS: Final = 2  # in a row, after which nobody is waited for


class Standby:
    """Of one player; the app has at most one."""

    def __init__(self, app: KbApp, game: str) -> None:
        """Raises what ``way_into`` does."""
        self._app = app
        self.game = game  # its key
        self._refusals = 0
        self._clock: Timer | None = None  # runs while somebody is here
        self._here = ""  # who has come
        self._is_refusing = False  # until the seat is free again
        self._troubles = 0
        self._looking = app.set_interval(_EVERY, self._look_for_others)
        self._take(self._room())

    @property
    def code(self) -> str:
        """Of our room, once it is there."""
        return self._guest.client.code

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for us to sit down."""
        return bool(self._here)

    @property
    def note(self) -> Line:
        """For title bars."""
        if not self._here:
            return (Run(f" {_('you are waiting')} ", ACCENT.on("raised")),)
        text = _("{name} is here: press {key} to sit down")
        text = text.format(name=self._here, key=SIT_DOWN_KEY)
        return (Run(f" {text} ", KEY, SIT_DOWN),)

    # Life

    def _room(self) -> Room:
        return Host("", False, terms(json.dumps(usual_options(self.game))), (), self.game)

    def _take(self, room: Room) -> None:
        """Be in that room from now on."""
        guest = way_into(self._app, room).guest
        self._guest, self._meeting = guest, Meeting(guest, self._app.ignored)
        self._since = time.monotonic()
        self._unlisten = guest.listen(self._happened)
        begin(self._app, guest)
        self._app.does(WAITS, self.game)

    def _drop(self) -> None:
        """Give up the room that we are in; it may be given up already."""
        self._unlisten()
        self._calm()
        if self._guest.is_up and self._guest.room is not None:
            self._guest.request(m.Leave())
        self._guest.forget()
        self._guest.hang_up()

    def stop(self) -> None:
        """Wait no longer."""
        self._drop()
        self._end()

    async def close(self) -> None:
        """The app ends: tell the relay that nobody waits here."""
        self.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self._guest.stop()

    def _end(self) -> None:
        self._looking.stop()
        self._app.standby = None
        self._app.repaint_title()

    def _calm(self) -> None:
        clock, self._clock, self._here = self._clock, None, ""
        if clock is not None:
            clock.stop()

    # What happens

    def _look_for_others(self) -> None:
        if self._guest.is_up and self._guest.is_host and self._meeting.is_alone:
            self._guest.request(m.ListRooms())

    def _happened(self, event: e.Event | None) -> None:
        guest, room = self._guest, self._guest.room
        if isinstance(event, e.Ended) and event.code == "kicked":
            self._app.ignored.add(self.code)  # we would be turned away again
        if guest.refusal is not None or guest.connection.phase is Phase.ENDED:
            self._stumble()
        elif room is not None and guest.seat is not None:
            other = room.seats[1 - guest.seat]
            if other.sitter == k.EMPTY:
                self._alone()
            elif self._is_refusing:
                return
            elif self._meeting.unwanted is not None:
                self._avoid()
            elif not self._here:
                self._call(guest.names[1 - guest.seat])

    def _alone(self) -> None:
        self._is_refusing = False
        if self._here:  # they have left again
            self._calm()
            self._app.repaint_title()
        found = self._meeting.better()
        if found is not None:
            self._drop()
            self._try(Join("", found.code))

    def _stumble(self) -> None:
        """The room that we went to is taken, or the relay does not want us."""
        self._troubles += 1
        self._drop()
        if self._troubles > _TROUBLES:
            self._end()
        else:
            self._clock = self._app.set_timer(_EVERY, self._open)

    def _open(self) -> None:
        """A room of our own."""
        self._clock = None
        self._try(self._room())

    def _try(self, room: Room) -> None:
        try:
            self._take(room)
        except PROBLEMS:
            self._end()

    def _call(self, name: str) -> None:
        self._here = name
        self._clock = self._app.set_timer(PATIENCE, self._refuse)
        if self._app.settings.visitors != "off":
            self._app.bell()
        self._app.repaint_title()

    # What the player does

    def sit_down(self) -> None:
        """The waiting room comes to the front; it gets ready and starts without a key."""
        self._unlisten()
        self._calm()
        self._end()
        screen = MeetingScreen(self._guest, self._app.ignored, since=self._since)
        self._app.push_screen(screen)

    def _refuse(self) -> None:
        """The time has passed. Whoever is at the keyboard may be away."""
        self._refusals += 1
        self._calm()
        if self._refusals >= _REFUSALS:
            self.stop()
        else:
            self._avoid()

    def _avoid(self) -> None:
        """Do not meet who is here: free the seat, or go back to a room of our own."""
        if self._guest.is_host and self._guest.seat is not None:
            self._is_refusing = True
            self._guest.request(m.Kick(1 - self._guest.seat))
            self._app.repaint_title()
        else:
            self._drop()
            self._open()
