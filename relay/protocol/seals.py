"""Sealed nonces: every player commits to a nonce before any nonce is known.

The engine's seal (docs/fair-dealing.md) binds the relay to its secret first. If the nonces then
arrived one by one, a relay in league with the last player could try many and pick one that suits
them. So each player first sends the seal of a nonce, and reveals the nonce only when all seals are
published.
"""

from __future__ import annotations

import hashlib
from typing import Final

SECRET: Final = 32  # bytes of a token, a nonce and the relay's secret


def seal_of(nonce: bytes) -> bytes:
    """What binds a player to a nonce without showing it."""
    return hashlib.blake2b(nonce, digest_size=SECRET, person=b"kbtui nonce").digest()


def nonce_for(key: bytes, commitment: bytes) -> bytes:
    """A client's nonce for one deal, from a key that never leaves it: it survives a crash."""
    return hashlib.blake2b(commitment, digest_size=SECRET, key=key, person=b"kbtui nonces").digest()


def bot_seed(secret: bytes) -> bytes:
    """For the bots' random numbers; says nothing about the secret."""
    return hashlib.blake2b(secret, digest_size=SECRET, person=b"kbtui bots").digest()
