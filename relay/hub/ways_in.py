"""What a connection may ask for wherever it is: the hello, the list of rooms, and the ways in.

Each function takes what the hub shares, the connection and the message, and raises ``Refusal`` if
the request cannot be granted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.contract import Seat
from relay.hub import gathering, other_relays
from relay.hub.connections import Connection
from relay.hub.guesses import Guess
from relay.hub.in_room import name_apart
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom, send
from relay.hub.shared import Shared
from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.protocol.room_codes import show_code, tidy_code
from relay.room import absence, lobby

_Run = Callable[[OpenRoom, Guess, float], None]


def hello(shared: Shared, connection: Connection, request: m.Hello, now: float) -> None:
    if request.version < k.OLDEST:
        text = f"this relay speaks versions {k.OLDEST} to {k.PROTOCOL}"
        shared.bye(connection, "version", text, now)
        return
    connection.role, connection.version = request.role, min(request.version, k.PROTOCOL)
    shared.emit(*send([connection], _welcome(connection.version, shared)))


def _welcome(version: int, shared: Shared) -> m.Welcome:
    limits, most = shared.limits, k.LARGEST_COUNT
    rates = (min(limits.burst, most), max(1, min(int(limits.rate), most)))
    games, bots = shared.games, shared.bots
    if version < k.MANY_GAMES:
        games, bots = games[:1], ()
    return m.Welcome(version, shared.name, limits.frame, *rates, games, shared.bots[0], bots)


def ping(shared: Shared, connection: Connection, request: m.Ping, now: float) -> None:
    shared.emit(*send([connection], m.Pong(request.stamp)))


def avoid(shared: Shared, connection: Connection, request: m.Avoid, now: float) -> None:
    connection.avoid = request.places


def list_rooms(shared: Shared, connection: Connection, request: m.ListRooms, now: float) -> None:
    """Public rooms with somebody in them, the newest first."""
    found: dict[str, m.Listed] = {}
    for open_room in reversed(shared.rooms.values()):
        if len(found) == shared.limits.listing:
            break
        if other_relays.is_public(open_room) and _knows(connection, open_room):
            row, moved = other_relays.listed(open_room), open_room.room.charged
            found[show_code(open_room.code)] = other_relays.at_moment(row, moved, now)
    for each in shared.elsewhere:
        if len(found) < shared.limits.listing and connection.version >= each.needs:
            row = other_relays.at_moment(each.listed, each.moved, now)
            found.setdefault(row.code, row)
    rows = [*found.values()]
    if connection.version < k.LIVELY:
        rows = [row._replace(turn=0, idle=0) for row in rows]  # which are not sent
    shared.emit(*send([connection], m.Rooms(tuple(rows))))


def _knows(connection: Connection, open_room: OpenRoom) -> bool:
    """Whether a client of this version can know the game and the terms of the room."""
    return connection.version >= other_relays.needs(open_room)


def create(shared: Shared, connection: Connection, request: m.Create, now: float) -> None:
    if not connection.address.creations.has(now):
        raise Refusal("too-fast")
    code = shared.draw_code()
    open_room = shared.add_room(code, lobby.create(code, request, shared.moment(now)), now)
    connection.address.creations.take(now)
    shared.do(
        open_room, Job(partial(_seat, shared, open_room, connection, 0), connection, request), now
    )


def join(shared: Shared, connection: Connection, request: m.Join, now: float) -> None:
    def run(open_room: OpenRoom, guess: Guess, now: float) -> None:
        seat = open_room.room.seat_of(request.token)
        if seat is None:
            _check_newcomer(open_room, connection, guess)
            seat = lobby.join(open_room.room, request, shared.moment(now))
        absence.reconnected(open_room.room, seat)
        _seat(shared, open_room, connection, seat, now)

    _in_its_room(shared, connection, request, now, run)


def _check_newcomer(open_room: OpenRoom, connection: Connection, guess: Guess) -> None:
    """Nobody fills a waiting room alone, with seats that they leave again."""
    if not guess.is_paid:
        raise Refusal("too-fast")
    if connection.open_room is open_room and connection.seat is not None:
        raise Refusal("bad-seat", "this connection has a seat here already")
    room, chairs = open_room.room, open_room.room.chairs
    # A host who has made the room and waits elsewhere for a friend takes it from nobody.
    absent = [
        seat
        for seat, chair in enumerate(chairs)
        if chair.is_person and seat not in room.present and seat != room.host
    ]
    is_last = sum(chair.is_free for chair in chairs) == 1
    if is_last and any(open_room.origins.get(seat) == connection.origin for seat in absent):
        text = "from your address another seat is taken and empty, and this is the last one"
        raise Refusal("room-full", text)


def resume(shared: Shared, connection: Connection, request: m.Resume, now: float) -> None:
    def run(open_room: OpenRoom, guess: Guess, now: float) -> None:
        seat = _own_seat(open_room, request.token)
        absence.reconnected(open_room.room, seat)
        _seat(shared, open_room, connection, seat, now, request)

    _in_its_room(shared, connection, request, now, run)


def watch(shared: Shared, connection: Connection, request: m.Watch, now: float) -> None:
    given = clean(request.name, shared.limits.name)
    if not given:
        raise Refusal("empty")

    def run(open_room: OpenRoom, guess: Guess, now: float) -> None:
        is_in = connection.open_room is open_room
        places = len(open_room.watchers) + len(open_room.others.voices)
        is_full = places >= shared.limits.watchers and not is_in
        if not open_room.room.terms.watching or is_full:
            raise Refusal("no-watching")
        open_room.after.append(partial(admit, open_room))

    def admit(open_room: OpenRoom, now: float) -> None:
        if connection.peer in shared.connections:
            shared.detach(connection, now)
            taken = [watcher.name for watcher in open_room.watchers.values()]
            connection.name = name_apart(open_room, given, taken)
            connection.voice = other_relays.next_voice(shared, open_room)
            shared.emit(*open_room.admit(connection, request.have, request.digest, now))
            shared.tell_guests(open_room)

    _in_its_room(shared, connection, request, now, run)


def attempt(shared: Shared, connection: Connection, request: d.Try, now: float) -> None:
    shared.days.attempt(connection, request, _take_seat, now)


def _take_seat(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: d.Try, now: float
) -> None:
    """To the player's own chair in the room of a try, whose code nobody had to give."""

    def run(now: float) -> None:
        seat = _own_seat(open_room, request.token)
        absence.reconnected(open_room.room, seat)
        _seat(shared, open_room, connection, seat, now)

    shared.do(open_room, Job(run, connection, request), now)


def peek(shared: Shared, connection: Connection, request: m.Peek, now: float) -> None:
    """How the game stands, for somebody who has a seat in it and does not take it now."""

    def run(open_room: OpenRoom, guess: Guess, now: float) -> None:
        room, seat = open_room.room, _own_seat(open_room, request.token)
        acting = room.acting
        is_asked = acting is not None and room.chairs[acting].sitter == k.PERSON
        to_act = acting if acting is not None and is_asked else k.NOBODY
        names = tuple(chair.name for chair in room.chairs)
        code = show_code(room.code)
        shared.emit(*send([connection], m.Peeked(code, room.phase, seat, to_act, room.told, names)))

    _in_its_room(shared, connection, request, now, run)


def _own_seat(open_room: OpenRoom, token: bytes) -> Seat:
    seat = open_room.room.seat_of(token)
    if seat is None:
        raise Refusal("wrong-token")
    return seat


def _in_its_room(
    shared: Shared,
    connection: Connection,
    request: m.Join | m.Resume | m.Watch | m.Peek,
    now: float,
    run: _Run,
) -> None:
    """Lead to the room of a code that somebody gave; it may have to be read first."""
    guess, code = Guess(connection.address.guesses, now), tidy_code(request.code)
    try:
        if isinstance(request, m.Watch) and not guess.is_paid:  # it has no token that may be right
            raise Refusal("too-fast")
        if code is None:
            raise Refusal("no-room")
        open_room = shared.rooms.get(code) or shared.add_room(code, None, now)
        act = partial(_if_known, run, connection, open_room, guess)
        job = Job(act, connection, request, guess)
        if gathering.is_sent_on(shared, open_room, job, now):
            return
        if shared.relay and open_room.is_loaded:  # they may have seen more at another relay
            shared.look_for_more(open_room)
        shared.do(open_room, job, now)
    except Refusal as refusal:
        raise guess.verdict(refusal, now) from None


def _if_known(
    run: _Run, connection: Connection, open_room: OpenRoom, guess: Guess, now: float
) -> None:
    if not _knows(connection, open_room):
        if not guess.is_paid:  # it must not learn that there is such a room
            raise Refusal("too-fast")
        raise Refusal("bad-options", "this room has a game or options newer than your app")
    run(open_room, guess, now)


def _seat(
    shared: Shared,
    open_room: OpenRoom,
    connection: Connection,
    seat: Seat,
    now: float,
    request: m.Resume | None = None,
) -> None:
    """Let the connection take the seat when what went before is durable."""
    have, digest, heard = (request.have, request.digest, request.heard) if request else (0, b"", 0)

    def admit(now: float) -> None:
        if connection.peer not in shared.connections:
            return
        shared.detach(connection, now)
        other = open_room.seats.get(seat)
        if other is not None:
            shared.bye(other, "replaced", "another connection has taken the seat", now)
        connection.seat = seat
        open_room.origins[seat] = connection.origin
        shared.emit(
            *open_room.admit(connection, have, digest, now),
            *open_room.chat_after(connection, heard),
        )
        shared.tell_guests(open_room)

    open_room.after.append(admit)
