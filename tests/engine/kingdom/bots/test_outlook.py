"""What a position will bring: more for gold, tiles and good ground, and less as the end comes."""

from __future__ import annotations

from typing import Final

import pytest

from bench import kingdom_outlook
from bench.kingdom_outlook import features, filled, game_of, paths, turn_of
from engine.bots import Budget
from engine.kingdom.bots.appeal import ground_of, open_slots
from engine.kingdom.bots.outlook import JUDGING, PLANNING, Numbers, Outlook
from engine.kingdom.bots.prospects import chances
from engine.kingdom.goals import GOALS
from engine.kingdom.ground.moves import LOCATION_KINDS, Action
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.setup import Setup
from engine.kingdom.state import State
from tests.helpers import flat, position, setup_of

PLAIN = tuple(flat(name, "G") for name in "abcd")
GOALS_IN_PLAY = ("fishermen", "miners", "workers")  # none of them pays on plain ground


def worth(
    state: State,
    kinds: tuple[Action, ...] = (),
    turns: float = 5.0,
    numbers: Numbers = PLANNING,
) -> float:
    ground = ground_of(state.setup, None)
    slices = ground.appeal(state.settlements, 0, open_slots(ground, state.tiles.taken, 0), 5)
    outlook = Outlook(ground, chances(state), turns, numbers)
    settled = state.settlements[0].bit_count()
    return outlook.worth(state.settlements, 0, kinds, settled, slices)


def at(setup: Setup, *settlements: str) -> State:
    return position(setup, card="grass", settlements=[" ".join(settlements)])


BOTH: Final = pytest.mark.parametrize("numbers", [PLANNING, JUDGING], ids=["planning", "judging"])


@BOTH
def test_it_has_a_number_for_every_goal_and_every_tile(numbers: Numbers) -> None:
    assert set(numbers.gold) == set(GOALS)
    assert set(numbers.tiles) == set(LOCATION_KINDS)


@BOTH
def test_gold_that_is_paid_counts(numbers: Numbers) -> None:
    lake = flat("a", "G", {"e5": "W"}), *PLAIN[1:]
    setup = setup_of(lake, goals=("fishermen", "miners", "workers"))
    both, one, none = (
        worth(at(setup, *two), numbers=numbers)
        for two in (("d5", "f5"), ("d5", "h5"), ("h5", "i5"))
    )
    assert both > one > none


@BOTH
@pytest.mark.parametrize("kind", [kind for kind in LOCATION_KINDS if kind is not Action.CANOE])
def test_a_tile_is_worth_more_the_longer_it_can_be_used(kind: Action, numbers: Numbers) -> None:
    state = at(setup_of(PLAIN, goals=GOALS_IN_PLAY), "a1")
    early, late = (
        worth(state, (kind,), turns, numbers) - worth(state, (), turns, numbers) for turns in (9, 2)
    )
    assert early > late > 0


def test_paying_hexes_in_reach_of_two_builds_count_up_to_three() -> None:
    # From d1, two builds on grass reach b2 and c3, the shore of b3; c2, d2 and e3 if there is more.
    place = Numbers._fields.index("paying"), "fishermen", 0

    def in_reach(*lakes: str) -> float:
        water = dict.fromkeys(lakes, "W")
        state = at(setup_of((flat("a", "G", water), *PLAIN[1:]), goals=GOALS_IN_PLAY), "d1")
        ground, likely = ground_of(state.setup, None), chances(state)
        only = Outlook(ground, likely, 0, filled({place: 1.0}))
        found = only.worth(state.settlements, 0, (), 0, [0] * 8)
        return found / dict(likely)[Terrain.GRASS]

    assert in_reach() == 0
    assert in_reach("b3") == 2
    assert in_reach("b3", "c3", "d3") == 3


@BOTH
def test_a_second_settlement_beside_a_palace_that_somebody_else_holds_counts(
    numbers: Numbers,
) -> None:
    setup = setup_of((flat("a", "G", {"e5": "P"}), *PLAIN[1:]), goals=GOALS_IN_PLAY)
    held = position(setup, card="grass", settlements=["d5 f5", "d4"])
    shared = position(setup, card="grass", settlements=["d5 h9", "d4"])
    assert worth(held, numbers=numbers) > worth(shared, numbers=numbers)


def test_farmers_like_the_second_and_third_quadrant_filled_while_there_is_time() -> None:
    setup = setup_of(PLAIN, goals=("farmers", "miners", "workers"))
    spread, heaped = at(setup, "a1", "t1", "a20"), at(setup, "a1", "c1", "e1")
    early, late = (worth(spread, (), t) - worth(heaped, (), t) for t in (9, 0))
    assert early > late


@pytest.mark.slow
def test_what_the_ends_of_a_turn_have_times_the_numbers_is_what_they_are_worth() -> None:
    """So the regression of ``bench.kingdom_outlook`` fits what the expert uses."""
    places = [*paths()]
    values = [_value(place) for place in places]
    looked = 0
    for deal in range(4):
        turn = turn_of(deal)
        if turn is None:
            continue
        for end, row in zip(turn.ends, features(turn, places), strict=True):
            total = sum(a * b for a, b in zip(row, values, strict=True))
            assert total == pytest.approx(end.worth)
            looked += 1
    assert looked > 10


@pytest.mark.slow
def test_a_whole_game_tells_both_seats_how_far_each_was_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kingdom_outlook, "WHOLE", Budget(40))
    places = [path for path in paths() if path[0] == Numbers._fields.index("settled")]
    rows, ahead = game_of(1, places)
    assert len(rows) == len(ahead) > 10
    assert {len(row) for row in rows} == {len(places) + 4}, "how far the game was, and who began"
    assert [*{abs(margin) for margin in ahead}] == [abs(ahead[0])], "the same end for all turns"
    assert ahead[0] == -ahead[1], "for one seat what is lost for the other"


def _value(place: tuple[str | int, ...]) -> float:
    found: object = PLANNING
    for step in place:
        found = found[step]  # type: ignore[index]
    assert isinstance(found, float)
    return found
