"""Draws a form: groups of rows, each row with its fields, with the focused field marked.

The command of a click on a run: ``at-`` goes to a field, ``less-`` and ``more-`` change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from kbtui.disk.settings import NAME_LENGTH
from kbtui.form.fields import (
    BEGIN,
    PLAYERS_FIELD,
    SEED,
    START,
    Field,
    is_random,
    room_grid,
    room_labels,
)
from kbtui.form.sheet import Group, Sheet
from kbtui.form.values import RoomValues, Values
from kbtui.look.look import Look
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    KEY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    length,
    seat_tone,
    width,
)
from kbtui.text.i18n import _
from kbtui.text.textinput import TextField

ARROWS: Final = (4, 2)  # columns that the arrows around a value take, and where room is short
ONE_MORE: Final = "one-more"  # the command: a player
_POINTER: Final = 2  # columns before a row
_GAPS: Final = 2  # blank lines between groups, at most
_HELD: Final = "background"


class Pen(NamedTuple):
    """What is drawn: the values, the table that comes of them, and where the player is."""

    sheet: Sheet
    values: Any
    table: Any
    focus: Field
    text: TextField  # of the focus, if it is typed
    look: Look

    def form(self, columns: int, rows: int) -> list[Line]:
        """The form in that size; blank lines between the groups as far as there is room."""
        groups = [[self._heading(group, columns), *group.rows] for group in self._groups(columns)]
        groups.append([self._begin(columns)])
        left = max(rows - sum(map(len, groups)), 0)
        gaps = len(groups) - 1
        found = groups[0]
        for index, group in enumerate(groups[1:]):
            blank = min((left + gaps - 1 - index) // gaps, _GAPS)
            found += [*[EMPTY] * blank, *group]
        return found

    def _heading(self, group: Group, columns: int) -> Line:
        """A title; at the right what draws the group again, as a key and for clicks."""
        draw = self.sheet.draws.get(group.draw)
        note = "" if draw is None else f"{draw.key} {_(draw.label)}"
        row = heading(group.title, columns, note, self.look.signs.stroke)
        return tuple(
            run._replace(act=group.draw) if run.text.strip() == note else run for run in row
        )

    def _groups(self, columns: int) -> Iterator[Group]:
        yield Group(_("SEATS"), "", [*self._seats(columns)])
        yield from self.sheet.groups(self, columns)
        values: Values = self.values
        if values.room is not None:
            yield Group(_("ROOM"), "", [*self._room(values.room, columns)])

    # Rows

    def _seats(self, columns: int) -> Iterator[Line]:
        row = (
            *self.label(_("players"), PLAYERS_FIELD),
            *self.value(PLAYERS_FIELD, 1),
            Run("  "),
            *self.label(_("starts"), START),
        )
        room = columns - length(row) - NAME_LENGTH - _POINTER
        yield self.row(columns, *row, *self.value(START, NAME_LENGTH, room < ARROWS[0]))
        for seat in range(max(self.sheet.kit.form.players) if self.values.room is None else 0):
            if seat < self.values.players:
                name, who = Field("name", seat), Field("who", seat)
                chip = Run(self.look.signs.chip(seat), seat_tone(seat), f"at-{name.id}")
                yield self.row(
                    columns, chip, Run(" "), *self.value(name, NAME_LENGTH), *self.value(who)
                )
            elif seat == self.values.players:
                text = f"   + {_('add a player')}"
                yield self.row(columns, Run(text, FAINT, ONE_MORE))
            else:
                yield EMPTY

    def seed(self, columns: int, label: str) -> Line:
        """The row of the seed; the label is as wide as those around it."""
        wide = columns - width(label) - ARROWS[0] - 3
        return self.row(columns, *self.label(label, SEED), *self.value(SEED, wide))

    def _room(self, room: RoomValues, columns: int) -> Iterator[Line]:
        labels = room_labels()
        grid = room_grid(room, self.sheet.has_off_turn(self.values))
        wide = max(width(labels[field.kind]) for (field,) in grid)
        for (field,) in grid:
            label = self.label(labels[field.kind].ljust(wide), field)
            yield self.row(columns, *label, *self.value(field))

    def _begin(self, columns: int) -> Line:
        is_here = self.focus == BEGIN
        tone = KEY if is_here else STRONG.on("raised")
        text = _("Start the game")
        if self.values.room is not None:
            is_new = self.values.room.is_here is not None
            text = _("Open the room") if is_new else _("Save the changes")
        return self.row(columns, Run(f"  {text}  ", tone, BEGIN.kind))

    # Parts of rows

    def row(self, columns: int, *runs: Run) -> Line:
        """A row with the pointer before it, and raised as a whole, if the focus is in it."""
        is_here = any(run.act.endswith(f"-{self.focus.id}") for run in runs)
        is_here |= self.focus == BEGIN and any(run.act == BEGIN.kind for run in runs)
        sign = self.look.signs.pointer if is_here else " "
        row = (Run(f"{sign} ", ACCENT), *runs)
        if not is_here:
            return fit(row, columns)
        raised = (run._replace(tone=_raised(run.tone)) for run in row)
        return fit(raised, columns, "raised")

    def label(self, text: str, field: Field) -> Line:
        return (Run(f"{text} ", MUTED, f"at-{field.id}"),)

    def value(self, field: Field, columns: int = 0, is_tight: bool = False, sign: str = "") -> Line:
        """The value with room for arrows at both sides, at least that many columns wide; a sign
        may stand for it."""
        text = self.shown(field, sign)
        is_here = field == self.focus
        if self.sheet.kinds[field.kind].longest:
            return self._typed(field, text, columns, is_here)
        tone = MUTED if is_random(self.sheet.kinds, self.values, field) else TEXT
        if is_here:
            tone = ACCENT
        less, more = ("<", ">") if is_here else (" ", " ")
        air = " " * (not is_tight)
        text = cut(text, columns, self.look.signs.more) if columns else text
        pad = Run(" " * (columns - width(text)), act=f"more-{field.id}")
        return (
            Run(f"{less}{air}", ACCENT, f"less-{field.id}"),
            Run(text, tone, f"more-{field.id}"),
            Run(f"{air}{more}", ACCENT, f"more-{field.id}"),
            pad,
        )

    def shown(self, field: Field, sign: str = "") -> str:
        """The value in a few letters, or its sign; in brackets if it is left to chance."""
        text = sign or self.sheet.kinds[field.kind].words(self.values, self.table, field.number)
        return f"({text})" if is_random(self.sheet.kinds, self.values, field) else text

    def about(self, field: Field) -> str:
        """The field and its value in one or two sentences."""
        return self.sheet.kinds[field.kind].about(self.values, self.table, field.number)

    def _typed(self, field: Field, text: str, columns: int, is_here: bool) -> Line:
        act = f"at-{field.id}"
        start = Run("  ", act=act)
        if is_here:
            row = self.text.runs(columns + 1, ACCENT, act)
        else:
            row = (Run(cut(text, columns + 1, self.look.signs.more), TEXT, act),)
        pad = Run(" " * (columns + 2 - length(row)), act=act)
        return (start, *row, pad)


def _raised(tone: Tone) -> Tone:
    return tone.on("raised") if tone.ground == _HELD else tone
