"""The only way into rooms: turns a request into a connected guest.

Full screen and line mode both enter here. An ``Entrance`` also owns the relay inside this program,
which starts as soon as a room needs it and serves all rooms of the program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from engine.errors import BadInput
from kbtui.disk.settings import Settings
from kbtui.hosted import mode
from kbtui.online import tickets
from kbtui.online.guest import Guest
from kbtui.online.ownrelay import OwnRelay, has_room
from kbtui.play.playernames import NAMES
from kbtui.play.start import Attempt, Host, Join, Return, Room, Watch
from kbtui.text.address import Address, BadAddress, first_address, parse_address
from relay.client import events as e
from relay.protocol import messages as m
from relay.protocol.room_codes import show_code, tidy_code


class Way(NamedTuple):
    """Somebody at the door; the line is not open yet."""

    guest: Guest
    asked: str = ""  # the code of the room, if it is known


class Entrance:
    def __init__(self, folder: Path) -> None:
        """``folder`` is where tickets are kept; our own relay has its files beside it."""
        self._folder = folder
        self.own: OwnRelay | None = None

    def way(self, room: Room, settings: Settings) -> Way:
        """Raises BadInput, InUse, OSError."""
        match room:
            case Host():
                return Way(self._host(room, settings))
            case Join():
                return self._join(room, settings)
            case Watch(relay, code):
                guest = Guest(address_of(relay, settings), _name(settings), None)
                guest.watch(tidy(code))
                return Way(guest, tidy(code))
            case Attempt():
                return self._attempt(room, settings)
            case Return(path):
                return self._back(path)

    async def open(self, guest: Guest) -> asyncio.Task[None]:
        """Open the line, and give its task; if it leads to our own relay, that one first. Raises
        OSError if that cannot be started; ``trouble`` of the relay has the reason."""
        own = self.relay_of(guest)
        if own is not None:
            await own.start()
        return guest.start()

    def relay_of(self, guest: Guest) -> OwnRelay | None:
        """Our own relay, if the line of the guest leads there."""
        return self.own if self.own is not None and self.own.is_of(guest.address) else None

    async def close(self) -> None:
        if self.own is not None:
            await self.own.stop()

    def _host(self, start: Host, settings: Settings) -> Guest:
        is_here, relay = start.is_here, start.relay
        address = self._relay().address if is_here else address_of(relay, settings)
        guest = self._newcomer(address, settings)
        guest.create(start.game, start.terms)
        _seat_bots(guest, start.bots)
        return guest

    def _join(self, start: Join, settings: Settings) -> Way:
        """A new seat, or back to the one that we have there."""
        address, code = address_of(start.relay, settings), tidy(start.code)
        path = tickets.find(self._folder, code)
        if path is not None and tickets.read(path).relay == address.url:
            return self._back(path)
        guest = self._newcomer(address, settings)
        guest.join(code, start.level)
        return Way(guest, code)

    def _attempt(self, start: Attempt, settings: Settings) -> Way:
        """The try of a day; the same token leads back to one that was begun."""
        address, name = address_of(start.relay, settings), _name(settings)
        for path, place in tickets.held(self._folder):
            if place.code and (place.token, place.relay) == (start.token, address.url):
                return self._back(path)
        more = {"token": start.token, "daily": start.daily, "commitment": start.commitment}
        guest = Guest(address, name, tickets.start(self._folder, address.url, name, **more))
        guest.attempt(start.game, start.daily.partition(" ")[0], start.level)
        return Way(guest)

    def _back(self, path: Path) -> Way:
        """A room of our own relay needs that one to run."""
        place = tickets.read(path)
        address = parse_address(place.relay)
        if has_room(self._folder.parent, place.code):
            address = self._relay(urlsplit(address.url).port).address
        kept = tickets.take(path)
        kept.keep(relay=address.url)
        guest = Guest(address, place.name, kept)
        guest.resume()
        return Way(guest, place.code)

    def _newcomer(self, address: Address, settings: Settings) -> Guest:
        name = _name(settings)
        return Guest(address, name, tickets.start(self._folder, address.url, name))

    def _relay(self, port: int | None = None) -> OwnRelay:
        """The one inside this program, or that of another window as long as it is there."""
        mode.refuse(mode.RELAYS)
        if self.own is None or self.own.is_elsewhere:
            if self.own is not None:
                self.own.let_go()
            folder = self._folder.parent
            self.own = OwnRelay(folder) if port is None else OwnRelay(folder, port)
        return self.own


def address_of(relay: str, settings: Settings) -> Address:
    """Of the relay that is named, or else that of the settings; raises BadInput."""
    try:
        return first_address(relay, settings.relay)
    except BadAddress as error:
        raise BadInput("relay", str(error)) from None


def tidy(code: str) -> str:
    """A code as it is shown, if it is one."""
    known = tidy_code(code)
    return code.strip().upper() if known is None else show_code(known)


def _name(settings: Settings) -> str:
    return settings.name or NAMES[0]


def _seat_bots(guest: Guest, levels: Sequence[str]) -> None:
    """Put bots into the last seats as soon as the room is there, once. Whatever the relay refuses
    stays with the guest."""
    if not levels:
        return

    def hear(event: e.Event | None) -> None:
        if isinstance(event, e.Got) and isinstance(event.message, m.RoomView) and guest.is_host:
            unlisten()
            first = len(event.message.seats) - len(levels)
            for seat, level in enumerate(levels, first):
                guest.request(m.SeatBot(seat, level))

    unlisten = guest.listen(hear)
