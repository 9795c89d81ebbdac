"""The side column of a replay: the turn in words, the table, and a list of turns."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.contract import DEALER
from kbtui.games.castle.panels import side as table
from kbtui.games.castle.panels.log import any_sign, with_places
from kbtui.games.castle.panels.side import Shown
from kbtui.games.castle.words.briefs import Told, brief, joined
from kbtui.games.castle.words.kinds import Kind, cell_of
from kbtui.paint.runs import (
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    cut,
    fit,
    heading,
    length,
)
from kbtui.panels import turnrows
from kbtui.story.chronicle import Turn
from kbtui.story.replay import Replay
from kbtui.story.view import View
from kbtui.text.i18n import _

_EVENTS: Final = 3  # lines for what happened in a turn, so that what lies below stays in its place
_LIST_FROM: Final = 26  # rows from which there is a list of turns
_LIST: Final = 3  # the share of the column that it takes
_OWN: Final = (Kind.BUILT, Kind.DREW, Kind.COIN, Kind.TOPPLED, Kind.STOLE, Kind.TOOK)


def side(
    view: View, replay: Replay, columns: int, height: int, shown: int | None, has_log: bool
) -> list[Line]:
    """As much as there is room for; ``shown`` is the part of the score on the board."""
    rows = _now(view, replay, columns) if height > _EVENTS + 2 else []
    listed = height // _LIST if height >= _LIST_FROM else 0
    last = replay.last
    large = cell_of(last.bit_length() - 1)[0] if last else -1
    now = Shown(castle=large, last=last, has_log=True, has_track=not has_log)
    rows += table.side(view, columns, height - len(rows) - listed, now)
    rows += [EMPTY] * (height - listed - len(rows))
    return [*rows, *listing(view, replay, columns, listed)]


def _now(view: View, replay: Replay, columns: int) -> list[Line]:
    """Heading, who plays, and what was done last in this turn."""
    turn = replay.now
    rows: list[Line] = [heading(_("THIS TURN"), columns, replay.view_name, view.signs.stroke)]
    name = cut(view.names[turn.seat], columns - 4, view.signs.more)
    rows.append((view.chip(turn.seat), Run(f" {name} ", STRONG)))
    told = joined(turn.events)
    done = [_told(view, each, columns) for each in told][-_EVENTS:]
    return [*rows, *done, *[EMPTY] * (_EVENTS - len(done))]


def _told(view: View, events: Told, columns: int) -> Line:
    event = events.first
    text = cut(brief(events, view.names, any_sign(view)), columns - 3, view.signs.more)
    if event.seat == DEALER:
        return (Run(f"   {text}", MUTED),)
    return view.chip(event.seat), Run(" "), *with_places(text, event.places)


def listing(view: View, replay: Replay, columns: int, height: int) -> list[Line]:
    """A window of the turns around the moment, each with what was done in it."""
    return turnrows.listing(view, replay, columns, height, partial(_listed, view, columns))


def _listed(view: View, columns: int, turn: Turn, is_now: bool, _spare: int) -> list[Line]:
    start, act = turnrows.start(view, turn, is_now)
    room = columns - length(start)
    text = cut(summary(view, turn), room, view.signs.more)
    return [fit((*start, Run(text, TEXT if is_now else MUTED, act)), columns)]


def summary(view: View, turn: Turn) -> str:
    """A turn in few words: what its player did."""
    events = joined(
        event for event in turn.events if event.kind in _OWN or event.kind is Kind.MOVED
    )
    return ", ".join(
        brief(each, view.names, any_sign(view)) for each in events if each.first.seat == turn.seat
    )
