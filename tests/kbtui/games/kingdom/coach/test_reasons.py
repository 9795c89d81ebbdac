"""Why a move is good: gold, tiles, what it costs opponents, where it leads, what it keeps open."""

from __future__ import annotations

from engine.kingdom.ground.hexes import parse_hex
from engine.kingdom.ground.moves import Action, parse_move
from engine.kingdom.rules.steps import step
from engine.kingdom.state import State
from kbtui.games.kingdom.coach.reasons import Reasons, reasons
from tests.helpers import flat, position, setup_of

# Forest in the first quarter, grass elsewhere, and in the last a Farm on o15 and a castle on s15.
SETUP = setup_of(
    (flat("a", "T"), flat("b"), flat("c"), flat("d", "G", {"e5": "farm", "i5": "K"})),
    goals=("fishermen", "lords", "knights"),
)


def after(move: str, *settlements: str) -> tuple[State, Reasons]:
    state = position(SETUP, card="grass", settlements=settlements)
    return state, reasons(state, step(state, parse_move(move)), 0)


def test_gold_comes_by_part_without_what_stays_the_same() -> None:
    assert after("l1", "k1")[1].gold == (("knights", 2),)
    assert after("k2", "k1")[1].gold == ()
    found = after("s14", "s13 t13")[1]
    assert found.gold == (("castles", 3),)
    assert found.total == 3


def test_a_tile_that_is_taken_is_named_by_its_slot() -> None:
    state, found = after("o14", "o13")
    slots = [state.setup.board.slots[slot] for slot in found.taken]
    assert [(slot.kind, slot.hex) for slot in slots] == [(Action.FARM, parse_hex("o15"))]
    assert found.lost == ()
    assert found.nears is None  # who is there goes nowhere


def test_the_way_to_a_location_is_a_reason() -> None:
    state, found = after("o12", "o11")
    assert found.taken == ()
    assert found.nears is not None
    assert state.setup.board.slots[found.nears].kind is Action.FARM
    assert after("k3", "k2")[1].nears is None  # far from every location


def test_a_tile_that_was_taken_before_leads_nowhere() -> None:
    state = position(SETUP, card="grass", settlements=("o11",), taken=("o15",))
    assert reasons(state, step(state, parse_move("o12")), 0).nears is None


def test_what_others_lose_is_summed_up() -> None:
    # Both had one settlement in that quarter, so both had the 12 gold; now it is 12 and 6.
    assert after("k2", "k1", "t1")[1].costs == ((1, 6),)
    assert after("k2", "k1")[1].costs == ()


def test_touching_no_new_terrain_is_a_reason() -> None:
    assert after("p6", "p5")[1].keeps
    assert not after("k5", "l5")[1].keeps  # now the forest is in reach as well
    assert not after("p6")[1].keeps  # the first settlement binds nobody


def test_a_move_that_changes_nothing_has_no_reasons() -> None:
    state = position(SETUP, card="grass", settlements=("p5",))
    found = reasons(state, state, 0)
    assert found == Reasons((), (), (), (), None, False, touched=found.touched)
    assert found.touched == 1  # nothing but grass


def test_fewer_terrains_to_build_next_to_are_counted() -> None:
    assert after("p6", "p5")[1].touched < after("k5", "l5")[1].touched
