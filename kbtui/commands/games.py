"""``kb games``: prints the public games on a relay."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterator
from typing import Final

from kbtui.cli import relays
from kbtui.cli.openscreen import chosen
from kbtui.cli.output import say
from kbtui.lobby.termwords import progress
from kbtui.online.troubles import told
from kbtui.play.gamewords import title
from kbtui.text.address import Address
from kbtui.text.i18n import N_, _
from relay.client.visit import NoAnswer, visit
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

_TIMEOUT: Final = 10.0  # seconds for an answer
_PHASES: Final = {
    k.LOBBY: N_("waiting for players"),
    k.SEALING: N_("starting"),
    k.OVER: N_("over"),
}


def run(asked: argparse.Namespace) -> int:
    settings, _notice = chosen(asked)
    relay = relays.address(asked, settings)
    rooms = asyncio.run(_listed(relay))
    say([_json(rooms)] if asked.json else _lines(relay, rooms))
    return 0


def _json(rooms: tuple[m.Listed, ...]) -> str:
    games = [
        room._asdict()
        | {"code": clean(room.code, k.NAME), "names": [clean(each, k.NAME) for each in room.names]}
        for room in rooms
    ]
    return json.dumps({"games": games}, separators=(",", ":"))


async def _listed(relay: Address) -> tuple[m.Listed, ...]:
    try:
        async with asyncio.timeout(_TIMEOUT), visit(relay.url) as caller:
            answer = await caller.ask(m.ListRooms())
    except NoAnswer as error:
        raise relays.unreachable(relay, told(error.trouble)) from None
    except TimeoutError as error:
        raise relays.unreachable(relay, told(error)) from None
    return answer.rooms if isinstance(answer, m.Rooms) else ()


def _lines(relay: Address, rooms: tuple[m.Listed, ...]) -> Iterator[str]:
    for room in rooms:
        names = ", ".join(clean(name, k.NAME) for name in room.names if name)
        yield f"{clean(room.code, k.NAME):<9}{_state(room)}"
        yield f"         {names}"
    if rooms:
        yield ""
        yield _("Use kb join or kb watch with a code.")
    else:
        text = _("There are no public games on {relay}; kb host --listed opens one.")
        yield text.format(relay=relay.name)


def _state(room: m.Listed) -> str:
    parts = [
        *filter(None, [title(room.game)]),
        _(_PHASES[room.phase]) if room.phase in _PHASES else progress(room),
    ]
    if room.phase == k.LOBBY:
        parts.append(
            _("{free} of {seats} seats free").format(free=room.free, seats=len(room.names))
        )
    if not room.watching:
        parts.append(_("no spectators"))
    elif room.watchers:
        parts.append(_("spectators: {count}").format(count=room.watchers))
    return "; ".join(parts)
