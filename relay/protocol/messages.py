"""The protocol: one frozen class per message, in both directions (docs/protocol.md).

A message is sent as a list: its word, then its fields in the order of the class; trailing fields
are left out while they have their default. Each field carries the kind that ``codec.py`` checks.
Secrets are bytes; digests are the 8 bytes that the engine writes as 16 hexadecimal digits; seats
are counted from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from relay.protocol import kinds as k
from relay.protocol.fields import Many, Row, Text, Whole, Yes
from relay.protocol.rows import Listed as Listed
from relay.protocol.rows import SeatView as SeatView
from relay.protocol.rows import Terms as Terms
from relay.protocol.rows import VoteView as VoteView


class ToRelay:
    """What a client sends."""

    __slots__ = ()


class ToClient:
    """What the relay sends."""

    __slots__ = ()


# ---- from a client to the relay -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello(ToRelay):
    """The first message of a connection. The role can never change."""

    version: k.Version
    role: k.Role
    app: k.Short


@dataclass(frozen=True, slots=True)
class ListRooms(ToRelay):
    """Ask for the rooms that are open to all."""


@dataclass(frozen=True, slots=True)
class Create(ToRelay):
    """Open a room and sit down in it as its host."""

    name: k.GivenName
    token: k.Secret
    game: k.GameKey
    terms: Annotated[Terms, Row(Terms)]


@dataclass(frozen=True, slots=True)
class Change(ToRelay):
    """The host changes the terms in the lobby; then nobody is ready."""

    terms: Annotated[Terms, Row(Terms)]


@dataclass(frozen=True, slots=True)
class Join(ToRelay):
    """Take a free seat, or your own again. ``level`` is for a program without a person."""

    code: k.Code
    name: k.GivenName
    token: k.Secret
    level: k.Level = ""


@dataclass(frozen=True, slots=True)
class Resume(ToRelay):
    """Take your own seat again and get what you missed."""

    code: k.Code
    token: k.Secret
    have: k.EntryNo
    digest: k.MaybeDigest
    heard: k.Count


@dataclass(frozen=True, slots=True)
class Watch(ToRelay):
    """Look on, from entry ``have`` + 1."""

    code: k.Code
    name: k.GivenName
    have: k.EntryNo
    digest: k.MaybeDigest


@dataclass(frozen=True, slots=True)
class Peek(ToRelay):
    """How your own game stands, without sitting down."""

    code: k.Code
    token: k.Secret


@dataclass(frozen=True, slots=True)
class More(ToRelay):
    """The next page of entries, from ``have`` + 1."""

    have: k.EntryNo


@dataclass(frozen=True, slots=True)
class Ready(ToRelay):
    """Ready for these ``terms`` (agreement.py), with a sealed nonce; without: not ready."""

    seal: k.MaybeSecret
    terms: k.MaybeDigest = b""


@dataclass(frozen=True, slots=True)
class Start(ToRelay):
    """The host begins the game: nonces are sealed and have to be revealed."""


@dataclass(frozen=True, slots=True)
class Reveal(ToRelay):
    """The nonce that was sealed."""

    nonce: k.Secret


@dataclass(frozen=True, slots=True)
class SeatBot(ToRelay):
    """The host gives a seat to a bot, or with an empty level takes it away."""

    seat: k.SeatNo
    level: k.Level


@dataclass(frozen=True, slots=True)
class Kick(ToRelay):
    """The host frees the seat of a person, in the lobby only."""

    seat: k.SeatNo


@dataclass(frozen=True, slots=True)
class Leave(ToRelay):
    """Get up. In the lobby the seat is free; in a game it can be given to a bot at once."""


@dataclass(unsafe_hash=True, slots=True)  # made often: to be frozen costs four times as much
class Move(ToRelay):
    """A move, or ``undo`` or ``redo``, to become entry ``number``."""

    number: k.EntryNo
    token: k.MoveToken


@dataclass(frozen=True, slots=True)
class Say(ToRelay):
    """A line of chat: players to players, spectators to spectators."""

    text: k.Line


@dataclass(frozen=True, slots=True)
class Mute(ToRelay):
    """The host mutes a seat or a spectator, or lets it speak again."""

    who: k.Voice
    on: Yes


@dataclass(frozen=True, slots=True)
class Vote(ToRelay):
    """Whether a bot shall play for an absent player."""

    seat: k.SeatNo
    yes: Yes


@dataclass(frozen=True, slots=True)
class Retake(ToRelay):
    """Take your own seat back from the bot that plays it."""


@dataclass(frozen=True, slots=True)
class Rematch(ToRelay):
    """Whether to play again with the same people."""

    yes: Yes


@dataclass(frozen=True, slots=True)
class FetchRecord(ToRelay):
    """A page of the record of a finished game, from 1."""

    page: k.PageNo


@dataclass(frozen=True, slots=True)
class People(ToRelay):
    """How many people watch through this connection; 1 unless this is sent."""

    count: k.Eyes


@dataclass(frozen=True, slots=True)
class Avoid(ToRelay):
    """Relays to which this client was sent already: not there once more."""

    places: k.Places


@dataclass(frozen=True, slots=True)
class Ping(ToRelay):
    stamp: k.Stamp


# ---- from the relay to a client -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Welcome(ToClient):
    """The answer to ``Hello``: what this relay speaks and takes."""

    version: k.Version
    relay: k.Short
    frame: Annotated[int, Whole(0, 2**31)]
    burst: k.Count
    rate: k.Count
    games: k.Words
    levels: k.Words  # of bots, for the first game
    bots: k.WordsByGame = ()  # the same for each of the games; none in versions before 3

    def levels_of(self, game: str) -> tuple[str, ...]:
        """The bots that can be seated in a room of this game."""
        by_game = self.bots or (self.levels,)
        return dict(zip(self.games, by_game, strict=False)).get(game, ())


@dataclass(frozen=True, slots=True)
class Rooms(ToClient):
    rooms: Annotated[tuple[Listed, ...], Many(Row(Listed), k.LISTING)]


@dataclass(frozen=True, slots=True)
class Seated(ToClient):
    """This connection sits here now. Of its entries the client may keep the first ``kept``; there
    are ``last``, and what is missing follows."""

    code: k.Code
    seat: k.SeatNo
    kept: k.EntryNo
    last: k.EntryNo


@dataclass(frozen=True, slots=True)
class Watching(ToClient):
    """This connection watches now; ``number`` is its voice, the others are as in ``Seated``."""

    code: k.Code
    number: k.Voice
    kept: k.EntryNo
    last: k.EntryNo


@dataclass(frozen=True, slots=True)
class Peeked(ToClient):
    """How a game stands for one of its players; ``to_act`` is a person's seat or ``NOBODY``."""

    code: k.Code
    phase: k.Phase
    seat: k.SeatNo
    to_act: k.Acting
    last: k.EntryNo
    names: k.Names


@dataclass(frozen=True, slots=True)
class RoomView(ToClient):
    """Everything about a room but its game: sent on entering and after every change."""

    code: k.Code
    phase: k.Phase
    game: k.GameKey
    terms: Annotated[Terms, Row(Terms)]
    host: k.SeatNo
    seats: Annotated[tuple[SeatView, ...], Many(Row(SeatView), k.MAX_SEATS)]
    votes: Annotated[tuple[VoteView, ...], Many(Row(VoteView), k.MAX_SEATS * k.MAX_SEATS)]
    following: Annotated[str, Text(0, 16)]


@dataclass(frozen=True, slots=True)
class SealView(ToClient):
    """What is published about the deal."""

    attempt: k.Count
    step: k.Step
    commitment: k.Secret
    seals: k.Secrets
    nonces: k.Secrets
    secret: k.MaybeSecret


@dataclass(unsafe_hash=True, slots=True)  # as is Move
class Log(ToClient):
    """Entries from number ``first`` on, as this chair may see them; ``last`` is the newest."""

    first: k.EntryNo
    last: k.EntryNo
    actors: k.Actors
    tokens: k.Tokens
    digests: k.Digests


@dataclass(frozen=True, slots=True)
class ClockView(ToClient):
    """Milliseconds that each seat has left; those of ``seat`` run."""

    seat: k.SeatNo
    left: k.Stamps


@dataclass(frozen=True, slots=True)
class Said(ToClient):
    """A line of the players' chat; ``at`` in milliseconds since 1970. ``name`` is the
    speaker's, if somebody else, or nobody, has the seat now."""

    number: k.Count
    seat: k.SeatNo
    text: k.Line
    at: k.Stamp
    name: k.Name = ""


@dataclass(frozen=True, slots=True)
class Murmur(ToClient):
    """A line of the spectators' chat, which nobody keeps."""

    number: k.Voice
    name: k.Name
    text: k.Line


@dataclass(frozen=True, slots=True)
class Present(ToClient):
    """Whose connection is up, and how many watch."""

    seats: k.SeatNos
    watchers: k.Count


@dataclass(frozen=True, slots=True)
class Refused(ToClient):
    """A wish was not granted. ``number`` is that of a ``Move``, otherwise 0."""

    wish: k.Wordlet
    number: k.EntryNo
    code: k.Wordlet
    text: k.Reason


@dataclass(frozen=True, slots=True)
class RecordPage(ToClient):
    page: k.PageNo
    pages: k.PageNo
    text: Annotated[str, Text(0, k.TEXT_PAGE)]


@dataclass(frozen=True, slots=True)
class Pong(ToClient):
    stamp: k.Stamp


@dataclass(frozen=True, slots=True)
class Bye(ToClient):
    """The relay closes this connection; come back after ``wait`` milliseconds if it is not 0, and
    to the relay at ``where`` if that is not empty."""

    code: k.Wordlet
    text: k.Reason
    wait: k.Stamp
    where: k.Place = ""  # not before version 5
