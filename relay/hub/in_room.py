"""What a connection may ask for in its room besides playing: pages, chat, records, rematch, leave.

Each function takes the house, the room, the visitor and the message, and raises ``Refusal`` if the
request cannot be granted. It runs when the room is free; only ``leave`` need not wait for that.
"""

from __future__ import annotations

from functools import partial
from math import ceil

from relay.hub.connections import Visitor
from relay.hub.open_room import Job, OpenRoom, send
from relay.hub.shared import House
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.room import absence, lobby
from relay.room import facts as f


def name_apart(place: OpenRoom, name: str, others: list[str]) -> str:
    """The name of a watcher, whom nobody shall take for a player."""
    players = [chair.name for chair in place.here.chairs]
    return lobby.free_name(name, [*players, *others])


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
    murmur = m.Murmur(visitor.voice, name_apart(place, visitor.name, []), text)
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
        place.after.append(partial(follow, house, place))


def follow(house: House, place: OpenRoom, now: float) -> None:
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
        place.after.append(partial(follow, house, place))

    house.do(place, Job(run), now)
