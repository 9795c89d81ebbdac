"""The coach as the kit hands it out, and how long a hint may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bots import Stop, never
from engine.kingdom.ground.moves import format_move
from engine.kingdom.state import State
from kbtui.games.coaching import Coach
from kbtui.games.kingdom.coach import report, telling, walking
from kbtui.games.kingdom.coach.advice import advise
from kbtui.games.kingdom.coach.analysis import LEVELS, SLIGHT, judge
from relay.deadline import within

PATIENCE: Final = 4.0  # seconds that a hint may take


def hint(observation: State, names: Sequence[str], stop: Stop = never) -> tuple[str, list[str]]:
    """The best move that was found in time, and why."""
    advice = advise(observation, within(PATIENCE, stop))
    return format_move(advice.first), telling.hint(advice, names)


class _Kingdom:
    levels: Sequence[str] = LEVELS
    slight: float = SLIGHT
    hint = staticmethod(hint)
    judge = staticmethod(judge)
    heading = staticmethod(report.heading)
    compared = staticmethod(report.compared)
    why = staticmethod(report.why)
    ways = staticmethod(walking.ways)
    as_json = staticmethod(report.as_json)


COACH: Final[Coach] = _Kingdom()
