"""The log of any game: what happened and what was answered, newest at the bottom."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from kbtui.paint.runs import ACCENT, STRONG, TEXT, Line, Run, heading, width
from kbtui.story.view import Said, View
from kbtui.text.i18n import _

T = TypeVar("T")

_SHARE: Final = 4  # how often a log moves up until all of it has changed


def head(view: View, columns: int) -> Line:
    return heading(_("LOG"), columns, stroke=view.signs.stroke)


def merged(
    told: Sequence[tuple[int, T]],
    row: Callable[[T], Line],
    spoken: Sequence[Said],
    columns: int,
    height: int,
    *,
    in_steps: bool = True,
) -> list[Line]:
    """The last rows of what is told and what was answered, both with the numbers of their entries.
    ``in_steps``: a log that is full moves up by several rows at once."""
    answers = [(said.entry, 1, _answered(said.text, columns)) for said in spoken]
    if in_steps:
        height -= _free(len(told) + sum(len(rows) for *_, rows in answers), height)
    found = [(entry, 0, [row(each)]) for entry, each in told[-height:]]
    found += answers[-height:]
    found.sort(key=lambda item: item[:2])  # an answer stands where it was given
    return [line for _entry, _kind, rows in found for line in rows][-height:]


def _free(count: int, height: int) -> int:
    """Rows that stay free below. Over a slow connection, moving a whole large log up for every new
    line takes longer than all else that changes."""
    step = height // _SHARE
    return (height - count) % step if count > height and step else 0


def _answered(text: str, columns: int) -> list[Line]:
    rows: list[str] = []
    for word in text.split(" "):
        if rows and width(rows[-1]) + 1 + width(word) <= columns - 2:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return [(Run("> " if i == 0 else "  ", ACCENT), Run(row)) for i, row in enumerate(rows)]


def with_acts(text: str, names: str, acts: Mapping[str, str]) -> Line:
    """A text in which names, found by a pattern, can be clicked on: what each then does."""
    pieces = re.split(f"({names})", text) if acts else [text]
    pairs = ((piece, acts.get(piece, "")) for piece in pieces if piece)
    return tuple(Run(piece, STRONG if act else TEXT, act) for piece, act in pairs)
