"""Ways into a room: from what is asked for to a guest with a line, and the screen that waits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from engine.errors import BadInput
from kbtui import places
from kbtui.names import NAMES
from kbtui.online import tickets
from kbtui.online.address import DEFAULT, Address, BadAddress, parse_address
from kbtui.online.guest import Guest
from kbtui.online.ownrelay import OwnRelay, has_room
from kbtui.online.seating import seat_bots
from kbtui.screens.waiting import WaitingScreen
from kbtui.start import Host, Join, Return, Watch
from relay.codes import show_code, tidy_code

if TYPE_CHECKING:
    from pathlib import Path

    from kbtui.app import KbApp

_GAME: Final = "kingdom"


def address_of(app: KbApp, relay: str) -> Address:
    """Of the relay that is named, or else that of the settings; raises BadInput."""
    try:
        return parse_address(relay or app.settings.relay or DEFAULT)
    except BadAddress as error:
        raise BadInput("relay", str(error)) from None


def name_of(app: KbApp) -> str:
    return app.settings.name or NAMES[0]


def tidy(code: str) -> str:
    """A code as it is shown, if it is one."""
    known = tidy_code(code)
    return code.strip().upper() if known is None else show_code(known)


# Guests. They are not started yet.


def host_guest(app: KbApp, start: Host) -> Guest:
    address = _own(app).address if start.is_here else address_of(app, start.relay)
    guest = _new_guest(app, address)
    guest.create(_GAME, start.terms)
    seat_bots(guest, start.bots)
    return guest


def join_guest(app: KbApp, address: Address, code: str) -> Guest:
    """A new seat, or back to the one that we have there."""
    path = tickets.find(app.tickets_folder, tidy(code))
    if path is not None and tickets.read(path).relay == address.url:
        return return_guest(app, path)
    guest = _new_guest(app, address)
    guest.join(code)
    return guest


def watch_guest(app: KbApp, address: Address, code: str) -> Guest:
    guest = Guest(address, name_of(app), None)
    guest.watch(code)
    return guest


def return_guest(app: KbApp, path: Path) -> Guest:
    """Raises BadInput, InUse, OSError. A room of our own relay needs that one to run."""
    place = tickets.read(path)
    address = address_of(app, place.relay)
    if has_room(_data_folder(), place.code):
        address = _own(app, urlsplit(address.url).port).address
    kept = tickets.take(path)
    kept.keep(relay=address.url)
    guest = Guest(address, place.name, kept)
    guest.resume()
    return guest


def _new_guest(app: KbApp, address: Address) -> Guest:
    name = name_of(app)
    return Guest(address, name, tickets.start(app.tickets_folder, address.url, name))


def _data_folder() -> Path:
    return places.tickets_folder(os.environ).parent


def _own(app: KbApp, port: int | None = None) -> OwnRelay:
    """The relay inside this program, or that of another window as long as it is there."""
    if app.own_relay is None or app.own_relay.is_elsewhere:
        if app.own_relay is not None:
            app.own_relay.let_go()
        folder = _data_folder()
        app.own_relay = OwnRelay(folder) if port is None else OwnRelay(folder, port)
    return app.own_relay


# Screens


def waiting(app: KbApp, guest: Guest, code: str = "") -> WaitingScreen:
    """The screen of a guest whose line is opened now."""
    begin(app, guest)
    return WaitingScreen(guest, code)


def begin(app: KbApp, guest: Guest) -> None:
    """Open the line; if it leads to our own relay, that one first."""
    own = app.own_relay
    if own is not None and own.is_of(guest.address):
        app.run_worker(_open(own, guest), group="own-relay")
    else:
        guest.start()


async def _open(own: OwnRelay, guest: Guest) -> None:
    try:
        await own.start()
    except OSError:
        return  # ``own.trouble`` has the reason, and the waiting room says so
    guest.start()


def screen_into(app: KbApp, start: Host | Join | Watch | Return) -> WaitingScreen:
    """Raises BadInput, InUse, OSError."""
    match start:
        case Host():
            return waiting(app, host_guest(app, start))
        case Join(relay, code):
            return waiting(app, join_guest(app, address_of(app, relay), code), tidy(code))
        case Watch(relay, code):
            return waiting(app, watch_guest(app, address_of(app, relay), code), tidy(code))
        case Return(path):
            return waiting(app, return_guest(app, path), tickets.read(path).code)
