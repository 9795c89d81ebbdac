"""Names for the seats of a new game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.play.session import HUMAN
from kbtui.text.i18n import _

NAMES: Final = ("Ada", "Botto", "Cleo", "Dmitri")  # of the seats, until somebody types others


def names_of(players: Sequence[str], name: str) -> tuple[str, ...]:
    """A name for each seat: the player's own for the first person, others by their number."""
    first = next((seat for seat, player in enumerate(players) if player == HUMAN), None)
    return tuple(
        name
        if seat == first and name
        else _("Person {number}").format(number=seat + 1)
        if player == HUMAN
        else NAMES[seat % len(NAMES)]  # too many players are refused later
        for seat, player in enumerate(players)
    )
