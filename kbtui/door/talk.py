"""What people say in the hall of a door: the last lines, for a day, in memory alone.

Everybody who speaks has logged in; the name is the account's. Lines are cleaned of everything that
could move a cursor, and nobody says more than a few at once.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from kbtui.door.accounts.store import Account
from kbtui.door.people import Person
from relay.protocol.cleaning import clean
from relay.protocol.limits import Bucket

OFF, TOO_FAST, EMPTY = "off", "too-fast", "empty"
_LINES: Final = 100  # that are kept
_SENT: Final = 20  # in one answer: a packet has its limits
_LONGEST: Final = 200  # characters of a line
_LIFE: Final = 86_400.0  # seconds that a line stands
_BURST, _RATE = 4, 1 / 5  # lines of an account at once, and for each second after that
_AGAIN: Final = 900.0  # seconds before the same person is announced again
_SPEAKERS: Final = 1000  # accounts that are remembered; those at rest are forgotten first


class Word(NamedTuple):
    """A line; without a text its speaker has come."""

    number: int
    at: float
    name: str
    text: str


class Talk:
    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self.is_on = False  # the host decides
        self._now = now
        self._words: deque[Word] = deque(maxlen=_LINES)
        self._last = 0  # the number of the last line
        self._speakers: dict[int, Bucket] = {}
        self._came: dict[str, float] = {}

    def say(self, account: Account, text: str) -> str:
        """Why it was not taken; empty if it was."""
        now, line = self._now(), clean(text, _LONGEST)
        if not self.is_on or not line:
            return EMPTY if self.is_on else OFF
        if len(self._speakers) >= _SPEAKERS:
            rest = {who: each for who, each in self._speakers.items() if not each.is_full(now)}
            self._speakers = rest if len(rest) < _SPEAKERS else {}
        speaker = self._speakers.setdefault(account.number, Bucket(_BURST, _RATE, now))
        if not speaker.take(now):
            return TOO_FAST
        self._add(account.name, line)
        return ""

    def came(self, person: Person) -> None:
        """Told once in a while, of people who come to the hall: the others only print something, or
        have an appointment."""
        name, now = person.account.name, self._now()
        self._came = {who: at for who, at in self._came.items() if now - at < _AGAIN}
        if self.is_on and not person.words and name not in self._came:
            self._came[name] = now
            self._add(name, "")

    def _add(self, name: str, text: str) -> None:
        self._last += 1
        self._words.append(Word(self._last, self._now(), name, text))

    def after(self, heard: int) -> list[Word]:
        """The lines behind that number; all of them if it is none of ours."""
        oldest = self._now() - _LIFE
        start = heard if 0 <= heard <= self._last else 0
        found = [word for word in self._words if word.number > start and word.at >= oldest]
        return found[-_SENT:]
