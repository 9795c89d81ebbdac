"""The room options in words: clocks, spectators, what lies on the table."""

from __future__ import annotations

import json
from typing import Final

from engine.errors import EngineError
from engine.kingdom.ground.quadrants import MARSHLANDS
from engine.kingdom.setup import Setup, parse_options, resolve
from kbtui.text.i18n import _, n_
from relay import kinds as k
from relay import messages as m

_MINUTE: Final = 60
_DAY: Final = 86_400


def setup_of(terms: m.Terms) -> Setup | None:
    """The table of a room; None if the relay has sent what cannot be played."""
    try:
        return resolve(parse_options(json.loads(terms.options)))
    except (ValueError, RecursionError, EngineError):
        return None


def span(seconds: int) -> str:
    """``90 s``, ``3 min``, ``1 day``."""
    if seconds >= _DAY:
        days = seconds // _DAY
        return n_("{count} day", "{count} days", days).format(count=days)
    if seconds >= 2 * _MINUTE:
        return _("{count} min").format(count=seconds // _MINUTE)
    return _("{count} s").format(count=seconds)


def clock(kind: str, seconds: int) -> str:
    if kind == k.NO_CLOCK:
        return _("no clock")
    text = _("{time} per turn") if kind == k.TURN_CLOCK else _("{time} per game")
    return text.format(time=span(seconds))


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
