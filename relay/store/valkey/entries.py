"""What lies in a stream: one entry for each append, chained to the one before.

An entry is an id, a digest and a body. The id says which append made it: a relay that has lost the
answer finds it again. The digest covers the digest before, the id and the body: two logs with the
same last digest are the same from their first entry, which nobody can make twice: an id is the
random name of a relay and a number that it uses once. The body is the number of the first record
and the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from relay.protocol.codec import pack, unpack

ID: Final = 16  # bytes
NAME: Final = 8  # of them, those of the relay
NOBODY: Final = bytes(NAME)  # no relay has this name: what follows was only published
DIGEST: Final = 16
_HEAD: Final = ID + DIGEST
_SIZE: Final = 4  # bytes that say how long a sight is


class Head(NamedTuple):
    """The end of a log as far as somebody knows it."""

    seq: int
    digest: bytes


EMPTY: Final = Head(0, b"")


class Entry(NamedTuple):
    maker: bytes  # its id
    digest: bytes
    first: int  # number of the first record
    records: tuple[bytes, ...]

    @property
    def seq(self) -> int:
        """Number of the last record."""
        return self.first + len(self.records) - 1


def digest_of(before: bytes, maker: bytes, body: bytes) -> bytes:
    return blake2b(before + maker + body, digest_size=DIGEST).digest()


def write(head: Head, maker: bytes, records: Sequence[bytes]) -> bytes:
    """The entry that follows the head."""
    body = pack((head.seq + 1, *records))
    return maker + digest_of(head.digest, maker, body) + body


def read(data: bytes) -> Entry:
    """Raises ValueError."""
    first, *records = unpack(data[_HEAD:])
    if type(first) is not int or not records or any(type(each) is not bytes for each in records):
        raise ValueError("no entry of a log")
    return Entry(data[:ID], data[ID:_HEAD], first, tuple(records))


def walk(found: Iterable[bytes], after: int = 0) -> tuple[dict[int, bytes], list[bytes]]:
    """The digests by number, and the records, of entries that follow each other. The first one is
    the beginning of the log; or it is the one with this number, whose records are not wanted.
    Raises ValueError."""
    heads: dict[int, bytes] = {} if after else {0: b""}
    records: list[bytes] = []
    seq, digest = 0, b""
    for data in found:
        entry = read(data)
        if after and not heads:
            if entry.seq != after:
                break
        elif entry.first != seq + 1 or digest_of(digest, entry.maker, data[_HEAD:]) != entry.digest:
            raise ValueError(f"record {entry.first} does not follow {seq}")
        else:
            records += entry.records
        seq, digest = entry.seq, entry.digest
        heads[seq] = digest
    if not heads:
        raise ValueError(f"record {after} is not there")
    return heads, records


def with_sight(entry: bytes, sight: bytes) -> bytes:
    """An entry as it is published: what its relay says about it comes along, and is not stored."""
    return entry + sight + len(sight).to_bytes(_SIZE, "big")


def parted(data: bytes) -> tuple[bytes, bytes]:
    """The entry and the sight."""
    end = len(data) - _SIZE
    start = end - int.from_bytes(data[end:], "big")
    return data[:start], data[start:end]


def is_next(head: Head, data: bytes, entry: Entry) -> bool:
    """Whether this entry follows the head."""
    digest = digest_of(head.digest, entry.maker, data[_HEAD:])
    return entry.first == head.seq + 1 and entry.digest == digest
