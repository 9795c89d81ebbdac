"""The analysis of a game as lines and as JSON."""

from __future__ import annotations

import json

import pytest

from kbtui.commands.analyze import _as_json, _lines
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.text.words import WIDTH
from tests.kbtui.games.kingdom.coach.verdicts import RECORD, verdicts

NAMES = RECORD.players


@pytest.mark.slow
def test_the_lines_tell_the_turns_of_each_seat() -> None:
    told = [*_lines(COACH, verdicts(), (0, 1), NAMES, 2)]
    heads = [line for line in told if not line.startswith(" ") and line]
    assert heads == [f"{name}: the costliest turns" for name in NAMES]
    assert sum("(--entry" in line for line in told) == 4
    assert sum(line.startswith("    why ") for line in told) == 4
    assert all(len(line) <= WIDTH for line in told)


def test_who_did_all_right_is_told_so() -> None:
    fine = [v and v._replace(cost=0.0) for v in verdicts()]
    assert [*_lines(COACH, fine, (0,), NAMES, 3)] == [
        "Ann: no turn cost anything worth mentioning."
    ]


def test_who_has_not_finished_a_turn_is_not_praised() -> None:
    told = [*_lines(COACH, [], (0, 1), NAMES, 3, {0})]
    assert told[0] == "Ann has not finished a turn yet."
    assert told[-1] == "Ben: no turn cost anything worth mentioning."


def test_json_has_every_turn_and_the_worst_by_number() -> None:
    seat = json.loads(json.dumps(_as_json(COACH, [*verdicts(), None], 1, NAMES, 2)))
    assert (seat["seat"], seat["name"]) == (1, "Ben")
    assert len(seat["turns"]) == 10
    costs = {turn["turn"]: turn["cost"] for turn in seat["turns"]}
    assert [costs[turn] for turn in seat["worst"]] == sorted(costs.values(), reverse=True)[:2]
    assert {"entry", "card", "played", "gold", "coach", "coach_gold"} <= {*seat["turns"][0]}
