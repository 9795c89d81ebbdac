"""The log: what happened, newest at the bottom, one event per line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.contract import DEALER
from engine.kingdom.ground.hexes import NAMES
from kbtui.games.kingdom.words.events import brief, phrase, told
from kbtui.games.kingdom.words.kinds import Kind, joined
from kbtui.games.kit import Event
from kbtui.paint.runs import MUTED, Line, Run, cut, width
from kbtui.panels import eventlog
from kbtui.story.view import Said, View
from kbtui.text.layout import NORMAL

_CHIP: Final = 3  # columns
_PLACES: Final = r"\b[A-T]\d{1,2}\b"


def lines(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    """The heading and as many of the last events as fit; ``spoken`` are answers to the player."""
    if height < 2:
        return []
    return [eventlog.head(view, columns), *tail(view, columns, height - 1, spoken)]


def tail(view: View, columns: int, height: int, spoken: Sequence[Said] = ()) -> list[Line]:
    past = joined(view.chronicle.events_at(view.entry))
    if view.hides_card and past and past[-1].kind is Kind.DREW:
        past.pop()
    if columns < NORMAL:  # there are few rows as well: the next card says that a turn has ended
        past = [event for event in past if event.kind is not Kind.ENDED]
    told = [(event.entry, event) for event in past]
    row, is_large = partial(_event, view, columns), columns >= NORMAL
    return eventlog.merged(told, row, spoken, columns, height, in_steps=is_large)


def _event(view: View, columns: int, event: Event) -> Line:
    if event.seat == DEALER:
        text = phrase(event) if width(phrase(event)) <= columns else brief(event)
        return (Run(cut(text, columns, view.signs.more), MUTED),)
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
    acts = {NAMES[hex_].upper(): f"go-{NAMES[hex_]}" for hex_ in event.places}
    return eventlog.with_acts(text, _PLACES, acts)
