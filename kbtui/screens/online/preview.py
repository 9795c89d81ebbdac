"""The board of a game that is only glanced at: somebody watches it for the picture alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kbtui.lobby.termwords import start_of
from kbtui.pages.hall.known import Sight
from kbtui.play.saved_games import Turns
from kbtui.play.start import Watch
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.stack import PROBLEMS

if TYPE_CHECKING:
    from textual.timer import Timer

    from engine.table import Table
    from kbtui.online.guest import Guest
    from kbtui.screens.base import KbScreen
    from relay.client import events as e

_PAUSE: Final = 0.3  # seconds on a row before its game is asked for: a cursor passes by quickly


class Preview:
    """``tell`` gets a new picture when the game appears and when a turn ends, not before."""

    def __init__(self, screen: KbScreen, tell: Callable[[Sight], None]) -> None:
        self._screen = screen
        self._tell = tell
        self._code = ""
        self._timer: Timer | None = None
        self._guest: Guest | None = None
        self._table: Table | None = None
        self._turns = Turns()
        self._shown: object = None

    def look(self, code: str) -> None:
        """At the game of that code; at none if it is empty."""
        if code != self._code:
            self.stop()
            self._code = code
            if code:
                self._timer = self._screen.set_timer(_PAUSE, self._open)

    def stop(self) -> None:
        self._code = ""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop()
        guest, self._guest = self._guest, None
        if guest is not None:
            self._unlisten()
            guest.hang_up()

    def _open(self) -> None:
        self._timer = None
        try:
            guest = way_into(self._screen.kb, Watch("", self._code)).guest
        except PROBLEMS:
            return  # the list says what is wrong with the relay
        guest.stand_for(0)  # a glance is no spectator
        self._guest, self._shown = guest, None
        self._unlisten = guest.listen(self._happened)
        begin(self._screen.kb, guest)

    def _happened(self, _event: e.Event | None) -> None:
        guest = self._guest
        if guest is None or guest.room is None:
            return
        client, room = guest.client, guest.room
        if client.table is None or not guest.is_playing:
            start = start_of(room)
            if start is not None:
                self._show(Sight(self._code, room.game, start, guest.names))
        elif client.confirmed >= client.last:
            if client.table is not self._table:  # the first, or another copy of the game
                self._table, self._turns = client.table, Turns()
            moment = self._turns.at_end_of(client.table)
            found = Sight(self._code, room.game, client.table.state, guest.names)
            self._show(found._replace(turn=moment.turn, seat=moment.seat))

    def _show(self, sight: Sight) -> None:
        """Nothing within a turn: who looks at a list is not disturbed by every move."""
        now = sight.turn, sight.seat, sight.names
        if now != self._shown:
            self._shown = now
            self._tell(sight)
