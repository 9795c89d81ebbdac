"""What all doors of one process share: accounts, people, programs, the desk, and figures."""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kbtui.cli.version import VERSION
from kbtui.door.accounts import names
from kbtui.door.accounts.store import PASSING, Account, Accounts
from kbtui.door.desk import Desk
from kbtui.door.memory.memory import Memory
from kbtui.door.people import People, Person
from kbtui.door.players.players import Players
from kbtui.hosted import mode
from kbtui.text.i18n import N_, _, n_
from relay.server.logs import event

_HELP: Final = (
    N_("Type ssh {door} to open the menu."),
    N_("Type {join} to take a seat in a room, or ssh -t {door} join KQ7-4TN."),
    N_(
        "Type ssh -t {door} watch KQ7-4TN to watch a game, ssh {door} games to list the public "
        "ones."
    ),
    N_(
        "Type ssh {door} rules lords to print rules, ssh -T {door} line new to play in plain lines."
    ),
    N_("Type ssh {door} key to get a code for the key of another machine."),
)
_CODE: Final = N_("Type {command} with your other key within 10 minutes to add it to your account.")
_RETURN: Final = N_("Type {command} within 7 days to come back to your games.")


_BIRDS: Final = 1000


@dataclass(frozen=True)
class Limits:
    """Of everybody together, of an address and of an account."""

    idle: float = 4 * 3600.0  # seconds without a key
    login: float = 20.0  # seconds
    sessions: int = 100
    per_account: int = 4
    per_address: int = 10


class Shared:
    def __init__(
        self,
        accounts: Accounts,
        players: Players,
        people: People,
        door: str,
        settings: Limits,
        memory: Memory | None = None,
    ) -> None:
        """``door``: what players type behind ``ssh``; ``memory``: None if nothing is kept."""
        self.accounts, self.players, self.people = accounts, players, people
        self.door, self.settings = door, settings
        self.memory = Memory() if memory is None else memory
        people.came.append(self._came)
        people.gone.append(self._gone)
        self.desk = Desk(accounts, people, door, self.memory)
        self.nobody = Account(0, "guest", True)  # who only prints something public
        self.figures: Counter[str] = Counter()
        self._passing = secrets.randbelow(PASSING)
        self.is_closing = False  # nobody new comes in
        self.users = 0  # of the system, that accounts' programs become; 0: all are the same one
        self._is_sharing_told = False

    @property
    def banner(self) -> str:
        """Before the login, in English: nothing is known about the person yet."""
        return (
            "Board games in your terminal. Your key is your account; without one you are a "
            "guest.\r\n"
            f"Type ssh {self.door} help to see what else you can type.\r\n"
        ) + (f"{self.desk.notice}\r\n" if self.desk.notice else "")

    def _came(self, person: Person) -> None:
        if person.stays:
            self.memory.here([person.account])

    def _gone(self, person: Person) -> None:
        if person.stays:
            self.memory.gone(person.account)

    def remember(self) -> None:
        """Once in a while: count the people of this hour, and keep what is new."""
        self.memory.here(person.account for person in self.people.here() if person.stays)
        self.memory.keep()

    def count(self, what: str) -> None:
        self.figures[what] += 1

    def passing_guest(self) -> Account:
        """Somebody who comes while accounts cannot be reached: known here only, and only now."""
        self.count("no_accounts")
        self._passing += 1
        return Account(PASSING + self._passing, names.bird(self._passing % _BIRDS), True)

    def has_own_user(self, account: Account) -> bool:
        """Whether no program of another account runs as the same user of the system. Users follow
        from numbers: once there are more accounts, each is used again, and the log says so once."""
        if not self.users:
            return True
        if self.users <= account.number < PASSING and not self._is_sharing_told:
            self._is_sharing_told = True
            text = "there are more accounts than users: some accounts share one; widen --users"
            event(logging.WARNING, "users-shared", users=self.users, text=text)
        here = {person.account.number for person in self.people.here()} - {account.number}
        return all((number - account.number) % self.users for number in here)

    def left(self, account: Account) -> None:
        """Nothing of a passing guest stays."""
        if account.number >= PASSING:
            self.forget(account.number)

    def forget(self, number: int) -> None:
        """What was kept of an account that is gone."""
        self.players.forget_folder(number)
        self.memory.forget(number)

    def lines(self, word: str, account: Account) -> Iterator[str]:
        """What the door itself prints."""
        if word == "version":
            yield f"kb {VERSION}"
        elif word == "who":
            yield from self.people.names()
        elif word == "whoami":
            count = self.accounts.keys(account.number)
            told = n_("{name}, {count} key", "{name}, {count} keys", count)
            yield told.format(name=account.name, count=count)
        elif word == "key":
            text = _RETURN if account.is_guest else _CODE
            yield _(text).format(command=mode.at(self.door, self.desk.key_code(account)))
        else:
            join = mode.at(self.door, "KQ7-4TN")
            yield from (_(line).format(door=self.door, join=join) for line in _HELP)
