"""What people in the hall say to each other, and the line that one writes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from kbtui.look.look import Look
from kbtui.pages.hall.blocks import Block
from kbtui.paint.runs import ACCENT, FAINT, STRONG, TEXT, Line, Run, cut, heading, width
from kbtui.text.i18n import _
from kbtui.text.textinput import TextField

_LONGEST: Final = 200  # characters of a line
_KEPT: Final = 100  # lines
_NAME: Final = 12  # columns of a name
_WIDE: Final = 70  # columns from which the time is shown
_ORDER: Final = 10  # it gives way before everything else


class Word(NamedTuple):
    """A line; without a text somebody has come."""

    number: int
    at: float  # as ``time.time`` has it
    name: str
    text: str


class Say(NamedTuple):
    """The outcome of the page: a line for everybody in the hall."""

    text: str


class Talk:
    """The talk as this player sees it: without those whose words they do not want to read."""

    def __init__(self, ignored: set[str]) -> None:
        """``ignored``: names, which the player may change."""
        self.is_on = False  # whether people can talk here
        self.ignored = ignored
        self.field: TextField | None = None  # the line that is being written
        self._words: list[Word] = []

    @property
    def heard(self) -> int:
        """The number of the last line."""
        return self._words[-1].number if self._words else 0

    def hear(self, words: Sequence[Word]) -> None:
        if words and words[0].number <= self.heard:
            self._words = []  # the door has restarted
        self._words = [*self._words, *words][-_KEPT:]

    def begin(self) -> None:
        self.field = TextField(longest=_LONGEST)

    def press(self, key: str, character: str | None) -> Say | None:
        """A key for the line; what is said, when it is finished."""
        field = self.field
        assert field is not None, "only then"
        if key in ("enter", "escape"):
            self.field = None
            text = field.text.strip()
            return Say(text) if key == "enter" and text else None
        field.press(key, character)
        return None

    def block(self, look: Look, columns: int) -> Block:
        title = heading(_("TALK"), columns, _("press t to write"), look.signs.stroke)
        words = [word for word in self._words if word.name not in self.ignored]
        rows = [("", _row(word, look, columns)) for word in words]
        empty: Line = (Run(_("Nobody has said anything yet."), FAINT),)
        return Block(title, rows or [("", empty)], 0, _ORDER, is_newest_last=True)

    def line(self, look: Look, columns: int) -> tuple[Line, int]:
        """The line that is being written, and the column of its cursor."""
        assert self.field is not None, "only then"
        start = Run(f" {look.signs.pointer} ", ACCENT)
        return (start, *self.field.runs(columns - 4)), 3 + self.field.column(columns - 4)


def _row(word: Word, look: Look, columns: int) -> Line:
    clock = time.strftime("%H:%M", time.gmtime(word.at))
    start = (Run(f"{clock}  ", FAINT),) if columns >= _WIDE else ()
    name = cut(word.name, _NAME, look.signs.more)
    if not word.text:
        told = _("{name} has come").format(name=name)
        return (*start, Run(told, FAINT))
    left = columns - width(clock) - 2 - _NAME - 1 if start else columns - _NAME - 1
    text = cut(word.text, left, look.signs.more)
    return (*start, Run(name + " " * (_NAME + 1 - width(name)), STRONG), Run(text, TEXT))
