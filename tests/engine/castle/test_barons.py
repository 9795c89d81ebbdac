"""The baron's way, the coins on it, and the end of the game (CB-45 to CB-57)."""

from __future__ import annotations

import pytest

from engine.castle.game import GAME
from engine.castle.pieces.track import SPACES, STARTS, TRACK, Space
from engine.castle.rules.baron import way
from tests.engine.castle.positions import legal, played, position, rack, refused, taking

PAIR = {"f1": "wall5"}  # g2 needs 7
TALL = {"f1": "wall5", "g2": "wall7", "j1": "wall3", "i2": "wall5"}  # h3 needs 12


@pytest.mark.rule("CB-8", "CB-101")
def test_the_track_has_the_spaces_of_the_box() -> None:
    assert SPACES == 28
    assert [TRACK.count(kind) for kind in (Space.COIN, Space.RUBY, Space.TILE)] == [4, 3, 4]
    assert STARTS == (1, 2, 3, 4)
    assert all(TRACK[space] is Space.PLAIN for space in STARTS)


@pytest.mark.rule("CB-13")
def test_the_barons_start_in_turn_order_from_the_rearmost_space() -> None:
    assert GAME.new({"players": 3}).barons == (1, 2, 3)
    assert GAME.new({"players": 4, "start": 2}).barons == (3, 4, 1, 2)


@pytest.mark.rule("CB-45", "CB-T10")
def test_a_tile_on_the_first_level_moves_nothing() -> None:
    state = position({"rack": ["roof9"]}, {})
    assert played(state, "roof9@d1").barons == (1, 2)


@pytest.mark.rule("CB-46", "CB-55")
def test_the_baron_moves_as_many_spaces_as_the_level_and_the_rubies() -> None:
    state = position({"rack": ["roof12"], "castle": TALL}, {"baron": 20})
    assert played(state, "roof12@h3").barons[0] == 1 + 3 + 2  # space 6, a tile space
    assert played(state, "roof12@h3").phase.name == "DEAL"


@pytest.mark.rule("CB-47", "CB-48")
def test_barons_on_the_way_count_and_one_at_the_end_is_passed() -> None:
    assert way((1, 2, 3), 0, 1).spaces == (2, 3, 4)
    assert way((1, 3, 20), 0, 4).spaces == (2, 3, 4, 5)


@pytest.mark.rule("CB-49", "CB-50", "CB-T9")
def test_the_example_of_martha() -> None:
    found = way((8, 11, 12, 13), 0, 3)
    assert found.spaces == (9, 10, 11, 12, 13, 14, 15)
    assert (found.coins, found.brings_tile) == (0, False)


@pytest.mark.rule("CB-51")
def test_only_the_last_space_brings_a_tile() -> None:
    assert way((5, 1), 0, 1).brings_tile  # space 6
    assert not way((5, 1), 0, 2).brings_tile
    assert not way((5, 6), 0, 1).brings_tile  # 6 is taken: on to 7
    state = position({"baron": 4, "rack": ["wall7"], "castle": PAIR}, {"baron": 20})
    after = played(state, "wall7@g2")
    assert after.phase.name == "DEAL"
    assert rack(played(after, "deal:wall9")) == ["wall9"]


@pytest.mark.rule("CB-52")
def test_each_coin_space_that_is_entered_brings_a_coin() -> None:
    assert way((7, 1), 0, 1).coins == 1  # space 8
    assert way((8, 1), 0, 7).coins == 0  # the space where it starts does not count
    assert way((14, 1), 0, 9).coins == 2  # 16 and 22
    assert way((20, 21, 1), 0, 1).coins == 1  # hops over 21 to 22


@pytest.mark.rule("CB-58")
def test_the_baron_walks_the_loop_and_past_its_own_space() -> None:
    assert way((27, 5), 0, 2).spaces == (0, 1)
    assert way((1, 5), 0, 28).spaces[-1] == 1


@pytest.mark.rule("CB-53", "CB-99")
def test_a_coin_is_taken_the_market_filled_and_then_its_effect_resolved() -> None:
    state = position({"baron": 7, "rack": ["wall7"], "castle": PAIR}, {})
    asked = played(state, "wall7@g2")
    assert legal(asked) == ["coin:ruby", "coin:mill", "coin:monk"]
    assert refused(asked, "draw").rule == "CB-53"
    assert refused(asked, "coin:thief").reason == "There is no Thief coin on the market."
    filling = played(asked, "coin:ruby")
    assert filling.phase.name == "MINT"
    assert filling.barons[0] == 9  # the effect waits
    done = played(filling, "mint:thief")
    assert done.barons[0] == 10
    assert GAME.totals(done) == (1, 0)
    assert done.seat == 1


@pytest.mark.rule("CB-54")
def test_coins_that_a_coin_brings_come_before_those_still_due() -> None:
    state = taking("ruby", {"baron": 21}, {"baron": 1}, due=2)
    # The ruby leads to space 22, a coin space: one more coin, and then the one that was due.
    assert [task[0].name for task in state.agenda] == ["END", "COIN", "COIN"]
    assert state.barons[0] == 22


@pytest.mark.rule("CB-56", "CB-102", "CB-T11")
def test_the_last_coin_ends_the_game_before_its_effect() -> None:
    held = ["thief", "lady", "catapult", "tower", "people", "windows"]
    agenda = [("end", 0, 0), ("coin", 0, 2)]
    state = position({"coins": held}, {}, agenda=agenda)
    filling = played(state, "coin:ruby")
    assert filling.phase.name == "MINT"  # the market is filled first
    over = played(filling, "mint:thief")
    assert over.phase.name == "OVER"
    assert over.barons == (1, 2)
    assert (over.agenda, GAME.winners(over), GAME.to_act(over)) == ((), (0,), None)
    assert refused(over, "draw").rule == "CB-56"


@pytest.mark.rule("CB-57", "CB-94")
def test_eight_idle_rounds_end_the_game_and_most_coins_win() -> None:
    agenda = [("end", 1, 0), ("drop", 1, 0)]
    full = ["wall1", "wall2", "wall3", "wall4", "wall5", "wall6", "wall7", "wall8"]
    players = {"coins": ["ruby", "mill"]}, {"coins": ["monk"], "rack": full}
    state = position(*players, seat=1, agenda=agenda, idle=7)
    over = played(state, "drop:wall1")
    assert over.phase.name == "OVER"
    assert GAME.winners(over) == (0,)
    again = position(*players, seat=1, agenda=agenda, idle=6)
    assert played(again, "drop:wall1").idle == 7


@pytest.mark.rule("CB-57")
@pytest.mark.parametrize(
    ("first", "second", "won"),
    [
        ({"f1": "wall5"}, {"f1": "wall3", "g2": "wall5"}, (1,)),  # the higher castle
        ({"f1": "wall5", "d1": "wall4"}, {"f1": "wall3"}, (0,)),  # more tiles
        ({"f1": "wall5"}, {"f1": "wall3"}, (0, 1)),
    ],
)
def test_equal_coins_are_decided_by_height_and_then_by_tiles(
    first: dict[str, str], second: dict[str, str], won: tuple[int, ...]
) -> None:
    agenda = [("end", 1, 0), ("collapse", 1, 0)]
    second = second | {"n1": "wall9"}  # which collapses
    state = position({"castle": first}, {"castle": second}, seat=1, agenda=agenda, idle=7)
    over = played(state, "collapse:n1")
    assert (over.phase.name, GAME.winners(over)) == ("OVER", won)


@pytest.mark.rule("CB-94")
def test_a_round_with_a_build_is_not_idle() -> None:
    state = position({"rack": ["wall5"]}, {"rack": ["wall3"]}, idle=7)
    after = played(state, "wall5@d1", "draw", "deal:wall1", "deal:wall2")
    assert (after.seat, after.idle, after.built) == (0, 0, False)
