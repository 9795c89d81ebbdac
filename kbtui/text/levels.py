"""Bots by their level, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kbtui.text.i18n import N_, _

LEVELS: Final[Mapping[str, str]] = {
    "random": N_("random bot"),
    "novice": N_("novice bot"),
    "greedy": N_("greedy bot"),
    "skilled": N_("skilled bot"),
    "expert": N_("expert bot"),
    "master": N_("master bot"),
}
PLAYED: Final = tuple(level for level in LEVELS if level != "random")  # that people play against


def offered(level: str, levels: Iterable[str]) -> str:
    """The level; or, where a game has no such bot, its strongest."""
    known = [*levels]
    return level if level in known else known[-1]


def chosen_from(levels: Iterable[str]) -> list[str]:
    """Those of a game that the settings know, from the weakest to the strongest."""
    known = {*levels}
    return [level for level in PLAYED if level in known]


def level_name(level: str) -> str:
    """``greedy bot``; a level that has no name is called as it is typed."""
    return _(LEVELS[level]) if level in LEVELS else level
