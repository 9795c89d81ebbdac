"""The plain Castle Builder keeps the rules: setup, drawing, building, paying.

It is what the engine is compared with, so its own values are counted by hand from the rule page.
"""

from __future__ import annotations

import pytest

from tests.engine.castle.plain_tables import (
    GATE,
    answers,
    build,
    deal,
    empty_reserve,
    first_turn,
    give,
    lay,
    legal_builds,
    offer,
    serve,
)
from tests.plain_castle import PlainCastle

LEVEL_1 = [(1, x) for x in (0, 2, 4, 8, 10, 12)]  # without the gate


# ---- setup -----------------------------------------------------------------------------------


@pytest.mark.rule("CB-10", "CB-11", "CB-12", "CB-90")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_dealer_sets_up_in_a_fixed_order(players: int) -> None:
    game = PlainCastle(players)
    words = [step[0] for step in serve(game)]
    assert words == ["show"] * 3 + ["mint"] * 3 + ["deal"] * 3 * players + ["start"]
    assert [len(rack) for rack in game.racks] == [3] * players
    assert len(game.reserve) == 126 - 3 - 3 * players
    assert len(game.coin_reserve) == 33


@pytest.mark.rule("CB-13", "CB-101")
@pytest.mark.parametrize(("start", "barons"), [(0, [1, 2, 3]), (2, [2, 3, 1])])
def test_barons_start_in_turn_order_behind_one_another(start: int, barons: list[int]) -> None:
    game = first_turn(3, start=start)
    assert game.barons == barons
    assert game.to_act() == start


@pytest.mark.rule("CB-90")
def test_a_face_that_is_there_twice_is_twice_as_likely() -> None:
    outcomes = PlainCastle(2).legal()
    assert outcomes["show", "wall1"] == 2
    assert outcomes["show", "wall3"] == 5
    assert sum(outcomes.values()) == 126


@pytest.mark.rule("CB-79")
def test_royals_are_set_aside_before_any_tile_is_dealt() -> None:
    game = PlainCastle(3, royal=True)
    assert game.aside == [["prince", "princess"]] * 3
    assert (game.reserve.count("prince"), game.reserve.count("princess")) == (1, 1)
    serve(game)
    assert [len(rack) for rack in game.racks] == [3, 3, 3]


# ---- drawing and the rack limit ---------------------------------------------------------------


@pytest.mark.rule("CB-15", "CB-16", "CB-14")
def test_drawing_takes_two_tiles_and_passes_the_turn_on() -> None:
    game = first_turn()
    game.play(("draw",))
    assert [step[0] for step in serve(game)] == ["deal", "deal"]
    assert len(game.racks[0]) == 5
    assert game.to_act() == 1


@pytest.mark.rule("CB-16", "CB-17", "CB-92")
def test_a_full_rack_may_draw_and_discards_the_surplus_in_one_decision() -> None:
    game = first_turn()
    give(game, 0, *["wall3"] * 5, "wall5", "wall6")
    game.play(("draw",))
    deal(game, "wall5", "wall9")
    # Two of nine tiles are too many. The pairs: 3 + 3, 5 + 5, and six of two different faces.
    assert len(answers(game, "discard")) == 8
    assert ("discard", ("wall3", "wall3")) in game.legal()
    game.play(("discard", ("wall5", "wall9")))
    assert sorted(game.racks[0]) == ["wall3"] * 5 + ["wall5", "wall6"]
    assert sorted(game.discards) == ["wall5", "wall9"]


@pytest.mark.rule("CB-18", "CB-100")
def test_the_discard_pile_is_shuffled_when_the_next_tile_is_needed() -> None:
    game = first_turn()
    empty_reserve(game, "wall1")
    game.discards += ["wall2", "wall4"]
    game.play(("draw",))
    deal(game, "wall1")
    assert game.legal() == {("shuffle",): 1}
    game.play(("shuffle",))
    assert game.legal() == {("deal", "wall2"): 1, ("deal", "wall4"): 1}
    assert game.discards == []


@pytest.mark.rule("CB-19", "CB-91")
def test_with_no_tile_left_the_market_stays_short_until_one_is_discarded() -> None:
    game = first_turn()
    give(game, 0, "wall1", "wall2")
    offer(game, "wall5", "wall6", "wall7")
    empty_reserve(game)
    game.play(build("wall5", (1, 0), source="market"))
    assert sorted(game.market) == ["wall6", "wall7"]
    assert game.to_act() == 1
    game.play(("draw",))  # there is nothing to draw
    assert game.to_act() == 0
    lay_on = {(1, 2): "wall6"}
    game.castles[0] |= lay_on  # 6 + 5 = 11, so a 10 or a 12 has to pay
    game.racks[0].append("wall12")
    game.play(build("wall12", (2, 1), "wall1"))
    assert serve(game)[:2] == [("shuffle",), ("show", "wall1")]


@pytest.mark.rule("CB-20", "CB-21")
def test_the_market_is_filled_before_the_baron_moves() -> None:
    game = first_turn()
    offer(game, "wall5", "wall6", "wall7")
    lay(game, 0, {(1, 4): "wall3"})
    game.play(build("wall5", (2, 5), source="market"))
    assert game.due is not None
    assert game.due.what == "show"
    serve(game)
    assert len(game.market) == 3


# ---- where a tile may stand -------------------------------------------------------------------


@pytest.mark.rule("CB-T1", "CB-29")
def test_sky_may_not_stand_on_stone() -> None:
    game = first_turn()
    lay(game, 0, {(1, 2): "wall5", (1, 4): "wall3", (2, 5): "wall5"})
    assert game.need(0, "lside1", (2, 3)) is None


@pytest.mark.rule("CB-T2", "CB-29")
def test_stone_may_not_hang_over_nothing() -> None:
    game = first_turn()
    lay(game, 0, {(1, 0): "wall4"})
    assert game.need(0, "wall5", (2, 1)) is None
    assert game.need(0, "wall5", (2, -1)) is None


@pytest.mark.rule("CB-T3", "CB-T4", "CB-33", "CB-37", "CB-38")
def test_a_side_wall_needs_another_tile_on_its_level() -> None:
    game = first_turn()
    lay(game, 0, {(1, 4): "wall6"})
    assert game.need(0, "lside2", (2, 3)) is None
    lay(game, 0, {(2, 5): "wall8"})
    assert game.need(0, "lside2", (2, 3)) == 0


@pytest.mark.rule("CB-33")
def test_a_turret_may_begin_a_level() -> None:
    game = first_turn()
    lay(game, 0, {(1, 4): "wall6"})
    assert game.need(0, "lturret6/2", (2, 3)) == 0
    assert game.need(0, "lturret4/1", (2, 3)) == 2


@pytest.mark.rule("CB-34")
def test_a_level_that_became_empty_counts_as_new() -> None:
    game = first_turn()
    lay(game, 0, {(1, 4): "wall6", (2, 5): "wall8", (2, 3): "lside2"})
    del game.castles[0][2, 5]
    assert game.need(0, "rside1", (2, 7)) == 0  # the left one stays and holds the level open
    del game.castles[0][2, 3]
    assert game.need(0, "rside1", (2, 7)) is None


@pytest.mark.rule("CB-T5", "CB-27", "CB-35")
def test_sides_and_first_level_numbers_never_matter() -> None:
    game = first_turn()
    lay(game, 0, {(1, 0): "wall5"})
    assert game.need(0, "wall14", (1, 2)) == 0


@pytest.mark.rule("CB-T6", "CB-36", "CB-38")
def test_above_10_and_14_only_the_any_mark_fits() -> None:
    game = first_turn()
    lay(game, 0, {(1, 0): "wall10", (1, 2): "wall14"})
    needs = {face: game.need(0, face, (2, 1)) for face in game.tiles if face != "gate"}
    assert [face for face, need in needs.items() if need == 0] == [
        *("prince", "princess", "hall1", "hall2", "hall3")
    ]
    assert needs["stair18/1"] == 24 - 18


@pytest.mark.rule("CB-T7", "CB-4", "CB-5", "CB-24", "CB-25", "CB-28", "CB-32")
def test_the_first_level_takes_every_tile_with_a_stone_base() -> None:
    game = first_turn()
    for face, tile in game.tiles.items():
        if face != "gate":
            cells = [cell for cell in game._cells(0) if game.need(0, face, cell) is not None]
            on_gate = [c for c in cells if c[0] == 2]
            assert [c for c in cells if c[0] == 1] == (LEVEL_1 if tile["base"] == "##" else [])
            # Beside the gate a half-sky base may stand on level 2, where no number forbids it.
            assert GATE not in cells
            assert bool(on_gate) == (tile["base"] != "##" and not tile["noNewLevel"])


@pytest.mark.rule("CB-31")
def test_under_an_overhang_the_top_must_be_sky_there() -> None:
    game = first_turn()
    # A left side wall at (2, 3) hangs over the empty cell (1, 2).
    lay(game, 0, {(1, 4): "wall6", (2, 5): "wall8", (2, 3): "lside1"})
    assert game.need(0, "wall3", (1, 2)) is None
    assert game.need(0, "roof5", (1, 2)) == 0
    assert game.need(0, "rslope5", (1, 2)) == 0  # its right top half is sky
    assert game.need(0, "lslope4", (1, 2)) is None


@pytest.mark.rule("CB-26", "CB-37")
def test_half_of_a_tile_may_stick_out_beyond_the_foundation() -> None:
    game = first_turn()
    lay(game, 0, {(1, 0): "wall4", (1, 4): "wall3"})
    assert game.need(0, "lturret4/1", (2, -1)) == 0
    lay(game, 0, {(2, -1): "lturret4/1"})
    assert game.need(0, "wall1", (3, 0)) is None  # its right half would hang over (2, 1)
    assert game.need(0, "rturret5/1", (3, 0)) == 4  # it stands on the 1 alone


@pytest.mark.rule("CB-37")
def test_a_support_that_meets_sky_adds_nothing() -> None:
    game = first_turn()
    lay(game, 0, {(1, 2): "roof5", (1, 4): "wall6"})
    assert game.need(0, "lturret6/2", (2, 3)) == 0


# ---- paying -----------------------------------------------------------------------------------


@pytest.mark.rule("CB-T8", "CB-23", "CB-24", "CB-39", "CB-40", "CB-43", "CB-46")
def test_nico_builds_three_tiles() -> None:
    game = first_turn()
    lay(game, 0, {(1, 4): "wall10", (1, 8): "wall9"})
    give(game, 0, "stair11/1", "noble10", "lady11", "wall1", "wall2")
    assert legal_builds(game, "stair11/1") >= {((2, 5), ("wall1",)), ((2, 5), ("wall2",))}
    game.play(build("stair11/1", (2, 5), "wall1"))
    game.play(("draw",))
    serve(game)
    game.barons = [3, 20]
    game.play(build("noble10", (2, 7), "wall2"))
    assert game.barons[0] == 6
    serve(game)
    game.play(("draw",))
    serve(game)
    assert ((3, 6), ()) in legal_builds(game, "lady11")
    game.barons = [1, 20]
    game.play(build("lady11", (3, 6)))
    assert game.barons[0] == 5


@pytest.mark.rule("CB-41", "CB-42", "CB-85")
def test_one_tile_changes_a_number_by_one_and_only_if_it_then_fits() -> None:
    game = first_turn()
    lay(game, 0, {(1, 4): "wall5"})  # with the gate: 7
    give(game, 0, "wall7", "wall8", "wall9", "wall6")
    level_2 = {
        face: {paid for cell, paid in legal_builds(game, face) if cell == (2, 5)}
        for face in game.racks[0]
    }
    assert level_2["wall7"] == {()}
    assert level_2["wall8"] == {("wall6",), ("wall7",), ("wall9",)}
    assert level_2["wall6"] == {("wall7",), ("wall8",), ("wall9",)}
    assert level_2["wall9"] == set()
    give(game, 0, "wall8")
    assert {cell for cell, _ in legal_builds(game, "wall8")} == set(LEVEL_1) - {(1, 4)}


@pytest.mark.rule("CB-44", "CB-76", "CB-77", "CB-78", "CB-98")
@pytest.mark.parametrize("option", ["unlimited", "royal"])
def test_unlimited_payment_takes_exactly_what_is_needed(option: str) -> None:
    game = first_turn(**{option: True})
    lay(game, 0, {(1, 4): "wall5"})
    give(game, 0, "wall9", "wall1", "wall1", "wall2")
    paid = {paid for cell, paid in legal_builds(game, "wall9") if cell == (2, 5)}
    assert paid == {("wall1", "wall1"), ("wall1", "wall2")}
    offer(game, "stair11/1", "wall14", "wall6")
    paid = {s[4] for s in answers(game, "build") if s[1:4] == ("market", "stair11/1", (2, 5))}
    assert paid == {("wall1", "wall1", "wall2", "wall9")}
    assert not [s for s in answers(game, "build") if s[1:4] == ("market", "wall14", (2, 5))]


@pytest.mark.rule("CB-80", "CB-89")
def test_royals_are_built_like_tiles_of_the_rack_but_never_pay() -> None:
    game = first_turn(royal=True)
    lay(game, 0, {(1, 4): "wall5"})
    give(game, 0, "wall8", "prince")
    sources = {s[1] for s in answers(game, "build") if s[2:4] == ("prince", (2, 5))}
    assert sources == {"rack", "aside"}
    paid = {paid for cell, paid in legal_builds(game, "wall8") if cell == (2, 5)}
    assert paid == {("prince",)}
    game.play(build("prince", (2, 5), source="aside"))
    assert game.aside[0] == ["princess"]
    assert "prince" in game.racks[0]
