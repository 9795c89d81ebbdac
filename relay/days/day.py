"""The log of a day: its secret, who has opened a try, and what came of it.

A day is the fold of its facts, like a room, and lies in the store like one; relays that share a
store share it. A try is a separate room (relay/room/facts.py, ``TryBegan``): the day has only its
code and, once the game is over, the scores that the room has counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from relay.days.deals import DAY, is_late, is_past
from relay.fact_records import Letters
from relay.protocol.days import ABANDONED, BEGUN, DONE, NEW, TABLE, Ranked
from relay.protocol.errors import BadLog

STRUCK: Final = Ranked(0, "", 0, 0, False)  # what is shown of a result that was struck
_ORIGIN: Final = 8  # bytes of what is kept of an address


class Drawn(NamedTuple):
    """The first fact: the cards of the day are settled. Its commitment is published."""

    at: int  # by the relay's own time, unlike the others: see ``is_open``
    secret: bytes


class Opened(NamedTuple):
    """Somebody may see the first card now."""

    at: int
    token: bytes  # SHA-256 of the token
    origin: bytes  # of the address, see ``origin_of``
    name: str
    code: str  # of the room
    program: str  # what a program says of itself; empty for people


class Ended(NamedTuple):
    at: int
    token: bytes
    score: int
    other: int


class ExpertEnded(NamedTuple):
    """The relay's own expert has played these cards (relay/days/expert_game.py)."""

    at: int
    score: int
    other: int
    record: bytes  # packed


class Struck(NamedTuple):
    """The operator has struck the result of a token: it is shown, and not ranked."""

    at: int
    token: bytes


class Challenged(NamedTuple):
    """Somebody has left a challenge on this day; they are counted here, and lie elsewhere."""

    at: int
    origin: bytes


LETTERS: Final[dict[str, type[Any]]] = {
    "s": Drawn,
    "o": Opened,
    "e": Ended,
    "x": ExpertEnded,
    "k": Struck,
    "c": Challenged,
}
_LETTERS: Final = Letters(LETTERS)
Fact = Drawn | Opened | Ended | ExpertEnded | Struck | Challenged


@dataclass
class Attempt:
    """One try."""

    opened: Opened
    ended: Ended | None = None
    is_struck: bool = False

    @property
    def worth(self) -> tuple[int, int]:
        """What is ranked: how far ahead of the bot, then the player's own score."""
        assert self.ended is not None, "only who has finished is ranked"
        return self.ended.score - self.ended.other, self.ended.score


class Day:
    """See the module."""

    def __init__(self, date: str) -> None:
        self.date = date
        self.secret = b""
        self.drawn = 0
        self.tries: dict[bytes, Attempt] = {}  # by the hash of the token, as they were opened
        self.origins: Counter[bytes] = Counter()
        self.challenges: Counter[bytes] = Counter()  # by origin
        self.expert: ExpertEnded | None = None

    def fold(self, fact: Fact) -> None:
        match fact:
            case Drawn():
                self.drawn, self.secret = fact
            case Opened():
                self.tries[fact.token] = Attempt(fact)
                self.origins[fact.origin] += 1
            case Ended():
                self.tries[fact.token].ended = fact
            case ExpertEnded():
                self.expert = fact
            case Struck():
                self.tries[fact.token].is_struck = True
            case Challenged():
                self.challenges[fact.origin] += 1

    def read(self, records: Iterable[bytes]) -> None:
        """Fold what was stored; raises BadLog."""
        try:
            for record in records:
                self.fold(_LETTERS.read(record))
        except KeyError:
            raise BadLog("a fact about a try of the day that was never opened") from None

    def origin_of(self, address: str) -> bytes:
        """By this an address is known again on this day, and nobody can tell which it was."""
        return blake2b(address.encode(), digest_size=_ORIGIN, key=self.secret).digest()

    # ---- questions -------------------------------------------------------------------------------

    def trying(self, token: bytes, now: float) -> str:
        """How the try of a token stands."""
        attempt = self.tries.get(token)
        if attempt is None:
            return NEW
        if attempt.ended is not None:
            return DONE
        return ABANDONED if is_late(self.date, now) else BEGUN

    def may_see(self, token: bytes, now: float) -> bool:
        """Whether the results of others are open now."""
        return self.trying(token, now) == DONE or is_past(self.date, now)

    def is_open(self, now: float, own: int) -> bool:
        """Whether the secret can be revealed: nobody can still play with these cards. Somebody may
        set the clock of the machine; so a day has to be over by the relay's own time too."""
        return is_late(self.date, now) and own >= self.drawn + DAY * 1000

    def opened_by(self, are_programs: bool) -> list[Attempt]:
        return [each for each in self.tries.values() if bool(each.opened.program) is are_programs]

    def struck(self, are_programs: bool = False) -> int:
        """How many results the operator has struck."""
        tries = self.opened_by(are_programs)
        return sum(each.is_struck and each.ended is not None for each in tries)

    def ranked(self, are_programs: bool = False) -> list[Attempt]:
        """Those who have finished, the best first; equal ones as they were opened."""
        tries = self.opened_by(are_programs)
        found = [each for each in tries if each.ended is not None and not each.is_struck]
        return sorted(found, key=lambda each: each.worth, reverse=True)


def write(fact: Fact) -> bytes:
    return _LETTERS.write(fact)


def place_of(attempt: Attempt, ranked: Sequence[Attempt]) -> int:
    """Equal results have equal places."""
    return 1 + sum(each.worth > attempt.worth for each in ranked)


def rows_of(ranked: Sequence[Attempt], token: bytes) -> tuple[Ranked, ...]:
    """The best, as they are sent."""
    rows: list[Ranked] = []
    for number, attempt in enumerate(ranked[:TABLE], 1):
        is_equal = number > 1 and attempt.worth == ranked[number - 2].worth
        place = rows[-1].place if is_equal else number
        opened, ended = attempt.opened, attempt.ended
        assert ended is not None, "only who has finished is ranked"
        own = opened.token == token
        rows.append(Ranked(place, opened.name, ended.score, ended.other, own))
    return tuple(rows)


def spread_of(ranked: Sequence[Attempt]) -> tuple[int, ...]:
    """How far ahead of the bot: the least, a quarter, half, three quarters, the most."""
    if not ranked:
        return ()
    leads = sorted(each.worth[0] for each in ranked)
    return tuple(leads[(len(leads) - 1) * quarter // 4] for quarter in range(5))
