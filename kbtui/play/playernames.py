"""Names for the seats of a new game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.play.session import HUMAN
from kbtui.text.seats import COLORS, color_name

NAMES: Final = ("Ada", "Botto", "Cleo", "Dmitri")  # of the seats, until somebody types others


def names_of(players: Sequence[str], name: str) -> tuple[str, ...]:
    """A name for each seat: the player's own for the first person, others by their color."""
    first = next((seat for seat, player in enumerate(players) if player == HUMAN), None)
    return tuple(
        name
        if seat == first and name
        else color_name(seat % len(COLORS))
        if player == HUMAN
        else NAMES[seat % len(NAMES)]  # too many players are refused later
        for seat, player in enumerate(players)
    )
