"""The plain Castle Builder keeps the rules: the baron's way, the end of the game."""

from __future__ import annotations

import pytest

from tests.engine.castle.plain_tables import (
    answers,
    build,
    build_and_move_three,
    collect,
    deal,
    first_turn,
    give,
    lay,
    mint,
    serve,
)
from tests.plain_castle import DEALER, PlainCastle

# ---- the baron --------------------------------------------------------------------------------


@pytest.mark.rule("CB-T9", "CB-47", "CB-48", "CB-49", "CB-50", "CB-51")
def test_martha_goes_on_over_three_barons_and_a_ruby_space() -> None:
    game = first_turn(4)
    game.barons = [8, 11, 12, 13]
    build_and_move_three(game, 0)
    assert game.barons[0] == 15
    assert game.to_act() == 1  # no tile, no coin
    assert game.coins[0] == []


@pytest.mark.rule("CB-T10", "CB-45")
def test_the_first_level_moves_nothing() -> None:
    game = first_turn()
    give(game, 0, "wall14")
    game.play(build("wall14", (1, 0)))
    assert game.barons == [1, 2]
    assert game.to_act() == 1


@pytest.mark.rule("CB-51", "CB-52", "CB-55", "CB-101")
@pytest.mark.parametrize(
    ("barons", "ends", "due"),
    [
        pytest.param([3, 20], 6, "deal", id="ends on a tile space"),
        pytest.param([4, 20], 7, "turn", id="passes a tile space"),
        pytest.param([5, 20], 8, "coin", id="ends on a coin space"),
        pytest.param([6, 20], 9, "coin", id="passes a coin space"),
        pytest.param([5, 8], 9, "coin", id="goes on from a coin space"),
        pytest.param([8, 11], 12, "turn", id="goes on from a tile space, starts on a coin space"),
        pytest.param([23, 2], 27, "turn", id="goes on from a ruby space"),
        pytest.param([25, 2], 0, "coin", id="around the loop"),
    ],
)
def test_what_a_move_of_three_brings(barons: list[int], ends: int, due: str) -> None:
    game = first_turn()
    game.barons = barons
    build_and_move_three(game, 0)
    assert game.barons[0] == ends
    assert game.due is not None
    assert game.due.what == due


@pytest.mark.rule("CB-52", "CB-54", "CB-58")
def test_coins_that_are_due_wait_for_a_ruby_coin_to_be_resolved() -> None:
    game = first_turn()
    # The coin spaces 16 and 22 are 6 apart: only a long move, from a high level, brings two coins.
    lay(game, 0, {(5, 4): "wall7", (5, 6): "wall8"})
    give(game, 0, "princess")
    mint(game, "ruby", "monk", "mill")
    game.barons = [15, 2]
    game.play(build("princess", (6, 5)))  # 6 + 1 = 7 spaces, to 22
    assert game.barons[0] == 22
    game.play(("coin", "ruby"))
    deal(game, "ruby")
    assert game.barons[0] == 23
    assert game.to_act() == 0  # the second coin that was due
    assert len(answers(game, "coin")) == 3
    game.play(("coin", "ruby"))
    deal(game, "ruby", "wall1")  # the coin market, then the tile space 24
    assert game.barons[0] == 24
    assert game.to_act() == 1
    assert game.coins[0] == ["ruby", "ruby"]


# ---- the end ----------------------------------------------------------------------------------


@pytest.mark.rule("CB-T11", "CB-53", "CB-56", "CB-102")
@pytest.mark.parametrize(("sky", "coins"), [(False, 7), (True, 9)])
def test_the_last_coin_ends_the_game_once_the_market_is_filled(sky: bool, coins: int) -> None:
    game = first_turn(sky=sky)
    mint(game, "tower", "monk", "mill")
    collect(game, 0, coins - 1)
    game.barons = [6, 20]
    build_and_move_three(game, 0)
    game.play(("coin", "tower"))
    assert game.to_act() == DEALER
    serve(game)
    assert game.to_act() is None
    assert game.winners == [0]
    assert len(game.coin_market) == 3
    assert (game.racks[0], len(game.racks[1])) == ([], 3)  # nobody gained


@pytest.mark.rule("CB-73")
def test_up_to_the_sky_the_seventh_coin_is_like_any_other() -> None:
    game = first_turn(sky=True)
    mint(game, "tower", "monk", "mill")
    collect(game, 0, 6)
    game.barons = [6, 20]
    build_and_move_three(game, 0)
    game.play(("coin", "tower"))
    serve(game)
    assert game.winners is None
    assert len(game.racks[0]) == 2


def idle_round(game: PlainCastle) -> None:
    """Everybody draws and discards what comes first."""
    for _ in game.players:
        game.play(("draw",))
        while game.due is not None and game.due.what != "turn":
            game.play(min(game.legal()))


@pytest.mark.rule("CB-57", "CB-94")
def test_eight_idle_rounds_end_the_game() -> None:
    game = first_turn(3, start=1)
    for _ in range(7):
        idle_round(game)
    game.play(("draw",))
    serve(game)
    game.play(("discard", answers(game, "discard").pop()[1]))
    collect(game, 0, 1)
    collect(game, 2, 1)
    lay(game, 2, {(2, 5): "wall2"})
    game.play(("draw",))
    serve(game)
    game.play(min(game.legal()))
    assert game.winners is None
    game.play(("draw",))
    serve(game)
    game.play(min(game.legal()))
    assert game.to_act() is None
    assert game.winners == [2]  # as many coins as seat 0, and a higher castle


@pytest.mark.rule("CB-57", "CB-94")
def test_a_build_on_any_level_starts_the_count_again() -> None:
    game = first_turn()
    for _ in range(7):
        idle_round(game)
    game.play(("draw",))
    game.play(min(game.legal()))
    serve(game)
    game.play(min(game.legal()))
    face = next(f for f in game.racks[1] if game.tiles[f]["base"] == "##")
    game.play(build(face, (1, 0)))
    assert game.idle == 0
    for _ in range(7):
        idle_round(game)
    assert game.winners is None
    idle_round(game)
    assert game.winners == [1]  # no coins, height 1 each, but one tile more


@pytest.mark.rule("CB-57")
def test_the_victory_is_shared_if_nothing_breaks_the_tie() -> None:
    game = first_turn()
    for _ in range(8):
        idle_round(game)
    assert game.winners == [0, 1]
