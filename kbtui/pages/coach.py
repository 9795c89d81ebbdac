"""The coach's analysis of a game: the costliest turns, and what would have been better; of a game
that others are to learn from, also its best turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from engine.contract import Seat
from kbtui.games.coaching import Coach, Verdict
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    paragraphs,
    seat_tone,
)
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Source
from kbtui.story.review import IN_LINE, TURNS, best, worst
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page

_LABEL: Final = 9  # columns of who did it
_MARGIN: Final = 3


class Moment(NamedTuple):
    """The outcome: where in the game to look."""

    entry: int


class Better(NamedTuple):
    """The outcome: which of the turns found to play out on the board, beside the better one."""

    number: int


def coached(source: Source) -> list[Seat]:
    """Whose turns are reviewed: the viewer's, else those of people, else everybody's."""
    seats = range(len(source.names))
    if source.viewer is not None and source.viewer != EVERYTHING:
        return [source.viewer]
    return [seat for seat in seats if not source.bots[seat]] or [*seats]


class CoachPage(Page):
    """Verdicts come in one by one; ``None`` for a turn without a choice."""

    letters: ClassVar = {**FIXED, "r": "replay"}

    def __init__(self, coach: Coach, source: Source, total: int, line: Seat | None = None) -> None:
        """``line``: the seat whose best turns are shown too."""
        super().__init__()
        self.coach = coach
        self.source = source
        self.line = line
        self.seats = coached(source) if line is None else [line]
        self._total = total
        self._verdicts: list[Verdict | None] = []
        self._listing = Listing(0)
        self._spot: tuple[int, int] | None = None

    def add(self, verdict: Verdict | None) -> None:
        self._verdicts.append(verdict)
        if self.is_done:
            self._listing = Listing(len(self.found))

    @property
    def is_done(self) -> bool:
        return len(self._verdicts) >= self._total

    @property
    def found(self) -> list[Verdict]:
        """All that are shown, in their order."""
        return [each for seat in self.seats for _title, part in self._parts(seat) for each in part]

    def _parts(self, seat: Seat) -> list[tuple[str, list[Verdict]]]:
        """The turns of a seat, as they stand below each other, with their headings."""
        is_line = self.line is not None
        costly = worst(self.coach, self._verdicts, seat, IN_LINE if is_line else TURNS)
        fine = _("no turn cost anything worth mentioning")
        found = [(_("the costliest turns") if costly else fine, costly)]
        if is_line:
            good = best(self.coach, self.source.table, self._verdicts, seat)
            found.insert(0, (_("the best turns"), good))
        return found

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        self._spot = None
        body = self._found(columns, rows - 2) if self.is_done else self._waiting()
        right = "" if self.is_done else f"{len(self._verdicts)} / {self._total}"
        title = _("The coach") if self.line is None else _("The coach on the best game")
        return framed(title, right, body, self._hints(), columns, rows)

    def _waiting(self) -> list[Line]:
        text = _("The coach is analyzing the turns: {done} of {total}.")
        told = text.format(done=len(self._verdicts), total=self._total)
        return [EMPTY, (Run(" " * _MARGIN), Run(told, MUTED))]

    def _found(self, columns: int, rows: int) -> list[Line]:
        made: list[Line] = []
        spots: list[int] = []  # the row of each turn
        for seat in self.seats:
            for title, turns in self._parts(seat):
                made += [EMPTY, self._name(seat, title)]
                for verdict in turns:
                    is_at = len(spots) == self._listing.at
                    spots.append(len(made))
                    made += self._turn(verdict, len(spots) - 1, is_at, columns)
        if not spots:
            return made[:rows]
        shown = self._listing.window(rows, spots[self._listing.at] + 2, len(made))
        self._spot = (1, 1 + max(spots[self._listing.at] - shown.start, 0))
        return made[shown]

    def _name(self, seat: Seat, text: str) -> Line:
        chip = Run(self.look.signs.chip(seat), seat_tone(seat))
        return Run(" "), chip, Run(f" {self.source.names[seat]}  ", STRONG), Run(text, MUTED)

    def _turn(self, verdict: Verdict, number: int, is_at: bool, columns: int) -> list[Line]:
        act = f"look-{number}"
        pointer = self.look.signs.pointer if is_at else " "
        title = Run(self.coach.heading(verdict), STRONG if is_at else TEXT, act)
        rows: list[Line] = [(Run(f" {pointer} ", ACCENT), title)]
        room = columns - _MARGIN - _LABEL - 1
        told = [*self.coach.compared(verdict, self.source.names)]
        if reasons := self.coach.why(verdict, self.source.names):
            told.append((_("why"), reasons))
        for tone, (who, what) in zip((MUTED, GOOD, ACCENT), told, strict=False):
            for place, row in enumerate(paragraphs(what, room, TEXT)):
                label = who if not place else ""
                rows.append((Run(" " * _MARGIN), Run(f"{label:<{_LABEL}}", tone, act), *row))
        return rows

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    def _hints(self) -> list[Hint]:
        back = (key_name("escape"), _("back"), "back")
        if not self.is_done or not self.found:
            return [back]
        arrows = f"{key_name('up')} {key_name('down')}"
        return [
            (key_name("enter"), _("show it"), "choose"),
            (arrows, _("choose"), "south"),
            ("r", _("replay"), "replay"),
            back,
        ]

    # What is done

    def do(self, command: str) -> None:
        verb, _dash, number = command.partition("-")
        if command in ("back", "leave", "coach"):
            self.outcome = command
        elif not self._listing.count or self._listing.step(command):
            return
        elif command == "replay":
            self.outcome = Moment(self.found[self._listing.at].entry)
        elif command == "choose":
            self.outcome = Better(self._listing.at)
        elif verb == "look" and number.isdecimal():
            self._listing.go(int(number))
            self.outcome = Better(self._listing.at)
