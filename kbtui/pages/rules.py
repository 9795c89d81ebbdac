"""The rules page: a list of topics, goals and tiles, and the text of the selected one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from kbtui.games.kit import Kit, Rulebook, find
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    beside,
    cut,
    fit,
    heading,
    length,
    paragraphs,
    seat_tone,
)
from kbtui.text.framing import WIDE, Hint, framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page
from kbtui.text.words import explained

_LEFT: Final = 32  # columns of the list where the text stands beside it
_COLUMN: Final = 72  # a text is not wider, to be read with ease


class _Row(NamedTuple):
    line: Line
    entry: str  # empty for a heading


NO_RULES: Final = N_("There are no rules to read for this game yet.")


class RulesPage(Page):
    """Opened at a topic it shows that text at once. With a game its goals and tiles come first."""

    letters = FIXED

    def __init__(
        self, topic: str | None = None, state: Any | None = None, kit: Kit | None = None
    ) -> None:
        super().__init__()
        kit = kit or find(None)
        assert kit.rulebook is not None, "only opened where there is one"
        self._kit = kit
        self._book: Rulebook = kit.rulebook
        self._shown = kit.pages
        self._state = state
        chapters = self._book.chapters(state)
        entries = self._entries = [entry for each in chapters for entry in each.entries]
        known = topic in entries
        self._listing = Listing(len(entries), entries.index(topic) if topic in entries else 0)
        self._is_reading = known  # where list and text have no room side by side
        self._was_asked = known
        self._columns = WIDE
        self._spot = (0, 1)

    @property
    def entry(self) -> str:
        """What is read, in the words of the notation."""
        return self._entries[self._listing.at]

    # Drawing

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        self._columns = columns
        room = rows - 2
        if self._is_wide:
            right = columns - _LEFT - 2
            text = [EMPTY, *self._text(min(right, _COLUMN))]
            body = beside((self._list(_LEFT, room), _LEFT + 2), (text, right))
        elif self._is_reading:
            body = [EMPTY, *self._text(min(columns - 2, _COLUMN))]
            self._spot = (0, 2)
        else:
            body = self._list(columns, room)
        title = _("Rules")
        if self._is_reading and not self._is_wide:
            title = explained(title, self._book.name(self.entry))
        right_end = _("your game, and all rules") if self._state is not None else ""
        return framed(title, right_end, body, self._hints(), columns, rows)

    @property
    def _is_wide(self) -> bool:
        return self._columns >= WIDE

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    def _list(self, columns: int, rows: int) -> list[Line]:
        found: list[_Row] = []
        for chapter in self._book.chapters(self._state):
            found.append(_Row(heading(chapter.title, columns, stroke=self.look.signs.stroke), ""))
            found += [_Row(self._row(entry, columns), entry) for entry in chapter.entries]
        at = next(i for i, row in enumerate(found) if row.entry == self.entry)
        shown = self._listing.window(rows, at, len(found))
        self._spot = (1, 1 + at - shown.start)
        return [row.line for row in found[shown]]

    def _row(self, entry: str, columns: int) -> Line:
        is_at = entry == self.entry
        ground = "raised" if is_at else "background"
        row = [
            Run(f" {self.look.signs.pointer if is_at else ' '} ", ACCENT.on(ground)),
            Run(self._book.name(entry), (STRONG if is_at else TEXT).on(ground), f"read-{entry}"),
        ]
        if not self._is_wide:
            pad = max(20 - len(self._book.name(entry)), 1)
            room = columns - 3 - len(self._book.name(entry)) - pad - 1
            line = cut(self._book.line(entry), room, self.look.signs.more)
            row += [Run(" " * pad, MUTED.on(ground)), Run(line, MUTED.on(ground), f"read-{entry}")]
        return fit(row, columns, ground)

    def _text(self, columns: int) -> list[Line]:
        entry, stroke = self.entry, self.look.signs.stroke
        title = heading(self._book.name(entry), columns, self._book.note(entry), stroke)
        rows: list[Line] = [title, EMPTY]
        letter = self._book.sign(entry)
        line = self._book.line(entry)
        if line:
            sign = (*letter, Run("  ")) if letter else ()
            room, indent = columns - length(sign), Run(" " * length(sign))
            first, *more = paragraphs(line[:1].upper() + line[1:], room, STRONG)
            rows += [(*sign, *first), *((indent, *row) for row in more), EMPTY]
        emblem = [] if self._shown is None else [*self._shown.emblem(entry, self.look)]
        rows += [*emblem, *[EMPTY] * bool(emblem), *paragraphs(self._book.text(entry), columns)]
        return rows + self._of_this_game(entry, columns)

    def _of_this_game(self, entry: str, columns: int) -> list[Line]:
        if self._state is None:
            return []
        rows: list[Line] = [(Run(place),) for place in self._book.here(entry, self._state)]
        game = self._kit.game
        parts = game.parts(self._state)
        if entry in parts:
            unit = self._kit.words.score()
            found = [Run(f"{_('{score} if it ended now').format(score=unit)}  ", MUTED)]
            for seat, row in enumerate(game.earned(self._state)):
                chip = Run(self.look.signs.chip(seat), seat_tone(seat))
                found += [chip, Run(f" {row[parts.index(entry)][0]}   ")]
            rows.append(tuple(found))
        title = heading(_("In this game"), columns, stroke=self.look.signs.stroke)
        return [EMPTY, title, *rows] if rows else []

    def _hints(self) -> list[Hint]:
        arrows = f"{key_name('up')} {key_name('down')}"
        back = (key_name("escape"), _("back"), "back")
        if self._is_wide or self._is_reading:
            return [(arrows, _("choose"), "south"), back]
        return [(key_name("enter"), _("read"), "choose"), (arrows, _("choose"), "south"), back]

    # Commands

    def do(self, command: str) -> None:
        verb, _dash, entry = command.partition("-")
        if self._listing.step(command):
            return
        if command in ("west", "east"):
            self._listing.step("north" if command == "west" else "south")
        elif command == "choose":
            self._is_reading = True
        elif verb == "read" and entry in self._entries:
            self._listing.go(self._entries.index(entry))
            self._is_reading = True
        elif command == "back" and self._is_reading and not (self._is_wide or self._was_asked):
            self._is_reading = False
        elif command in ("back", "leave", "rules"):
            self.outcome = command
