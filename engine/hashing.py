"""BLAKE2b, the one hash of the engine.

``hashlib`` has the same function, but loads the whole of OpenSSL with it, which takes longer than
to import half of the engine.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another Python may keep it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
