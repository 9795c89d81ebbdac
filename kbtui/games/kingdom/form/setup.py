"""The setup of a new game: seats, board, goals and options on one page, with a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.errors import BadOptions
from engine.kingdom.setup import resolve
from engine.rng import SEED_LENGTH
from kbtui.disk.settings import NAME_LENGTH
from kbtui.games.kingdom.board import preview
from kbtui.games.kingdom.board.art import board_size
from kbtui.games.kingdom.board.minimap import COLUMNS as MAP_COLUMNS
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.form import setupfields as fields
from kbtui.games.kingdom.form.setupfields import BEGIN, PLAYERS_FIELD, SEED, TEXTS, Field
from kbtui.games.kingdom.form.setupform import DRAWS, ONE_MORE, Form
from kbtui.games.kingdom.form.values import FormValues
from kbtui.games.kit import FormPage
from kbtui.paint.runs import EMPTY, MUTED, WARNING, Line, Run, beside, cut, paragraphs, plain, width
from kbtui.text.fields import TextField
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED
from kbtui.text.phrases import told

_FORM: Final = 50  # columns that the form needs beside the large preview
_HIGH: Final = 30  # rows that it needs
_LONGEST: Final = {"name": NAME_LENGTH, "seed": SEED_LENGTH}
_BEGIN_KEYS: Final = ("ctrl+s", "f10")
_LETTERS: Final = {key: command for command, key in DRAWS.items()}
_MARGIN: Final = 1
_TOLD: Final = 2  # rows for what is said about a field
_NO_TEXT: Final = ("up", "down", "tab", "shift+tab", "enter", "escape")  # lead out of a text
_KEYS: Final = {**FIXED, "tab": "next", "shift+tab": "previous", "space": "east"}


class SetupPage(FormPage):
    """The outcome is the ``NewGame``, or the command that left the page. ``values`` are what was
    asked for so far; ``new_seed`` makes up seeds."""

    title = N_("New game")

    def __init__(self, values: FormValues, new_seed: Callable[[], str]) -> None:
        super().__init__()
        self.values = values
        self._new_seed = new_seed
        self._setup = resolve(values.options)
        self._text = TextField()
        self._place: tuple[int, int] | None = None
        self.focus = PLAYERS_FIELD
        self.error: str | None = None

    def chosen(self, *, again: bool) -> FormValues:
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
        large = board_size(self.look, Zoom.S)[0]
        is_large = columns >= large + _FORM + 3 and rows >= _HIGH
        right, gap = (large, 3) if is_large else (MAP_COLUMNS, 1)
        left, high = columns - right - gap - _MARGIN, rows - _TOLD
        form = Form(self.values, self._setup, self.focus, self._text, self.look)
        written = form.rows(left, high)
        self._place = self._find(written)
        draw = preview.large if is_large else preview.small
        drawn = draw(self._setup, self.look, right, rows if len(written) < high else high)
        margin = (), _MARGIN
        if len(written) < high:
            written += [EMPTY, *self._told(left)]
        elif len(drawn) > high:
            written += self._told(left)
        else:
            page = beside(margin, (written, left + gap), (drawn, right))
            return [*page, *self._told(columns)]
        return beside(margin, (written, left + gap), (drawn, right))

    def _told(self, columns: int) -> list[Line]:
        """What is wrong, or what the field is about, in two lines."""
        tone, text = WARNING, self.error
        if text is None:
            tone = MUTED
            text = fields.about(self.values, self._setup, self.focus, key_name("s"))
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
        if self.focus.kind in TEXTS:
            return run.act == f"at-{self.focus.id}" and run.tone.ground == "accent"
        acts = BEGIN.kind if self.focus == BEGIN else f"more-{self.focus.id}"
        return run.act == acts and bool(run.text.strip())

    def cursor(self) -> tuple[int, int] | None:
        return self._place

    def _hints(self) -> list[Hint]:
        is_typed = self.focus.kind in TEXTS
        both = f"{key_name('left')} {key_name('right')}"
        found: list[Hint] = [(key_name("tab"), _("field"), "next")]
        if self.focus == BEGIN:
            found.append((key_name("enter"), _("start"), BEGIN.kind))
        elif not is_typed:
            found.append((both, _("change"), "east"))
        found.append((key_name(_BEGIN_KEYS[0]), _("start"), BEGIN.kind))
        if not is_typed:
            found += [("r", _("new board"), "new-board"), ("g", _("new goals"), "new-goals")]
        return [*found, (self.keys.name("back"), _("back"), "back")]

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        if key in _BEGIN_KEYS:
            self.do(BEGIN.kind)
        elif self.focus.kind in TEXTS and key not in _NO_TEXT:
            if not self._text.press(key, character):
                return False
            self._settle(fields.changed(self.values, self.focus, self._text.text))
        elif key in _KEYS:
            self.do(_KEYS[key])
        elif key in _LETTERS:
            self.do(_LETTERS[key])
        else:
            return False
        return True

    def do(self, command: str) -> None:
        if command in ("back", "leave"):
            self.outcome = command
        elif command == BEGIN.kind or (command == "choose" and self.focus == BEGIN):
            self._begin()
        elif command == "choose" and self.focus.kind in TEXTS:
            self._step(1)
        elif command in _CHANGES:
            self._settle(fields.stepped(self.values, self.focus, _CHANGES[command]))
        elif command in ("next", "previous"):
            self._step(1 if command == "next" else -1)
        elif command in ("north", "south"):
            self._climb(1 if command == "south" else -1)
        elif command == ONE_MORE:
            self._settle(self.values.for_players(self.values.players + 1))
        elif command in _DRAWS:
            self._settle(_DRAWS[command](self.values, self._new_seed()))
        else:
            self._click(command)

    def _click(self, command: str) -> None:
        """On a field, or on one of its arrows."""
        verb, _dash, id_ = command.partition("-")
        field = next((field for field in self._fields if field.id == id_), None)
        if field is None or verb not in _CLICKS:
            return
        self._go(field)
        if _CLICKS[verb]:
            self._settle(fields.stepped(self.values, field, _CLICKS[verb]))

    @property
    def _fields(self) -> list[Field]:
        return [field for row in fields.grid(self.values) for field in row]

    def _go(self, field: Field) -> None:
        self.focus = field
        if field.kind in TEXTS:
            old = fields.value(self.values, field)
            self._text = TextField(old, _LONGEST[field.kind], replaces=True)

    def _step(self, step: int) -> None:
        order = self._fields
        self._go(order[(order.index(self.focus) + step) % len(order)])

    def _climb(self, step: int) -> None:
        """To the row above or below, in the same column where it has one."""
        rows = fields.grid(self.values)
        y = next(y for y, row in enumerate(rows) if self.focus in row)
        x = rows[y].index(self.focus)
        row = rows[(y + step) % len(rows)]
        self._go(row[min(x, len(row) - 1)])

    def _settle(self, values: FormValues) -> None:
        """Take over other values; what cannot be played is told, and the old preview stays."""
        self.values = values
        try:
            self._setup = resolve(values.options)
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
        return self.values.game


_CHANGES: Final = {"west": -1, "east": 1, "choose": 1}
_CLICKS: Final = {"at": 0, "less": -1, "more": 1}
_DRAWS: Final = {
    "new-board": FormValues.other_board,
    "new-goals": FormValues.other_goals,
    "new-seed": FormValues.other_seed,
}
