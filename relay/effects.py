"""What the hub wants done, as values; the driver of the hub carries them out.

The driver carries them out in order and reports back: for an ``Append`` it calls ``hub.stored``,
``hub.stale`` or ``hub.failed``, for a ``Load`` ``hub.loaded``, ``hub.lost`` or ``hub.failed``, for
a ``Think`` ``hub.thought``, for a ``Lay`` ``hub.laid``, for a ``Rehearse`` ``hub.rehearsed``, for a
``Judge`` ``hub.judged``. The others need no answer. Answers may come in any order. A relay that is
alone never sees ``Follow``, ``Here`` and ``Whisper``.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.contract import Seat
from relay.protocol.messages import ToClient

# ``make(Send, fields)`` is Send(...), given all fields as one tuple, for a third of the price: a
# NamedTuple's own constructor is a Python function.
make: Final = tuple.__new__

Peer = int  # a connection, numbered by the driver; a number is never used twice


class Send(NamedTuple):
    """One message to several peers: encode it once."""

    peers: tuple[Peer, ...]
    message: ToClient


class Pass(NamedTuple):
    """The same with a message that another relay has encoded."""

    peers: tuple[Peer, ...]
    message: bytes


class Close(NamedTuple):
    """End a connection, when what was sent before has gone out; no ``hub.closed`` is needed."""

    peer: Peer
    code: int  # of the WebSocket close frame
    reason: str


class Append(NamedTuple):
    """Make these records of a room durable, if it has exactly ``expected`` records now."""

    room: str
    expected: int
    records: tuple[bytes, ...]
    expires: float  # seconds since 1970; then the room may be forgotten
    sight: bytes = b""  # for other relays, and not stored: relay/room/sights.py


class Load(NamedTuple):
    """Read all records of a room, or those after the one with this number."""

    room: str
    after: int = 0


class Think(NamedTuple):
    """A bot has to act: give this to ``relay.server.thinking.think``, in a thread or process if you
    like, and its answer to ``hub.thought``."""

    room: str
    number: int  # of the entry that the move will be
    seat: Seat
    level: str
    game: str
    observation: Any  # what the seat may see, and nothing else
    seed: bytes  # for the bot's own random numbers
    is_timed: bool = True  # otherwise it always answers the same, however long that takes


class Lay(NamedTuple):
    """The deal of a day is wanted: ``relay.days.deals.deal_of``, which takes a tenth of a second,
    and its answer to ``hub.laid``."""

    game: str
    day: str


class Rehearse(NamedTuple):
    """The expert is to play the cards of a day: ``relay.days.expert_game.Rehearsal``, a step at a
    time when nothing else is to be thought about, and what came of it to ``hub.rehearsed``."""

    game: str
    day: str
    secret: bytes


class Judge(NamedTuple):
    """A record came: ``relay.days.challenge_facts.judged``, which takes up to a second, and its
    answer or its refusal to ``hub.judged``."""

    number: int  # of the question
    record: str
    name: str


class Sweep(NamedTuple):
    """Forget the rooms that have expired: ``store.sweep(now)``."""

    now: float


class Follow(NamedTuple):
    """Hear what other relays do in this room, from now on or no longer: ``hub.followed`` when it
    begins, ``hub.unheard`` if it cannot."""

    room: str
    is_on: bool


class Here(NamedTuple):
    """Tell the other relays whom this one has in the room; whom all have to ``hub.here``."""

    room: str
    guests: bytes | None  # empty: nobody; None: it is only asked whom the others have


class Whisper(NamedTuple):
    """Tell the other relays of something in the room that nobody stores."""

    room: str
    words: bytes


class Note(NamedTuple):
    """For the operator's log. Never holds a secret, a name or a line of chat."""

    room: str
    text: str


Effect = (
    Send
    | Pass
    | Close
    | Append
    | Load
    | Think
    | Lay
    | Rehearse
    | Judge
    | Sweep
    | Follow
    | Here
    | Whisper
    | Note
)
