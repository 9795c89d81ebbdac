"""The seats of a table, by the colors in which they are shown."""

from __future__ import annotations

from typing import Final

from kbtui.text.i18n import N_, _

COLORS: Final = (N_("Orange"), N_("Sky"), N_("White"), N_("Violet"))


def color_name(seat: int) -> str:
    """``Orange``: what the player of that seat is called who has no name."""
    return _(COLORS[seat])
