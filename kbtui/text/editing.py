"""A line of text being typed: keys in, the whole text out at Enter; knows no terminal."""

from __future__ import annotations

from typing import Final

from kbtui.paint.runs import ACCENT, STRONG, Line, Run, width
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import Keys, key_name

_LONGEST: Final = 60
_KEPT: Final = 50  # lines that can be recalled
_ANY: Final = 1000  # more columns than any window has


class Editor:
    """Open it, press keys; ``press`` returns the text when the line is finished."""

    def __init__(self) -> None:
        self.is_open = False
        self.text = ""
        self.at = 0  # the cursor
        self._past: list[str] = []
        self._recalled = 0

    def open(self, text: str = "") -> None:
        self.is_open, self.text, self.at = True, text, len(text)
        self._recalled = len(self._past)

    def close(self) -> None:
        self.is_open, self.text, self.at = False, "", 0

    def press(self, key: str, character: str | None) -> str | None:
        if key == "enter":
            return self._finish()
        if key in _MOVES:
            self.at = min(max(self.at + _MOVES[key], 0), len(self.text))
        elif key in ("up", "down"):
            self._recall(-1 if key == "up" else 1)
        elif key == "escape" or (key == "backspace" and not self.text):
            self.close()
        elif key == "backspace" and self.at:
            self.text = self.text[: self.at - 1] + self.text[self.at :]
            self.at -= 1
        elif key == "delete":
            self.text = self.text[: self.at] + self.text[self.at + 1 :]
        elif character is not None and character.isprintable() and width(self.text) < _LONGEST:
            self.text = self.text[: self.at] + character + self.text[self.at :]
            self.at += 1
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
        self.text, self.at = text, len(text)

    def line(self, pointer: str) -> Line:
        """The text with its cursor."""
        before, under, after = self.text[: self.at], self.text[self.at : self.at + 1], ""
        after = self.text[self.at + 1 :]
        cursor = Run(under or " ", STRONG.on("rule"))
        return Run(f" {pointer} ", ACCENT), Run(before, STRONG), cursor, Run(after, STRONG)

    def hints(self, keys: Keys, columns: int = _ANY) -> Line:
        named = (
            (key_name("enter"), _("run it"), ""),
            (key_name("escape"), _("cancel"), ""),
            ("g7", _("build there"), ""),
            ("go g7", _("go there"), ""),
            ("legal", _("legal hexes"), ""),
            ("why g7", _("why not"), ""),
            ("gain g7", _("what it pays"), ""),
        )
        return hint_bar(named, columns)


_MOVES: Final = {"left": -1, "right": 1, "home": -_LONGEST, "end": _LONGEST}
