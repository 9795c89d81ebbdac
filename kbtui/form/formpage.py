"""The form of a new game as a page, with a preview; and the same for a room of a relay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from engine.errors import BadOptions
from kbtui.form.fields import (
    BEGIN,
    PLAYERS_FIELD,
    SEED,
    Field,
    Grid,
    changed,
    room_grid,
    stepped,
    value,
)
from kbtui.form.pen import ONE_MORE, Pen
from kbtui.form.sheet import Sheet
from kbtui.form.values import (
    RoomValues,
    Values,
    for_players,
    new_game,
    other_company,
    terms_of,
)
from kbtui.games.kit import FormPage
from kbtui.paint.runs import EMPTY, MUTED, WARNING, Line, Run, beside, cut, paragraphs, plain, width
from kbtui.play.start import Host
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED
from kbtui.text.phrases import told
from kbtui.text.textinput import TextField

_FORM: Final = 50  # columns that the form needs beside the large preview
_HIGH: Final = 30  # rows that it needs
_BEGIN_KEYS: Final = ("ctrl+s", "f10")
_MARGIN: Final = 1
_TOLD: Final = 2  # rows for what is said about a field
_NO_TEXT: Final = ("up", "down", "tab", "shift+tab", "enter", "escape")  # lead out of a text


class SetupPage(FormPage):
    """The outcome is the ``NewGame``, or the command that left the page. ``values`` are what was
    asked for so far; ``new_seed`` makes up seeds."""

    letters: ClassVar = {**FIXED, "tab": "next", "shift+tab": "previous", "space": "east"}
    title = N_("New game")

    def __init__(self, sheet: Sheet, values: Any, new_seed: Callable[[], str]) -> None:
        super().__init__()
        self.sheet = sheet
        self.values = values
        self._new_seed = new_seed
        self._table = sheet.table(values)
        self._draws = {draw.key: command for command, draw in sheet.draws.items()}
        self._text = TextField()
        self._place: tuple[int, int] | None = None
        self.focus = PLAYERS_FIELD
        self.error: str | None = None

    def chosen(self, *, again: bool) -> Any:
        return self.values.other_seed(self._new_seed()) if again else self.values

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        top = rows >= _HIGH
        body = [*[EMPTY] * top, *self._body(columns, rows - 2 - top)]
        if self._place is not None:
            self._place = self._place[0], self._place[1] + top
        right = f"{self.keys.name('back')} {_('back')}"
        return framed(_(self.title), right, body, self._hints(), columns, rows)

    def _body(self, columns: int, rows: int) -> list[Line]:
        small, large = self.sheet.preview_columns(self.look)
        is_large = columns >= large + _FORM + 3 and rows >= _HIGH
        right, gap = (large, 3) if is_large else (small, 1)
        left, high = columns - right - gap - _MARGIN, rows - _TOLD
        written = self.pen.form(left, high)
        self._place = self._find(written)
        room = rows if len(written) < high else high
        drawn = self.sheet.preview(self._table, self.look, right, room)
        margin = (), _MARGIN
        if len(written) < high:
            written += [EMPTY, *self._told(left)]
        elif len(drawn) > high:
            written += self._told(left)
        else:
            page = beside(margin, (written, left + gap), (drawn, right))
            return [*page, *self._told(columns)]
        return beside(margin, (written, left + gap), (drawn, right))

    @property
    def pen(self) -> Pen:
        return Pen(self.sheet, self.values, self._table, self.focus, self._text, self.look)

    def _told(self, columns: int) -> list[Line]:
        """What is wrong, or what the field is about, in two lines."""
        tone, text = WARNING, self.error or self._note
        if not text:
            tone, text = MUTED, self.pen.about(self.focus)
        rows = [plain(row) for row in paragraphs(text, columns - 4)]
        if len(rows) > _TOLD:
            rest = " ".join(rows[_TOLD - 1 :])
            rows[_TOLD - 1 :] = [cut(rest, columns - 4, self.look.signs.more)]
        return [(Run(f"  {row}", tone),) for row in rows] + [EMPTY] * (_TOLD - len(rows))

    def _find(self, rows: Sequence[Line]) -> tuple[int, int] | None:
        """Where the value of the field stands on the page, or the cursor of its text."""
        for y, row in enumerate(rows, 1):
            x = 0
            for run in row:
                if self._is_found(run):
                    return x + _MARGIN, y
                x += width(run.text)
        return None

    def _is_found(self, run: Run) -> bool:
        if self._is_typed:
            return run.act == f"at-{self.focus.id}" and run.tone.ground == "accent"
        acts = BEGIN.kind if self.focus == BEGIN else f"more-{self.focus.id}"
        return run.act == acts and bool(run.text.strip())

    def cursor(self) -> tuple[int, int] | None:
        return self._place

    @property
    def _begins(self) -> str:
        """What the button does, in one word."""
        room = self.values.room
        if room is None:
            return _("start")
        return _("save") if room.is_here is None else _("open")

    def _hints(self) -> list[Hint]:
        both = f"{key_name('left')} {key_name('right')}"
        found: list[Hint] = [(key_name("tab"), _("field"), "next")]
        if self.focus == BEGIN:
            found.append((key_name("enter"), self._begins, BEGIN.kind))
        elif not self._is_typed:
            found.append((both, _("change"), "east"))
        found.append((key_name(_BEGIN_KEYS[0]), self._begins, BEGIN.kind))
        if not self._is_typed and self.values.room is None:
            found.append((_PEOPLE, _("friends here"), _PEOPLE))
        if not self._is_typed:
            draws = self.sheet.draws.items()
            found += [(draw.key, _(draw.label), act) for act, draw in draws if draw.is_hinted]
        return [*found, (self.keys.name("back"), _("back"), "back")]

    # Keys and mouse

    @property
    def _is_typed(self) -> bool:
        return bool(self.sheet.kinds[self.focus.kind].longest)

    def type(self, key: str, character: str | None) -> bool:
        self._note = ""
        if key in _BEGIN_KEYS:
            self.do(BEGIN.kind)
        elif self._is_typed and key not in _NO_TEXT:
            if not self._text.press(key, character):
                return False
            self._settle(changed(self.sheet.kinds, self.values, self.focus, self._text.text))
        elif key == _PEOPLE and self.values.room is None:
            self.do(_PEOPLE)
        elif key in self._draws:
            self.do(self._draws[key])
        else:
            return super().type(key, character)
        return True

    def do(self, command: str) -> None:
        if command in ("back", "leave"):
            self.outcome = command
        elif command == BEGIN.kind or (command == "choose" and self.focus == BEGIN):
            self._begin()
        elif command == "choose" and self._is_typed:
            self._step(1)
        elif command in _CHANGES:
            self._change(self.focus, _CHANGES[command])
        elif command in ("next", "previous"):
            self._step(1 if command == "next" else -1)
        elif command in ("north", "south"):
            self._climb(1 if command == "south" else -1)
        elif command == ONE_MORE:
            self._settle(for_players(self.values, self.values.players + 1))
        elif command == _PEOPLE:
            self._settle(other_company(self.values))
        elif command in self.sheet.draws:
            self._settle(self.sheet.draws[command].how(self.values, self._new_seed()))
        else:
            self._click(command)

    def _click(self, command: str) -> None:
        """On a field, or on one of its arrows."""
        verb, _dash, id_ = command.partition("-")
        field = next((field for row in self.grid for field in row if field.id == id_), None)
        if field is None or verb not in _CLICKS:
            return
        self._go(field)
        if _CLICKS[verb]:
            self._change(field, _CLICKS[verb])

    @property
    def grid(self) -> Grid:
        """The fields, row by row."""
        values: Values = self.values
        seats = [[Field("name", seat), Field("who", seat)] for seat in range(values.players)]
        has_off_turn = self.sheet.has_off_turn(values)
        return [
            [PLAYERS_FIELD, Field("start")],
            *(seats if values.room is None else []),
            *self.sheet.grid(values),
            *([] if values.room is None else room_grid(values.room, has_off_turn)),
            [BEGIN],
        ]

    def _go(self, field: Field) -> None:
        self.focus = field
        if self._is_typed:
            old = value(self.sheet.kinds, self.values, field)
            self._text = TextField(old, self.sheet.kinds[field.kind].longest, replaces=True)

    def _step(self, step: int) -> None:
        order = [field for row in self.grid for field in row]
        self._go(order[(order.index(self.focus) + step) % len(order)])

    def _climb(self, step: int) -> None:
        """To the row above or below, in the same column where it has one."""
        rows = self.grid
        y = next(y for y, row in enumerate(rows) if self.focus in row)
        x = rows[y].index(self.focus)
        row = rows[(y + step) % len(rows)]
        self._go(row[min(x, len(row) - 1)])

    def _change(self, field: Field, step: int) -> None:
        self._settle(stepped(self.sheet.kinds, self.values, field, step))

    def _settle(self, values: Any) -> None:
        """Take over other values. If they cannot be played, say so and keep the old preview."""
        self.values = values
        try:
            self._table = self.sheet.table(values)
            self.error = None
        except BadOptions as error:
            self.error = told(error)
        if self.focus == SEED and self._text.text != values.seed:
            self._go(SEED)

    def _begin(self) -> None:
        if self.error is None:
            self.outcome = self.made()

    def made(self) -> object:
        """What comes of the values."""
        return new_game(self.sheet.kit.key, self.values, self.sheet.options(self.values))


class HostPage(SetupPage):
    """The outcome is a ``Host``, or the command that left the page."""

    title = N_("Host a game")

    def __init__(self, sheet: Sheet, values: Any, new_seed: Callable[[], str]) -> None:
        if values.room is None:
            values = values._replace(room=RoomValues(), start=None)
        super().__init__(sheet, values, new_seed)

    def made(self) -> object:
        room = self.values.room
        is_here = room is not None and bool(room.is_here)
        terms = terms_of(self.values, self.sheet.options(self.values))
        return Host("", is_here, terms, game=self.sheet.kit.key)


class TermsPage(SetupPage):
    """The same for a room that is open; the outcome is its new ``Terms``."""

    title = N_("Room options")

    def made(self) -> object:
        return terms_of(self.values, self.sheet.options(self.values))


_PEOPLE: Final = "p"  # the key, and what a click on its hint does
_CHANGES: Final = {"west": -1, "east": 1, "choose": 1}
_CLICKS: Final = {"at": 0, "less": -1, "more": 1}
