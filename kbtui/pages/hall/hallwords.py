"""Texts of the hall that several of its parts need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.games.kit import find, keys, on_screen
from kbtui.paint.runs import READY, Run, Tone, cut, width
from kbtui.text.i18n import _
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

_STONE: Final = Tone("ink", "muted", READY.flags)
_STEPS: Final = (40, 20, 10, 5, 2, 1)  # minutes: a list that stands still sends no bytes
_HOUR, _DAY = 60, 1440


def ago(minutes: int) -> str:
    """``now``, ``5 min``, ``3 h``, ``2 d``: in steps that grow."""
    if minutes >= 2 * _DAY:
        return _("{count} d").format(count=minutes // _DAY)
    if minutes >= _HOUR:
        return _("{count} h").format(count=minutes // _HOUR)
    step = next((each for each in _STEPS if minutes >= each), 0)
    return _("{count} min").format(count=step) if step else _("now")


def game_title(key: str) -> str:
    return _(find(key).title) if key in keys() else clean(key, k.NAME)


def chip(key: str, act: str = "") -> Run:
    """The game as a letter on its color."""
    usual = on_screen()
    tone = READY if usual and usual[0].key == key else _STONE
    return Run(game_title(key)[:1] or "?", tone, act)


def names_of(room: m.Listed) -> list[str]:
    return [clean(name, k.NAME) for name in room.names if name]


def together(names: Sequence[str], columns: int, more: str) -> str:
    """``Ann, Bob``; where that is too wide, ``Ann, +3``."""
    whole = ", ".join(names)
    for count in range(len(names), 0, -1):
        rest = f", +{len(names) - count}" if count < len(names) else ""
        told = ", ".join(names[:count]) + rest
        if width(told) <= columns:
            return told
    return cut(whole, columns, more)
