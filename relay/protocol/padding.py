"""Pages with entries that others may not see, as long when sent as with any other such entries.

The length of a frame, seen on the way or by some counter, would give away what is in it. The
slack goes where every reader of msgpack passes over it: a number or a length may be written with
more bytes than it takes. So all that ever read a page can read this one, and find the same in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from relay.protocol.messages import Log

# How each kind of thing can begin: the bytes it takes, the largest value that fits, the sign.
_Form = tuple[tuple[int, int, int], ...]
_NUMBER: Final[_Form] = (
    (1, 0x7F, 0x00),
    (2, 0xFF, 0xCC),
    (3, 0xFFFF, 0xCD),
    (5, 0xFFFF_FFFF, 0xCE),
    (9, 0xFFFF_FFFF_FFFF_FFFF, 0xCF),
)
_TEXT: Final[_Form] = ((1, 31, 0xA0), (2, 0xFF, 0xD9), (3, 0xFFFF, 0xDA), (5, 0xFFFF_FFFF, 0xDB))
_BYTES: Final[_Form] = ((2, 0xFF, 0xC4), (3, 0xFFFF, 0xC5), (5, 0xFFFF_FFFF, 0xC6))
_ARRAY: Final[_Form] = ((1, 15, 0x90), (3, 0xFFFF, 0xDC), (5, 0xFFFF_FFFF, 0xDD))
_NUMBERS: Final = {width: sign for width, _, sign in _NUMBER}

SLACK: Final = 24  # bytes of slack that every page has, whatever its numbers
ENTRIES: Final = 255  # of such a page at most: beyond that some slack is lost
_WORD: Final = b"log"
_FIELDS: Final = 6
_KNOWN: Final = 4096  # sizes of pages that are remembered


@dataclass(unsafe_hash=True, slots=True)
class OwnLog(Log):
    """A ``Log`` with entries that others may not see; for its receiver it is one like any other."""

    longest: int = 0  # bytes of its tokens, if each hidden one were as long as one can be


def fitting(own: Sequence[str], public: Sequence[str], lengths: tuple[int, int]) -> tuple[int, int]:
    """How many of these entries fit into one page, and by how much their tokens could be longer:
    where ``own`` is not ``public`` the token is hidden from others. ``lengths``: of such tokens."""
    least, most = lengths
    slack = extra = 0
    for number, (token, seen) in enumerate(zip(own[:ENTRIES], public, strict=False)):
        if token != seen:
            slack += most - least
            if slack > SLACK and number:
                return number, extra
            extra += most - len(token)
    return min(len(own), ENTRIES), extra


def padded(log: OwnLog) -> bytes:
    """The page in exactly as many bytes as it would have with the longest tokens."""
    tokens, actors, digests = log.tokens.encode(), log.actors, log.digests
    start, first, last, *heads = _shape(
        *(_least(log.first), _least(log.last)),
        *(len(actors), len(tokens), log.longest, len(digests)),
    )
    numbers = _number(log.first, first) + _number(log.last, last)
    return b"".join((start, numbers, heads[0], actors, heads[1], tokens, heads[2], digests))


def _least(number: int) -> int:
    """The bytes that a number takes at least."""
    for width, most, _ in _NUMBER:
        if number <= most:
            return width
    raise ValueError(f"{number} is too large")


@lru_cache(_KNOWN)
def _shape(
    first: int, last: int, actors: int, tokens: int, longest: int, digests: int
) -> tuple[bytes, int, int, bytes, bytes, bytes]:
    """What pages of one size have in common, given the least widths of their numbers and the sizes
    of their columns: the start, the widths of both numbers, and the heads of the columns."""
    # Widened last is what stands first, which the simplest of readers may look for.
    widths = (
        *(tuple(w for w, _, _ in _NUMBER if w >= least) for least in (last, first)),
        _widths(_BYTES, digests),
        _widths(_BYTES, actors),
        _widths(_TEXT, longest),
        _widths(_TEXT, len(_WORD)),
        _widths(_ARRAY, _FIELDS),
    )
    last, first, *others, word, array = spread(widths, longest - tokens)
    return (
        _head(_ARRAY, _FIELDS, array) + _head(_TEXT, len(_WORD), word) + _WORD,
        first,
        last,
        _head(_BYTES, actors, others[1]),
        _head(_TEXT, tokens, others[2]),
        _head(_BYTES, digests, others[0]),
    )


def _widths(form: _Form, value: int) -> tuple[int, ...]:
    return tuple(width for width, most, _ in form if value <= most)


@cache
def spread(widths: tuple[tuple[int, ...], ...], slack: int) -> tuple[int, ...]:
    """One width of each row, so that together they are that much above the least."""
    found = _spread(widths, slack)
    if found is None:
        raise ValueError(f"there is no place for {slack} bytes")
    return found


def _spread(widths: tuple[tuple[int, ...], ...], slack: int) -> tuple[int, ...] | None:
    if not widths:
        return None if slack else ()
    row, *others = widths
    for width in reversed(row):
        rest = slack - (width - row[0])
        if rest >= 0 and (found := _spread(tuple(others), rest)) is not None:
            return (width, *found)
    return None


def _head(form: _Form, value: int, width: int) -> bytes:
    return _signed(next(sign for size, _, sign in form if size == width), value, width)


def _number(value: int, width: int) -> bytes:
    return _signed(_NUMBERS[width], value, width)


def _signed(sign: int, value: int, width: int) -> bytes:
    if width == 1:
        return bytes((sign | value,))
    return bytes((sign,)) + value.to_bytes(width - 1, "big")
