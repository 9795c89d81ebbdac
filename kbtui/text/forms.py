"""A text field for forms."""

from __future__ import annotations

from typing import Final

from kbtui.paint.runs import STRONG, Line, Run, Tone, cut, width

_LONGEST: Final = 200  # characters that can be typed


class TextField:
    """A line to type into, with a cursor."""

    def __init__(self, text: str = "", longest: int = _LONGEST, *, replaces: bool = False) -> None:
        """``replaces``: what is typed first takes the place of the old text."""
        self.text = text
        self.at = len(text)
        self._longest = longest
        self._is_fresh = replaces  # nothing has been typed yet

    def press(self, key: str, character: str | None) -> bool:
        """Whether the key was one for typing."""
        is_fresh, self._is_fresh = self._is_fresh, False
        if key in _CLEARING:
            self.text, self.at = "", 0
        elif key in _MOVES:
            self.at = min(max(self.at + _MOVES[key], 0), len(self.text))
        elif key == "backspace":
            self.text = self.text[: max(self.at - 1, 0)] + self.text[self.at :]
            self.at = max(self.at - 1, 0)
        elif key == "delete":
            self.text = self.text[: self.at] + self.text[self.at + 1 :]
        elif character is not None and character.isprintable():
            if is_fresh:
                self.text, self.at = "", 0
            if len(self.text) < self._longest:
                self.text = self.text[: self.at] + character + self.text[self.at :]
                self.at += 1
        else:
            self._is_fresh = is_fresh
            return False
        return True

    def runs(self, columns: int, tone: Tone = STRONG, act: str = "") -> Line:
        """The text around the cursor, the cursor included, in at most so many columns."""
        first = self._first(columns)
        before, under = self.text[first : self.at], self.text[self.at : self.at + 1] or " "
        room = columns - width(before) - width(under)
        after = cut(self.text[self.at + 1 :], room)
        cursor = Run(under, tone.on("accent")._replace(ink="ink"), act)
        return Run(before, tone, act), cursor, Run(after, tone, act)

    def column(self, columns: int) -> int:
        """Where the cursor stands in those runs."""
        return width(self.text[self._first(columns) : self.at])

    def _first(self, columns: int) -> int:
        """The first character that is shown when the text is longer than its place."""
        first = 0
        while width(self.text[first : self.at]) >= columns:
            first += 1
        return first


_CLEARING: Final = ("ctrl+u",)
_MOVES: Final = {"left": -1, "right": 1, "home": -_LONGEST, "end": _LONGEST}
