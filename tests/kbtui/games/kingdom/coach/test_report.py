"""What the coach says of a turn, in words and as JSON."""

from __future__ import annotations

import json

import pytest

from kbtui.games.kingdom.coach.report import as_json, compared, heading
from tests.kbtui.games.kingdom.coach.verdicts import RECORD, verdicts

NAMES = RECORD.players


@pytest.mark.slow
def test_a_turn_is_told_with_what_was_played_and_what_the_coach_found() -> None:
    verdict = next(v for v in verdicts() if v is not None and v.turn == 9)
    assert heading(verdict._replace(cost=5.2)) == "turn 9, forest: about 5 gold"
    (who, played), (coach, better) = compared(verdict, NAMES)
    assert (who, coach) == ("played", "coach")
    assert played == "H12, G12, G13: Knights +2, takes the Oasis"
    assert better.startswith(", ".join(verdict.better).upper() + ": ")
    idle = verdict._replace(better=(), chances=verdict.chances._replace(gold=(), taken=()))
    assert [*compared(idle._replace(card=""), NAMES)][1][1].startswith("end: ")
    assert "no card" in heading(idle._replace(card=""))


def test_json_names_what_was_played_and_what_the_coach_found() -> None:
    verdict = next(v for v in verdicts() if v is not None)
    data = json.loads(json.dumps(as_json(verdict)))
    assert (data["turn"], data["entry"]) == (verdict.turn, verdict.entry)
    assert {"card", "cost", "played", "gold", "coach", "coach_gold"} <= {*data}
