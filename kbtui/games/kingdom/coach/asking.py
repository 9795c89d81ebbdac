"""Finds a hint for a player who is waiting for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from engine.kingdom.state import State
from kbtui.games.kingdom.coach import report, telling
from kbtui.games.kingdom.coach.advice import advise
from kbtui.games.kingdom.coach.analysis import LEVELS, SLIGHT, judge
from kbtui.games.kit import Coach
from kbtui.text.i18n import _
from relay.deadline import within

PATIENCE: Final = 4.0  # seconds that a hint may take
_SECOND: Final = 1.0  # after which the player is told that it takes a while


def hint(observation: State, names: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """The hint; ``say`` is called if it takes longer than a second."""
    slow = threading.Timer(_SECOND, say, [_("The coach is thinking.")])
    slow.start()
    try:
        advice = advise(observation, within(PATIENCE))
    finally:
        slow.cancel()
    return telling.hint(advice, names)


class _Kingdom:
    levels: Sequence[str] = LEVELS
    slight: float = SLIGHT
    hint = staticmethod(hint)
    judge = staticmethod(judge)
    heading = staticmethod(report.heading)
    compared = staticmethod(report.compared)
    as_json = staticmethod(report.as_json)


COACH: Final[Coach] = _Kingdom()
