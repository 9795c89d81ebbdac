"""The log: what happened, newest at the bottom, one line for what belongs together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.castle.pieces.cells import NAMES
from engine.contract import DEALER
from kbtui.games.castle.board.symbols import signs
from kbtui.games.castle.words.briefs import Told, brief, joined, news, tight, whole
from kbtui.games.castle.words.kinds import Kind, cell_of
from kbtui.games.kit import Place
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import ACCENT, MUTED, STRONG, TEXT, Line, Run, cut, heading, paragraphs, width
from kbtui.story.view import Said, View
from kbtui.text.i18n import _

_CHIP: Final = 3  # columns
_WIDE: Final = 56  # columns from which whole sentences are told
_SHARE: Final = 4  # how often a log moves up until all of it has changed
_HIDDEN: Final = (Kind.DEALT,)  # what only its owner should see, while the keyboard is passed on


def any_sign(view: View) -> str:
    return signs(view.signs == UNICODE).any


def lines(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    """The heading and as many of the last events as fit; ``spoken`` are answers to the player."""
    if height < 2:
        return []
    rows: list[Line] = [heading(_("LOG"), columns, stroke=view.signs.stroke)]
    return rows + tail(view, columns, height - 1, spoken)


def tail(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    past = view.chronicle.events_at(view.entry)
    if view.hides_card:
        past = [event for event in past if event.kind not in _HIDDEN]
    told = joined(past[-4 * height :])
    answers = [(said.entry, 1, _folded(said.text, columns)) for said in spoken]
    height -= _free(len(told) + sum(len(rows) for *_, rows in answers), height)
    found = [(line.first.entry, 0, _event(line, view, columns)) for line in told[-height:]]
    found += answers[-height:]
    found.sort(key=lambda item: item[:2])  # an answer stands where it was given
    return [row for _entry, _kind, rows in found for row in rows][-height:]


def _free(count: int, height: int) -> int:
    """Rows that stay free below. A large log that is full moves up by several lines at once: over
    a slow connection, moving all of it for every line takes longer than all else that changes."""
    step = height // _SHARE
    return (height - count) % step if count > height and step else 0


def _event(line: Told, view: View, columns: int) -> list[Line]:
    event = line.first
    text = brief(line, view.names, any_sign(view))
    if columns >= _WIDE:
        text = whole(line, view.names, view.viewer)
    room = columns - _CHIP
    if event.seat == DEALER:
        return [(Run(cut(text, columns, view.signs.more), MUTED),)]
    for shorter in (brief, tight):
        if width(text) > room:
            text = shorter(line, view.names, any_sign(view))
    shown = cut(text, room, view.signs.more)
    return [(view.chip(event.seat), Run(" "), *with_places(shown, event.places))]


def with_places(text: str, places: Sequence[Place]) -> Line:
    """A click on a cell leads the cursor there."""
    named = {NAMES[cell_of(place)[1]].upper(): place for place in places}
    pieces = re.split(r"(\b[A-O]\d{1,3}\b)", text) if named else [text]
    acts = (f"go-{named[piece]}" if piece in named else "" for piece in pieces)
    pairs = zip(pieces, acts, strict=True)
    return tuple(Run(piece, STRONG if act else TEXT, act) for piece, act in pairs if piece)


def _folded(text: str, columns: int) -> list[Line]:
    rows = paragraphs(text, columns - 2)
    return [(Run("> " if i == 0 else "  ", ACCENT), *row) for i, row in enumerate(rows)]


def newest(view: View, columns: int) -> Line:
    """The last thing that somebody did, in one line."""
    past = [e for e in view.chronicle.events_at(view.entry) if e.seat != DEALER]
    if view.hides_card:
        past = [event for event in past if event.kind not in _HIDDEN]
    told = joined(past[-8:])
    if not told or columns <= _CHIP:
        return ()
    text = brief(told[-1], view.names, any_sign(view))
    if width(text) > columns - _CHIP:
        text = tight(told[-1], view.names, any_sign(view))
    event = told[-1].first
    return view.chip(event.seat), Run(" "), Run(cut(text, columns - _CHIP, view.signs.more))


def since(view: View, columns: int) -> str:
    """What the others did since the viewer acted last."""
    entries = view.chronicle.table.entries
    acted = len(entries)
    while acted and entries[acted - 1].actor != view.viewer:
        acted -= 1
    new = [event for event in view.chronicle.events if event.entry > acted]
    return cut(news(new, view.names, view.viewer, any_sign(view)), columns, view.signs.more)
