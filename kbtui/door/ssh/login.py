"""Who somebody is: settled once, when the login is complete, and never again.

A client may offer keys that are not its own, sign with one and then speak of another, change
its user name, and mix methods. So a key is a candidate only while it is being checked; whatever
else is tried forgets it; and what stands when the login is complete is copied and believed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import asyncssh

from kbtui.door.accounts.store import Account, Accounts, AccountsDown

_MOST_TRIES: Final = 20  # requests of a login
_MOST_SESSIONS: Final = 2  # at once on one connection


class Identity(NamedTuple):
    """Who logged in: with which user name, and with which key if any."""

    user: str
    key: str | None = None


class Login(asyncssh.SSHServer):
    """One connection. ``make`` makes a session for an identity, None if there is no room;
    ``stalled`` hears whether the other end reads (False) or not (True)."""

    def __init__(
        self,
        accounts: Accounts,
        banner: str,
        make: Callable[[Login], Any],
        done: Callable[[], None],
    ) -> None:
        self._accounts, self._banner, self._make, self._done = accounts, banner, make, done
        self._connection: asyncssh.SSHServerConnection | None = None
        self._candidate: str | None = None
        self._asked_for: Account | None = None  # whose name the user name is
        self._tries = 0
        self.identity: Identity | None = None
        self.sessions: list[Any] = []
        self.wrong: list[str] = []  # codes that led nowhere, of all sessions
        self.origin = ""  # the address of the client; empty: a proxy's own, which never counts

    @property
    def connection(self) -> asyncssh.SSHServerConnection:
        assert self._connection is not None, "it was made"
        return self._connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        # The library takes whatever is written, as much as the other end says it can take. So we
        # listen to the transport ourselves: a client that does not read makes the programs wait.
        for name, is_stalled in (("pause_writing", True), ("resume_writing", False)):
            setattr(conn, name, lambda is_stalled=is_stalled: self._stall(is_stalled))

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()

    def _stall(self, is_stalled: bool) -> None:
        for session in self.sessions:
            session.stall(is_stalled)

    # The login

    def begin_auth(self, username: str) -> bool:
        self._candidate = None
        if self._tries == 0:
            self.connection.send_auth_banner(self._banner)
        try:
            self._asked_for = self._accounts.of_name(username)
        except AccountsDown:  # a key leads to its own account, or later to none
            self._asked_for = None
        return True

    def _count(self) -> None:
        """Every answer to a request asks for the methods again."""
        self._tries += 1
        if self._tries > _MOST_TRIES and self.identity is None:
            self.connection.abort()

    def public_key_auth_supported(self) -> bool:
        self._count()
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Also asked for keys that are merely offered. Where the user name is somebody's, only
        that account's keys are taken; else the first that comes."""
        found = key.get_fingerprint()
        wanted = self._asked_for
        try:
            is_theirs = wanted is None or self._accounts.of_key(found) == wanted
        except AccountsDown:
            is_theirs = False
        self._candidate = found if is_theirs else None
        return is_theirs

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """No question: a guest."""
        self._candidate = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        self._candidate = None
        return True

    def password_auth_supported(self) -> bool:
        return False

    def auth_completed(self) -> None:
        if self.identity is None:
            user = str(self.connection.get_extra_info("username"))
            self.identity = Identity(user, self._candidate)

    # Sessions; everything else is refused by the library unless somebody says yes

    def session_requested(self) -> Any:
        self.sessions = [session for session in self.sessions if not session.is_over]
        if self.identity is None or len(self.sessions) >= _MOST_SESSIONS:
            return False
        made = self._make(self)
        if made is None:
            return False
        channel, session = made
        self.sessions.append(session)
        return channel, session
