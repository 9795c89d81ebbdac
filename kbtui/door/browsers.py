"""Programs for browsers: the same people, accounts and limits as over SSH.

A browser has no key. Its cookie stands for one: anyone who brings it back within a week is the same
guest.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Final

from kbtui.door.accounts.store import Account, AccountsDown
from kbtui.door.players import players
from kbtui.door.players.player import Listener, Player
from kbtui.door.players.wish import Window, Wish
from kbtui.door.shared import Shared
from kbtui.door.web.cookies import try_token
from kbtui.door.web.terminal.sessions import Full, Wanted

_WAY: Final = "web"


class Browsers:
    """What ``web`` calls a host."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        # By the number of the program: the place among the people here, who it is, and from where.
        self._places: dict[int, tuple[int, Account, str]] = {}

    async def open(
        self, wanted: Wanted, window: Window, language: str, ear: Listener, address: str
    ) -> Player:
        """Raises Full, OSError."""
        shared, account = self._shared, self._account(wanted.browser)
        people = shared.people
        if shared.is_closing or not people.has_room(account) or not shared.has_own_user(account):
            raise Full
        if not people.admit(address):
            raise Full
        place = people.enter(account, _WAY, wanted.words)
        wish = Wish(
            *(account.number, account.name, wanted.words, window),
            asked={"LANGUAGE": language, "COLORTERM": "truecolor"},
            origin=address,
        )
        try:
            answer = shared.desk.resident(account, partial(try_token, wanted.browser))
            player = await shared.players.open(wish, ear, answer)
        except BaseException as error:
            people.leave(place)
            people.dismiss(address)
            if isinstance(error, players.Full):
                raise Full from None
            raise
        shared.count("sessions")
        self._places[player.number] = place, account, address
        return player

    def left(self, player: Player) -> None:
        found = self._places.pop(player.number, None)
        if found is not None:
            place, account, address = found
            self._shared.people.leave(place)
            self._shared.people.dismiss(address)
            self._shared.left(account)

    def _account(self, cookie: str) -> Account:
        key = f"web:{hashlib.sha256(cookie.encode()).hexdigest()}"
        try:
            return self._shared.accounts.guest(key)
        except AccountsDown:
            return self._shared.passing_guest()
