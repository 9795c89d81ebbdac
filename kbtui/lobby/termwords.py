"""The room options in words: clocks, spectators, what lies on the table."""

from __future__ import annotations

import json

from engine.errors import EngineError
from engine.kingdom.ground.quadrants import MARSHLANDS
from engine.kingdom.setup import Setup, parse_options, resolve
from kbtui.text.durations import span
from kbtui.text.i18n import _, n_
from relay.protocol import messages as m


def setup_of(terms: m.Terms) -> Setup | None:
    """The table of a room; None if the relay has sent what cannot be played."""
    try:
        return resolve(parse_options(json.loads(terms.options)))
    except (ValueError, RecursionError, EngineError):
        return None


def watching(terms: m.Terms, watchers: int) -> str:
    """Whether it is allowed, and how many do."""
    if not terms.watching:
        return _("no spectators")
    text = (
        n_("{count} spectator", "{count} spectators", watchers)
        if watchers
        else _("spectators allowed")
    )
    told = text.format(count=watchers)
    if terms.delay:
        told += _(", {time} delay").format(time=span(terms.delay))
    return told


def sets(setup: Setup) -> str:
    has_marshlands = setup.double_cards or any(q.set == MARSHLANDS for q in setup.quadrants)
    return _("base and Marshlands") if has_marshlands else _("base game")
