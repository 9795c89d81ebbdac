"""A finished game as a challenge: its codes for friends, and the comparison with their games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import ClassVar, Final

from engine.record import Record, format_record
from engine.table import Table
from kbtui.daily import comparison, tables
from kbtui.daily.challenge import answered, challenge_of, code_of, compared
from kbtui.daily.dares import Dared
from kbtui.daily.results import Result, result_of
from kbtui.disk.files import write_new
from kbtui.hosted import mode
from kbtui.pages.cards.outcomes import Again, Boards, Compare, Copy, Leave
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
    indented,
    paragraphs,
    width,
)
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED
from kbtui.text.page import Page

SUFFIX: Final = ".kbdeal"
_STEPS: Final = {"north": -1, "south": 1, "page-up": -8, "page-down": 8}
_COLUMN: Final = 14
_NAME: Final = 24  # columns of a name in the table


class ChallengePage(Page):
    """The outcome is a value of ``outcomes``, or the command that left the page."""

    letters: ClassVar = {
        **FIXED,
        "c": "copy",
        "s": "short",
        "enter": "boards",
        "b": "boards",
        "x": "export",
        "d": "again",
        "backspace": "back",
    }

    def __init__(self, record: Record, table: Table) -> None:
        """Raises BadInput for a game that nobody else can play."""
        super().__init__()
        self._record = record
        self._challenge = challenge_of(record, table)
        self.code = code_of(self._challenge)
        other = answered(record)
        self._theirs = None if other is None else other.result
        self._met_people = other is not None and other.has_people
        self._result = result_of(record, table)
        self.dared: Dared | None = None  # what a relay says, once it was asked
        self.has_boards = False  # whether the moves of the other game are known
        self._row = 0  # of those there, the one that is compared
        self._top = 0

    def know(self, dared: Dared) -> None:
        """What the relay says. Compared is the challenger, or for that one the best of the rest."""
        self.dared = dared
        rows = dared.view.rows
        order = [dared.view.first, *range(1, len(rows) + 1)]
        others = [row for row in order if 0 < row <= len(rows) and not rows[row - 1].own]
        if others and not self._row:
            self._row = others[0]
            self.outcome = Compare(self._row)

    def compare(self, theirs: Result | None) -> None:
        """With somebody's game that was fetched: it can be shown on a board, too."""
        self._theirs = theirs
        self.has_boards = theirs is not None

    def do(self, command: str) -> None:
        self._note = ""
        if command == "again" and self._theirs is not None:
            self.outcome = Again()
        elif command in ("back", "leave", "challenge", "again"):
            self.outcome = "back"
        elif command in _STEPS:
            self._top = max(self._top + _STEPS[command], 0)
        elif command in ("west", "east"):
            self._turn(1 if command == "east" else -1)
        elif command == "copy":
            self.outcome = Copy(self.code if self.dared is None else self.dared.view.code)
        elif command == "short":
            self.outcome = Leave()
        elif command == "boards" and self.has_boards:
            self.outcome = Boards()
        elif command == "export":
            self._write()

    def _turn(self, step: int) -> None:
        """To another player of it."""
        rows = () if self.dared is None else self.dared.view.rows
        others = [number for number, row in enumerate(rows, 1) if not row.own]
        if len(others) > 1 and self._row in others:
            self._row = others[(others.index(self._row) + step) % len(others)]
            self.outcome = Compare(self._row)

    def _write(self) -> None:
        """The record itself: it can be dealt again, and its taker sees none of its moves."""
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
        wide = columns - 2
        body = [*self._comparison(wide), *self._table(wide), *self._dare(wide)]
        room = rows - 3
        self._top = min(self._top, max(len(body) - room, 0))
        shown = indented(body[self._top : self._top + room])
        page = [*shown, *[EMPTY] * (room - len(shown)), self._told(columns)]
        return framed(_("The same cards"), "", page, self._hints(len(body) > room), columns, rows)

    def _comparison(self, columns: int) -> list[Line]:
        if self._theirs is None or self._result is None:
            return []
        theirs, stroke = self._theirs, self.look.signs.stroke
        found = [EMPTY, heading(_("ROUND BY ROUND"), columns, stroke=stroke)]
        first, you, they = comparison.heads(theirs)
        found.append((Run(f"{first:<8}{you:<{_COLUMN}}{cut(they, _COLUMN)}", MUTED),))
        for row in compared(self._result, theirs):
            number, mine, other = comparison.cells(row)
            found.append((Run(f"{number:<8}", MUTED), Run(f"{mine:<{_COLUMN}}"), Run(other)))
        text = _("Each column: the score, and how far ahead of the best opponent.")
        found += [*paragraphs(text, columns, MUTED)]
        if self._met_people:
            text = _("{name} met people; you met bots in their place.").format(name=theirs.name)
            found += paragraphs(text, columns, MUTED)
        return [
            *found,
            EMPTY,
            *paragraphs(comparison.verdict(self._result, theirs), columns, STRONG),
        ]

    def _table(self, columns: int) -> list[Line]:
        """Everybody who has played it, once there are several."""
        rows = () if self.dared is None else self.dared.view.rows
        if len(rows) < 2:
            return []
        found = [
            EMPTY,
            heading(_("EVERYONE WHO PLAYED IT"), columns, stroke=self.look.signs.stroke),
        ]
        for number, row in enumerate(rows, 1):
            place, name, scores, ahead = tables.row_told(row)
            name = cut(name, _NAME)
            text = f"{place:>4}  {name}{' ' * (_NAME - width(name))}  {scores:>9}  {ahead:>5}"
            own = f"  {_('you')}" if row.own else ""
            pointer = self.look.signs.pointer if number == self._row else " "
            tone = ACCENT if row.own else TEXT
            found.append((Run(f"{pointer} ", ACCENT), Run(text + own, tone)))
        return found

    def _short(self, columns: int) -> list[Line]:
        """The code at a relay."""
        if self.dared is None:
            text = _("Press s for a short code at your relay, which it keeps for 30 days.")
            return [*paragraphs(text, columns, MUTED), EMPTY]
        text = _(
            "Your short code is {code}. A friend who uses {relay} too presses j on the page The "
            "same cards and types it, or starts kb challenge {code}."
        )
        told = text.format(relay=self.dared.relay.name, code=self.dared.view.code)
        return [*paragraphs(told, columns, STRONG), EMPTY]

    def _dare(self, columns: int) -> list[Line]:
        stroke = self.look.signs.stroke
        found = [EMPTY, heading(_("FOR A FRIEND"), columns, stroke=stroke), *self._short(columns)]
        text = _(
            "The long code needs no relay. A friend presses j on the page The same cards and "
            "pastes it, or starts kb challenge --take with it, and plays the same deal from your "
            "seat. No code shows any of your moves."
        )
        found += [*paragraphs(text, columns, TEXT), EMPTY]
        return [*found, *((Run(part, ACCENT),) for part in _parts(self.code, columns))]

    def _told(self, columns: int) -> Line:
        pointer = Run(f" {self.look.signs.pointer} ", ACCENT)
        return (pointer, Run(cut(self._note, columns - 4), STRONG)) if self._note else EMPTY

    def _hints(self, can_scroll: bool) -> list[Hint]:
        arrows: Hint = (f"{key_name('up')} {key_name('down')}", _("scroll"), "south")
        short: Hint = ("s", _("short code"), "short")
        copied = _("copy the long code") if self.dared is None else _("copy the short code")
        rows = () if self.dared is None else self.dared.view.rows
        other: Hint = (f"{key_name('left')} {key_name('right')}", _("other player"), "east")
        boards: Hint = (key_name("enter"), _("both on the board"), "boards")
        again: Hint = ("d", _("dare again"), "again")
        return [
            *([boards] if self.has_boards else []),
            *([short] if self.dared is None else []),
            *([other] if len(rows) > 2 else []),
            ("c", copied, "copy"),
            *([again] if self._theirs is not None else []),
            ("x", _("write a file"), "export"),
            (key_name("escape"), _("back"), "back"),
            *([arrows] if can_scroll else []),
        ]


def _parts(code: str, columns: int) -> list[str]:
    """Lines as long as they can be: a code has dashes, at which nobody wants a new line."""
    return [code[start : start + columns] for start in range(0, len(code), columns)]
