"""Meeting somebody: two people who want an opponent sit down together, without a code.

There is no waiting list anywhere. The first to look opens a public room for two and waits in it;
the next to look finds it among the public games and joins. If both looked at the same moment and
both wait, the one whose code comes later in the alphabet gives up their room and joins the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from relay.protocol import kinds as k
from relay.protocol import messages as m

if TYPE_CHECKING:
    from kbtui.online.guest import Guest

SEATS: Final = 2


def partner(rooms: Iterable[m.Listed], game: str) -> m.Listed | None:
    """Somebody who waits for an opponent in this game; everybody finds the same one first."""
    waiting = (room for room in rooms if room.game == game and _waits(room))
    return min(waiting, key=lambda room: room.code, default=None)


def _waits(room: m.Listed) -> bool:
    return room.phase == k.LOBBY and len(room.names) == SEATS and room.free == 1


def terms(options: str) -> m.Terms:
    """Those of a room for the next player who comes: anybody may come, and watch."""
    return m.Terms(options, True, True, 0, k.NO_CLOCK, 0)


class Meeting:
    """Gets ready and starts for a player who has said that they want to play at once."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._has_started = False

    @property
    def is_alone(self) -> bool:
        room = self._guest.room
        return room is not None and any(seat.sitter == k.EMPTY for seat in room.seats)

    def go_on(self) -> None:
        """Do whatever the room waits for; to be asked whenever something has changed in it."""
        guest, room = self._guest, self._guest.room
        if room is None or guest.seat is None or room.phase != k.LOBBY or self.is_alone:
            self._has_started = False
            return
        if not room.seats[guest.seat].ready:
            guest.ready()
        elif guest.is_host and all(seat.ready for seat in room.seats) and not self._has_started:
            self._has_started = True
            guest.request(m.Start())

    def better(self) -> m.Listed | None:
        """Somebody else who waits, if we should go to them instead of waiting ourselves."""
        guest, room = self._guest, self._guest.room
        if room is None or not guest.is_host or not self.is_alone or guest.rooms is None:
            return None
        found = partner(guest.rooms, room.game)
        return None if found is None or found.code >= room.code else found
