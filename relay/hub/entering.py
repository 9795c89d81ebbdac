"""Joining, leaving, and everything else a connection may do in a room besides playing.

Each function takes the house, the visitor and the message, and raises ``Refusal`` if the request
cannot be granted. The functions in ``ENTRANCES`` may be called anywhere; those in ``INSIDE`` run as
a job of the room the visitor is in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any, Final

from engine.contract import Seat, default
from relay.hub.connections import Visitor
from relay.hub.guesses import Guess
from relay.hub.open_room import Job, OpenRoom, send
from relay.hub.shared import House
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.protocol.room_codes import show_code, tidy_code
from relay.room import absence, lobby
from relay.room import facts as f

Entrance = Callable[[House, Visitor, Any, float], None]
Inside = Callable[[House, OpenRoom, Visitor, Any, float], None]
_Run = Callable[[OpenRoom, Guess, float], None]


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
            visitor.name = _name_apart(place, given, taken)
            visitor.voice = place.next_voice()
            house.emit(*place.admit(visitor, wish.have, wish.digest, now))

    _knock(house, visitor, wish, now, run)


def _name_apart(place: OpenRoom, name: str, others: list[str]) -> str:
    """The name of a watcher, whom nobody shall take for a player."""
    players = [chair.name for chair in place.here.chairs]
    return lobby.free_name(name, [*players, *others])


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


def leave(house: House, visitor: Visitor, wish: m.Leave, now: float) -> None:
    """Out of the room at once; the seat follows when the room is free."""
    place, seat = visitor.place, visitor.seat
    if place is None:
        raise Refusal("not-in-room")
    house.detach(visitor, now)
    if seat is None:
        return

    def run(now: float) -> None:
        lobby.leave(place.here, seat, house.moment(now))
        place.after.append(partial(_follow, house, place))

    house.do(place, Job(run), now)


ENTRANCES: Final[dict[type[m.ToRelay], Entrance]] = {
    m.ListRooms: list_rooms,
    m.Create: create,
    m.Join: join,
    m.Resume: resume,
    m.Watch: watch,
    m.Peek: peek,
    m.Leave: leave,
}


def more(house: House, place: OpenRoom, visitor: Visitor, wish: m.More, now: float) -> None:
    house.emit(*place.page_for(visitor, wish.have, now))


def say(house: House, place: OpenRoom, visitor: Visitor, wish: m.Say, now: float) -> None:
    """Players speak to players. Watchers are heard by watchers, and by all while no game is on."""
    if visitor.seat is not None:
        absence.say(place.here, visitor.seat, wish, house.moment(now))
        return
    text = clean(wish.text, house.limits.chat)
    if not text:
        raise Refusal("empty")
    if visitor.voice in place.muted:
        raise Refusal("muted")
    is_quiet = place.here.phase in (k.SEALING, k.PLAYING)
    players = [] if is_quiet else place.seats.values()
    murmur = m.Murmur(visitor.voice, _name_apart(place, visitor.name, []), text)
    house.emit(*send([*place.watchers.values(), *players], murmur))


def mute(house: House, place: OpenRoom, visitor: Visitor, wish: m.Mute, now: float) -> None:
    seat = visitor.seat
    if seat is None or wish.who < k.FIRST_WATCHER:
        absence.mute(place.here, -1 if seat is None else seat, wish, house.moment(now))
    elif seat != place.here.host:
        raise Refusal("not-allowed")
    elif wish.who not in place.watchers:
        raise Refusal("bad-seat")
    else:
        (place.muted.add if wish.on else place.muted.discard)(wish.who)


def fetch(house: House, place: OpenRoom, visitor: Visitor, wish: m.FetchRecord, now: float) -> None:
    """A page of the finished game."""
    is_player, size = visitor.seat is not None, house.limits.text_page
    if place.here.phase != k.OVER or not place.is_over_for(is_player):
        raise Refusal("wrong-phase")
    place.record = place.record or place.here.record()
    pages = ceil(len(place.record) / size)
    number = min(wish.page, pages)
    text = place.record[(number - 1) * size : number * size]
    house.emit(*send([visitor], m.RecordPage(number, pages, text)))


def rematch(house: House, place: OpenRoom, visitor: Visitor, wish: m.Rematch, now: float) -> None:
    if visitor.seat is not None:
        absence.rematch(place.here, visitor.seat, wish, house.moment(now))
        place.after.append(partial(_follow, house, place))


def _follow(house: House, place: OpenRoom, now: float) -> None:
    """All want a rematch: make its room, and when that is durable say so here."""
    made = place.successor
    is_made = made is not None and house.rooms.get(made.code) is made
    if is_made or not absence.is_rematch_agreed(place.here):
        return
    code = house.draw_code()
    try:
        new = house.open_room(code, lobby.follow(place.here, code, house.moment(now)), now)
    except Refusal:
        return  # the relay is full: who still wants to may ask again
    place.successor = new

    def name_it(now: float) -> None:
        place.successor = None  # this room may outlive it, and must not keep it in memory
        place.here.change(f.Followed(new.code))

    def tell(now: float) -> None:
        if house.rooms.get(place.code) is place:
            house.do(place, Job(name_it), now)

    house.do(new, Job(lambda now: new.after.append(tell)), now)


INSIDE: Final[dict[type[m.ToRelay], Inside]] = {
    m.More: more,
    m.Say: say,
    m.Mute: mute,
    m.FetchRecord: fetch,
    m.Rematch: rematch,
}
