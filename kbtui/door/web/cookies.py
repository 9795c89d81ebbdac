"""Who a browser is: a random word that it keeps for a week. Nobody gets one before playing."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final

from websockets.http11 import Request

_LIFE: Final = 7 * 86_400  # seconds
_FORM: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_BYTES: Final = 32
_LONGEST: Final = 4096


class Cookies:
    """``is_secure``: pages come by https, so that the cookie must not be sent in any other way."""

    def __init__(self, is_secure: bool) -> None:
        # With this name a browser takes it from this very host alone, and only by https.
        self._name = "__Host-kb" if is_secure else "kb"
        self._more = "; Secure" if is_secure else ""

    def read(self, request: Request) -> str | None:
        """What the browser has; None if it has none, or none of ours."""
        given = ";".join(request.headers.get_all("Cookie"))
        for part in given[:_LONGEST].split(";"):  # those of other programs may be of any form
            name, _sign, value = part.strip().partition("=")
            if name == self._name and _FORM.fullmatch(value):
                return value
        return None

    def give(self, request: Request) -> dict[str, str]:
        """A header that lets the browser keep what it has, or a new word, for another week."""
        word = self.read(request) or secrets.token_urlsafe(_BYTES)
        # Lax: a link that a friend sent leads to the same seat. Sockets are ours by their Origin.
        rules = f"Path=/; Max-Age={_LIFE}; HttpOnly; SameSite=Lax{self._more}"
        return {"Set-Cookie": f"{self._name}={word}; {rules}"}


def try_token(word: str, game: str, day: str) -> bytes:
    """Who the browser is at the deal of a day: one token, so one try, by taps or in the app, and no
    two are alike."""
    return derived(word, f"try {game} {day}")


def derived(word: str, purpose: str) -> bytes:
    """A secret of 32 bytes for one purpose, which tells nothing about the word."""
    return hmac.digest(word.encode(), purpose.encode(), hashlib.sha256)
