"""The set-up and the seats that a command line asks for."""

from __future__ import annotations

import argparse
import os
from typing import Final

from engine.errors import BadOptions
from engine.kingdom.ground.quadrants import BadQuadrant, Quadrant, parse_quadrants
from engine.kingdom.setup import FIRST_GOALS, FIRST_QUADRANTS, PLAYERS, Options
from engine.rng import Stream
from kbtui.play.session import HUMAN
from kbtui.text.i18n import _

_WORDS: Final = (  # for seeds that can be read out over the phone
    *("amber", "bay", "cedar", "delta", "ember", "fjord", "glade"),
    *("heath", "iris", "jade", "karst", "loch", "moss"),
)

_DIGITS: Final = 3  # more than any number of bots has


def new_seed() -> str:
    """``amber-fjord-12``."""
    stream = Stream(os.urandom(32), "seed")
    return f"{stream.choice(_WORDS)}-{stream.choice(_WORDS)}-{stream.below(100)}"


def options(asked: argparse.Namespace, players: int) -> Options:
    """The set-up; whether it can be played shows when it is laid out."""
    quadrants, goals = _names(asked.quadrants), _names(asked.goals)
    if asked.first_game:
        quadrants, goals = quadrants or FIRST_QUADRANTS, goals or FIRST_GOALS
    return Options(
        players=players,
        sets=_names(asked.sets) or (),
        quadrants=quadrants,
        goals=goals,
        two_cards=asked.two_cards,
        seed=new_seed() if asked.seed is None else asked.seed,
        custom=_read_boards(asked.boards),
    )


def _names(text: str | None) -> tuple[str, ...] | None:
    return tuple(part.strip().lower() for part in text.split(",")) if text else None


def _read_boards(name: str | None) -> tuple[Quadrant, ...]:
    if name is None:
        return ()
    try:
        with open(name, encoding="utf-8") as file:
            return parse_quadrants(file.read())
    except UnicodeDecodeError:
        raise BadQuadrant(name, _("not UTF-8 text")) from None
    except BadQuadrant as error:
        raise BadQuadrant(f"{name}: {error.where}", error.problem) from None


def seats(asked: argparse.Namespace) -> tuple[str, ...]:
    """For each seat the person or the level of its bot; people sit first.

    Of players, people and bots any may be left out; what is given has to fit together.
    """
    levels = _levels(asked)
    bots = len(levels) if isinstance(levels, list) else None
    players: int | None = asked.players
    people: int | None = asked.people
    if people is None:
        people = 1 if players is None or bots is None else players - bots
    if players is None:
        players = people + bots if bots is not None else max(people, PLAYERS[0])
    if people < 0 or people > players or (bots is not None and people + bots != players):
        text = _("{people} people and {bots} bots do not make {players} players")
        more = {"people": asked.people or 0, "bots": bots or 0, "players": players}
        raise BadOptions("players", text.format(**more))
    chosen = levels if isinstance(levels, list) else [levels] * (players - people)
    return (HUMAN,) * people + tuple(chosen)


def _levels(asked: argparse.Namespace) -> list[str] | str:
    """A level for each bot, or one for however many there are."""
    if asked.bots is None:
        level: str = asked.level
        return level
    if asked.bots.strip().isdecimal():
        return [asked.level] * min(int(asked.bots[:_DIGITS]), PLAYERS[-1] + 1)
    levels = [level.strip() for level in asked.bots.split(",")]
    return levels if len(levels) > 1 else levels[0]
