"""What a position promises: tiles, room for what comes next, the cards that may come."""

from __future__ import annotations

import pytest

from engine.kingdom.bots.appeal import ground_of, open_slots
from engine.kingdom.bots.prospects import chances, held_chances, prospects, turns_left
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.state import State
from tests.helpers import flat, position, setup_of

GOALS = ("fishermen", "miners", "vassals")


def promised(state: State, kinds: tuple[Action, ...] = (), turns: int = 5) -> float:
    ground = ground_of(state.setup, None)
    slices = ground.appeal(state.settlements, 0, open_slots(ground, state.tiles.taken, 0), turns)
    likely = chances(state)
    return prospects(ground, state.settlements, 0, kinds, turns, slices, likely)


def test_turns_are_those_of_the_one_who_is_done_first() -> None:
    # 20 left at 3 a turn; with two extra builds a turn, 32 left at 5 are fewer turns
    masks = position(filled=[8, 20]).settlements
    assert turns_left(masks, ((), ())) == 7
    assert turns_left(masks, ((Action.FARM, Action.TOWER), ())) == 7
    assert turns_left(masks, ((Action.FARM, Action.TOWER, Action.OASIS), ())) == 6
    assert turns_left(position(filled=[40, 3]).settlements, ((), ())) == 0


def test_tiles_that_move_do_not_bring_the_end_nearer() -> None:
    masks = position(filled=[8, 20]).settlements
    assert turns_left(masks, ((), (Action.BARN, Action.TEMPLE, Action.CANOE))) == 7
    assert turns_left(masks, ((), (Action.FARM,))) == 5


def test_chances_are_those_of_the_unseen_cards() -> None:
    state = position(card="grass")
    likely = dict(chances(state))
    assert sum(likely.values()) == pytest.approx(1.0)
    assert likely[Terrain.GRASS] < likely[Terrain.FOREST]


def test_who_holds_a_card_knows_what_comes() -> None:
    state = position(setup_of(two_cards=True), card="grass", hands=["desert", "? ?"])
    assert held_chances(state, 0) == ((Terrain.DESERT, 1.0),)
    assert held_chances(state, 1) == chances(state)


def test_tiles_promise_something_while_there_are_turns() -> None:
    state = position(card="grass", settlements=["a1"])
    assert promised(state, (Action.FARM,)) > promised(state)
    assert promised(state, (Action.FARM,), 9) - promised(state, (), 9) > 5
    assert promised(state, (Action.FARM,), 0) == 0


def test_who_touches_poor_ground_has_less_room_than_who_touches_none() -> None:
    # All forest lies beside the settlement at a1 or beside the water: a1 has to take the poor one.
    quadrants = (
        flat("a", "G", {"b1": "T", "f5": "W", "e5": "T", "f4": "T"}),
        *(flat(name, "D") for name in "bcd"),
    )
    setup = setup_of(quadrants, goals=GOALS)
    bound = position(setup, card="grass", settlements=["a1"])
    free = position(setup, card="grass", settlements=["a9"])
    assert promised(free) > promised(bound)
