"""Text that is being typed: a field of a form, and the command line of a game. No terminal here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kbtui.paint.runs import ACCENT, STRONG, Line, Run, Tone, cut, width
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name

_LONGEST: Final = 200  # characters of a field
COMMAND: Final = 60  # characters of a command
_KEPT: Final = 50  # commands that can be recalled
_ANY: Final = 1000  # more columns than any window has


class TextField:
    """A line to type into, with a cursor."""

    def __init__(self, text: str = "", longest: int = _LONGEST, *, replaces: bool = False) -> None:
        """``replaces``: what is typed first takes the place of the old text."""
        self.text = text
        self.at = len(text)  # the cursor
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
            if width(self.text) < self._longest:
                self.text = self.text[: self.at] + character + self.text[self.at :]
                self.at += 1
        else:
            self._is_fresh = is_fresh
            return False
        return True

    def runs(self, columns: int = _ANY, tone: Tone = STRONG, act: str = "") -> Line:
        """The text around the cursor, the cursor included, in at most that many columns."""
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


class CommandLine:
    """Open it, press keys; ``press`` returns the text when the line is finished."""

    def __init__(self) -> None:
        self._field: TextField | None = None
        self._longest = COMMAND
        self._past: list[str] = []
        self._recalled = 0

    @property
    def is_open(self) -> bool:
        return self._field is not None

    @property
    def text(self) -> str:
        return "" if self._field is None else self._field.text

    def open(self, text: str = "", longest: int = COMMAND) -> None:
        self._longest = longest
        self._field = TextField(text, longest)
        self._recalled = len(self._past)

    def close(self) -> None:
        self._field = None

    def press(self, key: str, character: str | None) -> str | None:
        if self._field is None:
            return None
        if key == "enter":
            return self._finish()
        if key in ("up", "down"):
            self._recall(-1 if key == "up" else 1)
        elif key == "escape" or (key == "backspace" and not self.text):
            self.close()
        else:
            self._field.press(key, character)
        return None

    def _finish(self) -> str | None:
        text = self.text.strip()
        self.close()
        if text:
            self._past = [*self._past, text][-_KEPT:]
        return text or None

    def _recall(self, step: int) -> None:
        self._recalled = min(max(self._recalled + step, 0), len(self._past))
        text = self._past[self._recalled] if self._recalled < len(self._past) else ""
        self._field = TextField(text, self._longest)

    def line(self, pointer: str, columns: int = _ANY) -> Line:
        """The text around its cursor."""
        field = TextField() if self._field is None else self._field
        begin = Run(f" {pointer} ", ACCENT)
        return begin, *field.runs(columns - width(begin.text))

    def hints(
        self,
        examples: Iterable[tuple[str, str]] = (),
        columns: int = _ANY,
        done: str = N_("run it"),
    ) -> Line:
        """The keys that end the line, and examples of what can be typed, with what they do."""
        ways = ((key_name("enter"), _(done)), (key_name("escape"), _("cancel")))
        return hint_bar([(name, text, "") for name, text in (*ways, *examples)], columns)


_CLEARING: Final = ("ctrl+u",)
_MOVES: Final = {"left": -1, "right": 1, "home": -_LONGEST, "end": _LONGEST}
