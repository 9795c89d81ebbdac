"""Who is here: people past the login, on any door of this process. Scanners never get this far.

people.came.append(lambda person: ...)     # and ``gone``: told when a session starts or ends
for person in people.here(): ...
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from kbtui.door.accounts.store import Account


class Person(NamedTuple):
    """A session of somebody."""

    account: Account
    since: float  # as ``time.time`` has it
    way: str  # "ssh" or "web"
    words: tuple[str, ...] = ()  # what they asked for; empty: the menu


class People:
    def __init__(self, per_account: int = 4) -> None:
        self._per_account = per_account
        self._here: dict[int, Person] = {}
        self._next = 0
        self.came: list[Callable[[Person], None]] = []
        self.gone: list[Callable[[Person], None]] = []

    def has_room(self, account: Account) -> bool:
        """Whether this account may have one more session."""
        found = Counter(person.account.number for person in self._here.values())
        return found[account.number] < self._per_account

    def enter(self, account: Account, way: str, words: tuple[str, ...] = ()) -> int:
        """The number of the session, for ``leave``."""
        self._next += 1
        person = self._here[self._next] = Person(account, time.time(), way, words)
        for tell in self.came:
            tell(person)
        return self._next

    def leave(self, number: int) -> None:
        person = self._here.pop(number, None)
        if person is not None:
            for tell in self.gone:
                tell(person)

    def here(self) -> list[Person]:
        """The longest here first."""
        return list(self._here.values())

    def names(self) -> list[str]:
        """Each once."""
        return list(dict.fromkeys(person.account.name for person in self._here.values()))
