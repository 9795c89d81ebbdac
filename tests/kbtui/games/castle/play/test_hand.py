"""A person at a castle: a turn by commands, either first, payment, coins, every effect, undo."""

from __future__ import annotations

import pytest

from engine.castle.pieces.tiles import UNKNOWN, format_tile
from engine.castle.state import State
from kbtui.games.castle.board.marks import Counted, Gain, Pointed, place_of
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.play.session import HUMAN
from tests.engine.castle.positions import played, position, taking
from tests.kbtui.games.castle.castle_people import at_castle, do, lit, refused, step, where
from tests.kbtui.playing import BOT, others_act, tokens

# Level 2 over the gate: F1 gives 6 and H1 2, so G2 is 8; over H1 and J1, I2 is 5.
CASTLE = {"f1": "wall6", "j1": "wall3"}
MARKET = ("wall8", "wall12", "wall14")


def fresh(*rack: str, **more: object) -> State:
    own = {"castle": CASTLE, "rack": [*rack], "baron": 1}
    return position(own, {"baron": 20}, market=MARKET, **more)  # type: ignore[arg-type]


# Whose castle is large


def test_who_follows_the_builder_sees_each_castle_that_grows() -> None:
    for follows in (False, True):
        play = do(at_castle(fresh("wall5"), (HUMAN, BOT)), "tile-1", "choose")
        play.follows, builder, shown = follows, 0, set()
        for _ in range(4):
            for entry in play.session.advance():
                play.refresh()
                builder = entry.actor if "@" in entry.token else builder
                assert play.shown == (builder if follows and not play.is_asked else 0)
                shown.add(play.shown)
            do(play, "draw", "choose")
            while play.is_asked:
                do(play, "choose")
        assert (1 in shown) == follows


# A build


def test_the_cursor_begins_next_to_the_gate_and_later_where_the_baron_moves_furthest() -> None:
    for castle, cell in (({}, "f1"), (CASTLE, "g2")):
        play = at_castle(position({"castle": castle, "rack": ["wall5"]}, {}, market=MARKET))
        play.settle_in()
        assert where(play) == cell


@pytest.mark.rule("CB-36", "CB-45")
def test_a_digit_lights_the_cells_of_a_tile_and_enter_builds_it() -> None:
    play = at_castle(fresh("wall5", "wall9"))
    do(play, "tile-1")  # wall5: I2 is 5; any free place of the foundation but the gate
    assert lit(play) == ["i2", "b1", "d1", "l1", "n1"]  # the longest move first, then by letter
    assert where(play) == "i2"
    assert play.marks.own == Pointed(0, gains=play.gains, tile=play.rack[0].face)
    do(play, "choose")
    assert tokens(play) == "wall5@i2"
    assert step(play) is Step.NOTHING


def test_a_cell_first_shows_which_tiles_fit_and_tab_goes_through_them() -> None:
    play = do(at_castle(fresh("wall5", "wall4", "wall9")), "b1", "choose")
    assert step(play) is Step.SITE
    fitting = [format_tile(slot.face) for slot in play.slots if play.fits(slot)]
    assert fitting == ["wall4", "wall5", "wall9", "wall8", "wall12", "wall14"]  # CB-38: level 1
    do(play, "tile-2")
    assert format_tile(play.slot.face if play.slot else 0) == "wall5"
    do(play, "next", "choose")
    assert tokens(play) == "wall9@b1"


def test_nothing_is_chosen_at_first_and_the_longest_move_is_under_the_cursor() -> None:
    play = at_castle(fresh("wall5"))
    assert (where(play), play.slot, play.site) == ("g2", None, None)  # 8 from the market, 5 on I2
    assert play.gains[play.cursor.cell] == Gain(2)


def test_tiles_that_fit_nowhere_cannot_be_chosen() -> None:
    own = {"castle": {"f1": "wall6"}, "rack": ["lside1"], "baron": 4}
    play = at_castle(position(own, {}, market=MARKET))
    assert not play.fits(play.rack[0])
    assert refused(play, "tile-1") == "CB-15"
    assert refused(play, "tile-5") == "not-your-move"  # there is no such tile


@pytest.mark.rule("CB-28", "CB-30", "CB-36")
def test_enter_elsewhere_says_which_rule_forbids_it() -> None:
    play = do(at_castle(fresh("wall5")), "tile-1")
    assert refused(play, "f1", "choose") == "CB-28"
    assert refused(play, "b1", "north-west", "choose") == "CB-30"
    assert refused(play, "g2", "choose") == "CB-41"  # 8, and 5 is too far to pay
    do(play, "west")
    assert play.error is None
    assert play.why_not(play.cursor.cell) is not None


def test_without_a_tile_the_reason_names_the_number() -> None:
    own = {"castle": CASTLE, "rack": ["wall1"], "baron": 4}
    play = do(at_castle(position(own, {}, market=("wall12", "stair16/1", "wall14"))), "g2")
    assert refused(play, "choose") == "CB-36"
    assert "8 = 6 + 2" in str(play.error)


# Payment


@pytest.mark.rule("CB-40", "CB-42")
def test_a_build_that_costs_a_tile_asks_which() -> None:
    play = do(at_castle(fresh("wall1", "wall4", "wall10")), "tile-2", "choose")  # 4 where 5 is due
    assert (step(play), where(play), play.due) == (Step.PAY, "i2", 1)
    assert play.options == [0, 2]
    do(play, "tile-3", "choose")
    assert tokens(play) == "wall4@i2+wall10"


def test_esc_leads_back_from_the_payment_to_the_cell_and_to_nothing() -> None:
    play = do(at_castle(fresh("wall1", "wall4")), "tile-2", "choose", "back")
    assert (step(play), play.has_step_back) == (Step.TURN, True)
    do(play, "back")
    assert (play.slot, play.has_step_back) == (None, False)


@pytest.mark.rule("CB-78")
def test_with_unlimited_payment_digits_mark_tiles() -> None:
    play = at_castle(fresh("wall1", "wall3", "wall9", "wall10", pay="any"))
    do(play, "tile-2", "i2", "choose")  # 3 where 5 is due
    assert (play.due, len(play.marked)) == (2, 2)
    do(play, "tile-1", "tile-3", "tile-4")  # one of them was marked already
    assert len(play.marked) <= 2
    for index in (0, 2, 3):
        if (index in play.marked) != (index > 1):
            do(play, f"tile-{index + 1}")
    do(play, "choose")
    assert tokens(play) == "wall3@i2+wall9+wall10"


# Drawing, discarding


@pytest.mark.rule("CB-16", "CB-17")
def test_drawing_asks_first_and_the_surplus_is_marked_and_discarded() -> None:
    rack = [f"wall{n}" for n in (1, 2, 3, 4, 7, 9, 10)]
    play = do(at_castle(fresh(*rack)), "draw")
    assert (step(play), tokens(play)) == (Step.DRAW, "")
    do(play, "back")
    assert step(play) is Step.TURN
    do(play, "draw", "draw")
    others_act(play)
    assert (step(play), play.due, len(play.rack)) == (Step.DROP, 2, 9)
    assert [slot.key for slot in play.rack][-2:] == ["tile-8", "tile-9"]
    do(play, "tile-1", "tile-9", "choose")
    dropped = [entry.token for entry in play.session.table.entries][-1]
    first, last = dropped.removeprefix("drop:").split("+")
    assert (first, len(play.state.racks[0])) == ("wall1", 7)
    assert last


def test_arrows_point_and_enter_marks_what_is_pointed_at() -> None:
    racks = {"rack": [f"wall{n}" for n in range(1, 10)]}
    play = at_castle(position(racks, {}, agenda=[("end", 0, 0), ("drop", 0, 0)]))
    while play.at:
        do(play, "west")
    do(play, "choose", "east", "north", "choose")  # Enter goes on to the second
    assert tokens(play) == "drop:wall1+wall3"


@pytest.mark.rule("CB-17")
def test_somebody_is_asked_to_discard_out_of_turn() -> None:
    other = {"rack": [f"wall{n}" for n in range(1, 9)]}
    state = position({}, other, agenda=[("end", 0, 0), ("drop", 1, 0)])
    play = at_castle(state, (BOT, HUMAN))
    assert play.is_reacting
    assert refused(play, "back") == "CB-17"
    do(play, "tile-8", "choose")
    assert tokens(play) == "drop:wall8"


# Coins


def offered(*coins: str, **more: object) -> State:
    agenda = [("end", 0, 0), ("coin", 0, 1)]
    own = {"castle": CASTLE, "rack": ["wall1"], "baron": 4}
    other = {"castle": {"f1": "wall6", "g2": "wall8"}, "rack": ["wall2"], "baron": 9}
    return position(own, other, offered=coins, agenda=agenda, **more)  # type: ignore[arg-type]


@pytest.mark.rule("CB-53")
def test_a_coin_is_pointed_at_and_taken_with_enter_or_the_same_digit() -> None:
    play = at_castle(offered("mill", "thief", "monk"))
    assert step(play) is Step.COIN
    do(play, "east", "choose")  # in the order of the box: thief, mill, monk
    assert tokens(play) == "coin:mill"
    play = do(at_castle(offered("mill", "thief", "monk")), "tile-3")
    assert tokens(play) == ""
    do(play, "tile-3")
    assert tokens(play) == "coin:monk"
    assert refused(at_castle(offered("mill", "thief", "monk")), "draw") == "CB-53"


def test_equal_coins_are_one_choice_and_a_ruby_shows_its_way() -> None:
    play = at_castle(offered("ruby", "mill", "ruby"))
    assert len(play.options) == 2
    assert play.way is not None
    assert play.way.spaces[0] == 5
    do(play, "east")
    assert play.way is None


@pytest.mark.rule("CB-59")
def test_the_thief_is_sent_to_a_seat_by_its_number() -> None:
    state = taking("thief", {}, {"rack": []}, {"rack": ["wall2"]}, {"rack": ["wall3"]})
    play = at_castle(state, (HUMAN, BOT, BOT, BOT))
    assert (step(play), [*play.options]) == (Step.THIEF, [2, 3])
    assert refused(play, "tile-2") == "CB-59"  # nothing to steal there
    do(play, "tile-4", "choose")
    assert tokens(play) == "thief:4"


@pytest.mark.rule("CB-61")
def test_the_mill_takes_a_tile_of_the_market_by_its_key() -> None:
    state = taking("mill", {"rack": ["wall1"]}, {})
    play = at_castle(played(state, "show:wall5", "show:wall7", "show:lady11"))
    assert step(play) is Step.TAKE
    do(play, "tile-9", "choose")
    assert tokens(play).startswith("mill:")


@pytest.mark.rule("CB-63")
def test_collapse_runs_over_ones_own_free_tiles() -> None:
    state = taking("collapse", {"castle": {**CASTLE, "g2": "wall8"}}, {})
    play = at_castle(state)
    assert (step(play), lit(play)) == (Step.HIT, ["j1", "g2"])
    assert refused(play, "f1", "choose") == "CB-62"
    do(play, "next", "choose")
    assert tokens(play) == "collapse:j1"


@pytest.mark.rule("CB-64")
def test_the_catapult_begins_at_the_leader_and_tab_runs_over_all_castles() -> None:
    rich = {"castle": CASTLE, "coins": ["monk", "monk"]}
    poor = {"castle": {"b1": "wall4"}, "coins": ["mill"]}
    play = at_castle(taking("catapult", {}, poor, rich), (HUMAN, BOT, BOT))
    assert (play.shown, lit(play)) == (2, ["f1", "j1"])
    assert play.marks.movable == sum(1 << place_of(2, cell) for cell in play.places)
    do(play, "seams")
    assert (play.shown, lit(play)) == (1, ["b1"])
    do(play, "next", "next", "choose")
    assert tokens(play) == "catapult:3@j1"


@pytest.mark.rule("CB-74")
def test_in_peaceful_times_a_red_coin_takes_a_tile() -> None:
    play = at_castle(taking("thief", {"rack": ["wall1"]}, {}, peace=True))
    assert step(play) is Step.TAKE
    do(play, "tile-8", "tile-8")
    assert tokens(play).startswith("take:wall10")


@pytest.mark.rule("CB-79")
def test_royals_set_aside_have_brackets() -> None:
    play = at_castle(fresh("wall5", royal=True))
    assert [slot.key for slot in play.slots][:3] == ["half-left", "half-right", "tile-1"]
    do(play, "half-right", "g2", "choose")
    assert tokens(play) == "royal:princess@g2"


# Other castles, counts, undo, hints


def test_o_leads_through_the_castles_and_esc_back() -> None:
    play = do(at_castle(fresh("wall5")), "seams")
    assert (play.shown, play.gains, play.has_step_back) == (1, {}, True)
    do(play, "back")
    assert play.shown == 0
    do(play, "castle-1", "choose")  # Enter too
    assert (play.shown, tokens(play)) == (0, "")


def test_g_counts_four_things_in_turn() -> None:
    play = at_castle(fresh("wall5"))
    seen = []
    for _ in range(5):
        do(play, "goal")
        seen.append(play.counted)
    assert seen == [*Counted, None]
    do(play, "goal", "back")
    assert play.counted is None


@pytest.mark.rule("CB-103")
def test_a_build_that_showed_nothing_can_be_undone() -> None:
    play = do(at_castle(fresh("wall5", "wall4")), "tile-2", "i2", "choose")
    assert play.lingers  # the others wait for a moment
    do(play, "undo")
    assert (step(play), len(play.rack), play.lingers) == (Step.TURN, 2, False)


def test_what_the_coach_says_is_taken_up_and_enter_plays_it() -> None:
    for token in ("wall5@i2", "draw", "market:wall8@g2", "wall4@i2+wall5"):
        play = at_castle(fresh("wall5", "wall4"))
        play.take_up(token)
        do(play, "choose")
        assert tokens(play) == token
    play = at_castle(offered("mill", "thief", "monk"))
    play.take_up("coin:monk")
    do(play, "choose")
    assert tokens(play) == "coin:monk"


def test_any_other_command_forgets_the_hint() -> None:
    play = at_castle(fresh("wall5", "wall4"))
    play.take_up("wall5@i2")
    do(play, "west", "east")
    assert play.hinted is None


# The mouse


def test_the_first_click_points_and_the_second_builds() -> None:
    play = do(at_castle(fresh("wall5")), "tile-1")
    i2 = play.cursor.cell
    assert "I2" in play.point(place_of(0, i2))  # nobody chose where the cursor stood
    assert play.point(place_of(0, i2)) == ""
    assert tokens(play) == "wall5@i2"


def test_coins_and_castles_are_clicked() -> None:
    play = at_castle(offered("mill", "thief", "monk"))
    do(play, "castle-1")
    assert play.shown == 1
    do(play, "pick-2", "pick-2")
    assert tokens(play) == "coin:monk"


def test_the_wheel_goes_through_the_tiles_that_fit() -> None:
    play = at_castle(fresh("wall5", "wall9"))
    for _ in play.slots:
        play.roll(1)
    assert play.slot == play.slots[-1]
    play.roll(-1)
    assert play.slot == play.slots[-2]


# Several people


def test_a_rack_is_seen_only_by_whoever_has_the_keyboard() -> None:
    play = at_castle(fresh("wall5", "wall9"), (HUMAN, HUMAN))
    assert play.hands_over_to == 0
    assert {*play.state.racks[0]} == {UNKNOWN}
    assert (step(play), play.shown) == (Step.NOTHING, 0)
    do(play, "choose")
    assert (play.seat, format_tile(play.state.racks[0][0])) == (0, "wall5")
    do(play, "tile-1", "i2", "choose")
    assert play.hands_over_to == 1
    assert {*play.state.racks[0]} == {UNKNOWN}


def test_out_of_turn_the_keyboard_is_passed_and_comes_back() -> None:
    other = {"rack": [f"wall{n}" for n in range(1, 9)]}
    own = {"castle": CASTLE, "rack": ["wall5"]}
    state = position(own, other, agenda=[("end", 0, 0), ("coin", 0, 1), ("drop", 1, 0)])
    play = do(at_castle(state, (HUMAN, HUMAN)), "choose")
    assert (play.seat, play.is_reacting) == (1, True)
    do(play, "tile-1", "choose", "choose")
    assert (play.seat, step(play)) == (0, Step.COIN)


def hands(play: Play) -> object:
    return play.slot, play.site, play.marked, play.is_paying, play.is_asking


def test_a_move_of_somebody_else_empties_the_hand() -> None:
    play = do(at_castle(fresh("wall5", "wall4")), "tile-1", "i2", "choose")
    play.session.table.append(0, "draw")
    play.refresh()
    assert hands(play) == (None, None, (), False, False)
