"""A form as questions with a few answers each, for pages that have no keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kbtui.form.fields import PLAYERS_FIELD, Field, changed, room_grid, room_labels, value
from kbtui.form.sheet import Sheet
from kbtui.text.i18n import _


class Question(NamedTuple):
    """A field: its name, what it is about, and its values in words; ``at`` is the one that is
    chosen, -1 for a value that is not proposed."""

    id: str
    label: str
    about: str
    answers: tuple[str, ...]
    at: int


def questions(sheet: Sheet, values: Any) -> Iterator[Question]:
    """What the host of an open room can change. What the seed decides, such as each quadrant of a
    board, is left out: it would fill a small page."""
    table = sheet.table(values)
    labels = {PLAYERS_FIELD.kind: _("players"), **sheet.labels(), **room_labels()}
    for field in _fields(sheet, values):
        kind, now = sheet.kinds[field.kind], value(sheet.kinds, values, field)
        choices = [*kind.choices(values)]
        told = []
        for each in choices:
            other = changed(sheet.kinds, values, field, each)
            told.append(kind.words(other, table, field.number))
        if len(choices) > 1:
            at = choices.index(now) if now in choices else -1
            about = kind.about(values, table, field.number)
            yield Question(field.id, labels[field.kind], about, tuple(told), at)


def answered(sheet: Sheet, values: Any, id: str, at: int) -> Any:
    """With that answer; raises LookupError if there is no such question or answer."""
    field = {field.id: field for field in _fields(sheet, values)}[id]
    choices = [*sheet.kinds[field.kind].choices(values)]
    if not 0 <= at < len(choices):
        raise LookupError(at)
    return changed(sheet.kinds, values, field, choices[at])


def _fields(sheet: Sheet, values: Any) -> list[Field]:
    own = [field for row in sheet.grid(values) for field in row]
    room = [field for row in room_grid(values.room, sheet.has_off_turn(values)) for field in row]
    return [field for field in (PLAYERS_FIELD, *own, *room) if not sheet.kinds[field.kind].is_drawn]
