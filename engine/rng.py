"""Our own random numbers: a keyed hash in counter mode, the same on every machine forever.

``random`` may change between Python versions and is global; this never changes and is never global.
A ``Stream`` is a value with a position, made from a seed and a label, so that what is drawn for one
purpose cannot shift what is drawn for another. docs/fair-dealing.md gives the recipe and test
vectors for other languages.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, TypeVar

from engine.errors import BadOptions
from engine.hashing import blake2b

T = TypeVar("T")

_WORD: Final = 8  # bytes of a number; 64 bits make the rejection of `below` all but never happen
_SPAN: Final = 1 << 8 * _WORD
SEED_LENGTH: Final = 64


def check_seed(seed: str) -> None:
    """A table seed is something a person can type, mail and read out."""
    if not 1 <= len(seed) <= SEED_LENGTH or not (seed.isascii() and seed.isprintable()):
        raise BadOptions(
            "seed", "1 to {most} printable ASCII characters are needed", most=SEED_LENGTH
        )
    if seed != seed.strip():
        raise BadOptions("seed", "a seed cannot begin or end with a space")


def word(seed: bytes, label: str, counter: int) -> int:
    """Number ``counter`` of the stream, 0 to 2**64 - 1."""
    return Source(seed).word(label.encode() + b"\0", counter)


class Source:
    """A seed, made ready once for all streams that are drawn from it."""

    def __init__(self, seed: str | bytes) -> None:
        seed = seed.encode() if isinstance(seed, str) else seed
        key = blake2b(seed, digest_size=32, person=b"kbtui seed").digest()
        self._hash = blake2b(digest_size=_WORD, key=key)

    def word(self, head: bytes, counter: int) -> int:
        """Number ``counter`` of the stream whose label is in ``head``."""
        hash_ = self._hash.copy()  # for less than half the price of a new one with the key
        hash_.update(head + counter.to_bytes(8, "big"))
        return int.from_bytes(hash_.digest(), "big")


class Stream:
    """Numbers drawn one after the other from a seed and a label."""

    def __init__(self, seed: str | bytes | Source, label: str) -> None:
        self._source = seed if isinstance(seed, Source) else Source(seed)
        self._head = label.encode() + b"\0"
        self._counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        if bound < 1:
            raise ValueError("nothing to choose from")
        limit = _SPAN - _SPAN % bound
        while True:
            number = self._source.word(self._head, self._counter)
            self._counter += 1
            if number < limit:
                return number % bound

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy."""
        return self.sample(items, len(items))

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items in random order."""
        pool = list(items)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]


def weighted(weights: Sequence[int], below: Callable[[int], int]) -> int:
    """An index, each as likely as its weight; ``below(n)`` draws from 0 to n - 1."""
    ends = [*accumulate(weights)]
    return bisect(ends, below(ends[-1] if ends else 0))
