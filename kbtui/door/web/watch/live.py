"""What changes in a room, sent to those who watch it in a page."""

from __future__ import annotations

import json
from typing import Any, Final

from websockets.asyncio.server import ServerConnection

from kbtui.door.web.languages import speaking
from kbtui.door.web.watch import roompage
from kbtui.door.web.watch.room import Room

_LOOK: Final = 20.0  # seconds after which a room that says nothing is looked at again


async def tell(socket: ServerConnection, room: Room, language: str) -> None:
    """Until the room is gone. A slow reader gets the newest state, not every one."""
    told: dict[str, Any] = {}
    with room.look():
        while not room.is_over_and_out:
            seen = room.version
            if room.is_there:
                with speaking(language):
                    news = _news(room)
                if news != told:
                    told = news
                    await socket.send(json.dumps(news))
            await room.change(seen, _LOOK)


def _news(room: Room) -> dict[str, Any]:
    return {
        "last": room.guest.client.confirmed,
        "title": roompage.title(room),
        "side": roompage.side(room),
        "pictured": roompage.is_pictured(room),
        "letters": roompage.letters(room),
    }
