"""The way into a room for who plays in lines: from what is asked for to a guest with a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from kbtui.i18n import _
from kbtui.online import tickets
from kbtui.online.address import Address, parse_address
from kbtui.online.guest import Guest
from kbtui.online.ownrelay import OwnRelay, has_room
from kbtui.online.seating import seat_bots
from kbtui.places import tickets_folder
from kbtui.settings import Settings
from kbtui.start import Host, Join, Return, Start, Watch

_GAME: Final = "kingdom"


@dataclass
class Way:
    """A guest that is not started yet, and the relay inside this program if there is one."""

    guest: Guest
    asked: str = ""  # the code of the room, if it is known
    own: OwnRelay | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where others reach that relay, once it is started."""
        return () if self.own is None else self.own.addresses

    async def open(self, say: Callable[[str], None]) -> None:
        """Start the line; raises OSError if our own relay cannot be started."""
        if self.own is not None:
            await self.own.start()
            addresses = ", ".join(self.addresses)
            say(_("The relay runs in this program: {addresses}").format(addresses=addresses))
        self.guest.start()

    async def close(self) -> None:
        await self.guest.stop()
        if self.own is not None:
            await self.own.stop()


def way_into(start: Start, settings: Settings) -> Way:
    """Raises BadInput, InUse, OSError."""
    match start:
        case Host(relay, is_here, terms, bots):
            own = OwnRelay(_data_folder()) if is_here else None
            way = Way(_seated(own.address if own else parse_address(relay), settings), "", own)
            way.guest.create(_GAME, terms)
            seat_bots(way.guest, bots)
            return way
        case Join(relay, code):
            return _joined(parse_address(relay), code, settings)
        case Watch(relay, code):
            guest = Guest(parse_address(relay), settings.name, None)
            guest.watch(code)
            return Way(guest, code)
        case Return(path):
            return _back(path)
    raise AssertionError("no start of an online game")


def _seated(address: Address, settings: Settings) -> Guest:
    kept = tickets.start(tickets_folder(), address.url, settings.name)
    return Guest(address, settings.name, kept)


def _joined(address: Address, code: str, settings: Settings) -> Way:
    """A new seat, or back to the one that we have there."""
    path = tickets.find(tickets_folder(), code)
    if path is not None and tickets.read(path).relay == address.url:
        return _back(path)
    guest = _seated(address, settings)
    guest.join(code)
    return Way(guest, code)


def _back(path: Path) -> Way:
    """A room of our own relay needs that one to run."""
    place, own = tickets.read(path), None
    address = parse_address(place.relay)
    if has_room(_data_folder(), place.code):
        own = OwnRelay(_data_folder(), urlsplit(address.url).port or 0)
        address = own.address
    kept = tickets.take(path)
    kept.keep(relay=address.url)
    guest = Guest(address, place.name, kept)
    guest.resume()
    return Way(guest, place.code, own)


def _data_folder() -> Path:
    return tickets_folder().parent
