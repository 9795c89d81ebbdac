"""Room codes: six characters in two groups, easy to read out over the phone (``KQ7-4TN``).

No character can be mistaken for another: 0/O, 1/I/L, 2/Z, 5/S, 8/B and U/V are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

ALPHABET: Final = "ACDEFGHJKMNPQRTWXY34679"
LENGTH: Final = 6  # 23 ** 6: 148 million rooms
_HALF: Final = LENGTH // 2
_FAIR: Final = 256 - 256 % len(ALPHABET)  # bytes from here on would favour the first signs

Randomness = Callable[[int], bytes]  # that many random bytes, such as secrets.token_bytes


def draw_code(randomness: Randomness) -> str:
    """A random code as it is stored, without the dash."""
    signs = ""
    while len(signs) < LENGTH:
        number = randomness(1)[0]
        if number < _FAIR:
            signs += ALPHABET[number % len(ALPHABET)]
    return signs


def tidy_code(typed: str) -> str | None:
    """The code that somebody typed, in any case, with or without dash; None if it is none."""
    signs = typed.upper().replace("-", "").replace(" ", "")
    is_code = len(signs) == LENGTH and set(signs) <= set(ALPHABET)
    return signs if is_code else None


def show_code(code: str) -> str:
    return f"{code[:_HALF]}-{code[_HALF:]}"
