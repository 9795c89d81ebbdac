"""The room options in words: clocks, spectators, what lies on the table."""

from __future__ import annotations

import json
from typing import Any

from engine.contract import find
from engine.errors import EngineError
from kbtui.games.kit import find as find_kit
from kbtui.text import durations
from kbtui.text.i18n import _, n_
from relay.protocol import messages as m


def start_of(room: m.RoomView) -> Any | None:
    """The state before the first entry; None if the relay has sent what cannot be played."""
    try:
        return find(room.game).new(json.loads(room.terms.options))
    except (ValueError, RecursionError, EngineError):
        return None


def progress(room: m.Listed) -> str:
    """How far a listed game is, and for how long nobody has moved, as far as the relay tells."""
    if not room.turn:
        return _("in progress")
    text = _("turn {number}").format(number=room.turn)
    if not room.idle:
        return text
    return _("{turn}, idle for {time}").format(turn=text, time=durations.span(60 * room.idle))


def options(room: m.RoomView) -> str:
    """What makes this game differ from others, in a few words."""
    game, start = find(room.game), start_of(room)
    return "" if start is None else find_kit(room.game).words.options(game.settled(start))


def limits(terms: m.Terms) -> str:
    """How long players may take."""
    clock = durations.clock(terms.clock, terms.seconds)
    return "; ".join(filter(None, (clock, off_turn(terms))))


def off_turn(terms: m.Terms) -> str:
    """What happens to decisions in somebody else's turn; empty if nothing is set."""
    if not terms.off_turn:
        return ""
    text = _("off turn, a bot decides after {time}")
    return text.format(time=durations.span(terms.off_turn))


def watching(terms: m.Terms, watchers: int) -> str:
    """Whether it is allowed, and how many do."""
    if not terms.watching:
        return _("no spectators")
    text = (
        n_("{count} spectator", "{count} spectators", watchers) if watchers else _("can be watched")
    )
    told = text.format(count=watchers)
    if terms.delay:
        told += _(", {time} delay").format(time=durations.span(terms.delay))
    return told
