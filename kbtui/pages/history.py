"""Your games: what the saved games say about you, with choices of what is counted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from engine.contract import keys
from kbtui.disk.files import write_new
from kbtui.history import blocks, figurewords
from kbtui.history.counted import Figures, Filter, figures
from kbtui.history.facts import Uncounted
from kbtui.history.index import Shelf
from kbtui.history.picture import svg
from kbtui.hosted import mode
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
    indented,
    length,
    paragraphs,
)
from kbtui.play.start import Replay
from kbtui.text.framing import WIDE, Hint, framed
from kbtui.text.i18n import _, c_, n_
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED
from kbtui.text.page import Page

PLAY: Final = "play"
_TWO: Final = 80  # columns from which there are two columns
_RIGHT: Final = 32  # columns of the second one, at least
_MOST_RIGHT: Final = 48
_VALUE: Final = 24  # columns of a choice
_STEP: Final = 4  # rows that a scroll takes
_PEOPLE: Final = 8  # who are listed


class _Field(NamedTuple):
    """A choice: a field of the filter, with its values and their names."""

    name: str
    label: str
    values: Sequence[object]
    named: Callable[[object], str]


class HistoryPage(Page):
    """The outcome is a ``Replay``, ``PLAY``, or the command that left the page."""

    letters: ClassVar = {
        **FIXED,
        "tab": "next",
        "shift+tab": "previous",
        "space": "choose",
        "backspace": "back",
        "g": "game",
        "x": "export",
    }

    def __init__(self, shelf: Shelf, folder: Path, name: str, game: str) -> None:
        super().__init__()
        self._shelf = shelf
        self._folder = folder
        self._name = name
        self.left = 0  # files to read
        self.look_again()
        self._chosen = Filter(game)
        self._at = 0  # the field
        self._back = 0  # the game of the row, counted from the last
        self._top = 0  # the first row in sight
        self._figures: Figures | None = None
        self._known: list[_Field] = []
        self._spot: tuple[int, int] | None = None

    # What is counted

    def look_again(self) -> int:
        """How many files are new."""
        self.left = self._shelf.look()
        return self.left

    def read(self, is_enough: Callable[[], bool]) -> None:
        """Read on; ``left`` says how many files are still to come."""
        self.left = self._shelf.read(is_enough)
        self._figures, self._known = None, []

    @property
    def figures(self) -> Figures:
        if self._figures is None:
            self._figures = figures(self._shelf.facts, self._chosen)
        return self._figures

    def _fields(self) -> list[_Field]:
        if not self._known:
            self._known = self._found_fields()
        return self._known

    def _found_fields(self) -> list[_Field]:
        facts = [fact for fact in self._shelf.facts.values() if fact.game == self._chosen.game]
        everything = figures(self._shelf.facts, Filter(self._chosen.game))
        against = [share.name for share in everything.levels]
        against += [person.name for person in everything.people]
        players = [int(share.name) for share in everything.players]
        kinds = [share.name for share in everything.kinds]
        year = time.strftime("%Y-01-01")
        since = [year] if any(fact.day < year for fact in facts) else []
        game, who = self._chosen.game, {person.name for person in everything.people}

        def opponent(name: object) -> str:
            if name in who:
                return str(name)
            return figurewords.opponent_name(str(name)) if name else _("everyone")

        return [
            _Field(
                "game", c_("which one", "Game"), keys(), lambda key: figurewords.game_name(str(key))
            ),
            _Field("against", _("Against"), ["", *against], opponent),
            _Field(
                "players",
                _("Players"),
                [0, *players],
                lambda value: str(value or c_("numbers of players", "all")),
            ),
            _Field(
                "kind",
                _("Sets"),
                ["", *kinds],
                lambda kind: figurewords.kind_name(game, str(kind)) if kind else c_("sets", "all"),
            ),
            _Field("since", _("Time"), ["", *since], lambda day: str(day)[:4] or _("ever")),
        ]

    # Keys and mouse

    def do(self, command: str) -> None:
        self._note = ""
        if command in ("back", "leave"):
            self.outcome = command
        elif command in ("north", "south", "page-up", "page-down"):
            steps = {"north": -1, "south": 1, "page-up": -_STEP, "page-down": _STEP}
            self._top = max(self._top + steps[command], 0)
        elif command in ("next", "previous"):
            fields = len(self._fields()) + bool(self.figures.games)
            self._at = (self._at + (1 if command == "next" else -1)) % fields
        elif command in ("east", "west"):
            self._change(1 if command == "east" else -1)
        elif command.startswith("field-"):
            self._at = int(command.removeprefix("field-"))
            self._change(1)
        elif command == "game":
            self._at = 0
            self._change(1)
        elif command == "choose" and not self.figures.games:
            self.outcome = PLAY
        elif command == "choose":
            file = self.figures.last[-1 - self._back][0]
            self.outcome = Replay(self._folder / file)
        elif command == "export":
            self._export()

    def _change(self, step: int) -> None:
        fields = self._fields()
        if self._at >= len(fields):
            self._back = min(max(self._back - step, 0), self.figures.games - 1)
            return
        field = fields[self._at]
        now = getattr(self._chosen, field.name)
        at = field.values.index(now) if now in field.values else 0
        value: Any = field.values[(at + step) % len(field.values)]
        start = Filter() if field.name == "game" else self._chosen
        self._chosen = start._replace(**{field.name: value})
        self._figures, self._back, self._top = None, 0, 0
        if field.name == "game":
            self._known = []

    def _export(self) -> None:
        if mode.is_hosted():
            self.say(_(mode.OUTPUT))
            return
        names = (f"kb-stats{f'-{n}' * (n > 1)}.svg" for n in count(1))
        name = next(name for name in names if not os.path.lexists(name))
        text = "".join(svg(self.figures, self._chosen, self._name, time.strftime("%Y-%m-%d")))
        try:
            write_new(Path(name), text)
            self._note = _("Wrote {file}").format(file=Path(name).absolute())
        except OSError as error:
            text = _("{file} cannot be written: {reason}")
            self._note = text.format(file=name, reason=error.strerror)

    def cursor(self) -> tuple[int, int] | None:
        return self._spot

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        above = [EMPTY] * (rows >= 34) + self._choices(columns)
        below = self._told(columns)
        room = rows - 2 - len(above) - len(below)
        body = self._body(columns, room) if self.figures.games else self._empty(columns)
        self._top = min(self._top, max(len(body) - room, 0))
        shown = body[self._top : self._top + room]
        page = [*above, *shown, *[EMPTY] * (room - len(shown)), *below]
        hints = self._hints(len(body) > room)
        return framed(_("Your games"), self._right(), page, hints, columns, rows)

    def _right(self) -> str:
        if self.left:
            return _("reading, {count} to go").format(count=self.left)
        unfinished = self._shelf.count(Uncounted.UNFINISHED)
        if not unfinished:
            return self._name
        text = n_("{count} unfinished game", "{count} unfinished games", unfinished)
        return text.format(count=unfinished)

    def _choices(self, columns: int) -> list[Line]:
        """What is counted, in as many rows as it takes."""
        found: list[list[Run]] = [[Run(" ")]]
        self._spot = None
        for index, field in enumerate(self._fields()):
            act, is_here = f"field-{index}", index == self._at
            value = cut(field.named(getattr(self._chosen, field.name)), _VALUE, "~")
            tone = STRONG.on("raised") if is_here else TEXT
            runs = [Run(f"{field.label} ", MUTED, act), Run(f"< {value} >", tone, act), Run("  ")]
            if length(found[-1]) + length(runs) > columns:
                found.append([Run(" ")])
            if is_here:
                self._spot = length(found[-1]) + length(runs[:1]) + 2, len(found)
            found[-1] += runs
        return [tuple(row) for row in found]

    def _empty(self, columns: int) -> list[Line]:
        text = _("Play one game to the end, and it shows up here. Press Enter to play now.")
        if self.left:
            text = _("Your saved games are being read.")
        return [EMPTY, *indented(paragraphs(text, columns - 4, MUTED), 2)]

    def _body(self, columns: int, room: int) -> list[Line]:
        head = blocks.head(self.figures, self._chosen, self.look, columns - 2)
        top = [EMPTY, *indented(head), EMPTY] if len(head) > 2 else indented(head)
        if columns < _TWO:  # all below each other
            return [*top, *indented([*self._left(columns - 2), *self._side(columns - 2)])]
        wide = min(max(columns // 3, _RIGHT), _MOST_RIGHT)
        left = columns - wide - 4
        parts = beside(((), 1), (self._left(left), left + 2), (self._side(wide), wide + 1))
        return [*top, *parts]

    def _left(self, columns: int) -> list[Line]:
        found, look, gap = self.figures, self.look, [EMPTY] * (columns >= WIDE // 2)
        at = self._back if self._at == len(self._fields()) else None
        rows = [*blocks.curve(found, look, columns), *gap]
        rows += [*blocks.strip(found, look, columns, at), *gap]
        for group, amounts in figurewords.ordered(self._chosen.game, found.amounts):
            rows += [*blocks.amounts(group, amounts, self._chosen, look, columns), *gap]
        return rows

    def _side(self, columns: int) -> list[Line]:
        found, look = self.figures, self.look
        parts = (
            blocks.opponents(found, look, columns),
            blocks.people(found, look, columns, _PEOPLE),
            blocks.records(found, look, columns),
            blocks.sorts(found, self._chosen, look, columns),
        )
        rows: list[Line] = []
        for part in parts:
            rows += [*([EMPTY] if rows and part else []), *part]
        return rows

    def _told(self, columns: int) -> list[Line]:
        text = self._note or blocks.best_parts(self.figures, self._chosen, columns - 4)
        if not text:
            return []
        pointer = Run(f" {self.look.signs.pointer} ", ACCENT)
        return [(pointer, Run(cut(text, columns - 4, self.look.signs.more), STRONG))]

    def _hints(self, can_scroll: bool) -> list[Hint]:
        opened = _("replay") if self.figures.games else _("play now")
        scroll: list[Hint] = [(f"{key_name('up')} {key_name('down')}", _("scroll"), "south")]
        return [
            (f"{key_name('left')} {key_name('right')}", _("change"), "east"),
            (key_name("tab"), _("next"), "next"),
            (key_name("enter"), opened, "choose"),
            (self.keys.name("back"), _("back"), "back"),
            *(scroll if can_scroll else []),
            ("g", _("other game"), "game"),
            ("x", _("picture"), "export"),
        ]
