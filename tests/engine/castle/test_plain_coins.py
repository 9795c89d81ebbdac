"""The plain Castle Builder keeps the rules: what coins do, who sees what, what can be undone."""

from __future__ import annotations

import pytest

from tests.engine.castle.plain_tables import (
    answers,
    build,
    collect,
    deal,
    empty_reserve,
    first_turn,
    give,
    lay,
    offer,
    serve,
    take_coin,
)


def rack_sizes(racks: list[list[str]]) -> list[int]:
    return [len(rack) for rack in racks]


# `take_coin` builds a Princess of seat 0: its castle has 2 levels and 1 character.


@pytest.mark.rule("CB-59", "CB-96")
def test_the_thief_takes_a_random_tile_of_an_opponent_who_has_one() -> None:
    game = first_turn(4)
    give(game, 0, *["wall3"] * 5)
    give(game, 1)
    give(game, 2, "wall5", "wall5", "wall9")
    take_coin(game, 0, "thief")
    assert set(game.legal()) == {("rob", 2), ("rob", 3)}
    game.play(("rob", 2))
    assert game.legal() == {("steal", "wall5"): 2, ("steal", "wall9"): 1}
    assert game.witnesses() == {0, 2}
    game.play(("steal", "wall9"))
    assert sorted(game.racks[0]) == ["wall3"] * 5 + ["wall9"]
    assert game.racks[2] == ["wall5", "wall5"]


@pytest.mark.rule("CB-59", "CB-17")
def test_a_thief_with_a_full_rack_discards_one_of_eight() -> None:
    game = first_turn()
    give(game, 0, *["wall3"] * 5, "wall4", "wall4")
    give(game, 1, "wall9")
    take_coin(game, 0, "thief")
    game.play(("rob", 1))
    game.play(("steal", "wall9"))
    assert set(game.legal()) == {("discard", (face,)) for face in ("wall3", "wall4", "wall9")}


@pytest.mark.rule("CB-59", "CB-99")
def test_a_thief_with_nobody_to_rob_does_nothing() -> None:
    game = first_turn()
    give(game, 1)
    take_coin(game, 0, "thief")
    assert game.due is not None
    assert (game.due.who, game.due.what) == (1, "turn")


@pytest.mark.rule("CB-60", "CB-95")
def test_the_sour_lady_takes_a_tile_of_every_opponent_from_the_left() -> None:
    game = first_turn(4)
    give(game, 1, "wall5", "wall6")
    give(game, 2)
    give(game, 3, "wall7")
    take_coin(game, 0, "lady")
    assert game.legal() == {("lose", "wall5"): 1, ("lose", "wall6"): 1}
    game.play(("lose", "wall6"))
    assert game.legal() == {("lose", "wall7"): 1}
    game.play(("lose", "wall7"))
    assert game.discards == ["wall6", "wall7"]
    assert game.to_act() == 1


@pytest.mark.rule("CB-91")
def test_a_short_market_is_filled_after_each_tile_lost_to_the_sour_lady() -> None:
    game = first_turn(3)
    give(game, 1, "wall5")
    give(game, 2, "wall7")
    offer(game, "wall1")
    game.reserve.remove("princess")
    game.racks[0].append("princess")
    lay(game, 0, {(1, 4): "wall3"})
    # No tile is left anywhere when the coin is taken.
    game.barons = [27, 10, 12]
    empty_reserve(game)
    game.coin_market[0] = "lady"
    game.play(build("princess", (2, 5)))
    game.play(("coin", "lady"))
    deal(game, min(game.coin_reserve))
    deal(game, "wall5")
    assert game.legal() == {("shuffle",): 1}
    game.play(("shuffle",))
    deal(game, "wall5")
    assert sorted(game.market) == ["wall1", "wall5"]
    assert game.legal() == {("lose", "wall7"): 1}


@pytest.mark.rule("CB-61", "CB-91", "CB-93")
def test_the_mill_offers_a_new_market_whose_old_tiles_can_come_back() -> None:
    game = first_turn()
    give(game, 0, *["wall3"] * 4, "wall4", "wall4", "wall4")
    offer(game, "wall5", "wall6", "wall7")
    game.reserve.remove("princess")
    game.aside[0].append("princess")  # so that the rack stays full
    lay(game, 0, {(1, 4): "wall3"})
    game.barons = [27, 10]
    game.coin_market[0] = "mill"
    empty_reserve(game, "wall8", "wall9")
    game.play(build("princess", (2, 5), source="aside"))
    game.play(("coin", "mill"))
    deal(game, min(game.coin_reserve))
    deal(game, "wall8", "wall9")
    game.play(("shuffle",))
    deal(game, "wall6")
    assert set(game.legal()) == {("mill", face) for face in ("wall6", "wall8", "wall9")}
    game.play(("mill", "wall8"))
    assert game.legal() == {("show", "wall5"): 1, ("show", "wall7"): 1}  # before the surplus
    deal(game, "wall7")
    assert set(game.legal()) == {("discard", (face,)) for face in ("wall3", "wall4", "wall8")}


@pytest.mark.rule("CB-62", "CB-63", "CB-65", "CB-6", "CB-22")
def test_collapse_takes_down_a_free_tile_of_ones_own() -> None:
    game = first_turn()
    lay(game, 0, {(1, 2): "wall6", (1, 12): "wall6"})
    take_coin(game, 0, "collapse")
    # The Princess at (2, 5) stands on (1, 4) and on the gate; (1, 2) and (1, 12) carry nothing.
    assert set(game.legal()) == {("collapse", cell) for cell in ((1, 2), (1, 12), (2, 5))}
    game.play(("collapse", (2, 5)))
    assert game.discards == ["princess"]
    assert game.barons[0] == 2
    assert (2, 5) not in game.castles[0]


@pytest.mark.rule("CB-62")
def test_a_tile_under_an_overhang_is_not_free() -> None:
    game = first_turn()
    lay(game, 0, {(1, 4): "wall6", (2, 5): "wall8", (2, 3): "lside1", (1, 2): "roof5"})
    assert sorted(game.free(0)) == [(2, 3), (2, 5)]


@pytest.mark.rule("CB-64", "CB-81")
def test_the_catapult_hits_any_castle_but_ones_own() -> None:
    game = first_turn(3)
    lay(game, 1, {(1, 0): "prince"})
    lay(game, 2, {(1, 4): "wall5", (2, 5): "wall7"})
    take_coin(game, 0, "catapult")
    assert set(game.legal()) == {("catapult", 1, (1, 0)), ("catapult", 2, (2, 5))}
    game.play(("catapult", 1, (1, 0)))
    assert game.discards == ["prince"]
    assert game.castles[1] == {}


@pytest.mark.rule("CB-64", "CB-99")
def test_a_catapult_without_a_target_does_nothing() -> None:
    game = first_turn()
    take_coin(game, 0, "catapult")
    assert game.to_act() == 1


@pytest.mark.rule("CB-66", "CB-70")
def test_the_highest_castles_gain_two_tiles_each() -> None:
    game = first_turn(3)
    lay(game, 2, {(2, 5): "wall7"})
    lay(game, 1, {(1, 0): "wall7"})
    before = rack_sizes(game.racks)
    take_coin(game, 0, "tower")
    serve(game)
    assert rack_sizes(game.racks) == [before[0] + 2, before[1], before[2] + 2]


@pytest.mark.rule("CB-66", "CB-70")
def test_the_taker_may_gain_nothing() -> None:
    game = first_turn(3)
    lay(game, 1, {(3, 6): "wall7"})
    take_coin(game, 0, "tower")
    serve(game)
    assert rack_sizes(game.racks) == [3, 5, 3]


@pytest.mark.parametrize(
    ("effect", "castles", "gains"),
    [
        pytest.param(
            "people",
            [{}, {(1, 0): "cook4"}, {(1, 0): "maid7", (1, 2): "bard8"}],
            [0, 0, 2],
            marks=pytest.mark.rule("CB-67", "CB-70"),
        ),
        pytest.param(
            "windows",
            [{(1, 0): "stair8/2"}, {(1, 0): "twin6"}, {(1, 0): "cook4", (1, 2): "hall1"}],
            [0, 2, 2],
            marks=pytest.mark.rule("CB-68"),
        ),
        pytest.param("windows", [{}, {}, {}], [0, 0, 0], marks=pytest.mark.rule("CB-68", "CB-72")),
        pytest.param(
            "roofs",
            [{(1, 0): "roof15"}, {(1, 0): "lslope4", (2, 5): "rbay1"}, {(1, 0): "roof5"}],
            [0, 2, 0],
            marks=pytest.mark.rule("CB-69"),
        ),
        pytest.param("roofs", [{}, {}, {}], [0, 0, 0], marks=pytest.mark.rule("CB-69")),
    ],
)
def test_who_has_most_gains_two_tiles(
    effect: str, castles: list[dict[tuple[int, int], str]], gains: list[int]
) -> None:
    game = first_turn(3)
    for seat, castle in enumerate(castles):
        lay(game, seat, castle)
    take_coin(game, 0, effect)
    serve(game)
    assert rack_sizes(game.racks) == [3 + gain for gain in gains]


@pytest.mark.rule("CB-T12", "CB-71")
def test_the_monk_feeds_those_with_fewest_coins() -> None:
    game = first_turn(3)
    for seat, coins in enumerate((2, 2, 3)):
        collect(game, seat, coins)
    take_coin(game, 0, "monk")
    assert [step[0] for step in serve(game)] == ["deal"] * 6
    assert rack_sizes(game.racks) == [6, 6, 3]


@pytest.mark.rule("CB-17", "CB-82", "CB-96")
def test_gains_go_round_from_the_taker_and_each_discards_before_the_next() -> None:
    game = first_turn(3, start=1)
    give(game, 2, *["wall4"] * 4, "wall5", "wall5", "wall5")
    take_coin(game, 1, "monk")
    owners = []
    while game.due is not None and game.due.what == "deal":
        owners.append(game.due.owner)
        assert game.witnesses() == {game.due.owner}
        deal(game, max(game.reserve))
    assert owners == [1, 1, 1, 2, 2, 2]
    assert (game.to_act(), game.due and game.due.what) == (2, "surplus")  # off turn
    game.play(min(game.legal()))
    assert game.due is not None
    assert (game.due.what, game.due.owner) == ("deal", 0)


@pytest.mark.rule("CB-74", "CB-75", "CB-93")
@pytest.mark.parametrize("effect", ["catapult", "thief", "lady"])
def test_in_peaceful_times_red_coins_give_a_market_tile(effect: str) -> None:
    game = first_turn(peace=True)
    offer(game, "wall5", "wall5", "wall7")
    take_coin(game, 0, effect)
    assert set(game.legal()) == {("take", "wall5"), ("take", "wall7")}
    game.play(("take", "wall5"))
    deal(game, "wall6")
    assert "wall5" in game.racks[0]
    assert sorted(game.market) == ["wall5", "wall6", "wall7"]
    assert game.to_act() == 1


@pytest.mark.rule("CB-75")
def test_in_peaceful_times_an_empty_market_gives_nothing() -> None:
    game = first_turn(peace=True)
    lay(game, 0, {(1, 4): "wall3"})
    give(game, 0, "princess")
    offer(game)
    empty_reserve(game)
    game.barons = [27, 10]
    game.coin_market[0] = "thief"
    game.play(build("princess", (2, 5)))
    game.play(("coin", "thief"))
    deal(game, min(game.coin_reserve))
    assert game.to_act() == 1


@pytest.mark.rule("CB-80")
def test_royals_set_aside_cannot_be_stolen() -> None:
    game = first_turn(royal=True)
    give(game, 1)
    take_coin(game, 0, "thief")
    assert game.to_act() == 1


# ---- what can be undone -----------------------------------------------------------------------


@pytest.mark.rule("CB-103")
def test_a_build_from_the_rack_can_be_undone_until_the_next_decision() -> None:
    game = first_turn()
    give(game, 0, "wall5")
    game.play(build("wall5", (1, 0)))
    assert game.may_undo() == 0
    give(game, 1, "wall5")
    game.play(build("wall5", (1, 0)))
    assert game.may_undo() == 1


@pytest.mark.rule("CB-103")
def test_what_brought_a_piece_to_light_cannot_be_undone() -> None:
    game = first_turn()
    game.play(("draw",))
    serve(game)
    assert game.may_undo() is None
    offer(game, "wall5", "wall6", "wall7")
    game.play(build("wall5", (1, 0), source="market"))
    serve(game)
    assert game.may_undo() is None


@pytest.mark.rule("CB-103")
def test_collapse_can_be_undone() -> None:
    game = first_turn()
    take_coin(game, 0, "collapse")
    assert game.may_undo() is None  # the coin was a decision, and its market was filled
    game.play(("collapse", (2, 5)))
    assert answers(game, "draw")
    assert game.may_undo() == 0
