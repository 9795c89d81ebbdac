"""What a player takes from door to door: the settings, and the seats in online games.

Doors on several machines share accounts, and each has folders of its own. These few small files
are kept with the account too, as they last were: a program brings them when it starts and sends
what has changed while it runs. Of two versions the later counts. Where a door is alone it answers
nothing to any of this, and nothing is done.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

LONGEST: Final = 8000  # characters of a file: in any language it fits into a packet
MOST: Final = 60  # files of an account, those that are gone included
_NAME: Final = re.compile(r"settings\.toml|online/[A-Z0-9]{3}-[A-Z0-9]{3}\.ticket")
_TICKETS: Final = "online"
_PAUSE: Final = 3.0  # seconds between two looks at what has changed


class Asks(Protocol):
    """What ``hosted.line.Line`` does."""

    def ask(self, question: str, **more: object) -> dict[str, Any]: ...


def is_luggage(name: object) -> bool:
    """Whether a file of this name, in the player's folder, is taken along."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


class Luggage:
    """The files of one folder, and what the door has of them: text by name, with its time in
    milliseconds; an empty text is a file that is gone."""

    def __init__(self, folder: str, line: Asks) -> None:
        self._folder, self._line = folder, line
        self._known: dict[str, tuple[int, str]] = {}
        self._looked: dict[str, int] = {}  # when each was written that was looked into last

    def bring(self) -> bool:
        """Have what is newer elsewhere, and send what is newer here; False: nobody keeps it."""
        name = ""
        while is_luggage((answer := self._line.ask("luggage", after=name)).get("name")):
            name, when, text = answer["name"], answer["when"], answer["text"]
            self._known[name] = (when, text)
            self._take(name, when, text)
        if "name" not in answer:
            return False
        self.send()
        return True

    def _take(self, name: str, when: int, text: str) -> None:
        here = self._read(name)
        if here is not None and here[0] >= when:
            return
        path = os.path.join(self._folder, name)
        with suppress(OSError):  # a full folder: what is here stays
            if not text:
                os.unlink(path)
                return
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            with open(f"{path}.new", "w", encoding="utf-8") as file:
                file.write(text)
            os.utime(f"{path}.new", (when / 1000, when / 1000))
            os.replace(f"{path}.new", path)

    def send(self) -> None:
        """What has changed since, or is gone."""
        written = {name: when for name in self._names() if (when := self._written(name))}
        for name, when in sorted(written.items()):
            if self._looked.get(name) == when:
                continue
            known = self._known.get(name, (0, ""))
            found = self._read(name) or known
            if found[1] == known[1] or self._pack(name, *found):
                self._looked[name] = when
        for name, (_when, text) in list(self._known.items()):
            if text and name not in written:
                self._pack(name, int(time.time() * 1000), "")

    def _pack(self, name: str, when: int, text: str) -> bool:
        is_packed = bool(self._line.ask("pack", name=name, when=when, text=text).get("packed"))
        if is_packed:
            self._known[name] = (when, text)
        return is_packed

    def _written(self, name: str) -> int:
        """When, in nanoseconds; 0: it is not there."""
        try:
            return os.stat(os.path.join(self._folder, name)).st_mtime_ns
        except OSError:
            return 0

    def _names(self) -> list[str]:
        with suppress(OSError):
            found = [f"{_TICKETS}/{name}" for name in os.listdir(f"{self._folder}/{_TICKETS}")]
            return ["settings.toml", *filter(is_luggage, found)]
        return ["settings.toml"]

    def _read(self, name: str) -> tuple[int, str] | None:
        """When it was written, and what is in it; None: it is not there, or too long to carry."""
        try:
            with open(os.path.join(self._folder, name), encoding="utf-8") as file:
                text = file.read(LONGEST + 1)
                when = os.fstat(file.fileno()).st_mtime_ns // 1_000_000
        except (OSError, ValueError):
            return None
        return (when, text) if 0 < len(text) <= LONGEST else None


@contextmanager
def carried(folder: str, line: Asks, pause: float = _PAUSE) -> Iterator[None]:
    """While a program runs."""
    luggage, is_over = Luggage(folder, line), threading.Event()
    if not luggage.bring():
        yield
        return

    def look() -> None:
        while not is_over.wait(pause):
            luggage.send()

    thread = threading.Thread(target=look, name="luggage", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        luggage.send()
