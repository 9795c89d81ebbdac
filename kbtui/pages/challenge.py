"""A finished game as a challenge: its code for a friend, and the comparison if it answers one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from textwrap import wrap
from typing import Final

from engine.record import Record, format_record
from engine.table import Table
from kbtui.daily import comparison
from kbtui.daily.challenge import answered, challenge_of, code_of, compared
from kbtui.daily.results import result_of
from kbtui.disk.files import write_new
from kbtui.hosted import mode
from kbtui.pages.daily import Copy
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    cut,
    heading,
    paragraphs,
)
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED
from kbtui.text.page import Page

SUFFIX: Final = ".kbdeal"
_STEPS: Final = {"north": -1, "south": 1, "page-up": -8, "page-down": 8}
_COLUMN: Final = 14


class ChallengePage(Page):
    """The outcome is a ``Copy``, or the command that left the page."""

    def __init__(self, record: Record, table: Table) -> None:
        """Raises BadInput for a game that nobody else can play."""
        super().__init__()
        self._record = record
        self._challenge = challenge_of(record, table)
        self.code = code_of(self._challenge)
        self._other = answered(record)
        self._result = result_of(record, table)
        self._note = ""
        self._top = 0

    def say(self, text: str) -> None:
        """Until a key is pressed."""
        self._note = text

    def type(self, key: str, character: str | None) -> bool:
        command = _KEYS.get(key)
        if command is None:
            return False
        self.do(command)
        return True

    def do(self, command: str) -> None:
        self._note = ""
        if command in ("back", "leave", "challenge"):
            self.outcome = "back"
        elif command in _STEPS:
            self._top = max(self._top + _STEPS[command], 0)
        elif command == "copy":
            self.outcome = Copy(self.code)
        elif command == "export":
            self._write()

    def _write(self) -> None:
        """The record itself: it can be dealt again, and who takes it sees none of its moves."""
        if mode.is_hosted():
            self.say(_(mode.OUTPUT))
            return
        names = (f"challenge{f'-{n}' * (n > 1)}{SUFFIX}" for n in count(1))
        name = next(name for name in names if not os.path.lexists(name))
        try:
            write_new(Path(name), format_record(self._record))
            self.say(_("Wrote {file}").format(file=name))
        except OSError as error:
            text = _("{file} cannot be written: {reason}")
            self.say(text.format(file=name, reason=error.strerror))

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        body = [*self._comparison(columns - 2), *self._dare(columns - 2)]
        room = rows - 3
        self._top = min(self._top, max(len(body) - room, 0))
        shown = [(Run(" "), *row) for row in body[self._top : self._top + room]]
        page = [*shown, *[EMPTY] * (room - len(shown)), self._told(columns)]
        return framed(_("The same cards"), "", page, self._hints(len(body) > room), columns, rows)

    def _comparison(self, columns: int) -> list[Line]:
        if self._other is None or self._result is None:
            return []
        theirs, stroke = self._other.result, self.look.signs.stroke
        found = [EMPTY, heading(_("ROUND BY ROUND"), columns, stroke=stroke)]
        first, you, they = comparison.heads(theirs)
        found.append((Run(f"{first:<8}{you:<{_COLUMN}}{cut(they, _COLUMN)}", MUTED),))
        for row in compared(self._result, theirs):
            number, mine, other = comparison.cells(row)
            found.append((Run(f"{number:<8}", MUTED), Run(f"{mine:<{_COLUMN}}"), Run(other)))
        text = _("Each column: the score, and how far ahead of the best opponent.")
        found += [*paragraphs(text, columns, MUTED)]
        if self._other.has_people:
            text = _("{name} met people; you met bots in their place.").format(name=theirs.name)
            found += paragraphs(text, columns, MUTED)
        return [
            *found,
            EMPTY,
            *paragraphs(comparison.verdict(self._result, theirs), columns, STRONG),
        ]

    def _dare(self, columns: int) -> list[Line]:
        stroke = self.look.signs.stroke
        found = [EMPTY, heading(_("FOR A FRIEND"), columns, stroke=stroke)]
        text = _(
            "With this code, a friend plays the same deal from your seat: on the page The same "
            "cards with j, or with kb challenge --take. It shows no move of yours."
        )
        found += [*paragraphs(text, columns, TEXT), EMPTY]
        return [*found, *((Run(part, ACCENT),) for part in wrap(self.code, columns))]

    def _told(self, columns: int) -> Line:
        pointer = Run(f" {self.look.signs.pointer} ", ACCENT)
        return (pointer, Run(cut(self._note, columns - 4), STRONG)) if self._note else EMPTY

    def _hints(self, can_scroll: bool) -> list[Hint]:
        arrows: Hint = (f"{key_name('up')} {key_name('down')}", _("scroll"), "south")
        return [
            ("c", _("copy the code"), "copy"),
            ("x", _("write a file"), "export"),
            (key_name("escape"), _("back"), "back"),
            *([arrows] if can_scroll else []),
        ]


_KEYS: Final = {
    **FIXED,
    "c": "copy",
    "x": "export",
    "d": "back",
    "backspace": "back",
}
