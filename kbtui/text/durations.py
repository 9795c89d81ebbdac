"""Durations and clocks in words."""

from __future__ import annotations

from typing import Final

from kbtui.text.i18n import _, n_
from relay.protocol import kinds as k

_MINUTE: Final = 60
_DAY: Final = 86_400


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
