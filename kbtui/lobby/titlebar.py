"""What the title bar says about an online game: room, clock, spectators, and the connection."""

from __future__ import annotations

import math
from typing import Final

from kbtui.online.guest import Guest
from kbtui.online.troubles import told
from kbtui.paint.runs import MUTED, STRONG, WARNING, Line, Run
from kbtui.text.i18n import _, n_
from relay.client.connection import Phase

_DAY: Final = 86_400
_HURRY: Final = 20  # seconds from which a clock is shown in warning colour
_SLOW: Final = 0.4  # seconds there and back from which a line is slow


def bar(guest: Guest, now: float, *, short: bool = False) -> Line:
    """The right part of the title bar; trouble takes all of it. ``now`` is time.monotonic()."""
    connection = guest.connection
    if connection.phase is not Phase.UP:
        return (Run(f" {trouble(guest, now)} ", WARNING.on("raised").bold()),)
    soft = MUTED.on("raised")
    found = [Run(f"{guest.client.code}  ", STRONG.on("raised"))]
    left = remaining(guest, now)
    if left is not None:
        tone = WARNING if left < _HURRY else STRONG
        found.append(Run(f"{span(left)}  ", tone.on("raised")))
    if guest.watchers and not short:
        text = n_("{count} spectator", "{count} spectators", guest.watchers)
        found.append(Run(f"{text.format(count=guest.watchers)}  ", soft))
    if connection.latency is not None and not short:
        tone = WARNING if connection.latency > _SLOW else MUTED
        found.append(Run(f"{max(round(connection.latency * 1000), 1)} ms  ", tone.on("raised")))
    return tuple(found)


def trouble(guest: Guest, now: float) -> str:
    """Why the line is not up, and what happens next."""
    connection = guest.connection
    if connection.phase is Phase.ENDED:
        return _("not connected: {reason}").format(reason=told(connection.trouble))
    if connection.phase is Phase.CONNECTING:
        return _("connecting to {relay}").format(relay=guest.address.name)
    seconds = max(math.ceil(connection.again_at - now), 0)
    text = _("{reason}; retrying in {seconds} s")
    return text.format(reason=told(connection.trouble), seconds=seconds)


def remaining(guest: Guest, now: float) -> float | None:
    """Seconds left to the player who has to act; None without a clock."""
    clock = guest.client.clock
    if clock is None or clock.seat >= len(clock.left):
        return None
    return max(clock.left[clock.seat] / 1000 - (now - guest.clock_at), 0.0)


def span(seconds: float) -> str:
    """``0:07``, ``12:30``, ``5 h``, ``2 d``."""
    whole = math.ceil(seconds)
    if whole >= 2 * _DAY:
        return _("{count} d").format(count=whole // _DAY)
    if whole >= 3 * 3600:
        return _("{count} h").format(count=whole // 3600)
    return f"{whole // 60}:{whole % 60:02}"
