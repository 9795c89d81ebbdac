"""What a connection may ask for wherever it is: the hello, the list of rooms, and the ways in.

Each function takes the house, the visitor and the message, and raises ``Refusal`` if the request
cannot be granted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.contract import Seat, default
from relay.hub.connections import Visitor
from relay.hub.guesses import Guess
from relay.hub.in_room import name_apart
from relay.hub.open_room import Job, OpenRoom, send
from relay.hub.shared import House
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.protocol.room_codes import show_code, tidy_code
from relay.room import absence, lobby

_Run = Callable[[OpenRoom, Guess, float], None]


def hello(house: House, visitor: Visitor, wish: m.Hello, now: float) -> None:
    if wish.version < k.OLDEST:
        text = f"this relay speaks versions {k.OLDEST} to {k.PROTOCOL}"
        house.bye(visitor, "version", text, now)
        return
    visitor.role, visitor.version = wish.role, min(wish.version, k.PROTOCOL)
    house.emit(*send([visitor], _welcome(visitor.version, house)))


def _welcome(version: int, house: House) -> m.Welcome:
    limits, most = house.limits, k.LARGEST_COUNT
    rates = (min(limits.burst, most), max(1, min(int(limits.rate), most)))
    games, bots = house.games, house.bots
    if version < k.MANY_GAMES:
        games, bots = games[:1], ()
    return m.Welcome(version, house.name, limits.frame, *rates, games, house.bots[0], bots)


def ping(house: House, visitor: Visitor, wish: m.Ping, now: float) -> None:
    house.emit(*send([visitor], m.Pong(wish.stamp)))


def list_rooms(house: House, visitor: Visitor, wish: m.ListRooms, now: float) -> None:
    """Rooms that want to be found and have somebody in them, the newest first."""
    found: list[m.Listed] = []
    for place in reversed(house.rooms.values()):
        if len(found) == house.limits.listing:
            break
        is_public = not place.is_busy and bool(place.seats) and place.here.terms.listed
        if is_public and _knows(visitor, place):
            view = place.views(is_player=False)[0]
            free = sum(seat.sitter == k.EMPTY for seat in view.seats)
            names = tuple(seat.name for seat in view.seats)
            rest = (view.terms.watching, len(place.watchers))
            found.append(m.Listed(view.code, view.phase, view.game, names, free, *rest))
    house.emit(*send([visitor], m.Rooms(tuple(found))))


def _knows(visitor: Visitor, place: OpenRoom) -> bool:
    """Whether a client of this version can know the game of the room."""
    return visitor.version >= k.MANY_GAMES or place.here.game == default()


def create(house: House, visitor: Visitor, wish: m.Create, now: float) -> None:
    if not visitor.address.creations.has(now):
        raise Refusal("too-fast")
    code = house.draw_code()
    place = house.open_room(code, lobby.create(code, wish, house.moment(now)), now)
    visitor.address.creations.take(now)
    house.do(place, Job(partial(_seat, house, place, visitor, 0), visitor, wish), now)


def join(house: House, visitor: Visitor, wish: m.Join, now: float) -> None:
    def run(place: OpenRoom, guess: Guess, now: float) -> None:
        seat = place.here.seat_of(wish.token)
        if seat is None:
            _check_newcomer(place, visitor, guess)
            seat = lobby.join(place.here, wish, house.moment(now))
        absence.came_back(place.here, seat)
        _seat(house, place, visitor, seat, now)

    _knock(house, visitor, wish, now, run)


def _check_newcomer(place: OpenRoom, visitor: Visitor, guess: Guess) -> None:
    """Nobody fills a waiting room alone, with seats that they leave again."""
    if not guess.is_paid:
        raise Refusal("too-fast")
    if visitor.place is place and visitor.seat is not None:
        raise Refusal("bad-seat", "this connection has a seat here already")
    chairs, address = place.here.chairs, visitor.address.name
    absent = [s for s, chair in enumerate(chairs) if chair.is_person and s not in place.seats]
    is_last = sum(chair.is_free for chair in chairs) == 1
    if is_last and any(place.origins.get(seat) == address for seat in absent):
        text = "from your address another seat is taken and empty, and this is the last one"
        raise Refusal("room-full", text)


def resume(house: House, visitor: Visitor, wish: m.Resume, now: float) -> None:
    def run(place: OpenRoom, guess: Guess, now: float) -> None:
        seat = _own_seat(place, wish.token)
        absence.came_back(place.here, seat)
        _seat(house, place, visitor, seat, now, wish)

    _knock(house, visitor, wish, now, run)


def watch(house: House, visitor: Visitor, wish: m.Watch, now: float) -> None:
    given = clean(wish.name, house.limits.name)
    if not given:
        raise Refusal("empty")

    def run(place: OpenRoom, guess: Guess, now: float) -> None:
        is_full = len(place.watchers) >= house.limits.watchers and visitor.place is not place
        if not place.here.terms.watching or is_full:
            raise Refusal("no-watching")
        place.after.append(partial(admit, place))

    def admit(place: OpenRoom, now: float) -> None:
        if visitor.peer in house.visitors:
            house.detach(visitor, now)
            taken = [watcher.name for watcher in place.watchers.values()]
            visitor.name = name_apart(place, given, taken)
            visitor.voice = place.next_voice()
            house.emit(*place.admit(visitor, wish.have, wish.digest, now))

    _knock(house, visitor, wish, now, run)


def peek(house: House, visitor: Visitor, wish: m.Peek, now: float) -> None:
    """How the game stands, for somebody who has a seat in it and does not take it now."""

    def run(place: OpenRoom, guess: Guess, now: float) -> None:
        room, seat = place.here, _own_seat(place, wish.token)
        acting = room.acting
        is_asked = acting is not None and room.chairs[acting].sitter == k.PERSON
        to_act = acting if acting is not None and is_asked else k.NOBODY
        names = tuple(chair.name for chair in room.chairs)
        code = show_code(room.code)
        house.emit(*send([visitor], m.Peeked(code, room.phase, seat, to_act, room.told, names)))

    _knock(house, visitor, wish, now, run)


def _own_seat(place: OpenRoom, token: bytes) -> Seat:
    seat = place.here.seat_of(token)
    if seat is None:
        raise Refusal("wrong-token")
    return seat


def _knock(
    house: House,
    visitor: Visitor,
    wish: m.Join | m.Resume | m.Watch | m.Peek,
    now: float,
    run: _Run,
) -> None:
    """Lead to the room of a code that somebody gave; it may have to be read first."""
    guess, code = Guess(visitor.address.guesses, now), tidy_code(wish.code)
    try:
        if isinstance(wish, m.Watch) and not guess.is_paid:  # there is no token that could be right
            raise Refusal("too-fast")
        if code is None:
            raise Refusal("no-room")
        place = house.rooms.get(code) or house.open_room(code, None, now)
        job = partial(_show_in, run, visitor, place, guess)
        house.do(place, Job(job, visitor, wish, guess), now)
    except Refusal as refusal:
        raise guess.verdict(refusal, now) from None


def _show_in(run: _Run, visitor: Visitor, place: OpenRoom, guess: Guess, now: float) -> None:
    if not _knows(visitor, place):
        raise Refusal("bad-options", "this room plays a game that your app does not know yet")
    run(place, guess, now)


def _seat(
    house: House,
    place: OpenRoom,
    visitor: Visitor,
    seat: Seat,
    now: float,
    wish: m.Resume | None = None,
) -> None:
    """Let the visitor take the seat when what went before is durable."""
    have, digest, heard = (wish.have, wish.digest, wish.heard) if wish else (0, b"", 0)

    def admit(now: float) -> None:
        if visitor.peer not in house.visitors:
            return
        house.detach(visitor, now)
        other = place.seats.get(seat)
        if other is not None:
            house.bye(other, "replaced", "another connection has taken the seat", now)
        visitor.seat = seat
        place.origins[seat] = visitor.address.name
        house.emit(*place.admit(visitor, have, digest, now), *place.chat_after(visitor, heard))

    place.after.append(admit)
