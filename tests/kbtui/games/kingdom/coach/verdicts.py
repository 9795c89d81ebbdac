"""A game that the coach has analyzed, once for all tests that show the result."""

from __future__ import annotations

from unittest.mock import patch

from kbtui.games.kingdom.coach import analysis
from kbtui.story.review import turns_of
from tests.kbtui.story.test_chronicle import golden

RECORD, TABLE = golden("first-game")
with patch.object(analysis, "PLAYED", 12):  # how well it judges is not looked at there
    VERDICTS = [analysis.judge(TABLE, turn, "greedy") for turn in turns_of(TABLE, (0, 1))]
