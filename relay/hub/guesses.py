"""Room codes and tokens that clients send: each costs its address something unless it is right.

It is paid for before the room is looked for, so that many guesses at once gain nothing over one
after the other. The price is paid back if the guess was right. A client that cannot pay learns
nothing from a wrong guess. A right token is served all the same, or one guest could lock out
another from the same address.
"""

from __future__ import annotations

from typing import Final

from relay.protocol.errors import Refusal
from relay.protocol.limits import Bucket

_WRONG: Final = ("no-room", "wrong-token")


class Guess:
    def __init__(self, purse: Bucket, now: float) -> None:
        self._purse = purse
        self.is_paid = purse.take(now)
        self._is_open = self.is_paid  # may still be paid back

    def right(self, now: float) -> None:
        """The guess was right."""
        if self._is_open:
            self._is_open = False
            self._purse.give(now)

    def is_wrong(self, code: str, now: float) -> bool:
        """What the code of a refusal says about the guess; many refuse what was guessed right."""
        if code not in _WRONG:
            self.right(now)
            return False
        self._is_open = False
        return True

    def verdict(self, refusal: Refusal, now: float) -> Refusal:
        """What is answered instead of this."""
        is_wrong = self.is_wrong(refusal.code, now)
        return Refusal("too-fast") if is_wrong and not self.is_paid else refusal
