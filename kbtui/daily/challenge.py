"""Challenges: a finished game whose deal a friend plays too, as a file or as a code.

A file is the record itself. A code holds the deal and what came of it round by round, and no moves.
The friend sits on the same seat, against the same bots; seats of other people are played by a bot.
The friend's record keeps the code, so that the comparison follows from it alone.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.contract import Seat, find, keys
from engine.dealer import Seal
from engine.errors import BadInput
from engine.record import Record
from engine.table import Table
from kbtui.daily.results import Result, result_of, seat_of
from kbtui.disk.settings import clean_name
from kbtui.hosted import mode
from kbtui.play.playernames import names_of
from kbtui.play.saves import read
from kbtui.play.session import HUMAN, REMOTE, SEATS, Session
from kbtui.text.i18n import _
from kbtui.text.seats import COLORS, color_name

CHALLENGE: Final = "challenge"  # the header of a game that answers one: its code
DARE: Final = "dare"  # the header of a game that becomes one: the address of the relay
_START: Final = "kb1-"  # of a code, with its version
_LONGEST: Final = 8_000  # characters of a code
_LARGEST: Final = 60_000  # bytes of what is packed in it
_ROUNDS: Final = 2_000
_INSTEAD: Final = "skilled"  # plays for people who are not there


class Challenge(NamedTuple):
    game: str
    start: Mapping[str, Any]  # the options of the deal
    seal: Seal | None  # of a game that was dealt by a relay
    seats: tuple[str, ...]  # who played
    result: Result  # of the challenger

    @property
    def seat(self) -> Seat:
        return self.result.seat

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays it again."""
        return players_of(self.game, self.seats)

    @property
    def has_people(self) -> bool:
        """Whether the challenger met people, for whom a bot has to play."""
        return REMOTE in self.seats


def players_of(game: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Who plays a deal again: a bot for everyone who is not there."""
    rules = find(game)
    instead = _INSTEAD if _INSTEAD in rules.levels else rules.stand_in
    known = {HUMAN, *rules.levels}
    return tuple(player if player in known else instead for player in seats)


def challenge_of(record: Record, table: Table) -> Challenge:
    """Raises BadInput for a game that nobody else can play."""
    result = result_of(record, table)
    if result is None:
        raise BadInput(CHALLENGE, _("only a finished game of one person at the keyboard"))
    if record.is_position or not (record.seeded or record.seal):
        raise BadInput(CHALLENGE, _("this game cannot be dealt again"))
    seats = tuple(dict(record.tags).get(SEATS, "").split())
    return Challenge(record.game, record.start, record.seal, seats, result)


def session_of(challenge: Challenge, name: str) -> Session:
    """The same deal for a friend; raises what is wrong with it."""
    players = challenge.players
    origin = Record(
        challenge.game,
        challenge.start,
        players=names_of(players, name),
        seeded=challenge.seal is None,
        seal=challenge.seal,
        tags=((SEATS, " ".join(players)), (CHALLENGE, code_of(challenge))),
    )
    return Session.dealt(origin)


def taken(text: str, name: str) -> Session:
    """The game of a challenge, given as a code or as the path of a record; raises what is wrong."""
    if is_code(text) or mode.is_hosted():  # at a door, a path is somebody else's
        return session_of(read_code(text), name)
    path = Path(os.path.expanduser(text))
    if not path.exists():
        raise BadInput(CHALLENGE, _("this is neither the code of a challenge nor a file"))
    return session_of(challenge_of(*read(path)), name)


def answered(record: Record) -> Challenge | None:
    """The challenge that a game answers, if it does."""
    code = dict(record.tags).get(CHALLENGE, "")
    try:
        return read_code(code) if code.startswith(_START) else None
    except BadInput:
        return None


def is_code(text: str) -> bool:
    return text.strip().startswith(_START)


def code_of(challenge: Challenge) -> str:
    result, seal = challenge.result, challenge.seal
    data = {
        "game": challenge.game,
        "start": challenge.start,
        "seal": None if seal is None else [seal.commitment, [*seal.nonces], seal.secret],
        "seats": challenge.seats,
        "name": result.name,
        "rounds": result.rounds,
        "won": [result.has_won, result.is_shared],
    }
    packed = zlib.compress(json.dumps(data, separators=(",", ":"), sort_keys=True).encode(), 9)
    return _START + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_code(text: str) -> Challenge:
    """Raises BadInput for anything that is not a code."""
    wrong = BadInput(CHALLENGE, _("this is not the code of a challenge, or a part is missing"))
    body = "".join(text.split())
    if not body.startswith(_START) or len(body) > _LONGEST:
        raise wrong
    body = body.removeprefix(_START)
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, _LARGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise wrong
        return _read(json.loads(raw))
    except BadInput:
        raise
    except (ValueError, zlib.error, RecursionError, KeyError, TypeError, AttributeError):
        raise wrong from None


def _read(data: Any) -> Challenge:
    """Raises ValueError, KeyError or TypeError."""
    game, start, seats = data["game"], data["start"], tuple(data["seats"])
    is_sound = game in keys() and isinstance(start, dict) and all(map(_is_word, seats))
    rounds = [(_score(mine), _score(theirs)) for mine, theirs in data["rounds"][:_ROUNDS]]
    has_won, is_shared = data["won"]
    if not is_sound or not rounds or not isinstance(has_won, bool):
        raise ValueError(game)
    seat = seat_of(Record(game, start, tags=((SEATS, " ".join(seats)),)))
    if seat is None:
        raise ValueError(seats)
    name = clean_name(str(data["name"])) or color_name(seat % len(COLORS))
    result = Result(name, seat, *rounds[-1], has_won, bool(is_shared), rounds)
    return Challenge(game, start, _seal(data["seal"]), seats, result)


def _seal(data: Any) -> Seal | None:
    if data is None:
        return None
    commitment, nonces, secret = data
    if not all(isinstance(part, str) for part in (commitment, *nonces, secret)):
        raise ValueError(commitment)
    return Seal(commitment, tuple(nonces), secret)


def _is_word(text: object) -> bool:
    return isinstance(text, str) and text.isalnum() and len(text) < 20


def _score(number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or abs(number) > 100_000:
        raise ValueError(number)
    return number


class Round(NamedTuple):
    """Both after one round; None for somebody whose game had ended by then."""

    number: int
    yours: tuple[int, int] | None  # your score, and the best of the others
    theirs: tuple[int, int] | None


def compared(yours: Result, theirs: Result) -> list[Round]:
    """Round by round."""

    def at(rounds: Sequence[tuple[int, int]], number: int) -> tuple[int, int] | None:
        return rounds[number] if number < len(rounds) else None

    count = max(len(yours.rounds), len(theirs.rounds))
    return [
        Round(number + 1, at(yours.rounds, number), at(theirs.rounds, number))
        for number in range(count)
    ]


def same_deal(one: Challenge, other: Challenge) -> bool:
    """Whether two games had the same deal, from the same seat."""
    return (one.game, one.start, one.seal, one.seat) == (
        *(other.game, other.start, other.seal, other.seat),
    )
