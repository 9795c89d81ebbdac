"""What each coin does, and how the options change it (CB-58 to CB-81)."""

from __future__ import annotations

import pytest

from engine.castle.game import GAME
from engine.castle.pieces.coins import ALL_COINS, RED, Coin
from engine.castle.pieces.tiles import parse_tile
from tests.engine.castle.positions import castle, legal, played, position, rack, refused, taking

FULL = ["wall1", "wall2", "wall3", "wall4", "wall5", "wall6", "wall7"]


@pytest.mark.rule("CB-1", "CB-7", "CB-74")
def test_there_are_36_coins_of_eleven_effects_and_three_are_red() -> None:
    assert (sum(ALL_COINS), len(ALL_COINS)) == (36, 11)
    assert {Coin.THIEF, Coin.LADY, Coin.CATAPULT} == RED


@pytest.mark.rule("CB-58")
def test_the_ruby_is_a_move_of_one_space() -> None:
    state = taking("ruby", {"baron": 5}, {"baron": 1})
    assert state.barons[0] == 6
    assert state.phase.name == "DEAL"  # a tile space


@pytest.mark.rule("CB-59", "CB-17")
def test_the_thief_takes_a_random_tile_of_an_opponent_who_has_one() -> None:
    state = taking("thief", {"rack": FULL}, {}, {"rack": ["wall9", "wall9", "roof5"]}, {})
    assert legal(state) == ["thief:3"]
    assert refused(state, "thief:2").reason == "Seat 2 has no tile."
    assert refused(state, "thief:1").reason == "You cannot rob yourself."
    drawn = played(state, "thief:3")
    assert [(GAME.format(m), n) for m, n in GAME.outcomes(drawn)] == [
        ("steal:wall9", 2),
        ("steal:roof5", 1),
    ]
    after = played(drawn, "steal:roof5")
    assert rack(after, 2) == ["wall9", "wall9"]
    assert after.phase.name == "DROP"  # eight tiles
    assert rack(played(after, "drop:roof5")) == FULL


@pytest.mark.rule("CB-59")
def test_a_thief_without_a_victim_does_nothing() -> None:
    assert taking("thief", {"rack": FULL}, {}, {}).seat == 1


@pytest.mark.rule("CB-60", "CB-95")
def test_the_sour_lady_takes_a_tile_of_every_other_rack_clockwise() -> None:
    racks: tuple[dict[str, list[str]], ...] = (
        {"rack": ["wall1"]},
        {"rack": ["wall2"]},
        {},
        {"rack": ["wall4", "wall5"]},
    )
    state = taking("lady", *racks)
    assert [GAME.format(m) for m, _ in GAME.outcomes(state)] == ["lose:wall2"]
    state = played(state, "lose:wall2")
    assert [GAME.format(m) for m, _ in GAME.outcomes(state)] == ["lose:wall4", "lose:wall5"]
    after = played(state, "lose:wall5")
    assert [rack(after, seat) for seat in range(4)] == [["wall1"], [], [], ["wall4"]]
    assert after.seat == 1


@pytest.mark.rule("CB-61", "CB-93")
def test_the_mill_brings_a_new_market_and_a_tile_of_it() -> None:
    state = taking("mill", {"rack": FULL}, {})
    assert state.market == b""
    assert state.discard[parse_tile("wall14")] == 1
    state = played(state, "show:roof5", "show:window7", "show:window7")
    assert legal(state) == ["mill:window7", "mill:roof5"]
    assert refused(state, "mill:wall14").rule == "CB-61"
    state = played(state, "mill:window7")
    assert state.phase.name == "SHOW"  # the market comes before the surplus
    state = played(state, "show:roof9")
    assert state.phase.name == "DROP"
    assert "window7" in rack(played(state, "drop:wall1"))


@pytest.mark.rule("CB-19", "CB-61", "CB-91")
def test_a_mill_with_an_empty_reserve_may_bring_its_own_tiles_back() -> None:
    state = taking("mill", {}, {}, reserve=())
    assert GAME.format(GAME.legal(state)[0]) == "shuffle"
    state = played(state, "shuffle", "show:wall10", "show:wall12", "show:wall14")
    state = played(state, "mill:wall12")
    assert (state.market, state.seat) == (bytes(map(parse_tile, ("wall10", "wall14"))), 1)


@pytest.mark.rule("CB-62", "CB-63", "CB-65")
def test_a_collapse_takes_down_a_free_tile_of_ones_own() -> None:
    tiles = {"d1": "wall4", "f1": "wall5", "g2": "wall7"}
    state = taking("collapse", {"castle": tiles}, {})
    assert legal(state) == ["collapse:d1", "collapse:g2"]
    why = refused(state, "collapse:f1")
    assert (why.rule, why.reason) == ("CB-62", "The tile on F1 is not free: G2 is above it.")
    assert refused(state, "collapse:h1").rule == "CB-6"
    assert refused(state, "collapse:b1").reason == "There is no tile on B1."
    after = played(state, "collapse:g2")
    assert castle(after) == {"d1": "wall4", "f1": "wall5", "h1": "gate"}
    assert after.discard[parse_tile("wall7")] == 1
    assert after.barons == (1, 2)


@pytest.mark.rule("CB-62")
def test_sky_above_makes_a_tile_unfree_as_well() -> None:
    # The side wall sticks out over the roof on d1: contact of sky with sky.
    tiles = {"d1": "roof5", "f1": "wall6", "g2": "wall8", "e2": "lside1"}
    state = taking("collapse", {"castle": tiles}, {})
    assert legal(state) == ["collapse:e2", "collapse:g2"]


@pytest.mark.rule("CB-63")
def test_a_bare_castle_cannot_collapse() -> None:
    state = taking("collapse", {}, {})
    assert state.seat == 1


@pytest.mark.rule("CB-64")
def test_the_catapult_takes_down_a_free_tile_of_an_opponent() -> None:
    tiles = {"f1": "wall5", "g2": "wall7"}
    state = taking("catapult", {"castle": tiles}, {}, {"castle": {"b1": "wall3"}})
    assert legal(state) == ["catapult:3@b1"]
    assert refused(state, "catapult:1@g2").rule == "CB-64"
    assert refused(state, "catapult:4@b1").reason == "There is no seat 4."
    after = played(state, "catapult:3@b1")
    assert castle(after, 2) == {"h1": "gate"}
    assert taking("catapult", {"castle": tiles}, {}).seat == 1


def gains(state: object) -> list[tuple[int, int]]:
    """Who gains how many tiles, in order."""
    tasks = reversed(state.agenda)  # type: ignore[attr-defined]
    return [(seat, number) for task, seat, number in tasks if task.name == "DEAL"]


@pytest.mark.rule("CB-66", "CB-70")
def test_the_highest_towers_gain_two_tiles_even_if_all_are_bare() -> None:
    assert gains(taking("tower", {}, {}, {})) == [(0, 2), (1, 2), (2, 2)]
    tiles = {"f1": "wall5", "g2": "wall7"}
    assert gains(taking("tower", {}, {"castle": tiles}, {"castle": tiles})) == [(1, 2), (2, 2)]


@pytest.mark.rule("CB-67", "CB-68", "CB-69", "CB-72")
@pytest.mark.parametrize(
    ("coin", "one", "two"),
    [
        ("people", ["cook4"], ["prince", "princess"]),
        ("windows", ["window3", "window4"], ["twin6", "hall1"]),  # 2 and 3
        ("roofs", ["roof5"], ["roof7", "lslope4"]),
    ],
)
def test_the_most_of_something_gains_two_tiles(coin: str, one: list[str], two: list[str]) -> None:
    first = {"castle": dict(zip(("b1", "d1"), one, strict=False))}
    second = {"castle": dict(zip(("b1", "d1"), two, strict=True))}
    assert gains(taking(coin, first, second, {})) == [(1, 2)]
    assert gains(taking(coin, second, first, {})) == [(0, 2)]
    assert taking(coin, {"rack": two}, {}, {}).seat == 1  # none in a castle: nobody gains


@pytest.mark.rule("CB-71", "CB-T12")
def test_the_monk_feeds_those_with_the_fewest_coins() -> None:
    state = taking(
        "monk",
        {"coins": ["ruby", "ruby"]},
        {"coins": ["thief", "thief"]},
        {"coins": ["lady", "lady", "tower"]},
    )
    assert gains(state) == [(0, 3), (1, 3)]


@pytest.mark.rule("CB-17", "CB-82")
def test_a_surplus_off_turn_is_the_choice_of_its_owner() -> None:
    state = taking("monk", {"coins": ["ruby"]}, {"rack": FULL})
    state = played(state, "deal:roof5", "deal:roof7", "deal:roof9")
    assert (state.seat, GAME.to_act(state), GAME.on_turn(state)) == (0, 1, 0)
    assert refused(state, "drop:wall1+wall2").rule == "CB-92"
    assert refused(state, "drop:wall1+wall2+wall9").rule == "CB-17"
    after = played(state, "drop:roof9+wall1+wall2")
    assert rack(after, 1) == ["wall3", "wall4", "wall5", "wall6", "wall7", "roof5", "roof7"]


@pytest.mark.rule("CB-73")
def test_up_to_the_sky_needs_nine_coins() -> None:
    held = ["thief", "lady", "catapult", "tower", "people", "windows"]
    agenda = [("end", 0, 0), ("coin", 0, 1)]
    state = position({"coins": held}, {}, agenda=agenda, coins=9)
    assert played(state, "coin:monk", "mint:thief").phase.name == "DEAL"


@pytest.mark.rule("CB-74", "CB-75", "CB-93")
@pytest.mark.parametrize("coin", ["thief", "lady", "catapult"])
def test_in_peaceful_times_red_coins_bring_a_tile_of_the_market(coin: str) -> None:
    state = taking(coin, {}, {"rack": FULL, "castle": {"b1": "wall8"}}, peace=True)
    assert legal(state) == ["take:wall10", "take:wall12", "take:wall14"]
    after = played(state, "take:wall12", "show:wall9")
    assert (rack(after), rack(after, 1)) == (["wall12"], FULL)
    nothing = taking(coin, {}, {}, peace=True, market=(), reserve=())
    assert nothing.seat == 1


@pytest.mark.rule("CB-76", "CB-77", "CB-79", "CB-80", "CB-90")
def test_royal_strategy_sets_a_prince_and_a_princess_aside() -> None:
    start = GAME.new({"players": 3, "royal": True})
    assert [GAME.describe(start)["players"][seat]["royals"] for seat in range(3)] == [
        ["prince", "princess"]
    ] * 3
    assert start.reserve == 126 - 6
    assert start.unseen[parse_tile("prince")] == 1
    state = position({"rack": ["wall3", "wall6"], "castle": {"f1": "wall5"}}, {}, royal=True)
    assert refused(state, "prince@d1").rule == "CB-20"  # it is not on the rack
    assert refused(state, "wall6@g2+prince").rule == "CB-42"
    after = played(state, "royal:prince@g2")
    assert castle(after)["g2"] == "prince"
    assert (
        refused(played(after, "draw", "deal:wall1", "deal:wall1"), "royal:prince@d1").rule
        == "CB-79"
    )


@pytest.mark.rule("CB-80")
def test_royals_do_not_count_for_the_rack_and_cannot_be_dropped() -> None:
    agenda = [("end", 0, 0), ("drop", 0, 0)]
    state = position({"rack": [*FULL, "wall8"]}, {}, agenda=agenda, royal=True)
    assert refused(state, "drop:prince").rule == "CB-17"
    assert len(legal(state)) == 8


@pytest.mark.rule("CB-81")
def test_a_royal_that_is_built_is_an_ordinary_tile() -> None:
    state = taking("catapult", {}, {"castle": {"b1": "prince"}, "royals": ["princess"]}, royal=True)
    after = played(state, "catapult:2@b1")
    assert after.discard[parse_tile("prince")] == 1
