"""Every limit of a relay in one place, what messages count, and the buckets that measure rates.

What a peer can send and hold is limited; the operator of a relay may set each number. Times are in
seconds. Nothing here has a clock: ``now`` is passed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m

_HOUR = 3600.0
_DAY = 24 * _HOUR


@dataclass(frozen=True)
class Limits:
    """Defaults are for a small public relay; a test or a household may set others."""

    # one connection
    frame: int = 16_384  # bytes; 16 KiB of empty arrays unpack to about 1 MB, 1 MiB to 76 MB
    outbox: int = 262_144  # bytes waiting for a reader; a full game takes some 6 kB
    stall: float = 10.0  # a reader that takes nothing for so long is dropped
    hello: float = 5.0  # nothing else would end a connection that stays silent
    burst: int = 20  # messages at once ...
    rate: float = 5.0  # ... and for each second after that; nobody plays faster by hand
    faults: int = 50  # messages dropped for haste before the connection is closed

    # one address
    connections: int = 20  # a household with a few windows each
    arrivals: int = 100  # connections opened at once ...
    arrival_rate: float = 5.0  # ... and for each second: a handshake costs more than a message
    guesses: int = 10  # wrong codes and tokens at once ...
    guess_rate: float = 0.1  # ... and for each second: 148 million codes outlast that
    creations: int = 10  # rooms made at once ...
    creation_rate: float = 1 / 60  # ... and for each second
    address_tries: int = 8  # of the deal of one day, for each game
    address_challenges: int = 10  # left in a day, for each game
    addresses: int = 10_000  # addresses remembered; those at rest are forgotten first

    # the relay
    all_connections: int = 4000
    all_arrivals: int = 4000  # opened at once: after a restart everybody comes back ...
    all_arrival_rate: float = 200.0  # ... and for each second after that
    rooms: int = 2000  # open in memory at once; others wait in the store
    listing: int = 50  # rooms in one answer to `list`
    tries: int = 2000  # of the deal of one day, for each game
    challenges: int = 200  # left in a day, for each game
    answers: int = 20  # to a challenge; with all of its records it has 50 kB at most, mostly 5

    # one room
    name: int = k.NAME  # characters
    chat: int = k.CHAT  # characters of a line
    watchers: int = 100
    queue: int = 256  # messages that wait while an append is on its way
    chat_lines: int = 500  # kept lines of a room; a game of weeks has some hundred
    chat_sent: int = 50  # of them, how many come with a resume
    facts: int = 5000  # kept facts of a waiting room; in a game each player has an eighth of it
    terms: int = 262_144  # characters of all terms that were changed; some hundred changes
    page: int = 256  # entries in one frame: at most 8 kB
    text_page: int = 8000  # characters of a record in one frame

    # waiting
    reveal: float = 30.0  # for the nonces, before the start is called off
    absence: float = 60.0  # before others may vote on a seat
    host_absence: float = 120.0  # in the lobby, before the next player is the host
    grace: float = 60.0  # no clock runs out sooner after a room is read from the store
    presence: float = 1.0  # between two notes on who is there
    idle: float = 60.0  # an open room with nobody in it is put away
    sweep: float = _HOUR  # between two looks for expired rooms
    beat: float = 3.0  # between two signs of life, among relays on one store

    # life of rooms, from their last stored change
    lobby_life: float = 2 * _DAY
    game_life: float = 60 * _DAY  # twice the longest turn
    finished_life: float = 30 * _DAY
    challenge_life: float = 30 * _DAY
    table_life: float = 33 * _DAY  # of a day, whose table is shown for a month

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value <= 0:
                raise ValueError(f"the limit {name!r} has to be above 0")
            if value > _CEILINGS.get(name, value):
                raise ValueError(f"the limit {name!r} can be {_CEILINGS[name]} at most")


# What a message counts against the rate of its connection, where it is not 1: those that make the
# relay read, write or send much. Both ends go by this.
COSTS: Final[dict[type[m.ToRelay], float]] = {
    m.Create: 5,
    m.ListRooms: 2,
    m.Join: 2,
    m.Resume: 2,
    m.Watch: 2,
    m.Peek: 2,
    m.Say: 2,
    m.FetchRecord: 2,
    d.Try: 5,
    d.AskDay: 2,
    d.AskGame: 2,
    d.Dare: 8,
    d.AskChallenge: 2,
    d.AskDared: 2,
}

# Beyond these, a message would no longer be one of the protocol.
_CEILINGS: Final = {
    "name": k.NAME,
    "chat": k.CHAT,
    "watchers": k.LARGEST_COUNT - k.FIRST_WATCHER,
    "chat_lines": k.LARGEST_COUNT,
    "page": k.PAGE,
    "text_page": k.TEXT_PAGE,
    "listing": k.LISTING,
}


class Bucket:
    """A token bucket: full at first, refilled by the second. Two numbers, no timer."""

    __slots__ = ("_at", "_level", "burst", "rate")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self.burst, self.rate = burst, rate
        self._level, self._at = burst, now

    def _fill(self, now: float) -> None:
        # A clock that is set back must neither fill nor empty anything.
        if now > self._at:
            level = self._level + (now - self._at) * self.rate
            self._level = level if level < self.burst else self.burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take this much out, if it is there. Every message does this, so nothing is called."""
        level = self._level
        if now > self._at:  # as in ``_fill``
            level += (now - self._at) * self.rate
            if level > self.burst:
                level = self.burst
        self._at = now
        if level < cost:
            self._level = level
            return False
        self._level = level - cost
        return True

    def give(self, now: float, cost: float = 1.0) -> None:
        """Give back what was taken."""
        self._fill(now)
        self._level = min(self._level + cost, self.burst)

    def has(self, now: float, cost: float = 1.0) -> bool:
        self._fill(now)
        return self._level >= cost

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self._level >= self.burst
