"""The settings page: every setting with its values, an explanation, and a sample of its effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from kbtui.disk.settings import FIELDS, NAME_LENGTH, TYPED, Settings, cleaned, login_name
from kbtui.games.kit import find
from kbtui.hosted import mode
from kbtui.pages import settingwords
from kbtui.pages.keysetting import KeysPage
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    beside,
    fit,
    heading,
    length,
    paragraphs,
    width,
)
from kbtui.text.framing import WIDE, Hint, framed
from kbtui.text.i18n import N_, _, n_
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page
from kbtui.text.textinput import TextField

_RESET: Final = "reset"
_MODES: Final = ("none", "grey", "16", "256", "true")  # of the colors, best last
_GROUPS: Final = (
    (
        N_("LOOKS"),
        ("theme", "color", "shading", "symbols", "marks", "strength", "look", "zoom"),
    ),
    (N_("PLAY"), ("level", "pace", "follow", "confirm", "bell", "cursor", "second_core", "saver")),
    (N_("KEYS AND MOUSE"), ("keyset", "keys", "mouse", "hover")),
    (N_("ONLINE"), ("relay", "visitors", "seen", "alert", "on_turn")),
    (N_("YOU"), ("name", "language", _RESET)),
)
_FIELDS: Final = {field.name: field for field in FIELDS}
ORDER: Final = tuple(name for _title, names in _GROUPS for name in names)
_HOSTED: Final = ("name", *mode.SETTINGS)  # the door's, where there is one
_LEFT: Final = 58  # columns of the list where the sample stands beside it
_SAMPLE: Final = 6  # rows of the sample where it stands below
_LONGEST: Final = {"name": NAME_LENGTH, "relay": 200, "on_turn": 200}  # characters


class _Row(NamedTuple):
    line: Line
    name: str  # empty for a heading


class SettingsPage(Page):
    """Changes are in force at once; ``apply`` takes them as keyword arguments."""

    letters = FIXED

    def __init__(self, settings: Settings, apply: Callable[..., None]) -> None:
        super().__init__()
        self.settings = settings
        self._apply = apply
        left_out = _HOSTED if mode.is_hosted() else ()
        self._order = tuple(name for name in ORDER if name not in left_out)
        self._listing = Listing(len(self._order))
        self._text: TextField | None = None  # while one is typed
        self._error = ""  # what is wrong with it
        self._inner: KeysPage | None = None
        self._is_sure = False  # asked once to reset everything
        self._spot = (0, 1)

    @property
    def name(self) -> str:
        """The setting that is looked at."""
        return self._order[self._listing.at]

    # Drawing

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        if self._inner is not None:
            self._inner.look, self._inner.keys = self.look, self.keys
            return self._inner.lines(columns, rows)
        body = self._wide(columns, rows - 2) if columns >= WIDE else self._tall(columns, rows - 2)
        hints = self._hints()
        place = (
            f"{self._listing.at + 1}/{len(self._order)}"  # a list that is longer than the window
        )
        right = f"{_('changes are saved at once')}  {place}"
        return framed(_("Settings"), right, body, hints, columns, rows)

    def cursor(self) -> tuple[int, int] | None:
        return self._inner.cursor() if self._inner is not None else self._spot

    def _tall(self, columns: int, rows: int) -> list[Line]:
        told = self._told(columns - 2)
        shown = self._drawn(columns - 2, _SAMPLE)
        below = [heading(self._label(), columns, stroke=self.look.signs.stroke), *told, *shown]
        return [*self._list(columns, rows - len(below)), *below]

    def _wide(self, columns: int, rows: int) -> list[Line]:
        right = columns - _LEFT - 1
        told: list[Line] = [EMPTY, heading(self._label(), right, stroke=self.look.signs.stroke)]
        told += [*self._told(right), EMPTY]
        told += self._drawn(right, rows - len(told), is_large=True)
        return beside((self._list(_LEFT - 2, rows), _LEFT), (told, right))

    def _told(self, columns: int) -> list[Line]:
        if self._error:
            return paragraphs(self._error, columns, WARNING)
        return paragraphs(self._explained(), columns, MUTED)

    def _list(self, columns: int, rows: int) -> list[Line]:
        found = self._rows(columns)
        at = next(i for i, row in enumerate(found) if row.name == self.name)
        shown = self._listing.window(rows, at, len(found))
        self._spot = (self._column, 1 + at - shown.start)
        kept = [row.line for row in found[shown]]
        return kept + [EMPTY] * (rows - len(kept))

    def _rows(self, columns: int) -> list[_Row]:
        labels = max(width(self._label(name)) for name in self._order) + 2
        self._column = 1
        found: list[_Row] = []
        for title, names in _GROUPS:
            found.append(_Row(heading(_(title), columns, stroke=self.look.signs.stroke), ""))
            shown = (name for name in names if name in self._order)
            found += [_Row(self._row(name, labels, columns), name) for name in shown]
        return found

    def _row(self, name: str, labels: int, columns: int) -> Line:
        is_at = name == self.name
        ground = "raised" if is_at else "background"
        text, soft = (STRONG if is_at else TEXT).on(ground), FAINT.on(ground)
        label = self._label(name)
        start = Run(f" {self.look.signs.pointer if is_at else ' '} ", ACCENT.on(ground))
        pad = Run(" " * (labels - width(label)), text, f"at-{name}")
        row = [start, Run(label, text, f"at-{name}"), pad]
        if is_at and self._text is not None:
            room = columns - length(row)
            self._column = length(row) + self._text.column(room)
            return fit((*row, *self._text.runs(room, STRONG.on(ground))), columns, ground)
        if self._choices(name):
            row += [
                Run("< ", soft, f"less-{name}"),
                Run(self._value(name), ACCENT.on(ground) if is_at else text, f"more-{name}"),
                Run(" >", soft, f"more-{name}"),
            ]
        else:
            row.append(Run(self._value(name), text, f"more-{name}"))
        return fit(row, columns, ground)

    def _label(self, name: str | None = None) -> str:
        name = self.name if name is None else name
        return _("Reset all settings") if name == _RESET else settingwords.label(_FIELDS[name])

    def _explained(self) -> str:
        if self.name != _RESET:
            return settingwords.explanation(_FIELDS[self.name])
        if self._is_sure:
            return _("Press {key} again to confirm: every setting but your name is reset.").format(
                key=key_name("enter")
            )
        return _("Every setting goes back to its default; your name stays.")

    def _value(self, name: str) -> str:
        if name == _RESET:
            return ""
        value = getattr(self.settings, name)
        if name == "keys":
            told = n_("{count} command changed", "{count} commands changed", len(value))
            return told.format(count=len(value)) if value else _("defaults")
        return settingwords.value_name(_FIELDS[name], value)

    def _choices(self, name: str) -> tuple[Any, ...]:
        return () if name == _RESET else _FIELDS[name].choices

    def _drawn(self, columns: int, rows: int, is_large: bool = False) -> list[Line]:
        """The sample: all color modes while the colors are chosen, else a piece of a board."""
        pages = find(None).pages
        assert pages is not None, "the game that is played where none is named has pages"
        found: list[Line] = []
        if self.name == "color":
            field = _FIELDS["color"]
            names = {mode: settingwords.value_name(field, mode) for mode in _MODES}
            room = max(map(width, names.values())) + 2
            for mode in _MODES:
                tone = ACCENT if mode == self.settings.color else TEXT
                label = Run(names[mode].ljust(room), tone, f"color-{mode}")
                found.append((label, *pages.strip(self.look, mode)))
        elif is_large:
            found.append(pages.strip(self.look))
        if is_large:
            found.append(EMPTY)
        if self.name != "color" or is_large:
            found += pages.sample(self.look, columns, rows - len(found), is_large)
        return found[:rows]

    def _hints(self) -> list[Hint]:
        if self._text is not None:
            return [
                (key_name("enter"), _("keep it"), ""),
                (key_name("escape"), _("cancel"), ""),
            ]
        both = f"{key_name('left')} {key_name('right')}"
        has_more = bool(self._choices(self.name))
        return [
            (both if has_more else key_name("enter"), _("change"), "choose"),
            (key_name("escape"), _("back"), "back"),
            (f"{key_name('up')} {key_name('down')}", _("choose"), "south"),
        ]

    # Commands

    def type(self, key: str, character: str | None) -> bool:
        if self._inner is not None:
            taken = self._inner.type(key, character)
            self._come_back()
            return taken
        if self._text is not None:
            self._edit(self._text, key, character)
            return True
        return super().type(key, character)

    def do(self, command: str) -> None:
        if self._inner is not None:
            self._inner.do(command)
            self._come_back()
            return
        was_sure, self._is_sure = self._is_sure, False
        self._text, self._error = None, ""  # a click elsewhere forgets what was typed
        verb, _dash, name = command.partition("-")
        if command in ("back", "leave"):
            self.outcome = command
        elif self._listing.step(command):
            return
        elif command in ("west", "east"):
            self._turn(-1 if command == "west" else 1)
        elif command == "choose":
            self._change(1, was_sure)
        elif verb == "color":
            self._set(color=name)
        elif verb in _CLICKS and name in self._order:
            self._listing.go(self._order.index(name))
            if _CLICKS[verb]:
                self._change(_CLICKS[verb], was_sure)

    def _turn(self, step: int) -> None:
        choices = self._choices(self.name)
        if choices:
            now = choices.index(getattr(self.settings, self.name))
            self._set(**{self.name: choices[(now + step) % len(choices)]})

    def _change(self, step: int, was_sure: bool) -> None:
        if self._choices(self.name):
            self._turn(step)
        elif self.name in TYPED:
            self._text = TextField(getattr(self.settings, self.name), _LONGEST[self.name])
        elif self.name == "keys":
            self._inner = KeysPage(self.settings, self._set)
        elif was_sure:
            usual = Settings(name=self.settings.name)
            self._set(**{each.name: getattr(usual, each.name) for each in FIELDS})
        else:
            self._is_sure = True

    def _set(self, **changes: Any) -> None:
        self.settings = self.settings._replace(**changes)
        self._apply(**changes)

    def _come_back(self) -> None:
        if self._inner is not None and self._inner.outcome is not None:
            self._inner = None

    def _edit(self, text: TextField, key: str, character: str | None) -> None:
        """Enter keeps what was typed, unless something is wrong with it."""
        if key == "escape":
            self._text, self._error = None, ""
        elif key != "enter":
            text.press(key, character)
            self._error = ""
        else:
            try:
                new = cleaned(self.name, text.text)
            except ValueError as error:
                self._error = str(error)
                return
            self._text = None
            self._set(**{self.name: new or (login_name() if self.name == "name" else "")})


_CLICKS: Final = {"at": 0, "less": -1, "more": 1}
