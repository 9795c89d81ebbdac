"""What a player's program is started with, made safe: nothing else of what a client says counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

WELCOME: Final = "+welcome"  # the page before there is an account; nobody can type this word
MOST_COLUMNS, MOST_ROWS = 500, 200
_USUAL: Final = (80, 24)  # for clients that do not know
_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,62}")
_PLAIN: Final = "xterm"  # for a name that is none
# Variables that a client may set, and how they may look.
_LOCALE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@:-]{0,62}")
ALLOWED: Final[Mapping[str, re.Pattern[str]]] = {
    "LANG": _LOCALE,
    "LANGUAGE": _LOCALE,
    "LC_ALL": _LOCALE,
    "LC_CTYPE": _LOCALE,
    "LC_MESSAGES": _LOCALE,
    "COLORTERM": re.compile(r"truecolor|24bit"),
    "NO_COLOR": re.compile(r"1"),
}
# Terminals that understand true color, whose COLORTERM the client does not send.
_MODERN: Final = re.compile(
    r"(xterm|tmux|alacritty|foot|wezterm|ghostty|rio|contour|konsole|iterm2?|vte|st|mintty)"
    r"(-.*)?|xterm-(kitty|ghostty)"
)


class Window(NamedTuple):
    """The size of a terminal, within bounds."""

    columns: int
    rows: int

    @classmethod
    def of(cls, columns: int, rows: int) -> Window:
        if columns < 1 or rows < 1:
            return cls(*_USUAL)
        return cls(min(columns, MOST_COLUMNS), min(rows, MOST_ROWS))


class Wish(NamedTuple):
    """A program that somebody wants: ``kb`` with these words, for this account."""

    account: int  # whose folder it is
    name: str  # what the player is called
    words: tuple[str, ...] = ()
    window: Window | None = Window(*_USUAL)  # None: no terminal, three pipes
    term: str = "xterm-256color"
    asked: Mapping[str, str] = {}  # what the client wants in the environment
    origin: str = ""  # the address that the player comes from; empty: it does not count
    door: str = ""  # what this player types behind ``ssh``; empty: as everybody

    def environment(self) -> dict[str, str]:
        """All of it: what is not here does not reach the program. No COLUMNS and no LINES, which
        would be believed instead of the terminal."""
        found = {
            name: value
            for name, value in self.asked.items()
            if name in ALLOWED and ALLOWED[name].fullmatch(value)
        }
        if self.window is not None:
            found["TERM"] = self.term if _TERM.fullmatch(self.term) else _PLAIN
            if _MODERN.fullmatch(found["TERM"]):
                found.setdefault("COLORTERM", "truecolor")
        return found
