"""Records as they lie in the logs of this room: packed, since nobody reads most of them."""

from __future__ import annotations

import zlib
from typing import Final

_LARGEST: Final = 1_000_000  # characters of a record that was packed


def packed(record: str) -> bytes:
    return zlib.compress(record.encode(), 9)


def unpacked(record: bytes) -> str:
    return zlib.decompressobj().decompress(record, _LARGEST).decode()
