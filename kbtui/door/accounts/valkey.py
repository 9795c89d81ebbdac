"""Accounts in Valkey, for doors on several machines.

What must not happen twice happens inside the server, in one script: a name is given to one person,
a code is used once, a key leads to one account, whichever doors are asked at the same moment. All
keys are in one slot of a cluster, and all times are the server's.

A door has one loop and must not wait for a server that is gone. So a thread looks again and again
whether it is there; while it is not, every question fails at once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from time import monotonic
from typing import Any, Final

from kbtui.door.accounts import codes, names, scripts
from kbtui.door.accounts.store import (
    GUEST_LIFE,
    MOST_KEYS,
    Account,
    AccountsDown,
    Code,
    Item,
    Person,
    Taken,
    life_of,
)
from kbtui.hosted import luggage
from relay.store.valkey.address import Address
from relay.store.valkey.link import Command, Refused
from relay.store.valkey.opening import open_valkey
from relay.store.valkey.servers import Servers

_PATIENCE: Final = 1.5  # seconds for an answer: meanwhile nobody at this door is served
_PULSE: Final = 1.0  # seconds between two looks whether the server is there
_FRESH: Final = 3.0  # seconds for which a look is believed
_TRIES: Final = 2  # a connection that was idle may be gone without a word
_KEPT: Final = 90 * 86400  # seconds; no room lives as long without a move
_TOLD: Final = 30 * 86400  # seconds for which doors hear of a guest who is gone
_MOST: Final = 1000  # guests forgotten at once
_PAGE: Final = 500  # people in one portion of a copy


class ValkeyAccounts:
    """Every method raises AccountsDown while the server cannot be reached."""

    def __init__(self, url: str, is_risk_accepted: bool = False) -> None:
        """Raises OSError with one sentence, also if the server's settings can lose something."""
        store = open_valkey(url, is_risk_accepted)
        self._address: Address = store.address
        store.close()
        self._servers = Servers(self._address, patience=_PATIENCE)
        self._keys = [f"{self._address.prefix}:{{accounts}}:{key}" for key in scripts.KEYS]
        self._seen = monotonic()  # when the server last answered
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._look, name="accounts", daemon=True)
        self._thread.start()

    def __str__(self) -> str:
        return str(self._address)

    # ---- what a door asks ------------------------------------------------------------------------

    def of_key(self, key: str) -> Account | None:
        return _account(self._run(scripts.OF_KEY, key))

    def of_name(self, name: str) -> Account | None:
        return _account(self._run(scripts.OF_NAME, names.folded(name)))

    def state_of(self, name: str) -> str:
        """What is wrong with a name, or that it is free."""
        judged = names.judged(name)
        return names.TAKEN if judged == names.FREE and self.of_name(name) is not None else judged

    def create(self, name: str, key: str) -> Account:
        """Raises Taken."""
        return _certain(self._run(scripts.CREATE, name, names.folded(name), key))

    def guest(self, key: str | None = None) -> Account:
        """Somebody without a name. A browser brings something like a key: it is known again for as
        long as it comes back within a week."""
        return _certain(self._run(scripts.GUEST, key or ""))

    def name_guest(self, number: int, name: str, key: str) -> Account:
        """A guest who has got a key: what was theirs stays theirs. Raises Taken."""
        return _certain(self._run(scripts.NAME_GUEST, number, name, names.folded(name), key))

    def new_code(self, number: int, purpose: str) -> str:
        """One of each kind: the one before is no longer good."""
        code = codes.draw()
        sealed = codes.sealed(code).hex()
        self._run(scripts.NEW_CODE, number, purpose, sealed, int(life_of(purpose)))
        return code

    def use_code(self, code: str, key: str | None) -> Account | None:
        """As in a file. If the answer is lost the key may be added: then it leads there by itself
        the next time."""
        if codes.tidy(code) is None:
            return None
        sealed = codes.sealed(code).hex()
        self._ask([("PING",)])  # so that an idle connection that is gone is noticed before
        return _account(self._run(scripts.USE_CODE, sealed, key or "", MOST_KEYS, tries=1))

    def has_code(self, number: int, purpose: str) -> bool:
        """Whether there is one that was not used."""
        return bool(self._run(scripts.HAS_CODE, number, purpose))

    def keys(self, number: int) -> int:
        """How many an account has."""
        return int(self._run(scripts.COUNT, number))

    def forget_guests(self) -> list[int]:
        """Those who cannot come back any more, for a month: each door has its own folders."""
        found = self._run(scripts.FORGET, int(GUEST_LIFE), _TOLD, _MOST)
        return [int(number) for number in found]

    def luggage(self, number: int) -> list[Item]:
        """What the player takes from door to door, by name."""
        (rows,) = self._ask([("HGETALL", self._luggage(number))])
        found = []
        for name, row in zip(rows[::2], rows[1::2], strict=True):
            when, _blank, text = row.decode().partition(" ")
            found.append(Item(name.decode(), int(when), text))
        return sorted(found)

    def pack(self, number: int, item: Item) -> None:
        """As it is now, unless another door had it later."""
        key = self._luggage(number)
        self._ask([("EVAL", scripts.PACK, 1, key, _KEPT, luggage.MOST, *item)])

    def _luggage(self, number: int) -> str:
        return f"{self._address.prefix}:{{accounts}}:luggage:{number}"

    def close(self) -> None:
        self._is_closing.set()
        self._thread.join()
        self._servers.close()

    # ---- for copies ------------------------------------------------------------------------------

    def everybody(self) -> Iterator[Person]:
        """In no particular order."""
        keys: dict[int, list[str]] = {}
        for key, number in self._pairs("keys"):
            keys.setdefault(int(number), []).append(key)
        found: dict[int, list[Code]] = {}
        for sealed, row in self._pairs("codes"):
            number, purpose, until = row.split(" ")
            code = Code(bytes.fromhex(sealed), purpose, float(until))
            found.setdefault(int(number), []).append(code)
        for number, row in self._pairs("people"):
            guest, made, name = row.split(" ", 2)
            account = Account(int(number), name or names.bird(int(number)), guest == "1")
            theirs = sorted(keys.get(account.number, [])), sorted(found.get(account.number, []))
            yield Person(account, float(made), tuple(theirs[0]), tuple(theirs[1]))

    def take_in(self, person: Person) -> bool:
        """As they are elsewhere; False if they are here already. Raises Taken if something of
        theirs is somebody else's."""
        account = person.account
        name = "" if account.is_guest else account.name
        folded = names.folded(name) if name else ""
        rows = [
            value
            for code in person.codes
            for value in (code.sealed.hex(), code.purpose, int(code.until))
        ]
        head = (account.number, int(account.is_guest), int(person.made), name, folded)
        answer = self._run(scripts.TAKE_IN, *head, len(person.keys), *person.keys, *rows)
        if not answer:
            raise Taken(account.name)
        return bool(answer == 1)

    def _pairs(self, what: str) -> Iterator[tuple[str, str]]:
        """All of a hash, a portion at a time; what comes twice is returned once."""
        key, cursor = self._keys[scripts.KEYS.index(what)], b"0"
        met: set[bytes] = set()
        while True:
            ((cursor, rows),) = self._ask([("HSCAN", key, cursor, "COUNT", _PAGE)])
            for field, value in zip(rows[::2], rows[1::2], strict=True):
                if field not in met:
                    met.add(field)
                    yield field.decode(), value.decode()
            if cursor == b"0":
                return

    # ---- the server ------------------------------------------------------------------------------

    def _run(self, script: str, *values: object, tries: int = _TRIES) -> Any:
        text = scripts.whole(script)
        (answer,) = self._ask([("EVAL", text, len(self._keys), *self._keys, *values)], tries)
        return answer

    def _ask(self, commands: list[Command], tries: int = _TRIES) -> list[Any]:
        if not self.is_well:
            raise AccountsDown(0, f"{self._address} does not answer")
        trouble = ""
        for _ in range(tries):
            try:
                node = self._servers.node_of(self._keys[0])
                answers = self._servers.link(node).ask(commands)
            except OSError as error:
                self._servers.forget()
                trouble = str(error.strerror)
                continue
            refusals = [answer for answer in answers if isinstance(answer, Refused)]
            if not refusals:
                return answers
            self._servers.drop(node)  # another server may be the one now
            trouble = str(refusals[0].strerror)
        raise AccountsDown(0, trouble)

    @property
    def is_well(self) -> bool:
        """Whether the server was there a moment ago."""
        return monotonic() - self._seen < _FRESH

    def _look(self) -> None:
        """In the thread."""
        servers = Servers(self._address, patience=_PATIENCE)
        while not self._is_closing.wait(_PULSE):
            try:
                servers.link_for(self._keys[0]).ask_one("PING")
                self._seen = monotonic()
            except OSError:
                servers.forget()
        servers.close()


def _account(row: Any) -> Account | None:
    if not row:
        return None
    number, name, guest = row
    return Account(number, name.decode() or names.bird(number), bool(guest))


def _certain(row: Any) -> Account:
    found = _account(row)
    if found is None:
        raise Taken
    return found
