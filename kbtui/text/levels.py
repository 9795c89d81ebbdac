"""Bots by their level, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kbtui.text.i18n import N_, _

LEVELS: Final[Mapping[str, str]] = {
    "random": N_("random bot"),
    "novice": N_("novice bot"),
    "greedy": N_("greedy bot"),
    "skilled": N_("skilled bot"),
    "expert": N_("expert bot"),
}
PLAYED: Final = tuple(level for level in LEVELS if level != "random")  # that people play against


def level_name(level: str) -> str:
    """``greedy bot``; a level that has no name is called as it is typed."""
    return _(LEVELS[level]) if level in LEVELS else level
