"""What a player agrees to by being ready, as a digest: the terms, and which bots are at the table.

Who is ready names it, so that nobody is ever taken to agree to terms that were on their way and not
seen yet (docs/protocol.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from relay.protocol import kinds as k
from relay.protocol.codec import pack, shortened
from relay.protocol.messages import RoomView, Terms

_SIZE: Final = 8


def agreement(terms: Terms, bots: Iterable[str]) -> bytes:
    """``bots``: for each seat the level of its bot, or nothing."""
    data = pack((shortened(terms), tuple(bots)))
    return hashlib.blake2b(data, digest_size=_SIZE, person=b"kbtui terms").digest()


def agreement_on(room: RoomView) -> bytes:
    """The same as a client sees it."""
    bots = (seat.level if seat.sitter == k.BOT else "" for seat in room.seats)
    return agreement(room.terms, bots)
