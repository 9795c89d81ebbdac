"""Setup, turns, racks, markets and reserves (CB-9 to CB-22, CB-82 to CB-100)."""

from __future__ import annotations

from random import Random

import pytest

from engine.castle.game import GAME
from engine.castle.pieces.tiles import FACES, TILES, parse_tile
from engine.castle.state import NOBODY, Phase
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.table import Table
from tests.engine.castle.positions import (
    any_options,
    legal,
    played,
    position,
    rack,
    refused,
    seeds,
    steps,
)

FULL = ["wall1", "wall2", "wall3", "wall4", "wall5", "wall6", "wall7"]


@pytest.mark.rule("CB-10", "CB-11", "CB-12", "CB-83", "CB-90")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_is_dealt_in_order_from_one_seed(players: int) -> None:
    table = Table.new("castle", {"players": players})
    tokens = Dealer("one").deal(table)
    words = [token.partition(":")[0] for token in tokens]
    assert words == ["show"] * 3 + ["mint"] * 3 + ["deal"] * 3 * players
    assert table.state.reserve == 126 - 3 - 3 * players
    assert [len(rack) for rack in table.state.racks] == [3] * players
    assert [state.agenda[-1][1] for state in table.states[6:-1]] == [
        seat for seat in range(players) for _ in range(3)
    ]
    again = Table.new("castle", {"players": players})
    assert Dealer("one").deal(again) == tokens
    assert Dealer("two").deal(Table.new("castle", {"players": players})) != tokens


@pytest.mark.rule("CB-13", "CB-90")
def test_the_seed_draws_the_first_player_if_the_host_does_not_set_one() -> None:
    starts = {GAME.new({"players": 4, "start": "random", "seed": f"{n}"}).seat for n in range(60)}
    assert starts == {0, 1, 2, 3}
    assert GAME.new({"players": 4, "start": 3}).seat == 3


@pytest.mark.rule("CB-14", "CB-15", "CB-16", "CB-22")
def test_a_turn_is_a_draw_or_a_build_and_then_the_next_seat_is_on_turn() -> None:
    state = position({"rack": ["wall5"]}, {}, {})
    assert legal(state)[0] == "draw"
    drawn = played(state, "draw", "deal:wall1", "deal:roof5")
    assert (drawn.seat, rack(drawn)) == (1, ["wall1", "wall5", "roof5"])
    assert played(state, "wall5@d1").seat == 1
    last = position({}, {}, {}, seat=2)
    assert played(last, "draw", "deal:wall1", "deal:roof5").seat == 0


@pytest.mark.rule("CB-16", "CB-17", "CB-92", "CB-100")
def test_who_draws_with_a_full_rack_discards_the_surplus_at_once() -> None:
    state = played(position({"rack": FULL}, {}), "draw", "deal:roof5", "deal:roof7")
    assert (state.phase, GAME.to_act(state)) == (Phase.DROP, 0)
    assert len(legal(state)) == 36  # 2 of 9 different tiles
    assert "drop:wall1+roof7" in legal(state)
    assert refused(state, "draw").rule == "CB-17"
    after = played(state, "drop:roof7+wall1")
    assert rack(after) == ["wall2", "wall3", "wall4", "wall5", "wall6", "wall7", "roof5"]
    assert (after.discard[parse_tile("wall1")], after.discard[parse_tile("roof7")]) == (1, 1)


@pytest.mark.rule("CB-89", "CB-92")
def test_equal_tiles_are_one_move() -> None:
    held = ["wall3", "wall3", "wall3", "wall4", "wall4", "wall5", "wall5", "wall6"]
    state = position({"rack": held}, {}, agenda=[("end", 0, 0), ("drop", 0, 0)])
    assert legal(state) == ["drop:wall3", "drop:wall4", "drop:wall5", "drop:wall6"]


@pytest.mark.rule("CB-18", "CB-100")
def test_an_empty_reserve_is_shuffled_when_the_next_tile_is_due() -> None:
    state = position({}, {}, reserve=("wall1",), discard={"roof5": 1, "roof7": 1})
    state = played(state, "draw", "deal:wall1")
    assert (state.reserve, state.phase) == (0, Phase.SHUFFLE)
    assert legal(state) == ["shuffle"]
    state = played(state, "shuffle")
    assert (state.reserve, sum(state.discard)) == (2, 0)
    assert legal(state) == ["deal:roof5", "deal:roof7"]
    after = played(state, "deal:roof7")
    assert (rack(after), after.reserve, after.seat) == (["wall1", "roof7"], 1, 1)


@pytest.mark.rule("CB-19")
def test_without_any_tile_a_draw_brings_what_there_is() -> None:
    nothing = played(position({}, {}, reserve=()), "draw")
    assert (rack(nothing), nothing.seat) == ([], 1)
    one = played(position({}, {}, reserve=("wall1",)), "draw", "deal:wall1")
    assert (rack(one), one.seat) == (["wall1"], 1)


@pytest.mark.rule("CB-21", "CB-91")
def test_the_market_is_filled_before_anything_else() -> None:
    tiles = {"f1": "window10"}
    state = position({"castle": tiles, "baron": 4}, {}, reserve=("wall1", "wall2"))
    state = played(state, "market:wall12@g2")
    assert (state.phase, state.barons[0]) == (Phase.SHOW, 4)  # the baron waits
    state = played(state, "show:wall2")
    assert (state.phase, state.barons[0]) == (Phase.DEAL, 6)


@pytest.mark.rule("CB-19", "CB-91")
def test_a_tile_just_paid_may_come_up_on_a_market_that_lacks_one() -> None:
    state = position(
        {"castle": {"f1": "window10"}, "rack": ["wall3"]}, {}, market=("twin11",), reserve=()
    )
    state = played(state, "market:twin11@g2+wall3")
    assert legal(state) == ["shuffle"]
    state = played(state, "shuffle")
    assert legal(state) == ["show:wall3"]
    after = played(state, "show:wall3")
    assert (after.market, after.seat) == (bytes((parse_tile("wall3"),)), 1)


@pytest.mark.rule("CB-91", "CB-95")
def test_the_market_is_filled_between_two_tiles_that_are_lost() -> None:
    agenda = [("end", 0, 0), ("lose", 2, 0), ("lose", 1, 0)]
    racks: tuple[dict[str, list[str]], ...] = {}, {"rack": ["wall3"]}, {"rack": ["wall4"]}
    state = position(*racks, market=("wall10", "wall12"), agenda=agenda, reserve=())
    state = played(state, "lose:wall3")
    assert legal(state) == ["shuffle"]
    assert legal(played(state, "shuffle", "show:wall3")) == ["lose:wall4"]


@pytest.mark.rule("CB-99")
def test_a_decision_with_one_answer_is_asked_all_the_same() -> None:
    state = position(
        {"rack": ["wall3"] * 5 + ["wall4"] * 3}, {}, agenda=[("end", 0, 0), ("drop", 0, 0)]
    )
    assert len(legal(state)) == 2
    alone = position({}, {"castle": {"b1": "wall3"}}, agenda=[("end", 0, 0), ("catapult", 0, 0)])
    assert legal(alone) == ["catapult:2@b1"]
    assert GAME.to_act(alone) == 0


@pytest.mark.rule("CB-82", "CB-104")
def test_while_somebody_owes_a_decision_the_game_waits_for_that_seat() -> None:
    agenda = [("end", 0, 0), ("drop", 2, 0)]
    state = position({}, {}, {"rack": [*FULL, "wall8"]}, agenda=agenda)
    assert (GAME.to_act(state), GAME.on_turn(state)) == (2, 0)
    for token in ("draw", "coin:ruby", "wall8@d1"):
        assert refused(state, token).rule == "CB-17"


@pytest.mark.rule("CB-86", "CB-88", "CB-89")
@pytest.mark.parametrize("seed", seeds(40, always=6))
def test_the_box_stays_complete_and_no_turn_is_without_a_move(seed: int) -> None:
    for state, _ in steps(any_options(Random(seed)), seed):
        places = (state.market, *state.racks, *state.royals)
        for face in FACES:
            count = sum(bag.count(face) for bag in places)
            count += sum(castle.tiles.count(face) for castle in state.castles)
            assert count + state.unseen[face] + state.discard[face] == TILES[face].copies
        assert sum(state.mint) + len(state.coins) + sum(map(len, state.purses)) == 36
        assert len({*state.barons}) == state.setup.players
        assert not {*state.barons} & {14, 18, 26}  # the ruby spaces
        if state.phase is Phase.TURN:
            assert GAME.legal(state)[0] == GAME.parse("draw")
            assert max(map(len, state.racks)) <= 7
        if state.phase not in (Phase.SHOW, Phase.SHUFFLE) and state.actor not in (DEALER, NOBODY):
            assert len(state.market) == 3 or not (state.reserve or any(state.discard))
            assert len(state.coins) == 3
