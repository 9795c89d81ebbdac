"""What the coach says of a turn, in words and as JSON."""

from __future__ import annotations

import json

import pytest

from engine.kingdom.ground.hexes import NAMES as NAMES_OF
from kbtui.games.kingdom.coach.reasons import Reasons
from kbtui.games.kingdom.coach.report import as_json, compared, heading, why
from kbtui.games.kingdom.words.names import tile_name
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


FEW, MANY = (Reasons((), (), (), (), None, False, count) for count in (2, 4))


@pytest.mark.parametrize(
    ("played", "better", "expected"),
    [
        (  # gold by goal, what it gives up, and the rest
            FEW._replace(gold=(("knights", 2),)),
            FEW._replace(gold=(("merchants", 4), ("castles", 3))),
            "Merchants +4, Castles +3, Knights -2; about 4 gold more later",
        ),
        (FEW, FEW._replace(taken=(0,)), "takes the {tile}; about 9 gold more later"),
        (FEW._replace(taken=(0,)), FEW, "does not take the {tile}; about 9 gold more later"),
        (FEW._replace(lost=(0,)), FEW, "keeps the {tile}; about 9 gold more later"),
        (
            FEW._replace(costs=((1, 2),)),
            FEW._replace(costs=((1, 7),), gold=(("castles", 9),)),
            "Castles +9; costs {name} 5 gold",
        ),
        (
            MANY,
            FEW._replace(gold=(("castles", 9),)),
            "Castles +9; touches only 2 terrains, not 4, so more cards let you build anywhere",
        ),
    ],
)
def test_it_says_what_the_better_turn_brings_that_the_other_does_not(
    played: Reasons, better: Reasons, expected: str
) -> None:
    verdict = next(v for v in verdicts() if v is not None)
    tile = tile_name(verdict.state.setup.board.slots[0].kind)
    found = why(verdict._replace(gains=played, chances=better, cost=9.2), NAMES)
    assert found == expected.format(tile=tile, name=NAMES[1])
    assert why(verdict._replace(gains=played, chances=better, cost=0.0), NAMES) == ""


def test_two_tiles_of_one_kind_are_told_apart_by_their_hexes() -> None:
    verdict = next(v for v in verdicts() if v is not None)
    slots = verdict.state.setup.board.slots
    kinds = [slot.kind for slot in slots]
    one = next(n for n, kind in enumerate(kinds) if kinds.count(kind) > 1)
    other = kinds.index(kinds[one], one + 1)
    here, there = (
        f"{tile_name(kinds[n])} at {NAMES_OF[slots[n].hex].upper()}" for n in (one, other)
    )
    for better, expected in (
        (FEW._replace(nears=one), f"heads toward the {here}; does not take the {there}"),
        (FEW._replace(taken=(one,)), f"takes the {here}; does not take the {there}"),
    ):
        played = FEW._replace(taken=(other,))
        found = why(verdict._replace(gains=played, chances=better, cost=9.2), NAMES)
        assert found == f"{expected}; about 9 gold more later"


def test_json_names_what_was_played_and_what_the_coach_found() -> None:
    verdict = next(v for v in verdicts() if v is not None)
    data = json.loads(json.dumps(as_json(verdict)))
    assert (data["turn"], data["entry"]) == (verdict.turn, verdict.entry)
    assert {"card", "cost", "played", "gold", "coach", "coach_gold"} <= {*data}
