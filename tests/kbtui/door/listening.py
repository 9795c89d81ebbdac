"""Somebody who looks at what a player's program writes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from kbtui.door.players.config import Config
from kbtui.door.players.players import Players

HALL = b"Meet somebody"  # the first page of a program


class Ear:
    """Remembers everything, and can wait for something."""

    def __init__(self) -> None:
        self.data = b""
        self.errors = b""
        self.code: int | None = None
        self._news = asyncio.Event()

    def wrote(self, data: bytes, is_error: bool) -> None:
        if is_error:
            self.errors += data
        else:
            self.data += data
        self._news.set()

    def ended(self, code: int) -> None:
        self.code = code
        self._news.set()

    async def hears(self, text: bytes) -> None:
        """Until it is written; a program that ends without it fails the test."""
        while text not in self.data:
            assert self.code is None, (self.data, self.errors)
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 40)


def players(folder: Path, relay: str = "ws://127.0.0.1:9", **more: object) -> Players:
    folder.chmod(0o711)
    return Players(Config(str(folder), *more.pop("users", ())), relay, "play.example.org", **more)  # type: ignore[arg-type, misc]
