"""Laying the table: what options ask for, what the seed decides, what cannot be played."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadInput, BadOptions
from engine.kingdom.quadrants import printed
from engine.kingdom.rules import new, outcomes
from engine.kingdom.setup import (
    BASE_GOALS,
    MARSH_GOALS,
    Options,
    Setup,
    first_game,
    options_as_json,
    parse_options,
    resolve,
    setup_as_json,
)
from engine.kingdom.state import actor, pile_size, removed, reserve, tiles_left
from engine.kingdom.terrain import format_card
from tests.helpers import (
    SETS,
    flat,
    legal_tokens,
    play,
    position,
    setup_of,
    spots,
    table,
    tile_words,
)

SEEDS = [f"seed {n}" for n in range(200)]
FIRST = ("tavern", "paddock", "oasis", "farm")


def drawn(**options: Any) -> list[Setup]:
    return [resolve(Options(seed=seed, **options)) for seed in SEEDS]


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_have_40_settlements_each(players: int) -> None:
    state = new(resolve(first_game(players)))
    assert [reserve(state, seat) for seat in range(players)] == [40] * players


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadOptions) as caught:
        resolve(Options(players=players))
    assert caught.value.where == "players"


@pytest.mark.rule("C-4")
def test_the_base_game_has_25_terrain_cards_five_of_each() -> None:
    cards = {format_card(card): n for card, n in enumerate(new(resolve(first_game())).cards.unseen)}
    assert {card: n for card, n in cards.items() if n} == dict.fromkeys(
        ("grass", "flowers", "forest", "canyon", "desert"), 5
    )


@pytest.mark.rule("C-7", "S-3")
def test_marshlands_adds_five_double_cards_even_with_base_quadrants_only() -> None:
    cards = new(setup_of(FIRST, sets=SETS)).cards
    doubles = {format_card(card): n for card, n in enumerate(cards.unseen) if card >= 5}
    assert doubles == {
        f"marsh/{word}": 1 for word in ("grass", "flowers", "forest", "canyon", "desert")
    }
    assert pile_size(cards) == 30


@pytest.mark.rule("S-3")
def test_without_the_marshlands_set_the_pile_has_25_cards() -> None:
    assert pile_size(new(setup_of(FIRST, sets=("base",))).cards) == 25


@pytest.mark.rule("C-5")
def test_the_ten_goals_of_the_base_game() -> None:
    assert sorted(BASE_GOALS) == [
        *("citizens", "discoverers", "farmers", "fishermen", "hermits"),
        *("knights", "lords", "merchants", "miners", "workers"),
    ]


@pytest.mark.rule("C-7")
def test_the_six_goals_of_marshlands() -> None:
    assert sorted(MARSH_GOALS) == [
        *("captains", "geologists", "messengers", "noblewomen", "scouts", "vassals"),
    ]


@pytest.mark.rule("C-6", "S-6")
def test_there_is_one_start_player_whose_turn_comes_first() -> None:
    state = play(new(setup_of(players=3, start=2)), "deal:? deal:? deal:?")
    assert (state.seat, actor(state)) == (2, -1)
    assert play(state, "show:forest").seat == 2


@pytest.mark.rule("S-1")
def test_the_base_game_draws_four_different_quadrants_of_eight() -> None:
    seen: Counter[str] = Counter()
    for setup in drawn():
        ids = [quadrant.id for quadrant in setup.quadrants]
        assert len(set(ids)) == 4
        seen.update(ids)
    base = {"barn", "farm", "harbor", "oasis", "oracle", "paddock", "tavern", "tower"}
    assert set(seen) == base


@pytest.mark.rule("S-1")
def test_with_marshlands_four_quadrants_of_twelve_are_drawn() -> None:
    assert {q.id for setup in drawn(sets=SETS) for q in setup.quadrants} == set(printed())


@pytest.mark.rule("GEO-2")
def test_each_corner_may_lie_either_way_up() -> None:
    for corner in range(4):
        turned = sum(setup.rotated[corner] for setup in drawn())
        assert 60 < turned < 140  # 100 is expected, 7 the standard deviation


@pytest.mark.rule("S-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_tiles_lie_on_every_location_hex_for_any_number_of_players(players: int) -> None:
    state = new(resolve(first_game(players)))
    assert [tiles_left(state, slot) for slot in range(8)] == [2] * 8


@pytest.mark.rule("S-4")
def test_three_different_goals_are_drawn_from_all_of_the_sets_in_use() -> None:
    for sets, pool in ((("base",), BASE_GOALS), (SETS, BASE_GOALS + MARSH_GOALS)):
        seen = set()
        for setup in drawn(sets=sets):
            assert len(set(setup.goals)) == len(setup.goals) == 3
            seen.update(setup.goals)
        assert seen == set(pool)


@pytest.mark.rule("S-4")
@pytest.mark.parametrize(
    "goals",
    [
        ("lords", "knights"),
        ("lords", "lords", "miners"),
        ("lords", "kings", "miners"),
        ("lords", "knights", "miners", "workers"),
    ],
)
def test_goals_are_three_different_known_ones(goals: tuple[str, ...]) -> None:
    with pytest.raises(BadOptions) as caught:
        resolve(Options(goals=goals))
    assert caught.value.where == "goals"


@pytest.mark.rule("S-5")
def test_every_player_is_dealt_one_card_before_the_first_turn() -> None:
    state = new(setup_of(players=3, sets=("base",)))
    for _ in range(3):
        assert legal_tokens(state) == legal_tokens(state, "deal")
        state = play(state, "deal:?")
    assert [len(hand) for hand in state.cards.hands] == [1, 1, 1]
    assert pile_size(state.cards) == 22
    assert legal_tokens(state) == legal_tokens(state, "show")


@pytest.mark.rule("S-5")
def test_a_secret_card_may_turn_out_to_be_any_that_is_unseen() -> None:
    state = play(new(setup_of(sets=("base",))), "deal:? deal:desert")
    shown = {format_card(move.target) for move, _ in outcomes(state)}
    assert shown == {"grass", "flowers", "forest", "canyon", "desert"}


@pytest.mark.rule("S-6")
def test_play_goes_round_the_table_in_the_order_of_the_seats() -> None:
    state = play(new(setup_of(players=3, start=1)), "deal:? deal:? deal:?")
    seats = []
    # Free forest on the first board, apart from each other and from every location: the Tavern
    # quadrant's rows 9 and 10, the Oasis quadrant's row 6, the Paddock quadrant's row 9.
    for builds in ("e9 f9 g9", "b16 c16 d17", "m9 n9 m10", "e10 f10 g10"):
        seats.append(state.seat)
        state = play(state, "show:forest", builds, "end deal:?")
    assert seats == [1, 2, 0, 1]


@pytest.mark.rule("S-7")
@pytest.mark.parametrize(
    ("quadrants", "kinds"),
    [
        (FIRST, set()),
        (("temple-standin", *FIRST[:3]), {"temple"}),
        (("canoe-standin", "farm", "fountain-standin", "oasis"), {"canoe", "fountain"}),
    ],
)
def test_bonus_tiles_lie_ready_for_the_marshlands_quadrants_in_play(
    quadrants: tuple[str, ...], kinds: set[str]
) -> None:
    board = setup_of(quadrants).board
    assert {slot.kind.name.lower() for slot in board.slots if slot.is_bonus} == kinds


@pytest.mark.rule("S-7", "C-7")
def test_there_are_two_bonus_tiles_of_a_kind() -> None:
    state = position(
        table("G", {"c3": "temple", "h3": "temple"}),
        card="grass",
        settlements=("b3 f3", "d3 j3"),
        tiles=("c3:usable", "c3:usable"),
    )
    state = play(state, "g3 f4 e4 end deal:? show:grass i3")
    assert "temple+:new" in tile_words(state, 1)
    assert any(word.startswith("temple+") for word in tile_words(state, 0))


@pytest.mark.rule("S-8")
def test_with_scouts_a_terrain_is_removed_before_anything_is_dealt() -> None:
    state = new(setup_of(goals=("scouts", "lords", "miners")))
    assert legal_tokens(state) == legal_tokens(state, "show")
    state = play(state, "show:marsh/desert")
    assert sum(removed(state)) == 6
    assert pile_size(state.cards) == 24
    assert legal_tokens(state) == legal_tokens(state, "deal")
    assert not legal_tokens(state) & {"deal:desert", "deal:marsh/desert"}


@pytest.mark.rule("S-8")
def test_without_scouts_nothing_is_removed() -> None:
    state = new(setup_of(goals=("lords", "miners", "vassals")))
    assert legal_tokens(state) == legal_tokens(state, "deal")
    assert sum(removed(state)) == 0


@pytest.mark.rule("S-9")
@pytest.mark.parametrize("options", [first_game(), parse_options({"first_game": True})])
def test_the_recommended_first_game(options: Options) -> None:
    setup = resolve(options)
    assert setup.layout == ("tavern", "paddock", "oasis", "farm")
    assert set(setup.goals) == {"fishermen", "knights", "merchants"}
    assert not setup.double_cards
    # Tavern top left (castle d4), Paddock top right (p8), Oasis bottom left (b18), Farm (l12).
    assert setup.board.castles == spots("d4 p8 b18 l12")


@pytest.mark.rule("S-9")
@pytest.mark.parametrize("field", ["sets", "quadrants", "goals"])
def test_the_first_game_fixes_its_board_and_goals(field: str) -> None:
    with pytest.raises(BadOptions) as caught:
        parse_options({"first_game": True, field: ["base"]})
    assert caught.value.where == field


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_the_same_seed_lays_the_same_table(seed: str) -> None:
    options = Options(3, SETS, start=None, seed=seed)
    assert resolve(options) == resolve(replace(options))
    assert resolve(options).key == resolve(options).key


def test_other_seeds_lay_other_tables() -> None:
    assert len({setup.key for setup in drawn(start=None)}) == len(SEEDS)


def test_to_fix_one_thing_leaves_the_other_draws_as_they_are() -> None:
    free = resolve(Options(seed="x", start=None, players=4))
    fixed = resolve(Options(seed="x", start=None, players=4, quadrants=FIRST))
    assert (fixed.goals, fixed.start) == (free.goals, free.start)
    assert resolve(Options(seed="x", goals=("lords", "miners", "knights"))).layout == free.layout


def test_a_random_start_may_be_any_seat() -> None:
    assert {setup.start for setup in drawn(players=3, start=None)} == {0, 1, 2}


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
