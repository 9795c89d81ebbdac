"""The setup that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from engine.castle.setup import PLAYERS, RANDOM, Options, options_as_json
from engine.errors import BadOptions
from kbtui.games.kit import Form
from kbtui.play.seeds import new_seed
from kbtui.text.i18n import _


def _start(text: str, players: int) -> int | None:
    """The seat that begins; None lets the seed choose."""
    if text == RANDOM:
        return None
    if text.isdecimal() and 1 <= int(text[:3]) <= players:
        return int(text) - 1
    problem = _("a seat from 1 to {players}, or random").format(players=players)
    raise BadOptions("--start", problem)


class _Castle:
    players: Sequence[int] = PLAYERS

    def options(self, asked: argparse.Namespace, players: int) -> dict[str, Any]:
        return options_as_json(
            Options(
                players,
                asked.coins,
                asked.royal,
                asked.peace,
                asked.pay,
                _start(asked.start, players),
                new_seed() if asked.seed is None else asked.seed,
            )
        )


FORM: Final[Form] = _Castle()
