"""Puts bots into the last seats of a new room."""

from __future__ import annotations

from collections.abc import Sequence

from kbtui.online.guest import Guest
from relay import events as e
from relay import messages as m


def seat_bots(guest: Guest, levels: Sequence[str]) -> None:
    """As soon as the room is there, once; whatever the relay refuses stays with the guest."""
    if not levels:
        return

    def hear(event: e.Event | None) -> None:
        if isinstance(event, e.Got) and isinstance(event.message, m.RoomView) and guest.is_host:
            unlisten()
            first = len(event.message.seats) - len(levels)
            for seat, level in enumerate(levels, first):
                guest.wish(m.SeatBot(seat, level))

    unlisten = guest.listen(hear)
