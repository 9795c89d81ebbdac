"""What a player has to keep to get back to a seat."""

from __future__ import annotations

from typing import Final, NamedTuple

from relay.protocol.room_codes import Randomness
from relay.protocol.seals import SECRET

UNREVEALED: Final = bytes(SECRET)


class Ticket(NamedTuple):
    """Secret from everybody."""

    token: bytes  # proves the seat to the relay
    key: bytes  # makes the nonces; never leaves the client
    day: bytes = b""  # for a try of the deal of a day: the commitment of that day
    # For which list of seals the nonce of this key was revealed: there must never be another.
    # Empty if nobody knows: a browser that comes back, or a ticket of an earlier version.
    revealed: bytes = UNREVEALED

    @classmethod
    def draw(cls, randomness: Randomness) -> Ticket:
        return cls(randomness(SECRET), randomness(SECRET))
