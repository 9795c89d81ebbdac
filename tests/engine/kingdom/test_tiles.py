"""Location tiles in general: taking, holding, using up and losing them (section 8)."""

import pytest

from engine.kingdom.scores import scores
from engine.kingdom.state import State, tiles_left
from tests.helpers import legal_tokens, play, position, refusal, spots, table, tile_words

# The Farm at c3 touches b3 d3 b2 c2 b4 c4, the one at m3 touches l3 n3 l2 m2 l4 m4.
FARMS = {"c3": "farm", "m3": "farm"}


def left_on(state: State, name: str) -> int:
    """Tiles that still lie on the location hex."""
    slots = state.setup.board.slots
    return tiles_left(
        state, next(i for i, slot in enumerate(slots) if 1 << slot.hex == spots(name))
    )


@pytest.mark.rule("L-GEN-1")
@pytest.mark.parametrize("build", ["b3", "d3", "b2", "c2", "b4", "c4"])
def test_a_build_on_any_side_of_a_location_takes_a_tile_at_once(build: str) -> None:
    state = play(position(table("G", FARMS), card="grass"), build)
    assert tile_words(state, 0) == {"c3:new"}
    assert (left_on(state, "c3"), left_on(state, "m3")) == (1, 2)


@pytest.mark.rule("L-GEN-1")
@pytest.mark.parametrize("build", ["e3", "a3", "d2", "d4", "c5"])
def test_two_hexes_away_no_tile_is_taken(build: str) -> None:
    state = play(position(table("G", FARMS), card="grass"), build)
    assert tile_words(state, 0) == set()


@pytest.mark.rule("L-GEN-1")
@pytest.mark.parametrize(
    ("kind", "token"),
    [
        ("oracle", "oracle@d3"),
        ("oasis", "oasis@d2"),
        ("tavern", "tavern@d3"),
        ("paddock", "paddock@f3-d3"),
        ("barn", "barn@g3-d3"),
        ("harbor", "harbor@f3-c2"),
        ("refuge", "refuge@e3-d3"),
        ("fountain", "fountain@d3"),
    ],
)
def test_extra_builds_and_moves_take_tiles_too(kind: str, token: str) -> None:
    # The Tower at c3 touches d3 and the water c2, the one at e1 touches the desert d2.
    marks = {"c3": "tower", "d2": "D", "e1": "tower", "c2": "W", "m15": kind}
    state = position(
        table("G", marks), card="grass", tiles=("m15:usable",), settlements=("e3 f3 g3",)
    )
    gained = "e1" if token.endswith("d2") else "c3"
    assert tile_words(play(state, token), 0) >= {f"{gained}:new"}


@pytest.mark.rule("L-GEN-2")
def test_a_location_gives_a_player_one_tile_only() -> None:
    state = play(position(table("G", FARMS), card="grass"), "d3 c2 c4")
    assert tile_words(state, 0) == {"c3:new"}
    assert left_on(state, "c3") == 1


@pytest.mark.rule("L-GEN-2")
def test_not_even_after_the_first_was_lost() -> None:
    state = position(table("G", FARMS), card="grass", settlements=("e3",), taken=("c3",))
    state = play(state, "d3")
    assert tile_words(state, 0) == set()
    assert left_on(state, "c3") == 1


@pytest.mark.rule("L-GEN-3", "GEO-9")
def test_a_settlement_beside_two_locations_takes_a_tile_from_each() -> None:
    setup = table("G", {"c3": "farm", "e3": "tower"})
    assert tile_words(play(position(setup, card="grass"), "d3"), 0) == {"c3:new", "e3:new"}
    once = play(position(setup, card="grass", taken=("c3",)), "d3")
    assert tile_words(once, 0) == {"e3:new"}


@pytest.mark.rule("L-GEN-4")
def test_an_empty_location_gives_nothing_and_still_scores() -> None:
    setup = table("G", FARMS, players=3, goals=("workers", "lords", "knights"))
    state = position(setup, card="grass", taken=("", "c3", "c3"))
    assert left_on(state, "c3") == 0
    state = play(state, "d3")
    assert tile_words(state, 0) == set()
    assert left_on(state, "c3") == 0
    assert scores(state).earned[0][0].gold == 1


@pytest.mark.rule("L-GEN-5")
def test_a_tile_gained_this_turn_is_usable_from_the_next_turn_on() -> None:
    state = play(position(table("G", FARMS), card="grass"), "d3 e3 f3")
    assert refusal(state, "farm@g3") == "L-GEN-5"
    assert legal_tokens(state) == {"end"}
    state = play(state, "end deal:? show:grass h9 i9 j9 end deal:? show:grass")
    assert "farm@g3" in legal_tokens(state)


@pytest.mark.rule("L-GEN-5")
def test_a_tile_gained_by_an_extra_action_is_not_usable_either() -> None:
    setup = table("G", {"c3": "farm", "d3": "D", "m15": "oasis"})
    state = position(setup, card="grass", tiles=("m15:usable",))
    state = play(state, "oasis@d3")
    assert tile_words(state, 0) == {"m15:used", "c3:new"}
    assert refusal(state, "farm@e3") == "L-GEN-5"


@pytest.mark.rule("L-GEN-5", "T-3")
def test_a_second_tile_of_a_kind_waits_while_the_first_works() -> None:
    state = position(table("G", FARMS), card="grass", tiles=("c3:usable",), settlements=("d3 k3",))
    state = play(state, "l3 k4 j3")
    assert tile_words(state, 0) == {"c3:usable", "m3:new"}
    state = play(state, "farm@i3")
    assert tile_words(state, 0) == {"c3:used", "m3:new"}
    assert legal_tokens(state) == {"end"}


PADDOCK = FARMS | {"r15": "paddock"}


@pytest.mark.rule("L-GEN-6", "D-2")
def test_a_tile_is_lost_at_once_when_its_last_settlement_moves_away() -> None:
    tiles = ("c3:usable r15:usable",)
    state = position(table("G", PADDOCK), card="grass", tiles=tiles, settlements=("d3 q15",))
    state = play(state, "paddock@d3-f3")
    assert tile_words(state, 0) == {"r15:used"}
    assert refusal(state, "farm@g3") == "T-3"
    assert left_on(state, "c3") == 1  # it does not return


@pytest.mark.rule("L-GEN-6")
def test_a_tile_is_kept_while_another_settlement_touches_its_location() -> None:
    tiles = ("c3:usable r15:usable",)
    state = position(table("G", PADDOCK), tiles=tiles, settlements=("d3 b3 q15",))
    assert tile_words(play(state, "paddock@d3-f3"), 0) == {"c3:usable", "r15:used"}


@pytest.mark.rule("L-GEN-6")
def test_settlements_of_others_do_not_hold_a_tile() -> None:
    tiles = ("c3:usable r15:usable",)
    state = position(table("G", PADDOCK), tiles=tiles, settlements=("d3 q15", "b3"))
    assert tile_words(play(state, "paddock@d3-f3"), 0) == {"r15:used"}


@pytest.mark.rule("L-GEN-6")
def test_a_settlement_beside_another_location_of_the_kind_does_not_hold_it() -> None:
    tiles = ("c3:usable m3:usable r15:usable",)
    state = position(table("G", PADDOCK), tiles=tiles, settlements=("d3 n3 q15",))
    assert tile_words(play(state, "paddock@d3-f3"), 0) == {"m3:usable", "r15:used"}


@pytest.mark.rule("L-GEN-7")
@pytest.mark.parametrize("status", ["usable", "used"])
def test_a_move_from_side_to_side_of_one_location_loses_nothing(status: str) -> None:
    # Over the Farm itself: b3 and d3 are its two sides.
    tiles = (f"c3:{status} r15:usable",)
    state = position(table("G", PADDOCK), tiles=tiles, settlements=("b3 q15",))
    state = play(state, "paddock@b3-d3")
    assert tile_words(state, 0) == {f"c3:{status}", "r15:used"}
    assert left_on(state, "c3") == 1


@pytest.mark.rule("L-GEN-7", "D-28")
def test_a_move_from_one_location_to_another_loses_before_it_gains() -> None:
    # d3 touches the Temple at c3, f3 the one at g3: the first tile is gone when the second comes.
    setup = table("G", {"c3": "temple", "g3": "temple", "r15": "paddock"})
    state = position(setup, tiles=("c3:usable r15:usable",), settlements=("d3 q15",))
    state = play(state, "paddock@d3-f3")
    assert tile_words(state, 0) == {"r15:used", "g3:new"}


@pytest.mark.rule("L-GEN-7", "D-28")
def test_with_another_settlement_at_the_first_location_the_bonus_tile_comes() -> None:
    setup = table("G", {"c3": "temple", "g3": "temple", "r15": "paddock"})
    state = position(setup, tiles=("c3:usable r15:usable",), settlements=("b3 d3 q15",))
    state = play(state, "paddock@d3-f3")
    assert tile_words(state, 0) == {"c3:usable", "r15:used", "g3:new", "temple+:new"}


@pytest.mark.rule("L-GEN-8")
@pytest.mark.parametrize(
    ("at_c3", "at_m3", "kept"),
    [
        # The settlement at l3 jumps away, so the source m3 is no longer touched.
        ("used", "usable", "usable"),
        ("new", "usable", "usable"),
        ("usable", "used", "usable"),
        ("usable", "new", "usable"),
        ("used", "used", "used"),
        ("new", "new", "new"),
    ],
)
def test_of_two_equal_tiles_the_better_piece_stays(at_c3: str, at_m3: str, kept: str) -> None:
    tiles = (f"c3:{at_c3} m3:{at_m3} r15:usable",)
    state = position(table("G", PADDOCK), card="grass", tiles=tiles, settlements=("d3 l3 q15",))
    state = play(state, "paddock@l3-j3")
    assert tile_words(state, 0) == {f"c3:{kept}", "r15:used"}
    assert bool(legal_tokens(state, "farm")) == (kept == "usable")


@pytest.mark.rule("L-GEN-9")
def test_two_tiles_of_a_kind_come_from_two_location_hexes() -> None:
    state = position(table("G", FARMS), card="grass", settlements=("e3 k3",))
    state = play(state, "d3 c2")
    assert tile_words(state, 0) == {"c3:new"}
    assert tile_words(play(state, "l3"), 0) == {"c3:new", "m3:new"}


@pytest.mark.rule("L-GEN-10")
def test_an_action_may_cost_its_own_tile_and_stands() -> None:
    state = position(table("G", PADDOCK), tiles=("r15:usable",), settlements=("q15",))
    state = play(state, "paddock@q15-o15")
    assert state.settlements[0] == spots("o15")
    assert tile_words(state, 0) == set()


# A board without grass, desert or water; the Tower is shut out by mountains on all 76 edge hexes.
RIM = " ".join(
    [f"{c}{r}" for c in "abcdefghijklmnopqrst" for r in (1, 20)]
    + [f"{c}{r}" for c in "at" for r in range(2, 20)]
)


@pytest.mark.rule("L-GEN-11")
@pytest.mark.parametrize("kind", ["farm", "oasis", "tower", "tavern", "harbor"])
def test_an_action_without_a_legal_placement_cannot_be_used(kind: str) -> None:
    setup = table("C", {"r15": kind, RIM: "M"})
    state = position(
        setup, card="canyon", tiles=("r15:usable",), settlements=("e5 f5",), owed=0, begun=True
    )
    assert legal_tokens(state) == {"end"}


@pytest.mark.rule("L-GEN-12")
def test_builds_need_a_reserve_and_moves_do_not() -> None:
    marks = {"b5": "oracle", "b7": "farm", "r9": "tower", "r11": "paddock", "r13": "barn"}
    tiles = " ".join(f"{name}:usable" for name in marks)
    state = position(table("G", marks), card="grass", tiles=(tiles,), filled=(40,))
    tokens = legal_tokens(state)
    assert {token.split("@")[0] for token in tokens} == {"paddock", "barn", "end"}
    for token in ("oracle@a1", "farm@a1", "tower@a1"):
        assert refusal(state, token) == "L-GEN-12"


@pytest.mark.rule("L-GEN-13")
def test_no_turn_of_another_player_costs_a_tile() -> None:
    # Seat 1 builds all around the settlement of seat 0 and takes the last tile of its Farm.
    state = position(
        table("G", FARMS),
        seat=1,
        card="grass",
        settlements=("d3", "e3"),
        tiles=("c3:usable",),
    )
    state = play(state, "d2 c2 d4 end deal:?")
    assert left_on(state, "c3") == 0
    assert tile_words(state, 0) == {"c3:usable"}
