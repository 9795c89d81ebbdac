"""Which decisions may be taken back, and until when (CB-103)."""

from __future__ import annotations

import pytest

from engine.castle.game import GAME
from engine.castle.state import State
from engine.contract import DEALER
from engine.errors import IllegalMove
from engine.table import Table
from tests.engine.castle.positions import position, taking

PAIR = {"f1": "wall5"}


def at(state: State, *tokens: str) -> Table:
    table = Table(GAME, state)
    for token in tokens:
        seat = table.to_act
        assert seat is not None
        table.append(seat, token)
    return table


@pytest.mark.rule("CB-103")
def test_a_build_from_the_rack_is_taken_back_until_the_next_seat_decides() -> None:
    table = at(position({"rack": ["wall5"]}, {"rack": ["wall3"]}), "wall5@d1")
    assert (table.to_act, table.can_undo(0), table.can_undo(1)) == (1, 1, 0)
    table.append(1, "wall3@d1")
    assert (table.can_undo(0), table.can_undo(1)) == (0, 1)
    table.append(1, "undo")
    assert table.to_act == 1
    with pytest.raises(IllegalMove):
        table.append(0, "undo")


@pytest.mark.rule("CB-103")
@pytest.mark.parametrize(
    ("start", "tokens"),
    [
        (position({}, {}), ["draw"]),
        (position({}, {}), ["draw", "deal:wall1", "deal:wall2"]),
        (position({}, {}, reserve=()), ["draw"]),
        (position({}, {}), ["market:wall12@d1"]),
        (position({}, {}), ["market:wall12@d1", "show:wall1"]),
        (position({}, {}, reserve=()), ["market:wall12@d1"]),
        (position({"rack": ["wall7"], "castle": PAIR, "baron": 4}, {}), ["wall7@g2", "deal:wall1"]),
        (taking("thief", {}, {"rack": ["wall5"]}), ["thief:2"]),
        (taking("thief", {}, {}, peace=True), ["take:wall12"]),
        (taking("thief", {}, {}, peace=True, reserve=()), ["take:wall12"]),
        (taking("ruby", {"baron": 7}, {}), ["coin:monk"]),
    ],
)
def test_what_brings_something_to_light_stays(start: State, tokens: list[str]) -> None:
    table = at(start, *tokens)
    assert [table.can_undo(seat) for seat in range(2)] == [0, 0]


@pytest.mark.rule("CB-103")
def test_a_build_that_passes_a_coin_is_taken_back_until_the_coin_is_taken() -> None:
    start = position({"rack": ["wall7"], "castle": PAIR, "baron": 7}, {})
    table = at(start, "wall7@g2")
    assert (table.to_act, table.can_undo(0)) == (0, 1)
    table.append(0, "undo")
    assert table.state == start
    table.append(0, "redo")
    table.append(0, "coin:ruby")
    assert table.can_undo(0) == 0


@pytest.mark.rule("CB-103")
def test_a_collapse_and_a_catapult_are_taken_back_unless_the_market_is_filled() -> None:
    hit = {"castle": {"b1": "wall3"}}
    agenda = [("end", 0, 0), ("catapult", 0, 0)]
    assert at(position({}, hit, agenda=agenda), "catapult:2@b1").can_undo(0) == 1
    short = position({}, hit, agenda=agenda, market=("wall10",), reserve=())
    table = at(short, "catapult:2@b1")
    assert table.to_act == DEALER
    table.append(DEALER, "shuffle")
    assert table.can_undo(0) == 0


@pytest.mark.rule("CB-103")
def test_only_the_last_decision_is_taken_back() -> None:
    full = ["wall1", "wall2", "wall3", "wall4", "wall5", "wall6", "wall7", "wall8"]
    start = position({}, {"rack": full}, agenda=[("end", 0, 0), ("drop", 1, 0)])
    table = at(start, "drop:wall8", "wall1@b1")
    assert table.can_undo(1) == 1
    table.append(1, "undo")
    assert table.can_undo(1) == 0  # the drop stays: another decision has been made since
    table.append(1, "redo")
    assert table.can_undo(1) == 1
