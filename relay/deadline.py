"""Time limits for bots: the engine has no clock, so its callers tell a bot when to stop."""

from __future__ import annotations

from time import monotonic

from engine.bots import Stop, never


def within(seconds: float, also: Stop = never) -> Stop:
    """True once the time is over, or as soon as ``also`` says so."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end or also()
