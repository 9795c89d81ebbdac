"""Laying the table: what options ask for, what the seed decides, what cannot be played."""

from collections import Counter
from typing import Any

import pytest

from engine.errors import BadOptions
from engine.kingdom.ground.quadrants import printed
from engine.kingdom.ground.terrain import format_card
from engine.kingdom.rules.actions import new, outcomes
from engine.kingdom.setup import (
    BASE_GOALS,
    MARSH_GOALS,
    Options,
    Setup,
    first_game,
    parse_options,
    resolve,
)
from engine.kingdom.state import actor, pile_size, removed, reserve, tiles_left
from tests.helpers import (
    SETS,
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
        seen: set[str] = set()
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
    shown = {format_card(move[2]) for move, _ in outcomes(state)}
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
