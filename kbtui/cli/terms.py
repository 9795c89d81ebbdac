"""The room options that a command line asks for, and the bots in the room."""

from __future__ import annotations

import argparse
import json
import re
from typing import Final, NamedTuple

from engine.contract import AnyGame
from kbtui.games.kit import Kit
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from relay.protocol import kinds as k
from relay.protocol.messages import Terms

_CLOCK: Final = re.compile(r"(turn|game):([0-9]{1,7})([smhd]?)")
_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_LEAST: Final = {k.TURN_CLOCK: 10, k.GAME_CLOCK: 60}  # seconds; docs/protocol.md, section 7


class Room(NamedTuple):
    """What to ask the relay for."""

    terms: Terms
    bots: tuple[str, ...]  # levels, for the last seats


def wanted(asked: argparse.Namespace, kit: Kit) -> Room:
    """Refuses what cannot be played."""
    levels = _levels(asked, kit.game, kit.form.players[-1])
    players = asked.players or min(kit.form.players[-1], 2 + len(levels))
    if len(levels) >= players:
        text = _("{bots} bots leave no seat for you in a game for {players}")
        raise Refusal(text.format(bots=len(levels), players=players))
    options = kit.form.options(asked, players)
    kit.game.new(options)
    text = json.dumps(options, separators=(",", ":"))
    if len(text) > k.OPTIONS:
        raise Refusal(_("these game options are too long for a relay"))
    if not 0 <= asked.delay <= k.LONGEST_DELAY:
        problem = _("--delay must be 0 to {most} seconds").format(most=k.LONGEST_DELAY)
        raise Refusal(problem)
    if asked.off_turn and not k.SHORTEST_OFF_TURN <= asked.off_turn <= k.LONGEST_TURN:
        problem = _("--off-turn must be {least} seconds to 30 days, or 0")
        raise Refusal(problem.format(least=k.SHORTEST_OFF_TURN))
    room = (asked.listed, asked.watching, asked.delay, *_clock(asked.clock), asked.off_turn)
    return Room(Terms(text, *room), levels)


def _clock(text: str) -> tuple[str, int]:
    """Which clock, and how many seconds."""
    if text == k.NO_CLOCK:
        return k.NO_CLOCK, 0
    match = _CLOCK.fullmatch(text)
    if match is None:
        problem = _("--clock: {text} is not a clock; use none, turn:60, turn:2d or game:15m")
        raise Refusal(problem.format(text=text))
    kind, seconds = match[1], int(match[2]) * _UNITS[match[3]]
    if not _LEAST[kind] <= seconds <= k.LONGEST_TURN:
        problem = _("--clock must be {least} seconds to 30 days").format(least=_LEAST[kind])
        raise Refusal(problem)
    return kind, seconds


def _levels(asked: argparse.Namespace, game: AnyGame, most: int) -> tuple[str, ...]:
    """A level for each bot: that many of one level, or those that are named."""
    named = (asked.bots or "0").strip()
    if named.isdecimal():
        return (asked.level or game.stand_in,) * min(int(named[:3]), most)
    levels = tuple(level.strip() for level in named.split(","))
    for level in levels:
        if level not in game.levels:
            text = _("--bots: unknown level {name}; choose from {known}")
            raise Refusal(text.format(name=level, known=", ".join(game.levels)))
    return levels
