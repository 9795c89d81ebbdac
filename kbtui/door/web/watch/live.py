"""What changes in a room, sent to those who watch it in a page, and which other games there are."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from kbtui.door.web.languages import speaking
from kbtui.door.web.watch import gamelist, roompage
from kbtui.door.web.watch.gallery import Gallery
from kbtui.door.web.watch.room import Room
from relay.server.logs import trouble

_LOOK: Final = 20.0  # seconds after which a room that says nothing is looked at again
_LIST: Final = 10.0  # seconds between two looks at the list of games, which all pages share


async def tell(
    socket: ServerConnection, room: Room, gallery: Gallery | None, language: str
) -> None:
    """Until the room is gone. The list may take its time, and moves do not wait for it. Without a
    ``gallery`` there is none: a script of before, which names no version, would take it for a move.
    """
    with room.look():
        listing = asyncio.ensure_future(_tell_games(socket, room, gallery, language))
        try:
            await _tell_moves(socket, room, language)
        finally:
            listing.cancel()
            (ending,) = await asyncio.gather(listing, return_exceptions=True)
            if isinstance(ending, Exception) and not isinstance(ending, ConnectionClosed):
                trouble("mistake", ending)  # of ours, which must not hide moves from anybody


async def _tell_moves(socket: ServerConnection, room: Room, language: str) -> None:
    """A slow reader gets the newest state, not every one."""
    told = ""
    while not room.is_over_and_out:
        seen = room.version
        if room.is_there:
            with speaking(language):
                news = room.page(language, lambda: json.dumps(_news(room)))
            if news != told:
                told = news
                await socket.send(news)
        await room.change(seen, _LOOK)


async def _tell_games(
    socket: ServerConnection, room: Room, gallery: Gallery | None, language: str
) -> None:
    """The page was made with the list of that moment."""
    told: gamelist.Others | None = None
    while gallery is not None:
        await asyncio.sleep(_LIST)
        rooms = await gallery.listing.rooms()
        if rooms is not None:
            with speaking(language):
                games = gamelist.others(room.code, rooms, gallery)
            if games != told:
                told = games
                await socket.send(json.dumps(games._asdict()))


def _news(room: Room) -> dict[str, Any]:
    return {
        "last": room.guest.client.confirmed,
        "title": roompage.title(room),
        "side": roompage.side(room),
        "pictured": roompage.is_pictured(room),
        "letters": roompage.letters(room),
    }
