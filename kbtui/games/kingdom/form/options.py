"""The setup that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from engine.kingdom.ground.quadrants import BadQuadrant, Quadrant, parse_quadrants
from engine.kingdom.setup import FIRST_GOALS, FIRST_QUADRANTS, PLAYERS, Options, options_as_json
from kbtui.games.kit import Form
from kbtui.play.seeds import new_seed
from kbtui.text.i18n import _


def options(asked: argparse.Namespace, players: int) -> Options:
    """The setup; whether it can be played shows when it is laid out."""
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


class _Kingdom:
    players: Sequence[int] = PLAYERS

    def options(self, asked: argparse.Namespace, players: int) -> dict[str, Any]:
        return options_as_json(options(asked, players))


FORM: Final[Form] = _Kingdom()
