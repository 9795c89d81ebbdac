"""Ways into a room from the screens, all through ``kbtui.online.entering``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kbtui.online.entering import Entrance, Way
from kbtui.play.start import Room
from kbtui.screens.online.waiting import WaitingScreen

if TYPE_CHECKING:
    from kbtui.online.guest import Guest
    from kbtui.screens.app import KbApp


def way_into(app: KbApp, room: Room) -> Way:
    """Somebody at the door; raises BadInput, InUse, OSError."""
    return _entrance(app).way(room, app.settings)


def begin(app: KbApp, guest: Guest) -> None:
    """Open the line."""
    app.run_worker(_open(app, guest), group="entrance")


def screen_into(app: KbApp, room: Room) -> WaitingScreen:
    """The screen of a guest whose line is opened now; raises BadInput, InUse, OSError."""
    way = way_into(app, room)
    begin(app, way.guest)
    return WaitingScreen(way.guest, way.asked)


def _entrance(app: KbApp) -> Entrance:
    if app.entrance is None:
        app.entrance = Entrance(app.tickets_folder)
    return app.entrance


async def _open(app: KbApp, guest: Guest) -> None:
    try:
        line = await _entrance(app).open(guest)
    except OSError:
        return  # our own relay has the reason, and the waiting room says so
    app.answer_for(line)
