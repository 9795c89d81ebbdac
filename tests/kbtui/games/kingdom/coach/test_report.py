"""The analysis as lines and as JSON."""

from __future__ import annotations

import json

from kbtui.games.kingdom.coach.report import as_json, compared, heading, lines
from kbtui.text.words import WIDTH
from tests.kbtui.games.kingdom.coach.verdicts import RECORD, VERDICTS

NAMES = RECORD.players


def test_the_lines_tell_the_turns_of_each_seat() -> None:
    told = [*lines(VERDICTS, (0, 1), NAMES, 2)]
    heads = [line for line in told if not line.startswith(" ") and line]
    assert heads == [f"{name}: the costliest turns" for name in NAMES]
    assert sum("about" in line for line in told) == 4
    assert all(len(line) <= WIDTH for line in told)


def test_a_turn_is_told_with_what_was_played_and_what_the_coach_found() -> None:
    verdict = next(v for v in VERDICTS if v is not None and v.turn == 9)
    assert heading(verdict._replace(cost=5.2)) == "turn 9, forest: about 5 gold"
    (who, played), (coach, better) = compared(verdict, NAMES)
    assert (who, coach) == ("played", "coach")
    assert played == "H12, G12, G13: Knights +2, takes the Oasis"
    assert better.startswith(", ".join(verdict.better).upper() + ": ")
    idle = verdict._replace(better=(), chances=verdict.chances._replace(gold=(), taken=()))
    assert [*compared(idle._replace(card=""), NAMES)][1][1].startswith("end: ")
    assert "no card" in heading(idle._replace(card=""))


def test_who_did_all_right_is_told_so() -> None:
    fine = [v and v._replace(cost=0.0) for v in VERDICTS]
    assert [*lines(fine, (0,), NAMES, 3)] == ["Ann: no turn cost anything worth mentioning."]


def test_json_has_every_turn_and_the_worst_by_number() -> None:
    data = json.loads(json.dumps(as_json([*VERDICTS, None], (1,), NAMES, "greedy", 2)))
    assert data["level"] == "greedy"
    (seat,) = data["seats"]
    assert (seat["seat"], seat["name"]) == (1, "Ben")
    assert len(seat["turns"]) == 10
    costs = {turn["turn"]: turn["cost"] for turn in seat["turns"]}
    assert [costs[turn] for turn in seat["worst"]] == sorted(costs.values(), reverse=True)[:2]
    assert {"entry", "card", "played", "gold", "coach", "coach_gold"} <= {*seat["turns"][0]}
