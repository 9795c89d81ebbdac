"""A game that the coach has analyzed, once for all tests that show the result."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

from kbtui.games.coaching import Verdict
from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.story.review import turns_of, worst
from tests.kbtui.story.test_chronicle import golden

RECORD, TABLE = golden("first-game")


@cache
def verdicts() -> list[analysis.Verdict | None]:
    """On all turns of both."""
    with patch.object(analysis, "PLAYED", 12):  # how well it judges is not looked at there
        return [analysis.judge(TABLE, turn, "greedy") for turn in turns_of(TABLE, (0, 1))]


@cache
def costliest() -> list[Verdict]:
    """On the worst turns of both, as the coach lists them."""
    return [verdict for seat in (0, 1) for verdict in worst(COACH, verdicts(), seat)]
