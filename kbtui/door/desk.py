"""The desk of a door: answers what players' programs ask over their line.

Whoever asks may have been taken over, so nothing here believes a question: who it is was settled at
the login. ``Visit`` is somebody who has no account yet, ``Desk.resident`` somebody who has.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from itertools import count, islice
from typing import Any, Final

from kbtui.door.accounts import names
from kbtui.door.accounts.store import (
    LINK,
    PASSING,
    RECOVERY,
    RETURN,
    Account,
    Accounts,
    AccountsDown,
    Item,
    Taken,
)
from kbtui.door.memory.memory import Memory
from kbtui.door.people import People, Person
from kbtui.door.talk import Talk
from kbtui.hosted.luggage import LONGEST, is_luggage
from relay.server.logs import event, trouble

Answer = Mapping[str, Any]
_WRONG: Final = 5  # codes that lead nowhere, before no more is answered
_PROPOSED: Final = 3
_LONGEST: Final = 40  # characters of what somebody typed
_LINE: Final = 400  # characters of what somebody says, before it is cleaned
_PART: Final = 8000  # characters of a record in one answer: a packet has its limits


class Visit:
    """A login that leads to no account yet; ``account`` is set once, when it does."""

    def __init__(self, desk: Desk, key: str | None, user: str, wrong: list[str]) -> None:
        """``wrong``: codes of this connection that led nowhere; the next ones join them."""
        self._desk, self._accounts = desk, desk.accounts
        self._key = key
        self._user = user
        self._guest: Account | None = None  # made when it is first shown
        self._return = ""
        self._earlier: Account | None = None  # a guest whose key still needs a name
        self._wrong = wrong
        self.account: Account | None = None

    def answer(self, question: Mapping[str, Any]) -> Answer:
        known: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "welcome": self._welcome,
            "name": lambda asked: {"state": self._accounts.state_of(_text(asked, "name"))},
            "enter": self._enter,
            "code": self._code,
            "guest": self._be_guest,
        }
        found = known.get(_text(question, "ask"))
        if found is None or self.account is not None or len(self._wrong) >= _WRONG:
            return {}
        try:
            return found(question)
        except AccountsDown as error:  # accounts are where no door reaches them now
            trouble("accounts", error)
            return {}

    def _welcome(self, _asked: Mapping[str, Any]) -> Answer:
        proposed = names.proposal(self._user)
        if proposed and self._accounts.state_of(proposed) != names.FREE:
            proposed = next(iter(self._free(proposed)), "")
        facts = {"door": self._desk.door, "key": self._key is not None, "proposal": proposed}
        if self._key is not None:
            return facts | {"print": self._key, "guest": ""}
        self.prepare()
        assert self._guest is not None, "just made"
        return facts | {"guest": self._guest.name, "return": self._return}

    def prepare(self) -> None:
        """Have what the first page shows, while it can still be said that it cannot be had. Raises
        AccountsDown."""
        if self._key is None and self._guest is None:
            guest = self._accounts.guest()
            self._return = self._accounts.new_code(guest.number, RETURN)
            self._guest = guest

    def _enter(self, asked: Mapping[str, Any]) -> Answer:
        name = _text(asked, "name")
        if self._key is None:
            return {}
        if self._accounts.state_of(name) == names.FREE:
            try:
                if self._earlier is None:
                    account = self._accounts.create(name, self._key)
                else:
                    account = self._accounts.name_guest(self._earlier.number, name, self._key)
            except Taken:  # somebody else was faster
                return {"free": self._free(name)}
            self.account = account
            return {"is_in": True, "secret": self._accounts.new_code(account.number, RECOVERY)}
        return {"free": self._free(name)}

    def _code(self, asked: Mapping[str, Any]) -> Answer:
        code = _text(asked, "code")
        found = self._accounts.use_code(code, self._key)
        if found is None:
            self._wrong.append(code)
            return {}
        if found.is_guest and self._key is not None:
            self._earlier = found
            return {"named": False}
        self.account = found
        if self._accounts.has_code(found.number, RECOVERY) or found.is_guest:
            return {"is_in": True}
        return {"is_in": True, "secret": self._accounts.new_code(found.number, RECOVERY)}

    def _be_guest(self, _asked: Mapping[str, Any]) -> Answer:
        self.account = self._guest or self._accounts.guest()
        return {"is_in": True}

    def _free(self, name: str) -> list[str]:
        """Names like this one that can be had."""
        start = "".join(sign for sign in name if sign.isascii() and sign.isalnum())[:10]
        tried = (f"{start}{number}" for number in islice(count(2), 30))
        free = (each for each in tried if self._accounts.state_of(each) == names.FREE)
        return list(islice(free, _PROPOSED))


class Desk:
    def __init__(
        self, accounts: Accounts, people: People, door: str, memory: Memory | None = None
    ) -> None:
        """``door``: what players type behind ``ssh``; ``memory``: None if nothing is kept."""
        self.accounts, self.people, self.door = accounts, people, door
        self.memory = Memory() if memory is None else memory
        people.hidden = self.memory.hidden
        self.web = ""  # where the pages of this door are, if it has any
        self.talk = Talk()
        self.notice = ""  # what the host says to everybody
        self.listed: Callable[[], Answer] = dict  # the public games, if somebody looks at them
        people.came.append(self._came)

    def _came(self, person: Person) -> None:
        if person.account.number not in self.people.hidden:
            self.talk.came(person)

    def visit(self, key: str | None, user: str, wrong: list[str]) -> Visit:
        return Visit(self, key, user, wrong)

    def resident(
        self, account: Account, try_token: Callable[[str, str], bytes] | None = None
    ) -> Callable[[Mapping[str, Any]], Answer]:
        """Who answers the program of an account. ``try_token``: who a browser is at the deal of a
        day, by game and day, which it may play without a program too."""

        def answer(question: Mapping[str, Any]) -> Answer:
            asked = _text(question, "ask")
            if asked == "hall":
                self.memory.hide(account, question.get("seen") is False)
                words = self.talk.after(_number(question, "heard")) if self.talk.is_on else []
                told = {"talks": self.talk.is_on, "talk": words, "notice": self.notice}
                return {"here": self.people.doings()} | told
            if asked == "past":
                past = self.memory.past(person.account for person in self.people.here())
                last, ended = self.memory.since(account)
                return past | {"last": last, "ended": ended}
            if asked == "rooms":
                return self.listed()
            if asked == "here":
                return {"here": self.people.names()}
            if asked == "web":
                return {"url": self.web}
            if asked == "try" and try_token is not None:
                return {"token": try_token(_text(question, "game"), _text(question, "day")).hex()}
            if asked == "rerun":
                return self._rerun(question)
            if asked == "say":
                return {"why": self.talk.say(account, _text(question, "text", _LINE))}
            if asked == "doing":
                self.people.does(account, _text(question, "what"), _text(question, "where"))
            if asked == "mistake":
                told = {name: _text(question, name, 300) for name in ("error", "where")}
                event(logging.ERROR, "mistake", **told)
            known = {"key": self._key, "luggage": self._luggage, "pack": self._pack}
            try:
                return known[asked](account, question) if asked in known else {}
            except AccountsDown as error:
                trouble("accounts", error)
                return {}

        return answer

    def _rerun(self, asked: Mapping[str, Any]) -> Answer:
        """A part of the record of a finished public game, or its last position."""
        which = _text(asked, "code"), _number(asked, "at"), _text(asked, "game")
        start, is_played = _number(asked, "start"), asked.get("is_played") is True
        found = self.memory.look_at(*which, is_played=is_played)
        if found is None:
            return {}
        if asked.get("is_last") is True:
            return {"last": found.last}
        return {"text": found.text[start : start + _PART]}

    def _key(self, account: Account, _asked: Mapping[str, Any]) -> Answer:
        if not _is_kept(account):
            return {}
        count = self.accounts.keys(account.number)
        return {"code": self.key_code(account), "keys": count, "is_guest": account.is_guest}

    def _luggage(self, account: Account, asked: Mapping[str, Any]) -> Answer:
        """The file that follows by name of those that the player takes along; none has no name."""
        found = self.accounts.luggage(account.number) if _is_kept(account) else None
        if found is None:
            return {}
        after = _text(asked, "after")
        return next((item for item in found if item.name > after), Item("", 0, ""))._asdict()

    def _pack(self, account: Account, asked: Mapping[str, Any]) -> Answer:
        """Only files that are taken along, whatever a program says."""
        name, when, text = [asked.get(field, "") for field in Item._fields]
        is_time = type(when) is int and 0 < when < 2**53
        is_text = isinstance(text, str) and len(text) <= LONGEST
        if not (is_luggage(name) and is_time and is_text and _is_kept(account)):
            return {}
        self.accounts.pack(account.number, Item(name, when, text))
        return {"packed": True}

    def key_code(self, account: Account) -> str:
        """A code that leads another key to this account, or a guest back."""
        return self.accounts.new_code(account.number, RETURN if account.is_guest else LINK)


def _is_kept(account: Account) -> bool:
    """Whether there is somebody to come back."""
    return 0 < account.number < PASSING


def _text(asked: Mapping[str, Any], name: str, longest: int = _LONGEST) -> str:
    value = asked.get(name, "")
    return value.strip() if isinstance(value, str) and len(value) <= longest else ""


def _number(asked: Mapping[str, Any], name: str) -> int:
    value = asked.get(name, 0)
    return value if isinstance(value, int) and 0 <= value < 2**53 else 0
