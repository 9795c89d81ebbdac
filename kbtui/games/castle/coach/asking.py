"""The coach as the kit hands it out: a bot that is given what the player may see, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bots import Stop, never
from engine.castle.moves import format_move
from engine.castle.state import State
from kbtui.games.castle.coach import report, telling
from kbtui.games.castle.coach.analysis import LEVELS, SLIGHT, advised, judge
from kbtui.games.coaching import Coach
from relay.deadline import within

PATIENCE: Final = 4.0  # seconds that a hint may take


def hint(observation: State, names: Sequence[str], stop: Stop = never) -> tuple[str, list[str]]:
    """The best move that was found in time, and why."""
    move = advised(observation, LEVELS[-1], within(PATIENCE, stop))
    return format_move(move), [*telling.hint(observation, move, names)]


class _Castle:
    levels: Sequence[str] = LEVELS
    slight: float = SLIGHT
    hint = staticmethod(hint)
    judge = staticmethod(judge)
    heading = staticmethod(report.heading)
    compared = staticmethod(report.compared)
    why = staticmethod(report.why)
    ways = staticmethod(report.ways)
    as_json = staticmethod(report.as_json)


COACH: Final[Coach] = _Castle()
