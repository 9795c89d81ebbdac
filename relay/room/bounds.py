"""How much may be kept about a room besides its entries and its chat.

Everything that is granted becomes a fact of the room, and all facts are read again when the room is
opened. So requests that can be repeated without end, such as other terms, need a limit. A waiting
room has one bound for all. In a game, each player has a separate one: nobody can use up the votes
that the others need to continue without them.
"""

from __future__ import annotations

from engine.contract import Seat
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol.errors import Refusal
from relay.room.room import Room


def others(room: Room) -> int:
    """Facts of the room other than entries and lines of chat."""
    return room.seq - len(room.digests) - len(room.chat)


def demand_place(room: Room, moment: Moment, is_new: bool = False) -> None:
    """Raises Refusal if no more facts are taken. For newcomers the room is full sooner, so
    that people who only come and go cannot keep those who sit here from their game."""
    most = moment.limits.facts // 2 if is_new else moment.limits.facts
    if others(room) >= most:
        raise Refusal("table-full")


def may_change(room: Room, seat: Seat, moment: Moment) -> bool:
    """Whether one more thing that this player does around the game is kept."""
    return room.changes[seat] < moment.limits.facts // k.MAX_SEATS


def demand_change(room: Room, seat: Seat, moment: Moment) -> None:
    """Raises Refusal if nothing more is kept of what this player does around the game."""
    if not may_change(room, seat, moment):
        raise Refusal("table-full")


def demand_place_for_terms(room: Room, size: int, moment: Moment) -> None:
    """The same for terms of that many characters."""
    demand_place(room, moment)
    if room.changed + size > moment.limits.terms:
        text = "the terms of this room were changed too often; open another one"
        raise Refusal("table-full", text)
