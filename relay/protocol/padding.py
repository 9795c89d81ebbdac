"""Pages with entries that others may not see, as long when sent as with any other such entries.

Whoever sees how long a frame is, on the way or by some counter, would else know what is in it. The
slack goes where every reader of msgpack passes over it: a number or a length may be written with
more bytes than it takes. So all that ever read a page can read this one, and find the same in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
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

SLACK: Final = 24  # bytes of slack that every page has, whatever its numbers
ENTRIES: Final = 255  # of such a page at most: beyond that some slack is lost
_WORD: Final = b"log"
_FIELDS: Final = 6


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
    """The page in just so many bytes as it would have with the longest tokens."""
    tokens = log.tokens.encode()
    # Widened last is what stands first, which the simplest of readers may look for.
    heads = (
        (_NUMBER, log.last),
        (_NUMBER, log.first),
        (_BYTES, len(log.digests)),
        (_BYTES, len(log.actors)),
        (_TEXT, log.longest),
        (_TEXT, len(_WORD)),
        (_ARRAY, _FIELDS),
    )
    widths = tuple(tuple(w for w, most, _ in form if value <= most) for form, value in heads)
    last, first, digests, actors, text, word, array = spread(widths, log.longest - len(tokens))
    return b"".join(
        (
            _head(_ARRAY, _FIELDS, array),
            _head(_TEXT, len(_WORD), word) + _WORD,
            _head(_NUMBER, log.first, first),
            _head(_NUMBER, log.last, last),
            _head(_BYTES, len(log.actors), actors) + log.actors,
            _head(_TEXT, len(tokens), text) + tokens,
            _head(_BYTES, len(log.digests), digests) + log.digests,
        )
    )


@cache
def spread(widths: tuple[tuple[int, ...], ...], slack: int) -> tuple[int, ...]:
    """One width of each row, so that together they are so much above the least."""
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
    sign = next(sign for size, _, sign in form if size == width)
    if width == 1:
        return bytes((sign | value,))
    return bytes((sign,)) + value.to_bytes(width - 1, "big")
