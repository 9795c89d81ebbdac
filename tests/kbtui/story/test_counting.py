"""The final count: steps, running totals, ranks and bars."""

from __future__ import annotations

from engine.contract import find
from engine.kingdom.ground.hexes import names
from engine.kingdom.scores import parts
from engine.kingdom.state import State
from kbtui.story.counting import Counting, Step, steps
from tests.helpers import position, spots, table
from tests.kbtui.story.test_chronicle import NAMED, golden

GAME = find("kingdom")
GOALS = ("knights", "hermits", "discoverers")


def meadow() -> State:
    """Counted by hand: Ann 6 + 2 + 2 + 3, Ben 4 + 2 + 1 + 0."""
    setup = table("G", {"p16": "K"}, goals=GOALS)
    return position(setup, settlements=["a20 b20 c20 p17", "a1 c1"])


def counted(state: State) -> tuple[Step, ...]:
    return steps(GAME, state)


def test_it_goes_goal_by_goal_and_player_by_player() -> None:
    found = counted(meadow())
    assert [(step.part, step.seat, step.paid) for step in found] == [
        *(("knights", 0, 6), ("knights", 1, 4)),
        *(("hermits", 0, 2), ("hermits", 1, 2)),
        *(("discoverers", 0, 2), ("discoverers", 1, 1)),
        *(("castles", 0, 3), ("castles", 1, 0)),
    ]
    assert [step.totals for step in found] == [
        *((6, 0), (6, 4), (8, 4), (8, 6), (10, 6), (10, 7), (13, 7), (13, 7)),
    ]


def test_each_step_lights_what_it_pays_for() -> None:
    lit = {(step.part, step.seat): names(step.places) for step in counted(meadow())}
    assert lit["knights", 0] == ["a20", "b20", "c20"]
    assert lit["castles", 0] == ["p16"]
    assert lit["castles", 1] == []


def test_palaces_are_counted_only_where_there_are_any() -> None:
    assert parts(meadow()) == (*GOALS, "castles")
    setup = table("G", {"p16": "P"}, goals=GOALS)
    state = position(setup, settlements=["p17", "a1"])
    assert parts(state) == (*GOALS, "castles", "palaces")
    assert [step.paid for step in counted(state)[-2:]] == [5, 0]


def table_of(counting: Counting) -> str:
    """The gold that is shown, part by part; a dot is still to be counted."""
    return ", ".join(
        " ".join("." if gold is None else str(gold) for gold in row) for row in counting.table
    )


def test_the_count_waits_for_the_player() -> None:
    counting = Counting(GAME, meadow())
    assert (counting.step, counting.totals, counting.is_over) == (None, (0, 0), False)
    assert table_of(counting) == ". ., . ., . ., . ."
    assert counting.move(3)
    assert counting.step is not None
    assert (counting.step.part, counting.step.seat) == ("hermits", 0)
    assert counting.totals == (8, 4)
    assert table_of(counting) == "6 4, 2 ., . ., . ."
    assert counting.move(-1)
    assert counting.totals == (6, 4)
    assert counting.finish()
    assert (counting.is_over, counting.totals) == (True, (13, 7))
    assert table_of(counting) == "6 4, 2 2, 2 1, 3 0"
    assert not counting.move(1)
    assert counting.move(-100)
    assert (counting.at, counting.move(-1)) == (0, False)


@NAMED
def test_every_count_ends_at_the_result_of_its_record(name: str) -> None:
    record, game = golden(name)
    found = counted(game.state)
    assert found[-1].totals == record.result
    assert len(found) == len(parts(game.state)) * game.state.setup.players


def test_lit_hexes_are_settlements_or_special_hexes() -> None:
    state = meadow()
    for step in counted(state):
        assert not step.places & ~(state.settlements[step.seat] | spots("p16"))
