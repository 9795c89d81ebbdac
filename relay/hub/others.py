"""Whom other relays have in a room, and which relay does what has to be done once.

Each relay says whom it has: its players with the time since when, its spectators by number. The
times are the store's, so all relays agree on who of two connections took a seat last. Of the relays
that have somebody in the room and are alive, the first by name is on duty: it lets bots think and
stops clocks. The others wait for a while before they do it instead. They need not agree on
that: if two are on duty at once, they only race, and the log decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from engine.contract import Seat
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import pack, unpack


class Guests(NamedTuple):
    """Whom one relay has in a room."""

    seats: Mapping[Seat, float]  # since when
    voices: frozenset[int]
    muted: frozenset[int]  # numbers of spectators, wherever they are
    oldest: int  # version of the protocol that somebody speaks
    opened: float  # when the relay read the room
    people: int = 0  # who watch
    speaks: int = 0  # version of the protocol; 0: a relay that did not say

    @property
    def is_anybody(self) -> bool:
        return bool(self.seats or self.voices)


class Others(NamedTuple):
    """Whom all other relays have there together, and what each of them said."""

    seats: Mapping[Seat, tuple[float, bytes]]  # since when, at which relay
    voices: frozenset[int]
    relays: Mapping[bytes, Guests]
    people: int = 0  # who watch


ALONE: Final = Others({}, frozenset(), {})


class Elsewhere(NamedTuple):
    """A public room that another relay serves."""

    listed: m.Listed
    needs: int  # version of the protocol that a client has to speak to know the room
    moved: int  # when something was last done there, in milliseconds


def together(relays: Mapping[bytes, Guests], alive: Collection[bytes]) -> Others:
    """What has been said by a relay that is gone is kept, but does not count."""
    seats: dict[Seat, tuple[float, bytes]] = {}
    voices: set[int] = set()
    for name, guests in relays.items():
        if name in alive:
            voices |= guests.voices
            for seat, since in guests.seats.items():
                seats[seat] = max(seats.get(seat, (since, name)), (since, name))
    people = sum(guests.people for name, guests in relays.items() if name in alive)
    return Others(seats, frozenset(voices), relays, people)


def write_guests(guests: Guests) -> bytes:
    """Empty if there is nobody."""
    if not guests.is_anybody:
        return b""
    seats = tuple((seat, round(since * 1000)) for seat, since in guests.seats.items())
    lists = tuple(sorted(guests.voices)), tuple(sorted(guests.muted))
    rest = guests.people, guests.speaks
    return pack((seats, *lists, guests.oldest, round(guests.opened * 1000), *rest))


def read_guests(data: bytes) -> Guests:
    """Raises ValueError."""
    if not data:
        return Guests({}, frozenset(), frozenset(), k.PROTOCOL, 0.0)
    try:
        seats, voices, muted, oldest, opened, *later = unpack(data)
        return Guests(
            {int(seat): int(since) / 1000 for seat, since in seats},
            frozenset(map(int, voices)),
            frozenset(map(int, muted)),
            int(oldest),
            int(opened) / 1000,
            int(later[0]) if later else len(voices),
            int(later[1]) if len(later) > 1 else 0,
        )
    except TypeError as error:
        raise ValueError(f"no guests: {error}") from None
