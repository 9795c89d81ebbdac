"""Lists made for many settlements at once, compared with the rule for one settlement at a time."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kingdom.ground.hexes import (
    ALL,
    BOARD,
    Hex,
    Mask,
    by_length,
    dilate,
    hexes,
    mask_of,
    octets,
    select,
    select_few,
    select_many,
)
from engine.kingdom.ground.moves import NOWHERE, Action, Move
from engine.kingdom.rules.listing import ROWS, Grid, Moves, paths
from engine.kingdom.rules.locations import PATH_RULES
from tests.helpers import field, setup_of, spots

SEEDS = range(40)
BOARD_OF_ALL = setup_of(field(W="a1 b1 c1 j9 k9 l9 m9", D="d4 e4 f4 d5 m15", M="h8 q2")).board


def one_by_one(action: Action, own: Mask, free: Mask, grounds: tuple[Mask, ...]) -> list[Move]:
    rule = PATH_RULES[action]
    return [
        (action, origin, target)
        for origin in hexes(own)
        for target in hexes(rule(BOARD_OF_ALL, own, free, grounds, origin))
    ]


def listed(action: Action, own: Mask, free: Mask, grounds: tuple[Mask, ...]) -> list[Move]:
    found = paths(action, BOARD_OF_ALL, own, dilate(own), free, grounds)
    return found if isinstance(found, list) else found.moves()


@pytest.mark.parametrize("action", PATH_RULES)
@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_moves_are_those_of_each_settlement_in_turn(action: Action, share: float) -> None:
    for seed in SEEDS:
        rng = random.Random(seed)
        own = mask_of(rng.sample(ALL, rng.randint(1, 40)))
        others = mask_of(h for h in ALL if rng.random() < 0.3) & ~own
        grounds = tuple(mask_of(h for h in ALL if rng.random() < share) for _ in range(seed % 3))
        free = BOARD ^ own ^ others
        assert listed(action, own, free, grounds) == one_by_one(action, own, free, grounds)


@pytest.mark.rule("B-6")
@pytest.mark.parametrize("ground", ["e5 f5 q17", "e5 f5 q17 d5"])
def test_the_only_settlement_beside_the_ground_goes_anywhere_on_it(ground: str) -> None:
    # Of D5, J9 and J10 only D5 touches the ground; put back on D5 it would be alone.
    own, grounds = spots("d5 j9 j10"), (spots(ground),)
    found = listed(Action.BARN, own, BOARD ^ own, grounds)
    assert [target for _, origin, target in found if origin == hexes(own)[0]] == hexes(
        grounds[0] & ~own
    )
    assert found == one_by_one(Action.BARN, own, BOARD ^ own, grounds)


@pytest.mark.rule("L-MOVE-1")
def test_what_could_be_put_back_beside_another_does_not_go_far() -> None:
    # D5 alone touches the free ground, but C5 stands beside it and D5 is ground itself.
    own, grounds = spots("c5 d5 j9"), (spots("e5 q17 d5"),)
    found = listed(Action.BARN, own, BOARD ^ own, grounds)
    assert {origin for _, origin, _ in found} == {*hexes(spots("c5 j9"))}
    assert found == one_by_one(Action.BARN, own, BOARD ^ own, grounds)


@pytest.mark.slow
@given(st.sets(st.sampled_from(ALL)))
def test_a_row_is_listed_in_board_order(chosen: set[Hex]) -> None:
    row = [f"thing {i}" for i in range(max(ALL) + 1)]
    mask, expected = mask_of(chosen), [row[hex_] for hex_ in sorted(chosen)]
    assert select(by_length(row), mask) == expected
    assert select_few(by_length(row), mask) == expected
    assert select_many(octets(row), mask) == expected


@given(st.sets(st.sampled_from(ALL)))
def test_a_move_of_one_place_names_it_as_origin_or_as_target(chosen: set[Hex]) -> None:
    found = select(ROWS[Action.TEMPLE], mask_of(chosen))
    assert found == [(Action.TEMPLE, hex_, NOWHERE) for hex_ in sorted(chosen)]
    found = select(ROWS[Action.FARM], mask_of(chosen))
    assert found == [(Action.FARM, NOWHERE, hex_) for hex_ in sorted(chosen)]


BARN, HARBOR = Action.BARN, Action.HARBOR
ENDING: list[Move] = [(Action.END, NOWHERE, NOWHERE)]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    some = st.sets(st.integers(0, 9), max_size=4)
    origins, targets = draw(some), draw(some)
    places = len(origins) * len(targets)
    gaps = draw(st.sets(st.integers(0, places - 1))) if places else set[int]()
    action = draw(st.sampled_from((BARN, HARBOR)))
    return Grid(action, mask_of(origins), mask_of(targets), sorted(gaps))


@given(grids())
def test_a_grid_makes_any_move_and_all_of_them_alike(grid: Grid) -> None:
    everything = [(grid.action, o, t) for o in hexes(grid.origins) for t in hexes(grid.targets)]
    expected = [move for i, move in enumerate(everything) if i not in grid.gaps]
    assert grid.moves() == expected
    assert [grid.at(i) for i in range(grid.size)] == expected


@pytest.mark.slow
@given(st.lists(grids() | st.just(ENDING), min_size=1, max_size=4))
def test_moves_are_a_sequence_like_the_list_of_them(parts: list[list[Move] | Grid]) -> None:
    expected = [move for p in parts for move in (p if isinstance(p, list) else p.moves())]
    found, size = Moves(parts), len(expected)
    assert (len(found), [*found]) == (size, expected)
    assert [found[i] for i in range(-size, size)] == expected * 2
    assert found[1:-1] == expected[1:-1]
    assert found == expected == found == Moves([expected])
    assert found != [*expected, *ENDING]
    assert [*reversed(found)] == expected[::-1]
    assert repr(found) == f"Moves({expected})"
    for beyond in (size, -size - 1):
        with pytest.raises(IndexError):
            found[beyond]


def test_moves_cannot_be_told_from_their_list_by_membership() -> None:
    found = Moves([Grid(BARN, mask_of((3, 5)), mask_of((7, 8)), [1]), ENDING])
    assert [(BARN, 3, 7) in found, (BARN, 3, 8) in found, ENDING[0] in found] == [True, False, True]
    assert found.index((BARN, 5, 8)) == 2
