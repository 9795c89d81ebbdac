"""A list with one selected entry, of which a window is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PAGE: Final = 8
_ENDS: Final = 10_000
STEPS: Final[Mapping[str, int]] = {
    "north": -1,
    "south": 1,
    "previous": -1,
    "next": 1,
    "page-up": -_PAGE,
    "page-down": _PAGE,
    "row-start": -_ENDS,
    "row-end": _ENDS,
}
# Keys that always lead through a page, whatever the player has made of the others.
FIXED: Final[Mapping[str, str]] = {
    "up": "north",
    "down": "south",
    "left": "west",
    "right": "east",
    "pageup": "page-up",
    "pagedown": "page-down",
    "home": "row-start",
    "end": "row-end",
    "enter": "choose",
    "escape": "back",
}


class Listing:
    """Where the player is in a list, and which part of it is in sight."""

    def __init__(self, count: int, at: int = 0) -> None:
        self.count = count
        self.at = at
        self._top = 0

    def step(self, command: str) -> bool:
        """Whether the command leads through the list."""
        if command not in STEPS:
            return False
        self.go(self.at + STEPS[command])
        return True

    def go(self, at: int) -> None:
        self.at = min(max(at, 0), self.count - 1)

    def window(self, height: int, row: int | None = None, rows: int | None = None) -> slice:
        """What to show; ``row`` of ``rows`` is that of the entry if headings lie between them."""
        row = self.at if row is None else row
        rows = self.count if rows is None else rows
        margin = min(1, (height - 1) // 2)
        self._top = min(self._top, row - margin)
        self._top = max(self._top, row + margin + 1 - height)
        self._top = max(min(self._top, rows - height), 0)
        return slice(self._top, self._top + height)
