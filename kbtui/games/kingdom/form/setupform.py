"""Draws the setup form: groups of rows, each row with its fields, with the focused field marked.

The command of a click on a run: ``at-`` goes to a field, ``less-`` and ``more-`` change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.kingdom.setup import PLAYERS, Setup
from kbtui.disk.settings import NAME_LENGTH
from kbtui.games.kingdom.form.setupfields import (
    BEGIN,
    PLAYERS_FIELD,
    SEED,
    TEXTS,
    Field,
    is_random,
    room_grid,
    short_name,
    shown,
)
from kbtui.games.kingdom.form.values import FormValues, RoomValues
from kbtui.games.kingdom.words.words import goal_name, goal_text
from kbtui.look.look import Look
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    KEY,
    MUTED,
    RULE,
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
from kbtui.text.fields import TextField
from kbtui.text.i18n import _

_ARROWS: Final = (4, 2)  # columns that the arrows around a value take, and where room is short
_POINTER: Final = 2  # columns before a row
_LEAST_WORDS: Final = 50  # columns below which signs stand for upright and turned
_LONGEST_NAME: Final = 14  # of a quadrant
_GAPS: Final = 2  # blank lines between groups, at most
_HELD: Final = "background"
DRAWS: Final = {"new-board": "r", "new-goals": "g", "new-seed": "s"}  # commands and their keys
ONE_MORE: Final = "one-more"  # the command: a player


class Form(NamedTuple):
    """What is drawn: the values, the table that comes of them, and where the player is."""

    values: FormValues
    setup: Setup
    focus: Field
    text: TextField  # of the focus, if it is typed
    look: Look

    def rows(self, columns: int, rows: int) -> list[Line]:
        """The form in that size; blank lines between the groups as far as there is room."""
        groups = [
            [self._heading(title, act, columns), *body]
            for title, act, body in self._groups(columns)
        ]
        groups.append([self._begin(columns)])
        left = max(rows - sum(map(len, groups)), 0)
        gaps = len(groups) - 1
        found = groups[0]
        for index, group in enumerate(groups[1:]):
            blank = min((left + gaps - 1 - index) // gaps, _GAPS)
            found += [*[EMPTY] * blank, *group]
        return found

    def _heading(self, title: str, act: str, columns: int) -> Line:
        """A title; at the right what draws the group anew, as a key and for clicks."""
        notes = {
            "new-board": _("new board"),
            "new-goals": _("new goals"),
            "new-seed": _("new seed"),
        }
        note = f"{DRAWS[act]} {notes[act]}" if act else ""
        row = heading(title, columns, note, self.look.signs.stroke)
        return tuple(run._replace(act=act) if run.text.strip() == note else run for run in row)

    def _groups(self, columns: int) -> Iterator[tuple[str, str, Sequence[Line]]]:
        yield _("SEATS"), "", [*self._seats(columns)]
        yield _("BOARD"), "new-board", [*self._board(columns)]
        goals = [self._goal(index, columns) for index in range(len(self.values.goals))]
        yield _("GOALS"), "new-goals", goals
        yield _("OPTIONS"), "new-seed", [*self._options(columns)]
        if self.values.room is not None:
            yield _("ROOM"), "", [*self._room(self.values.room, columns)]

    # Rows

    def _seats(self, columns: int) -> Iterator[Line]:
        start = Field("start")
        row = (
            *self._label(_("players"), PLAYERS_FIELD),
            *self._value(PLAYERS_FIELD, 1),
            Run("  "),
            *self._label(_("starts"), start),
        )
        room = columns - length(row) - NAME_LENGTH - _POINTER
        yield self._row(columns, *row, *self._value(start, NAME_LENGTH, room < _ARROWS[0]))
        for seat in range(max(PLAYERS) if self.values.room is None else 0):
            if seat < self.values.players:
                name, who = Field("name", seat), Field("who", seat)
                chip = Run(self.look.signs.chip(seat), seat_tone(seat), f"at-{name.id}")
                yield self._row(
                    columns, chip, Run(" "), *self._value(name, NAME_LENGTH), *self._value(who)
                )
            elif seat == self.values.players:
                text = f"   + {_('add a player')}"
                yield self._row(columns, Run(text, FAINT, ONE_MORE))
            else:
                yield EMPTY

    def _board(self, columns: int) -> Iterator[Line]:
        sets = Field("sets")
        yield self._row(columns, *self._label(_("sets"), sets), *self._value(sets))
        half = (columns - 4) // 2
        for pair in ((0, 1), (2, 3)):
            left, right = (self._place(place, half, columns) for place in pair)
            wall = Run(f"{self.look.signs.wall} ", RULE)
            yield self._row(columns, *left, wall, *right)

    def _place(self, place: int, half: int, columns: int) -> Line:
        has_sign = columns < _LEAST_WORDS
        words = ["^"] if has_sign else [_("upright"), _("rotated")]
        turned = max(map(width, words)) + 2
        names = max(width(short_name(name)) for name in self.values.known_quadrants) + 2
        is_tight = has_sign or half - turned - 2 * _ARROWS[0] < names
        room = min(half - turned - 2 * _ARROWS[is_tight], max(names, _LONGEST_NAME))
        both = (
            *self._value(Field("place", place), room, is_tight),
            *self._value(Field("turn", place), turned, is_tight, has_sign),
        )
        return fit(both, half)

    def _goal(self, index: int, columns: int) -> Line:
        field = Field("goal", index)
        names = [goal_name(goal) for goal in self.values.known_goals]
        value = self._value(field, max(map(width, names)) + 2)
        rule = goal_text(self.values.goals[index] or self.setup.goals[index])
        room = columns - length(value) - 3
        about = Run(cut(rule, room, self.look.signs.more), MUTED, f"at-{field.id}")
        return self._row(columns, *value, about)

    def _options(self, columns: int) -> Iterator[Line]:
        cards = Field("cards")
        labels = _("seed"), _("cards")
        room = max(map(width, labels))
        seed, card = (label.ljust(room) for label in labels)
        wide = columns - room - _ARROWS[0] - 3
        yield self._row(columns, *self._label(seed, SEED), *self._value(SEED, wide))
        yield self._row(columns, *self._label(card, cards), *self._value(cards))

    def _room(self, room: RoomValues, columns: int) -> Iterator[Line]:
        labels = {
            "here": _("where"),
            "listed": _("room"),
            "watching": _("watching"),
            "clock": _("clock"),
        }
        wide = max(map(width, labels.values()))
        for (field,) in room_grid(room):
            label = self._label(labels[field.kind].ljust(wide), field)
            yield self._row(columns, *label, *self._value(field))

    def _begin(self, columns: int) -> Line:
        is_here = self.focus == BEGIN
        tone = KEY if is_here else STRONG.on("raised")
        text = _("Start the game")
        if self.values.room is not None:
            is_new = self.values.room.is_here is not None
            text = _("Open the room") if is_new else _("Save the changes")
        return self._row(columns, Run(f"  {text}  ", tone, BEGIN.kind))

    # Parts of rows

    def _row(self, columns: int, *runs: Run) -> Line:
        """A row with the pointer before it, and raised as a whole, if the focus is in it."""
        is_here = any(run.act.endswith(f"-{self.focus.id}") for run in runs)
        is_here |= self.focus == BEGIN and any(run.act == BEGIN.kind for run in runs)
        sign = self.look.signs.pointer if is_here else " "
        row = (Run(f"{sign} ", ACCENT), *runs)
        if not is_here:
            return fit(row, columns)
        raised = (run._replace(tone=_raised(run.tone)) for run in row)
        return fit(raised, columns, "raised")

    def _label(self, text: str, field: Field) -> Line:
        return (Run(f"{text} ", MUTED, f"at-{field.id}"),)

    def _value(
        self, field: Field, columns: int = 0, is_tight: bool = False, has_sign: bool = False
    ) -> Line:
        """The value with room for arrows at both sides, at least so many columns wide; a sign
        may stand for it."""
        text = shown(self.values, self.setup, field, has_sign)
        is_here = field == self.focus
        if field.kind in TEXTS:
            return self._typed(field, text, columns, is_here)
        tone = MUTED if is_random(self.values, field) else TEXT
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
