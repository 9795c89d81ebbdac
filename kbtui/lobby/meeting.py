"""Meeting somebody: two people who want an opponent sit down together, without a code.

There is no waiting list anywhere. The first to look opens a public room for two and waits in it;
the next to look finds it among the public games and joins. If both looked at the same moment and
both wait, the one whose code comes later in the alphabet gives up their room and joins the other.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from engine.contract import find as find_game
from engine.errors import EngineError
from kbtui.games.kit import find
from kbtui.text.i18n import _
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

if TYPE_CHECKING:
    from kbtui.online.guest import Guest

SEATS: Final = 2
PATIENCE: Final = 30.0  # seconds for somebody who waits elsewhere to sit down


def partner(rooms: Iterable[m.Listed], game: str, ignored: Collection[str] = ()) -> m.Listed | None:
    """Somebody who waits for an opponent in this game; everybody finds the same one first.
    ``ignored`` are names of people, and codes of rooms, that we do not want to meet."""
    waiting = (room for room in rooms if room.game == game and _waits(room))
    wanted = (room for room in waiting if not _marks(room) & {*ignored})
    return min(wanted, key=lambda room: room.code, default=None)


def _waits(room: m.Listed) -> bool:
    return room.phase == k.LOBBY and len(room.names) == SEATS and room.free == 1


def _marks(room: m.Listed) -> set[str]:
    """By which it is ignored."""
    return {room.code, *(clean(name, k.NAME) for name in room.names)}


def terms(options: str) -> m.Terms:
    """Those of a room for the next player who comes: anybody may come, and watch."""
    return m.Terms(options, True, True, 0, k.NO_CLOCK, 0)


def usual_options(game: str) -> dict[str, object]:
    """Those to which everybody agrees who wants to play at once; only the seed differs."""
    forms = find(game).forms
    assert forms is not None, game
    return dict(forms.play_now("").options)


def is_usual(room: m.RoomView) -> bool:
    """Whether the room has what somebody agrees to unseen: the usual options and no clock."""
    rules = find_game(room.game)
    try:
        laid = json.loads(room.terms.options)
        usual = usual_options(room.game) | {"seed": rules.seed(laid)}
        settled = rules.settled(rules.new(usual)) | {"seed": rules.seed(usual)}
    except (ValueError, RecursionError, EngineError):
        return False  # the relay has sent what cannot be played
    return laid == settled and room.terms._replace(options="") == terms("")


def sent_away(seconds: float) -> str:
    """What to tell somebody whose seat was freed after that time. Whoever waits frees it when they
    have not sat down in time; before that, they do not want this opponent."""
    if seconds < PATIENCE:
        return _("The other player has freed your seat. Try again, or wait.")
    return _("Nobody sat down with you in time. Try again, or wait.")


class Meeting:
    """Gets ready and starts for a player who has said that they want to play at once."""

    def __init__(self, guest: Guest, ignored: Collection[str] = ()) -> None:
        """``ignored`` as in ``partner``; it may change meanwhile."""
        self._guest, self._ignored = guest, ignored
        self._has_acted = False  # started the game or freed a seat, until somebody else comes

    @property
    def is_alone(self) -> bool:
        room = self._guest.room
        return room is not None and any(seat.sitter == k.EMPTY for seat in room.seats)

    @property
    def unwanted(self) -> int | None:
        """The seat of somebody whom the player ignores."""
        seats = enumerate(self._guest.names)
        found = (n for n, name in seats if n != self._guest.seat and name in self._ignored)
        return next(found, None)

    def go_on(self) -> None:
        """Do whatever the room waits for; to be asked whenever something has changed in it. Options
        that the player does not expect are left for them to read."""
        guest, room = self._guest, self._guest.room
        if room is None or guest.seat is None or room.phase != k.LOBBY or self.is_alone:
            self._has_acted = False
            return
        unwanted = self.unwanted
        if unwanted is not None:
            self._act(m.Kick(unwanted))
        elif not room.seats[guest.seat].ready:
            if is_usual(room):
                guest.ready()
        elif all(seat.ready for seat in room.seats):
            self._act(m.Start())

    def _act(self, request: m.Kick | m.Start) -> None:
        """As the host, once."""
        if self._guest.is_host and not self._has_acted:
            self._has_acted = True
            self._guest.request(request)

    def better(self) -> m.Listed | None:
        """Somebody else who waits, if we should go to them instead of waiting ourselves."""
        guest, room = self._guest, self._guest.room
        if room is None or not guest.is_host or not self.is_alone or guest.rooms is None:
            return None
        found = partner(guest.rooms, room.game, self._ignored)
        return None if found is None or found.code >= room.code else found
