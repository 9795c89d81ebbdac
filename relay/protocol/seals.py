"""Sealed nonces: every player commits to a nonce before any nonce is known.

The engine's seal (docs/fair-dealing.md) binds the relay to its secret first. If the nonces then
arrived one by one, a relay in league with the last player could try many and pick one that suits
them. So each player first sends the seal of a nonce, and reveals the nonce only when all seals are
published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

SECRET: Final = 32  # bytes of a token, a nonce and the relay's secret


def seal_of(nonce: bytes) -> bytes:
    """What binds a player to a nonce without showing it."""
    return hashlib.blake2b(nonce, digest_size=SECRET, person=b"kbtui nonce").digest()


def nonce_for(key: bytes, commitment: bytes) -> bytes:
    """A client's nonce for one deal, from a key that never leaves it: it survives a crash."""
    return hashlib.blake2b(commitment, digest_size=SECRET, key=key, person=b"kbtui nonces").digest()


def next_key(key: bytes) -> bytes:
    """The key for the next deal. The nonces of this deal reveal nothing about it."""
    return hashlib.blake2b(digest_size=SECRET, key=key, person=b"kbtui next key").digest()


def list_of_seals(commitment: bytes, seals: Sequence[bytes]) -> bytes:
    """What a nonce is revealed for, in short. A bot has no seal."""
    whole = commitment + b"".join(seal.ljust(SECRET, b"\0") for seal in seals)
    return hashlib.blake2b(whole, digest_size=SECRET, person=b"kbtui seals").digest()


def bot_seed(secret: bytes) -> bytes:
    """For the bots' random numbers; says nothing about the secret."""
    return hashlib.blake2b(secret, digest_size=SECRET, person=b"kbtui bots").digest()
