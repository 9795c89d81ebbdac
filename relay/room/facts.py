"""What is stored about a room: its log, as a sequence of small facts.

The facts, numbered from 1, are all that a relay permanently knows about a room, so any relay with
the same store can serve it. ``relay.room.room.Room`` folds them. Seat tokens are stored as SHA-256
hashes; the secret of the deal is stored as it is, so anyone who can read the store can read the
cards.

A fact on disk is an array: its letter, then its fields. New kinds of facts may be added, but
existing ones never change; ``at`` is in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from engine.contract import Seat
from relay.fact_records import Letters
from relay.protocol.messages import Terms


class Created(NamedTuple):
    """The first fact. ``wish``: the options as the host gave them; ``terms`` has them settled."""

    at: int
    game: str
    wish: str
    terms: Terms
    secret: bytes  # of the deal; its commitment is published


class Changed(NamedTuple):
    """Other terms; then nobody is ready."""

    wish: str
    terms: Terms


class SatDown(NamedTuple):
    seat: Seat
    name: str
    token: bytes  # SHA-256 of the token


class IsProgram(NamedTuple):
    """Not a person sits there but a program elsewhere, by its own account."""

    seat: Seat
    level: str


class BotSat(NamedTuple):
    seat: Seat
    level: str


class GotUp(NamedTuple):
    """The seat is empty again."""

    seat: Seat


class HostIs(NamedTuple):
    seat: Seat


class IsReady(NamedTuple):
    seat: Seat
    seal: bytes  # of the nonce; empty: no longer ready


class SealingBegan(NamedTuple):
    """All seals are in: the nonces are awaited."""

    at: int


class Revealed(NamedTuple):
    """A nonce that fits its seal; with the last one the game begins."""

    at: int
    seat: Seat
    nonce: bytes


class CalledOff(NamedTuple):
    """Not all nonces came: back to the lobby with a new secret."""

    secret: bytes


class TryBegan(NamedTuple):
    """The room is a try of the deal of this day: the secret is the day's, and nobody adds a nonce.
    The game begins at once."""

    at: int
    day: str
    edition: str = ""  # of rules and bots: a relay may be replaced by a newer one meanwhile


class Played(NamedTuple):
    """An entry of the table, unmasked, with the public digest after it."""

    at: int
    actor: Seat
    token: str
    digest: bytes


class Spoke(NamedTuple):
    at: int
    seat: Seat
    text: str


class Muted(NamedTuple):
    seat: Seat
    on: bool


class Voted(NamedTuple):
    seat: Seat
    voter: Seat
    yes: bool


class VotesVoid(NamedTuple):
    """The seat that was voted on is taken again."""

    seat: Seat


class StoodIn(NamedTuple):
    """A bot plays for a person from here on."""

    at: int
    seat: Seat
    level: str


class TookBack(NamedTuple):
    at: int
    seat: Seat


class Left(NamedTuple):
    """A player got up from a running or finished game, or came back to it."""

    seat: Seat
    on: bool


class Again(NamedTuple):
    """Whether a player wants a rematch."""

    seat: Seat
    yes: bool


class Followed(NamedTuple):
    """The rematch is in this room."""

    code: str


Fact = (
    Created
    | Changed
    | SatDown
    | IsProgram
    | BotSat
    | GotUp
    | HostIs
    | IsReady
    | SealingBegan
    | Revealed
    | CalledOff
    | TryBegan
    | Played
    | Spoke
    | Muted
    | Voted
    | VotesVoid
    | StoodIn
    | TookBack
    | Left
    | Again
    | Followed
)

LETTERS: Final[dict[str, type[Any]]] = {
    "c": Created,
    "t": Changed,
    "s": SatDown,
    "o": IsProgram,
    "b": BotSat,
    "u": GotUp,
    "h": HostIs,
    "r": IsReady,
    "z": SealingBegan,
    "n": Revealed,
    "x": CalledOff,
    "d": TryBegan,
    "e": Played,
    "p": Spoke,
    "m": Muted,
    "v": Voted,
    "w": VotesVoid,
    "i": StoodIn,
    "k": TookBack,
    "l": Left,
    "a": Again,
    "f": Followed,
}
_LETTERS: Final = Letters(LETTERS)
write_fact: Final[Callable[[Fact], bytes]] = _LETTERS.write


def read_fact(record: bytes) -> Fact:
    """The fact of a record; raises BadLog."""
    fact: Fact = _LETTERS.read(record)
    if isinstance(fact, Created | Changed):
        return fact._replace(terms=Terms(*fact.terms))
    return fact
