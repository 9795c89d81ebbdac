"""Who sits where, as a command line asks for it."""

from __future__ import annotations

import argparse
from typing import Final

from engine.errors import BadOptions
from kbtui.games.kit import Kit
from kbtui.play.session import HUMAN
from kbtui.text.i18n import _

_DIGITS: Final = 3  # more than any number of bots has


def seats(asked: argparse.Namespace, kit: Kit) -> tuple[str, ...]:
    """For each seat the person or the level of its bot; people sit first.

    Of players, people and bots any may be left out; what is given has to fit together.
    """
    levels = _levels(asked, kit)
    bots = len(levels) if isinstance(levels, list) else None
    players: int | None = asked.players
    people: int | None = asked.people
    if people is None:
        people = 1 if players is None or bots is None else players - bots
    if players is None:
        least = people + (asked.bots is not None)  # who names a level wants a bot of it
        players = people + bots if bots is not None else max(least, kit.form.players[0])
    if people < 0 or people > players or (bots is not None and people + bots != players):
        text = _("{people} people and {bots} bots do not make {players} players")
        more = {"people": asked.people or 0, "bots": bots or 0, "players": players}
        raise BadOptions("players", text.format(**more))
    chosen = levels if isinstance(levels, list) else [levels] * (players - people)
    return (HUMAN,) * people + tuple(chosen)


def _levels(asked: argparse.Namespace, kit: Kit) -> list[str] | str:
    """A level for each bot, or one for however many there are."""
    level: str = asked.level or _usual(asked, kit)
    if asked.bots is None:
        return level
    if asked.bots.strip().isdecimal():
        return [level] * min(int(asked.bots[:_DIGITS]), kit.form.players[-1] + 1)
    levels = [name.strip() for name in asked.bots.split(",")]
    return levels if len(levels) > 1 else levels[0]


def _usual(asked: argparse.Namespace, kit: Kit) -> str:
    """The level of bots for which none is named; in a first game the one that the menu chooses."""
    if kit.forms is None or not (asked.tips or asked.first_game):
        return kit.game.stand_in
    return next(player for player in kit.forms.first_game("").players if player != HUMAN)
