"""Options: what a person asks for as JSON, what the seed adds, and errors that name the field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadInput, BadOptions
from engine.kingdom.setup import Options, options_as_json, parse_options, resolve, setup_as_json
from tests.helpers import SETS, flat, setup_of

SEEDS = [f"seed {n}" for n in range(200)]
FIRST = ("tavern", "paddock", "oasis", "farm")


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_the_same_seed_lays_the_same_table(seed: str) -> None:
    options = Options(3, SETS, start=None, seed=seed)
    assert resolve(options) == resolve(options._replace())
    assert resolve(options).key == resolve(options).key


def test_other_seeds_lay_other_tables() -> None:
    setups = [resolve(Options(seed=seed, start=None)) for seed in SEEDS]
    assert len({setup.key for setup in setups}) == len(SEEDS)


def test_to_fix_one_thing_leaves_the_other_draws_as_they_are() -> None:
    free = resolve(Options(seed="x", start=None, players=4))
    fixed = resolve(Options(seed="x", start=None, players=4, quadrants=FIRST))
    assert (fixed.goals, fixed.start) == (free.goals, free.start)
    assert resolve(Options(seed="x", goals=("lords", "miners", "knights"))).layout == free.layout


def test_a_random_start_may_be_any_seat() -> None:
    setups = [resolve(Options(3, start=None, seed=seed)) for seed in SEEDS]
    assert {setup.start for setup in setups} == {0, 1, 2}


@pytest.mark.parametrize(
    ("where", "data"),
    [
        ("options", []),
        ("options", None),
        ("players", {"players": "two"}),
        ("players", {"players": True}),
        ("players", {"players": 7}),
        ("sets", {"sets": ["marshlands"]}),
        ("sets", {"sets": ["base", "nomads"]}),
        ("sets", {"sets": "base"}),
        ("quadrants", {"quadrants": [*FIRST[:3]]}),
        ("quadrants", {"quadrants": [*FIRST, "tower"]}),
        ("quadrants", {"quadrants": [*FIRST[:3], "caravan"]}),
        ("quadrants", {"quadrants": [*FIRST[:3], "tavern/r"]}),
        ("quadrants", {"quadrants": [*FIRST[:3], "temple-standin"]}),
        ("quadrants", {"quadrants": [1, 2, 3, 4]}),
        ("goals", {"goals": "lords"}),
        ("goals", {"goals": ["lords", "miners", "scouts", "workers"]}),
        ("start", {"start": 2}),
        ("start", {"start": -1}),
        ("start", {"start": 0.0}),
        ("two_cards", {"two_cards": 1}),
        ("seed", {"seed": 5}),
        ("seed", {"seed": ""}),
        ("seed", {"seed": "x" * 65}),
        ("seed", {"seed": " x"}),
        ("custom", {"custom": {}}),
        ("colour", {"colour": "red"}),
    ],
)
def test_an_error_names_the_field(where: str, data: object) -> None:
    with pytest.raises(BadOptions) as caught:
        resolve(parse_options(data))
    assert caught.value.where == where


def test_an_error_in_a_custom_quadrant_names_its_spot() -> None:
    with pytest.raises(BadInput) as caught:
        parse_options({"custom": [{"id": "mine", "locations": {}, "rows": ["G" * 9] * 10}]})
    assert caught.value.where == "mine: row 1"


def test_a_board_too_small_for_all_settlements_is_refused() -> None:
    # 100 grass hexes are enough for 80 settlements, not for 120.
    lakes = (flat("lake-1", "W"), flat("lake-2", "W"), flat("lake-3", "W"), flat("isle", "G"))
    assert setup_of(lakes, players=2).board.buildable.bit_count() == 100
    with pytest.raises(BadOptions, match="too few buildable hexes"):
        setup_of(lakes, players=3)


@pytest.mark.rule("C-7")
def test_more_than_two_hexes_of_a_marshlands_kind_are_refused() -> None:
    marks = {"b2": "temple", "h8": "temple"}
    with pytest.raises(BadOptions, match="temple"):
        setup_of((flat("one", "G", marks), flat("two", "G", marks), "farm", "oasis")).board  # noqa: B018


ALL_FIELDS = {
    "players": 3,
    "sets": ["base", "marshlands"],
    "quadrants": ["tavern/r", "temple-standin", "mine", "farm"],
    "goals": ["lords", "scouts", "miners"],
    "start": "random",
    "two_cards": True,
    "seed": "abc",
    "custom": [flat("mine", "G", {"c4": "tower"}).as_json()],
}


def test_options_survive_a_round_trip_through_json() -> None:
    assert options_as_json(parse_options(ALL_FIELDS)) == ALL_FIELDS


def test_a_set_up_is_written_as_options_that_leave_nothing_to_chance() -> None:
    setup = resolve(parse_options(ALL_FIELDS))
    written = setup_as_json(setup)
    assert resolve(parse_options(written | {"seed": "quite another"})) == setup


@given(st.sampled_from(SEEDS), st.sampled_from([2, 3, 4]), st.sampled_from([("base",), SETS]))
def test_drawn_set_ups_are_written_and_read_back(
    seed: str, players: int, sets: tuple[str, ...]
) -> None:
    setup = resolve(Options(players, sets, start=None, seed=seed))
    assert resolve(parse_options(setup_as_json(setup))) == setup
