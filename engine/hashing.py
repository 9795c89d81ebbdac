"""BLAKE2b, the only hash function of the engine.

``hashlib`` has the same function, but it loads all of OpenSSL, which takes longer than importing
half of the engine.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another Python may keep it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
