"""What a connection may ask for in its room besides playing: pages, chat, records, rematch, leave.

Each function takes what the hub shares, the room, the connection and the message, and raises
``Refusal`` if the request cannot be granted. It runs when the room is free; only ``leave`` need not
wait for that.
"""

from __future__ import annotations

from functools import partial
from math import ceil

from relay.hub import other_relays
from relay.hub.connections import Connection
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom, send
from relay.hub.shared import Shared
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.room import absence, lobby
from relay.room import facts as f


def name_apart(open_room: OpenRoom, name: str, others: list[str]) -> str:
    """The name of a spectator, whom nobody shall take for a player."""
    players = [chair.name for chair in open_room.room.chairs]
    return lobby.free_name(name, [*players, *others])


def change(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: m.Change, now: float
) -> None:
    """The host changes the terms, but not to what somebody's app cannot know."""
    everybody = [*open_room.seats.values(), *open_room.watchers.values()]
    versions = [each.version for each in everybody]
    versions += [guests.oldest for guests in open_room.others.relays.values()]
    if request.terms.off_turn and min(versions) < k.OFF_TURN:
        raise Refusal("bad-options", "somebody here has an app that does not know off_turn")
    if connection.seat is not None:
        lobby.change(open_room.room, connection.seat, request, shared.moment(now))


def more(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: m.More, now: float
) -> None:
    shared.emit(*open_room.page_for(connection, request.have, now))


def say(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: m.Say, now: float
) -> None:
    """Players speak to players; spectators to spectators, and to all while no game is played."""
    if connection.seat is not None:
        absence.say(open_room.room, connection.seat, request, shared.moment(now))
        return
    text = clean(request.text, shared.limits.chat)
    if not text:
        raise Refusal("empty")
    if connection.voice in open_room.muted:
        raise Refusal("muted")
    said = m.Murmur(connection.voice, name_apart(open_room, connection.name, []), text)
    other_relays.murmur(shared, open_room, said)
    other_relays.pass_on(shared, open_room, said)


def mute(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: m.Mute, now: float
) -> None:
    seat = connection.seat
    if seat is None or request.who < k.FIRST_WATCHER:
        absence.mute(open_room.room, -1 if seat is None else seat, request, shared.moment(now))
    elif seat != open_room.room.host:
        raise Refusal("not-allowed")
    elif request.who not in {*open_room.watchers, *open_room.others.voices}:
        raise Refusal("bad-seat")
    else:
        (open_room.muted.add if request.on else open_room.muted.discard)(request.who)
        other_relays.pass_on_mute(shared, open_room, request.who, request.on)


def fetch(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: m.FetchRecord, now: float
) -> None:
    """A page of the finished game."""
    if not open_room.is_over_for(connection.seat is not None):
        raise Refusal("wrong-phase")
    page = page_of(open_room, request.page, shared.limits.text_page)
    shared.emit(*send([connection], page))


def page_of(open_room: OpenRoom, number: int, size: int) -> m.RecordPage:
    """A page of that many characters, or the last one."""
    if open_room.room.phase != k.OVER:
        raise Refusal("wrong-phase")
    open_room.record = open_room.record or open_room.room.record()
    return cut_page(open_room.record, number, size)


def cut_page(record: str, number: int, size: int) -> m.RecordPage:
    pages = ceil(len(record) / size)
    number = min(number, pages)
    return m.RecordPage(number, pages, record[(number - 1) * size : number * size])


def rematch(
    shared: Shared, open_room: OpenRoom, connection: Connection, request: m.Rematch, now: float
) -> None:
    if connection.seat is not None:
        absence.rematch(open_room.room, connection.seat, request, shared.moment(now))
        open_room.after.append(partial(follow, shared, open_room))


def follow(shared: Shared, open_room: OpenRoom, now: float) -> None:
    """All want a rematch: make its room, and when that is durable say so here."""
    made = open_room.successor
    is_made = made is not None and shared.rooms.get(made.code) is made
    if is_made or not absence.is_rematch_agreed(open_room.room):
        return
    code = shared.draw_code()
    try:
        new = shared.add_room(code, lobby.follow(open_room.room, code, shared.moment(now)), now)
    except Refusal:
        return  # the relay is full: clients may ask again
    open_room.successor = new

    def name_it(now: float) -> None:
        open_room.successor = None  # this room may outlive it, and must not keep it in memory
        if not open_room.room.following:  # another relay may have been first
            open_room.room.change(f.Followed(new.code))

    def tell(now: float) -> None:
        if shared.rooms.get(open_room.code) is open_room:
            shared.do(open_room, Job(name_it), now)

    shared.do(new, Job(lambda now: new.after.append(tell)), now)


def people(shared: Shared, connection: Connection, request: m.People, now: float) -> None:
    """How many watch through a connection; also before it is in a room."""
    connection.people = request.count
    open_room = connection.open_room
    if open_room is not None:
        open_room.presence_changed(now)
        shared.settle(open_room, now)


def leave(shared: Shared, connection: Connection, request: m.Leave, now: float) -> None:
    """Out of the room at once; the seat follows when the room is free."""
    open_room, seat = connection.open_room, connection.seat
    if open_room is None:
        raise Refusal("not-in-room")
    shared.detach(connection, now)
    if seat is None:
        return

    def run(now: float) -> None:
        lobby.leave(open_room.room, seat, shared.moment(now))
        open_room.after.append(partial(follow, shared, open_room))

    shared.do(open_room, Job(run), now)
