"""The table of a day at a relay: your place and the spread first, then the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from engine.contract import find
from kbtui.daily import tables
from kbtui.daily.asking import Asked
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    STRONG,
    TEXT,
    Line,
    Run,
    cut,
    fit,
    heading,
    indented,
    paragraphs,
    width,
)
from kbtui.text.address import Address
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.levels import level_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page
from relay.days import deals
from relay.protocol.days import Ranked


class Look(NamedTuple):
    """The outcome: the game of this row, from 1; 0 for the expert's."""

    asked: Asked
    row: int


class DayTablePage(Page):
    """One day of one game; ``asked`` is set by the screen, which asks the relay."""

    letters: ClassVar = {
        **FIXED,
        "tab": "back",
        "t": "back",
        "space": "choose",
        "backspace": "back",
        "g": "game",
    }

    def __init__(self, relay: Address, game: str, day: str) -> None:
        super().__init__()
        self.relay, self.game, self.day = relay, game, day
        self.asked: Asked | None = None
        self.trouble = ""  # why the relay does not say
        self._list = Listing(0)
        self._spot: tuple[int, int] | None = None

    def show(self, asked: Asked) -> None:
        self.asked = asked
        count = len(asked.view.people) + bool(asked.view.expert)  # the expert's row is the last
        own = next((n for n, row in enumerate(asked.view.people) if row.own), 0)
        self._list = Listing(count, own if self._list.count != count else self._list.at)

    # Keys and mouse

    def do(self, command: str) -> None:
        self._note = ""
        if command in ("back", "leave"):
            self.outcome = command
        elif command in ("west", "east"):
            self._turn(1 if command == "west" else -1)
        elif command == "game":
            games = deals.games()
            self.game = games[(games.index(self.game) + 1) % len(games)]
            self._ask()
        elif command.startswith("row-") and command.removeprefix("row-").isdigit():
            at = int(command.removeprefix("row-"))
            if at == self._list.at:
                self._look()
            self._list.go(at)
        elif self._list.count and self._list.step(command):
            return
        elif command == "choose":
            self._look()

    def _turn(self, days: int) -> None:
        """To the day before, or the day after."""
        day = deals.day_before(self.day, days)
        if not 0 <= deals.ordinal(deals.today()) - deals.ordinal(day) <= deals.KEPT:
            self.say(_("A relay keeps the tables of the last {days} days.").format(days=deals.KEPT))
            return
        self.day = day
        self._ask()

    def _ask(self) -> None:
        self.asked, self.trouble = None, ""
        self._list = Listing(0)
        self.outcome = "ask"

    def _look(self) -> None:
        if self.asked is None or not self._list.count:
            return
        people, at = self.asked.view.people, self._list.at
        if at < len(people) and not people[at].place:
            self.say(_("The host of the relay has struck this result."))
        else:
            self.outcome = Look(self.asked, at + 1 if at < len(people) else 0)

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        title = f"{_('The same cards')}  {_(find(self.game).title)}  {self.day}"
        room = rows - 2
        page = indented(self._body(columns - 2, room - 2))[: room - 2]
        page += [EMPTY] * (room - 2 - len(page))
        note = indented(paragraphs(self._note, columns - 2)[:2])
        page += [*note, *[EMPTY] * (2 - len(note))]
        return framed(title, self.relay.name, page, self._hints(), columns, rows)

    def _body(self, columns: int, rows: int) -> list[Line]:
        self._spot = None
        if self.asked is None:
            text = self.trouble or _("Asking {relay} ...").format(relay=self.relay.name)
            return [EMPTY, *paragraphs(text, columns)]
        view, stroke = self.asked.view, self.look.signs.stroke
        last = len(view.people)
        found: list[Line] = [EMPTY, heading(_("TABLE OF THE DAY"), columns, stroke=stroke)]
        status = _("you: {status}").format(status=tables.status(view))
        found.append((Run(f"{tables.crowd(view)}; {status}", STRONG),))
        for sentence in tables.summary(view):
            found += [(*line,) for line in paragraphs(sentence, columns)]
        if view.people:
            found += [EMPTY, heading(_("PEOPLE"), columns, stroke=stroke)]
            spare = min(len(view.programs), 3) + 2 if view.programs else 0
            spare += 1 if view.expert else 0
            shown = self._list.window(max(rows - len(found) - spare, 3))
            for number in range(last)[shown]:
                found.append(self._row(view.people[number], number, columns))
                if number == self._list.at:
                    self._spot = 1, len(found)
        if view.expert:  # a measure, without a place
            row = Ranked(-1, level_name("expert"), view.expert[0], view.expert[-1], False)
            found.append(self._row(row, last, columns))
            if self._list.at == last:
                self._spot = 1, len(found)
        if view.programs:
            found += [EMPTY, heading(_("PROGRAMS"), columns, stroke=stroke)]
            found += [self._row(row, -1, columns) for row in view.programs]
        return found

    def _row(self, row: Ranked, number: int, columns: int) -> Line:
        place, name, scores, ahead = tables.row_told(row)
        is_here = number == self._list.at
        ground, act = ("raised" if is_here else "background"), f"row-{number}"
        pointer = self.look.signs.pointer if is_here else " "
        tone = ACCENT if row.own else TEXT
        room = max(columns - 30, 8)
        name = cut(name, room)
        text = f"{place:>4}  {name}{' ' * (min(room, 24) - width(name))}  {scores:>9}  {ahead:>5}"
        own = f"  {_('you')}" if row.own else ""
        runs = (Run(f"{pointer} ", ACCENT.on(ground), act), Run(text + own, tone.on(ground), act))
        return fit(runs, columns, ground)

    def _hints(self) -> list[Hint]:
        hints: list[Hint] = []
        if self._list.count:
            hints.append((key_name("enter"), _("look at the game"), "choose"))
        return [
            *hints,
            (f"{key_name('left')} {key_name('right')}", _("other day"), "west"),
            ("g", _("other game"), "game"),
            (self.keys.name("back"), _("back"), "back"),
        ]
