"""One seat of a room: who holds it, who plays it, and what others may know about it."""

from __future__ import annotations

from relay.protocol import kinds as k
from relay.protocol.messages import SeatView


class Chair:
    def __init__(self) -> None:
        self.name = ""
        self.token = b""  # SHA-256 of the token; empty for nobody and for bots
        self.level = ""  # of the bot that plays, be it seated or standing in
        self.program = ""  # what a program elsewhere says of itself; empty for people
        self.seal = b""  # of the nonce, when ready
        self.nonce: bytes | None = None
        self.left = False
        self.muted = False
        self.again = False

    @property
    def is_person(self) -> bool:
        return bool(self.token)

    @property
    def is_free(self) -> bool:
        return not self.token and not self.level

    @property
    def sitter(self) -> str:
        return self._sitter(self.level)

    def _sitter(self, level: str) -> str:
        if self.is_person:
            return k.STAND_IN if level else k.PERSON
        return k.BOT if level else k.EMPTY

    def view(self, is_over: bool = True, known: str | None = None) -> SeatView:
        """A wish to play again would reveal that the game is over. ``known`` is the level of the
        bot that stood in, for those who may not know how it is now."""
        again = self.again and is_over
        ready = bool(self.seal) or (bool(self.level) and not self.is_person)
        level = self.level if known is None or not self.is_person else known
        sitter, level = self._sitter(level), level or self.program
        return SeatView(self.name, sitter, level, ready, self.left, self.muted, again)
