"""One relay for each room: those who come to another one are sent to where the others are.

Any relay can serve any room, but each relay that has somebody there has to hear of every move. So a
room costs least with all of its people at one relay. Which one that is follows from whom each relay
has there: the most players count, then the most spectators, then a lot that is another one for each
room, so that rooms spread over relays when everybody comes back at once. Nobody has to agree on it:
if two relays think differently for a moment, people of a room are at two relays, as they may be, or
move once more.

Only clients that know the word are sent, and only to relays that have said where they are, have
space, and understand what such a client says. A client names the relays to which it was sent
(``avoid``), and is not sent there again: one that does not answer is tried once.
"""

from __future__ import annotations

from functools import partial
from typing import Final
from zlib import crc32

from relay.hub.connections import Connection
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom
from relay.hub.shared import Shared
from relay.protocol import kinds as k
from relay.protocol import messages as m

_CROWD: Final = 50  # spectators at one relay: more are served where they are, and so spread
_FULL: Final = 0.9  # of all connections that a relay may have
_ENTERING: Final = (m.Join, m.Resume, m.Watch)


def own_place(shared: Shared) -> str:
    """Where others may send clients to, if this relay has space for them."""
    has_space = len(shared.connections) < _FULL * shared.limits.all_connections
    return shared.url if has_space else ""


def is_sent_on(shared: Shared, open_room: OpenRoom, job: Job, now: float) -> bool:
    """Whether somebody who wants to enter was sent to another relay. Who cannot pay for a guess
    must not learn from it that there is such a room."""
    connection, guess = job.connection, job.guess
    if connection is None or guess is None or not guess.is_paid:
        return False
    if not isinstance(job.request, _ENTERING):
        return False
    where = _better_place(shared, open_room, connection, not isinstance(job.request, m.Watch))
    if where:
        guess.right(now)
        _send_on(shared, connection, where, now)
    return bool(where)


def gather(shared: Shared, open_room: OpenRoom, now: float) -> None:
    """Other relays have said whom they have in the room."""
    if not open_room.is_loaded:
        waiting = [job for job in open_room.jobs if not is_sent_on(shared, open_room, job, now)]
        open_room.jobs.clear()
        open_room.jobs.extend(waiting)
        _let_go(shared, open_room)
    if any(_elsewhere(shared, open_room)):  # when what they asked for has been done
        shared.do(open_room, Job(partial(_move, shared, open_room)), now)


def _move(shared: Shared, open_room: OpenRoom, now: float) -> None:
    for connection, where in _elsewhere(shared, open_room):
        _send_on(shared, connection, where, now)
    _let_go(shared, open_room)


def _let_go(shared: Shared, open_room: OpenRoom) -> None:
    """Without anybody here, the relay need not hear of every move."""
    if not (open_room.seats or open_room.watchers or open_room.jobs):
        shared.remove_room(open_room)


def _elsewhere(shared: Shared, open_room: OpenRoom) -> list[tuple[Connection, str]]:
    """Those of this relay who would be better off at another one, and where."""
    everybody = [*open_room.seats.values(), *open_room.watchers.values()]
    found = [
        (each, _better_place(shared, open_room, each, each.seat is not None)) for each in everybody
    ]
    return [(each, where) for each, where in found if where]


def _better_place(
    shared: Shared, open_room: OpenRoom, connection: Connection, is_player: bool
) -> str:
    """The relay where most people of the room are; empty: this one, as far as the client goes."""
    if connection.version < k.GATHERING or len(connection.avoid) >= k.PLACES:
        return ""
    best, place, room = (0, 0, 0), "", open_room.code.encode()
    if own_place(shared):
        best = (len(open_room.seats), len(open_room.watchers), crc32(shared.relay + room))
    for name, guests in open_room.others.relays.items():
        size = (len(guests.seats), len(guests.voices), crc32(name + room))
        url = shared.urls.get(name, "")
        is_open = is_player or len(guests.voices) < _CROWD
        if not url or url in connection.avoid or guests.speaks < k.GATHERING or not is_open:
            continue
        if guests.is_anybody and size > best:
            best, place = size, url
    return place


def _send_on(shared: Shared, connection: Connection, where: str, now: float) -> None:
    shared.bye(connection, "moved", "another relay has this room", now, 0, where)
