"""The final score: ranks, a table, bars for every goal, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import accumulate
from typing import Final

from kbtui.games.kit import find
from kbtui.paint.cells import BOLD
from kbtui.paint.palette import Mode
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    MUTED,
    STRONG,
    TEXT,
    Colour,
    Line,
    Run,
    Tone,
    beside,
    cut,
    folded,
    heading,
    length,
    width,
)
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.exports import Exporter, Job, Source
from kbtui.story.ranking import Place, bar, ranking
from kbtui.story.view import View
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import short_words
from kbtui.text.page import Page
from kbtui.text.words import explained

_MARGIN: Final = 2  # columns at both sides
_NAME: Final = 12  # columns of a name
_LEAD: Final = 7  # columns of the place and the chip before it
_NUMBER: Final = 5  # the least columns of a number with the name of its goal above it
_APART: Final = 2  # columns between two such names, where there is room
_GAP: Final = 3  # columns between two blocks of bars
_BLOCKS: Final = (2, 3)  # of them side by side
_LARGE: Final = 100  # columns from which the ranking has bars
_SHADES: Final = (0.0, 0.28, 0.46, 0.6, 0.7)  # of black, for the parts of a stacked bar


Wished = Callable[[], str]


class After(Enum):
    """What the player wants to do after a game."""

    REMATCH = "rematch"
    REPLAY = "replay"
    COACH = "coach"
    CHALLENGE = "challenge"
    BOARD = "board"
    LEAVE = "leave"


_OUTCOMES: Final = {
    "rematch": After.REMATCH,
    "look-back": After.REPLAY,
    "coach": After.COACH,
    "challenge": After.CHALLENGE,
    "board": After.BOARD,
    "count-back": After.BOARD,
    "back": After.LEAVE,
}


class ScorePage(Page):
    """The outcome is one of ``After``."""

    def __init__(
        self, source: Source, *, has_rematch: bool = True, wished: Wished = lambda: ""
    ) -> None:
        """``has_rematch``: the game was played here; else it was only looked at. ``wished``: what
        the others want to do next, as a sentence."""
        super().__init__()
        self.source = source
        self.has_rematch = has_rematch
        self._wished = wished
        self.exporter = Exporter(source)
        self.job: Job | None = None  # a file that is to be written; its writer takes it
        state = source.table.state
        self._chronicle = Chronicle(source.table, EVERYTHING)
        self._view = View(
            state, source.names, source.bots, None, self._chronicle, self._chronicle.entries
        )
        self._places = ranking(self._view.totals)
        self._parts = self._view.parts
        kit = find(source.table.game.key)
        self._has_coach = kit.has("coach")
        self._words, self._shown, self._ending = kit.words, kit.pages, kit.ending
        self._seats = [] if self._ending is None else [*self._ending.seats(state)]

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        self._view.signs, self._view.keys = self.look.signs, self.keys
        asked = self._asked(columns)
        room = rows - 2 - len(asked)
        body = self._body(columns, room)[:room]
        body += [EMPTY] * (room - len(body)) + asked
        return framed(self._title(), self._about(), body, self._hints(), columns, rows)

    def _body(self, columns: int, rows: int) -> list[Line]:
        if self._ending is not None:
            return [*self._ending.body(self._view, self.look, columns, rows, self._seats[0])]
        wide = columns - 2 * _MARGIN
        made = (make(wide) for make in self._layouts(columns))
        body = next((lines for lines in made if len(lines) <= rows), None)
        if body is None:
            body = self._small(wide, _BLOCKS[-1], "")
        return [(Run(" " * _MARGIN), *row) for row in body]

    def _title(self) -> str:
        game, state = self.source.table.game, self.source.table.state
        has_won = game.winners(state) == (self.source.you,)
        return explained(_("Final score"), _("You win.")) if has_won else _("Final score")

    def _layouts(self, columns: int) -> list[Callable[[int], list[Line]]]:
        """The largest first."""
        small = [
            lambda wide: self._small(wide, 2, "\n", True),
            lambda wide: self._small(wide, 2, "", True),
            *(lambda wide: self._small(wide, 2, "\n\n"), lambda wide: self._small(wide, 2, "\n")),
            *(lambda wide: self._small(wide, 2, ""), lambda wide: self._small(wide, 3, "")),
        ]
        if columns < _LARGE:
            return small
        return [lambda wide: self._large(wide, 2), lambda wide: self._large(wide, 1), *small]

    def _about(self) -> str:
        turns = _("{count} turns").format(count=self._chronicle.last_turn)
        seed = self.source.seed
        dot = self.look.signs.dot
        return f"{turns} {dot} {_('seed')} {seed}" if seed else turns

    def _asked(self, columns: int) -> list[Line]:
        """The question for the name of a file, or what came of it."""
        pointer = self.look.signs.pointer
        if self.exporter.is_open:
            return [*self.exporter.lines(columns - 1, pointer)]
        text = self.exporter.note or self._wished()
        if not text and self._ending is not None:
            text = self._ending.headline(self._view)
        return [(Run(f" {pointer} ", ACCENT), Run(text, STRONG))] if text else []

    def _hints(self) -> list[Hint]:
        if self.exporter.is_open:
            return self.exporter.hints()
        keys = self.keys
        named = ["look-back", "export", "board"]
        found = [(keys.name(name), short_words(name), name) for name in named]
        if self.has_rematch:
            found.insert(0, (keys.name("rematch"), short_words("rematch"), "rematch"))
        if self._ending is not None and len(self._seats) > 1:
            found.insert(0, (keys.name("seams"), self._ending.next(), "seams"))
        coach = [(keys.name("coach"), short_words("coach"), "coach")] if self._has_coach else []
        dare = (keys.name("challenge"), short_words("challenge"), "challenge")
        return [*found, (keys.name("back"), _("back"), "back"), *coach, dare]

    # Parts of the page

    def _small(self, columns: int, blocks: int, gap: str, with_text: bool = False) -> list[Line]:
        """Table and bars."""
        above = [EMPTY] if gap else []
        bars = self._bars(columns, blocks, len(gap), with_text=with_text)
        return [*above, *self._table(columns), EMPTY, *bars]

    def _large(self, columns: int, thick: int) -> list[Line]:
        """Stacked bars for the ranking, bars for each goal, the table."""
        stroke = self.look.signs.stroke
        gap = [EMPTY] * (thick - 1)
        rows: list[Line] = [*gap, heading(_("RANKING"), columns, stroke=stroke), *gap]
        for place in self._places:
            rows += [*self._stacked(place, columns, thick), *gap]
        rows += [self._segments(columns), *gap]
        title = _("SCORE") if self._shown is None else self._shown.parts_title()
        rows += [heading(title, columns, stroke=stroke), *gap]
        rows += [*self._bars(columns, _BLOCKS[0], 1, with_text=True), *gap]
        return [*rows, heading(_("TABLE"), columns, stroke=stroke), *self._table(columns, True)]

    def _gold(self, part: str) -> list[int]:
        """What everybody has got for it, by seats."""
        index = self._view.parts.index(part)
        return self._view.paid(index)

    def _table(self, columns: int, is_long: bool = False) -> list[Line]:
        """One line for each player, the best first; ``is_long``: also what is left."""
        state = self._view.state
        titles = [*map(self._words.part, self._parts), _("total")]
        numbers = [self._gold(part) for part in self._parts]
        numbers.append([*self._view.totals])
        if is_long and self._shown is not None:
            for title, column in self._shown.tallies(state):
                titles.append(title)
                numbers.append([*column])
        named = min(max(map(width, self.source.names)), _NAME)
        widths = _widths(titles, columns - _LEAD - named)
        head: list[Run] = [Run(" " * (_LEAD + named))]
        for title, wide in zip(titles, widths, strict=True):
            head.append(Run(f" {_right(cut(title, wide - 1), wide - 1)}", MUTED))
        rows: list[Line] = [tuple(head)]
        for place in self._places:
            name = _left(cut(self.source.names[place.seat], named), named)
            tone = STRONG if place.rank == 1 else TEXT
            row: list[Run] = [Run(f"{place.rank}. ", ACCENT if place.rank == 1 else MUTED)]
            row += [self._view.chip(place.seat), Run(f"  {name}", tone)]
            for index, (gold, wide) in enumerate(zip(numbers, widths, strict=True)):
                mark = _number_tone(gold[place.seat], gold, index - len(self._parts))
                row.append(Run(f"{gold[place.seat]:>{wide}}", mark))
            rows.append(tuple(row))
        return rows

    def _bars(self, columns: int, blocks: int, gap: int, *, with_text: bool = False) -> list[Line]:
        """A block of bars for each part, that many side by side, all to one scale."""
        wide = (columns - _GAP * (blocks - 1)) // blocks
        best = max(1, *(gold for part in self._parts for gold in self._gold(part)))
        made = [self._block(part, wide, best, with_text) for part in self._parts]
        rows: list[Line] = []
        for first in range(0, len(made), blocks):
            rows += [EMPTY] * gap if rows else []
            rows += beside(*((block, wide + _GAP) for block in made[first : first + blocks]))
        return rows

    def _block(self, part: str, columns: int, best: int, with_text: bool) -> list[Line]:
        name, stroke = self._words.part(part), self.look.signs.stroke
        if with_text:
            paid = "" if self._shown is None else self._shown.part_text(part, self._view.state)
            rows = folded((Run(name, STRONG), Run(f"   {paid}", MUTED)), columns)
        else:
            rows = [heading(cut(name.upper(), columns - 2), columns, stroke=stroke)]
        everybody = self._gold(part)
        room = columns - 2 - 1 - 3  # chip, blank, number
        for seat, gold in enumerate(everybody):
            tone = STRONG if gold == max(everybody) and gold else TEXT
            shown = bar(gold, best, room, self.look.terminal.unicode)
            ink = Tone(f"seat{seat + 1}")
            rows.append((self._view.chip(seat), Run(" "), Run(shown, ink), Run(f" {gold}", tone)))
        return rows

    def _stacked(self, place: Place, columns: int, thick: int) -> list[Line]:
        """The gold of a player in one bar, a part of it for each goal."""
        name = cut(self.source.names[place.seat], _NAME)
        told = str(place.total) if self._shown is None else self._shown.amount(place.total)
        start = (
            Run(f"{place.rank}. ", ACCENT if place.rank == 1 else MUTED),
            self._view.chip(place.seat),
            Run(f"  {_left(name, _NAME)}  ", STRONG if place.rank == 1 else TEXT),
        )
        room = columns - length(start) - width(told) - 2
        best = max(self._places[0].total, 1)
        earned = [self._gold(part)[place.seat] for part in self._parts]
        ends = [max(total, 0) * room // best for total in accumulate(earned)]
        sizes = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
        upper: list[Run] = []
        lower: list[Run] = []
        for index, (gold, size) in enumerate(zip(earned, sizes, strict=True)):
            number = str(gold) if len(str(gold)) <= size else ""
            fill, tone = self._shade(place.seat, index)
            upper.append(Run(_centred(number, size, fill), tone))
            lower.append(Run(fill * size, tone))
        rows: list[Line] = [(*start, *upper, Run(f" {told}", STRONG))]
        return [*rows, *[(Run(" " * length(start)), *lower)] * (thick - 1)]

    def _shade(self, seat: int, index: int) -> tuple[str, Tone]:
        """What a part of a stacked bar is made of: shades, or signs where there are none."""
        palette = self.look.theme.palette
        if palette is None or palette.mode is Mode.C16:
            signs = self.look.signs
            return (signs.full, signs.low)[index % 2], Tone(f"seat{seat + 1}")
        ground: Colour = palette.blend(palette.seats[seat], (0, 0, 0), _SHADES[index])
        return " ", Tone("on", ground, BOLD)

    def _segments(self, columns: int) -> Line:
        """Which part of a bar is for what."""
        names = ", ".join(map(self._words.part, self._parts))
        text = _("from left to right: {names}").format(names=names)
        lead = _LEAD + _NAME + 2
        return Run(" " * lead), Run(cut(text, columns - lead), FAINT)

    # What is done

    def do(self, command: str) -> None:
        if not self.exporter.is_busy:
            self.exporter.note = ""
        if self.exporter.is_open:
            _export, _dash, number = command.partition("-")
            if number.isdecimal():
                self.exporter.choose(int(number))
            elif command == "back":
                self.exporter.close()
        elif command == "export":
            self.exporter.open(self._chronicle.entries)
        elif command == "seams":
            self._seats = [*self._seats[1:], *self._seats[:1]]
        elif command != "rematch" or self.has_rematch:
            self.outcome = _OUTCOMES.get(command)

    def type(self, key: str, character: str | None) -> bool:
        if not self.exporter.is_open:
            return False
        self.job = self.exporter.press(key, character) or self.job
        return True


def _number_tone(value: int, column: Sequence[int], behind: int) -> Tone:
    """The best of a column stands out; ``behind``: 0 is the total, more is what need not shine."""
    if behind == 0:
        return ACCENT
    return STRONG if behind < 0 and value == max(column) and value else MUTED


def _widths(titles: Sequence[str], columns: int) -> list[int]:
    """As wide as the titles are; where that is too much, the widest give way."""
    widths = [max(width(title) + _APART, _NUMBER) for title in titles]
    while sum(widths) > columns and max(widths) > _NUMBER:
        widths[widths.index(max(widths))] -= 1
    return widths


def _left(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def _right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def _centred(text: str, columns: int, fill: str) -> str:
    """The text in the middle of the fill, with a blank at both sides where that fits."""
    framed_ = f" {text} " if text and len(text) + 2 <= columns else text
    left = (columns - len(framed_)) // 2
    return fill * left + framed_ + fill * (columns - len(framed_) - left)
