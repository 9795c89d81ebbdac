"""The log: what happened, newest at the bottom, one line for what belongs together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.castle.pieces.cells import NAMES
from engine.contract import DEALER
from kbtui.games.castle.board.symbols import signs
from kbtui.games.castle.words.briefs import Told, brief, joined, news, tight, whole
from kbtui.games.castle.words.kinds import Kind, cell_of
from kbtui.games.kit import Place
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import MUTED, Line, Run, cut, width
from kbtui.panels import eventlog
from kbtui.story.view import Said, View

_CHIP: Final = 3  # columns
_WIDE: Final = 56  # columns from which whole sentences are shown
_PLACES: Final = r"\b[A-O]\d{1,3}\b"
_HIDDEN: Final = (Kind.DEALT,)  # what only its owner should see, while the keyboard is passed on


def any_sign(view: View) -> str:
    return signs(view.signs == UNICODE).any


def lines(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    """The heading and as many of the last events as fit; ``spoken`` are answers to the player."""
    if height < 2:
        return []
    return [eventlog.head(view, columns), *tail(view, columns, height - 1, spoken)]


def tail(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    past = view.chronicle.events_at(view.entry)
    if view.hides_card:
        past = [event for event in past if event.kind not in _HIDDEN]
    told = [(line.first.entry, line) for line in joined(past[-4 * height :])]
    return eventlog.merged(told, partial(_event, view, columns), spoken, columns, height)


def _event(view: View, columns: int, line: Told) -> Line:
    event = line.first
    text = brief(line, view.names, any_sign(view))
    if columns >= _WIDE:
        text = whole(line, view.names, view.viewer)
    room = columns - _CHIP
    if event.seat == DEALER:
        return (Run(cut(text, columns, view.signs.more), MUTED),)
    for shorter in (brief, tight):
        if width(text) > room:
            text = shorter(line, view.names, any_sign(view))
    shown = cut(text, room, view.signs.more)
    return view.chip(event.seat), Run(" "), *with_places(shown, event.places)


def with_places(text: str, places: Sequence[Place]) -> Line:
    """A click on a cell leads the cursor there."""
    acts = {NAMES[cell_of(place)[1]].upper(): f"go-{place}" for place in places}
    return eventlog.with_acts(text, _PLACES, acts)


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
