"""What all in a room are told of new entries: one message for all who see the same.

It can be encoded before the entries are durable, while the disk is at work, and is sent then. If
anything has changed meanwhile, it is not used.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Seat
from relay.effects import Pass, Peer, Send, make
from relay.protocol.codec import encode
from relay.room.room import Room


class Crowd(NamedTuple):
    """All connections of a room; another one as soon as somebody comes or goes."""

    seats: list[tuple[Seat, Peer]]
    peers: tuple[Peer, ...]  # the players' and the spectators'


class Composed(NamedTuple):
    """The messages for a crowd that has the entries up to one number, and gets some more."""

    crowd: Crowd
    even: int
    told: int
    passes: list[Pass]

    def is_for(self, crowd: Crowd | None, even: int, told: int) -> bool:
        return self.crowd is crowd and self.even == even and self.told == told


def composed(room: Room, crowd: Crowd, even: int, most: int) -> Composed | None:
    """The messages with all entries there are, if each fits into one page."""
    told = len(room.digests)
    sends = to_all(room, crowd, even, told, most) if told <= even + most else None
    if not sends:
        return None
    passes = [make(Pass, (peers, encode(message))) for peers, message in sends]
    return make(Composed, (crowd, even, told, passes))


def to_all(room: Room, crowd: Crowd, even: int, told: int, most: int) -> list[Send] | None:
    """The messages, in pages of that many entries; None: somebody does not get all in one page."""
    seats, peers = crowd
    if even >= told or not peers:
        return []
    public = room.page(None, even, told, most)
    if even >= room.hidden:
        return [make(Send, (peers, public))]
    sends: list[Send] = []
    own: set[Peer] = set()
    for seat, peer in seats:
        if not room.is_public(seat, even, told):
            log = room.page(seat, even, told, most)
            if even + len(log.actors) < told:
                return None
            own.add(peer)
            sends.append(make(Send, ((peer,), log)))
    others = tuple([peer for peer in peers if peer not in own])
    return [*sends, make(Send, (others, public))] if others else sends
