"""Who is here: people past the login, on any door of this process. Scanners never get this far.

people.came.append(lambda person: ...)     # and ``gone``: told when a session starts or ends
for person in people.here(): ...
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Final, NamedTuple

from kbtui.door.accounts.store import Account
from kbtui.hosted.mode import COMMANDS, PLAYS, PRINTS
from kbtui.pages.hall.known import DOINGS
from relay.protocol.cleaning import NAME, clean
from relay.server.admission import household

_MOST: Final = 150  # people that are listed; a packet has its limits


class Person(NamedTuple):
    """A session of somebody."""

    account: Account
    since: float  # as ``time.time`` has it
    way: str  # "ssh" or "web"
    words: tuple[str, ...] = ()  # what they asked for; empty: the menu

    @property
    def stays(self) -> bool:
        """Whether they came to play or to look, not for something that is printed."""
        prints = COMMANDS.get("".join(self.words[:1]), PLAYS) == PRINTS
        return self.account.number != 0 and (not prints or "--play" in self.words)


class People:
    def __init__(self, per_account: int = 4, per_address: int = 10) -> None:
        self._per_account, self._per_address = per_account, per_address
        self._here: dict[int, Person] = {}
        self._from: Counter[str] = Counter()  # programs, by the address they are for
        self._doings: dict[int, tuple[str, str]] = {}  # by the number of the account
        self._next = 0
        self.came: list[Callable[[Person], None]] = []
        self.gone: list[Callable[[Person], None]] = []
        self.hidden: set[int] = set()  # accounts that do not want to be seen

    def has_room(self, account: Account) -> bool:
        """Whether this account may have one more session."""
        found = Counter(person.account.number for person in self._here.values())
        return found[account.number] < self._per_account

    def admit(self, address: str) -> bool:
        """Count one more program for this address, by SSH or in a browser; False if there are too
        many. After True, call ``dismiss`` when it ends. An empty address never counts."""
        source = household(address)
        if address and self._from[source] >= self._per_address:
            return False
        self._from[source] += 1
        return True

    def dismiss(self, address: str) -> None:
        """What was admitted is over."""
        source = household(address)
        self._from[source] -= 1
        if not self._from[source]:
            del self._from[source]

    def enter(self, account: Account, way: str, words: tuple[str, ...] = ()) -> int:
        """The number of the session, for ``leave``. Right after a look at the limits: who waits in
        between is not counted."""
        self._next += 1
        person = Person(account, time.time(), way, words)
        self._here[self._next] = person
        for tell in self.came:
            tell(person)
        return self._next

    def leave(self, number: int) -> None:
        person = self._here.pop(number, None)
        if person is not None:
            if person.account.number not in {each.account.number for each in self.here()}:
                self._doings.pop(person.account.number, None)
            for tell in self.gone:
                tell(person)

    def here(self) -> list[Person]:
        """The longest here first."""
        return list(self._here.values())

    def seen(self) -> list[Person]:
        """Of those here, who may be named."""
        return [person for person in self.here() if person.account.number not in self.hidden]

    def does(self, account: Account, what: str, where: str) -> None:
        """What the program of somebody says that they do; an unknown word is nothing. The codes of
        private rooms are not shown; those of public games can be seen at the relay anyway."""
        if what in DOINGS and account.number in {each.account.number for each in self.here()}:
            self._doings[account.number] = (what, clean(where, NAME))
        else:
            self._doings.pop(account.number, None)

    def doings(self) -> list[tuple[str, str, str]]:
        """Names, each once, with what they do and where."""
        found = {each.account.number: each.account for each in self.seen()}
        rows = ((each.name, *self._doings.get(number, ("", ""))) for number, each in found.items())
        return [*islice(rows, _MOST)]

    def names(self) -> list[str]:
        """Each once."""
        return list(dict.fromkeys(person.account.name for person in self.seen()))
