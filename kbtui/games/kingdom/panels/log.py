"""The log: what happened, newest at the bottom, one event per line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.contract import DEALER
from engine.kingdom.ground.hexes import NAMES
from kbtui.games.kingdom.words.events import brief, phrase, told
from kbtui.games.kingdom.words.kinds import Kind, joined
from kbtui.games.kit import Event
from kbtui.paint.runs import ACCENT, MUTED, STRONG, TEXT, Line, Run, cut, heading, width
from kbtui.story.view import Said, View
from kbtui.text.i18n import _
from kbtui.text.layout import NORMAL

_CHIP: Final = 3  # columns
_SHARE: Final = 4  # how often a log moves up until all of it has changed


def lines(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    """The heading and as many of the last events as fit; ``spoken`` are answers to the player."""
    if height < 2:
        return []
    rows: list[Line] = [heading(_("LOG"), columns, stroke=view.signs.stroke)]
    return rows + tail(view, columns, height - 1, spoken)


def tail(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    past = joined(view.chronicle.events_at(view.entry))
    if view.hides_card and past and past[-1].kind is Kind.DREW:
        past.pop()
    if columns < NORMAL:  # there are few rows as well: the next card says that a turn has ended
        past = [event for event in past if event.kind is not Kind.ENDED]
    answers = [(said.entry, 1, _folded(said.text, columns)) for said in spoken]
    if columns >= NORMAL:
        height -= _free(len(past) + sum(len(rows) for *_, rows in answers), height)
    found = [(event.entry, 0, [_event(event, view, columns)]) for event in past[-height:]]
    found += answers[-height:]
    found.sort(key=lambda item: item[:2])  # an answer stands where it was given
    return [row for _entry, _kind, rows in found for row in rows][-height:]


def _free(count: int, height: int) -> int:
    """Rows that stay free below. A large log that is full moves up by several lines at once: over
    a slow connection, moving all of it for every line takes longer than all else that changes."""
    step = height // _SHARE
    return (height - count) % step if count > height and step else 0


def _event(event: Event, view: View, columns: int) -> Line:
    if event.seat == DEALER:
        return (Run(cut(phrase(event), columns, view.signs.more), MUTED),)
    shown = cut(_wording(event, view, columns - _CHIP), columns - _CHIP, view.signs.more)
    return view.chip(event.seat), Run(" "), *_with_places(shown, event)


def _wording(event: Event, view: View, columns: int) -> str:
    """As many words as there is room for; also the chip says who it was."""
    wordings = told(event, view.names), phrase(event), brief(event)
    is_wide = columns + _CHIP >= NORMAL  # else some lines would have a name and some not
    fitting = (text for text in wordings[0 if is_wide else 1 :] if width(text) <= columns)
    return next(fitting, wordings[-1])


def _with_places(text: str, event: Event) -> Line:
    """A click on a coordinate leads the cursor there."""
    names = {NAMES[hex_].upper() for hex_ in event.places}
    pieces = re.split(r"(\b[A-T]\d{1,2}\b)", text) if names else [text]
    acts = (f"go-{piece.lower()}" if piece in names else "" for piece in pieces)
    pairs = zip(pieces, acts, strict=True)
    return tuple(Run(piece, STRONG if act else TEXT, act) for piece, act in pairs if piece)


def _folded(text: str, columns: int) -> list[Line]:
    rows: list[str] = []
    for word in text.split(" "):
        if rows and width(rows[-1]) + 1 + width(word) <= columns - 2:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return [(Run("> " if i == 0 else "  ", ACCENT), Run(row)) for i, row in enumerate(rows)]
