"""Codes that lead to an account: eight characters in two groups, ``R7KX-9QDM``.

They are longer than those of rooms, so that neither can be taken for the other: a room code is told
to friends, these are secrets.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from relay.protocol.room_codes import ALPHABET

LENGTH: Final = 8  # 23 ** 8: 78 billion, guessed at most five times on a connection
_HALF: Final = LENGTH // 2


def draw() -> str:
    """As it is shown."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{signs[:_HALF]}-{signs[_HALF:]}"


def tidy(typed: str) -> str | None:
    """The code that somebody typed, in any case, with or without dash; None if it is none."""
    signs = typed.upper().replace("-", "").replace(" ", "")
    return signs if len(signs) == LENGTH and set(signs) <= set(ALPHABET) else None


def sealed(code: str) -> bytes:
    """As it is stored: reading the store does not reveal the code."""
    return hashlib.sha256(f"kb-door {tidy(code)}".encode()).digest()
