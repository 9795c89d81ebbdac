"""A game that the coach has analyzed, once for all tests that show the result."""

from __future__ import annotations

from unittest.mock import patch

from kbtui.games.kingdom.coach import analysis
from tests.kbtui.story.test_chronicle import golden

RECORD, TABLE = golden("first-game")
with patch.object(analysis, "PLAYED", 12):  # how well it judges is not looked at there
    VERDICTS = [*analysis.analyse(TABLE, (0, 1), "greedy")]
