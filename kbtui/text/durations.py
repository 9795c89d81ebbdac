"""Durations and clocks in words."""

from __future__ import annotations

import time
from typing import Final

from kbtui.text.i18n import N_, _, c_, n_
from relay.protocol import kinds as k

_MINUTE: Final = 60
_DAY: Final = 86_400
_WEEK: Final = 7  # days
_WEEKDAYS: Final = (
    *(N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday")),
    *(N_("Friday"), N_("Saturday"), N_("Sunday")),
)


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


def day_told(at: float, now: float) -> str:
    """The day of a moment, in UTC, to be put behind ``since``: ``14:20 UTC`` if it was today, then
    ``yesterday``, ``Tuesday``, ``2026-11-03``."""
    days, moment = int(now) // _DAY - int(at) // _DAY, time.gmtime(at)
    if days < 1:
        return time.strftime("%H:%M UTC", moment)
    if days == 1:
        return _("yesterday")
    if days < _WEEK:
        return _(_WEEKDAYS[moment.tm_wday])
    return c_("since", "{date}").format(date=time.strftime("%Y-%m-%d", moment))
