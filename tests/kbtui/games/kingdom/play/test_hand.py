"""A person at the board: a turn by commands, every tile, reactions, undo, several people."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.hexes import BIT, names, parse_hex
from engine.kingdom.ground.moves import Action
from engine.kingdom.state import State
from engine.table import Entry
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.held import Held, held
from tests.helpers import position, setup_of, spots, table
from tests.kbtui.playing import asked, at_board, do, lit, others_act, refused, tile, tokens, where

MEADOW = table("G", {"p16": "K"}, goals=("fishermen", "knights", "merchants"))
AROUND_K11 = "j10 k10 j11 l11 j12 k12"  # by GEO-1: row 11 is even when counted from 0
CARDS = ["", "desert"]


def fresh(card: str = "grass", **more: object) -> State:
    return position(MEADOW, card=card, hands=CARDS, **more)  # type: ignore[arg-type]


def mask(play: Play, name: str) -> str:
    return " ".join(names(getattr(play.marks, name)))


# A turn


def test_a_whole_turn_by_commands() -> None:
    play = at_board(fresh())
    assert where(play) == "k11"
    do(play, "choose")
    assert lit(play) == mask(play, "legal") == AROUND_K11  # B-3
    do(play, "next", "choose")  # l11 is the next in reading order
    assert where(play) == "l11"
    do(play, "j10", "choose")
    assert tokens(play) == "k11 l11 j10"
    assert (lit(play), play.unbuilt) == ("", 0)
    do(play, "end")
    assert play.is_asking
    assert tokens(play) == "k11 l11 j10"
    do(play, "end")
    assert tokens(play) == "k11 l11 j10 end"
    assert (play.is_asked, play.is_asking) == (False, False)
    others_act(play)
    assert asked(play)
    assert play.state == play.session.observation(0)
    assert play.wanted & BIT[play.cursor.hex]


def test_enter_on_another_hex_says_which_rule_forbids_it() -> None:
    play = do(at_board(fresh()), "choose")
    assert refused(play, "choose") == "B-1"
    assert refused(play, "a1", "choose") == "B-3"
    assert refused(play, "p16", "choose") == "GEO-4"
    assert refused(at_board(fresh("forest")), "choose") == "B-2"
    do(play, "west")  # any other command takes the reason away
    assert play.error is None


def test_why_not_is_the_same_reason_before_enter() -> None:
    play = do(at_board(fresh()), "choose")
    found = {name: play.why_not(parse_hex(name)) for name in ("k11", "a1", "p16", "l11")}
    rules = {name: reason and reason.rule for name, reason in found.items()}
    assert rules == {"k11": "B-1", "a1": "B-3", "p16": "GEO-4", "l11": None}


def test_the_turn_cannot_end_before_all_is_built() -> None:
    play = do(at_board(fresh()), "choose")
    assert refused(play, "end") == "T-5"
    assert "2 more settlements" in str(play.error)
    assert not play.is_asking


def test_tab_goes_through_legal_hexes_in_reading_order_and_around() -> None:
    play = do(at_board(fresh()), "choose", "a1")
    forth = [where(do(play, "next")) for _ in range(8)]
    assert " ".join(forth) == AROUND_K11 + " j10 k10"
    back = [where(do(play, "previous")) for _ in range(3)]
    assert back == ["j10", "k12", "j12"]
    do(play, "l11", "choose", "j10", "choose")
    do(play, "g7", "next", "previous")  # nothing is legal
    assert where(play) == "g7"


def test_a_click_moves_the_cursor_and_a_second_one_chooses() -> None:
    play = at_board(fresh())
    play.point(parse_hex("c3"))
    assert (where(play), tokens(play)) == ("c3", "")
    play.point(parse_hex("c3"))
    assert tokens(play) == "c3"
    play.point(parse_hex("t20"))
    play.point(parse_hex("t20"))
    assert play.error is not None
    play.point(parse_hex("t19"))
    assert play.error is None


def test_a_click_where_the_cursor_happens_to_stand_only_points_at_first() -> None:
    play = at_board(fresh())
    start = play.cursor.hex  # k11, which nobody has chosen
    play.point(start)
    assert (where(play), tokens(play)) == ("k11", "")
    play.point(start)
    assert tokens(play) == "k11"
    for lead in ("next", "east", "j10"):  # neither what a key or a list has led to
        do(play, lead)
        play.point(play.cursor.hex)
        assert tokens(play) == "k11"
    play.point(play.cursor.hex)
    assert tokens(play) == "k11 j10"


def test_a_click_does_not_answer_the_question_at_the_end_by_chance() -> None:
    play = at_board(fresh())
    for name in ("c3", "d3", "e3"):
        play.point(parse_hex(name))
        play.point(parse_hex(name))
    do(play, "end")
    play.point(play.cursor.hex)
    assert play.is_asking
    assert tokens(play) == "c3 d3 e3"


def test_a_new_turn_forgets_where_the_mouse_has_been() -> None:
    play = at_board(fresh())
    for name in ("c3", "d3", "e3"):
        play.point(parse_hex(name))
        play.point(parse_hex(name))
    play.point(parse_hex("f3"))  # legal in the next turn too, if grass comes
    do(play, "end")
    others_act(play)
    before = tokens(play)
    play.point(play.cursor.hex)
    assert tokens(play) == before


def test_commands_of_others_are_not_ours() -> None:
    play = at_board(fresh())
    for command in ("zoom-in", "help", "leave", "type", "", "nonsense"):
        assert not play.do(command)
    for command in ("west", "choose", "tile-9", "redo", "half-left", "goal-1", "go-a1"):
        assert play.do(command)


# Gold under the cursor


def test_the_gain_is_told_by_part() -> None:
    shore = table("G", {"k10": "W", "a1": "K"}, goals=("fishermen", "knights", "merchants"))
    play = at_board(position(shore, settlements=["c11"], card="grass", hands=CARDS))
    assert play.gain_at(parse_hex("d11")) == (("knights", 2),)  # two on row 11
    play = at_board(position(shore, card="grass", hands=CARDS))
    assert play.gain_at(parse_hex("k11")) == (("fishermen", 1), ("knights", 2))
    assert play.gain_at(parse_hex("b1")) == (("knights", 2), ("castles", 3))
    assert play.gain_at(parse_hex("a1")) is None  # not legal
    do(play, "k11", "choose")
    assert play.gain_at(parse_hex("j12")) == ()  # legal, and pays nothing
    assert play.gain_at(parse_hex("a20")) is None


def test_taking_back_may_cost_gold_and_a_first_step_has_no_price() -> None:
    setup = table("G", {"c3": "temple", "m3": "paddock"}, goals=("knights", "hermits", "lords"))
    state = position(
        setup, settlements=["c2 m4"], tiles=["c3:usable m3:usable"], card="grass", hands=CARDS
    )
    play = do(at_board(state), "tile-2")
    assert tile(play) is Action.TEMPLE
    # Of one settlement on each of two rows one stays: knights the same, one hermit less; in the
    # upper right corner both players have none then, so the second place becomes a shared first.
    assert play.gain_at(parse_hex("m4")) == (("hermits", -1),)
    do(play, "tile-1")
    assert tile(play) is Action.PADDOCK
    assert play.gain_at(parse_hex("m4")) is None


# Tiles

MOVES = {
    # tile: card, marks, settlements (the first beside the tile's hex), lit origins, the origin
    # that is picked, lit targets, the target
    "barn": ("desert", {"e5 f5": "D"}, "c2 d5", "c2 d5", "d5", "e5 f5", "f5"),
    "harbor": ("grass", {"e5 f5": "W"}, "c2 d5", "c2 d5", "c2", "e5", "e5"),
    "paddock": ("grass", {"a3": "W"}, "c2 a1", "a1 c2", "a1", "c1 b3", "b3"),
    "refuge": ("grass", {"b1": "K"}, "c2 a1", "a1 c2", "a1", "a2", "a2"),
}


@pytest.mark.parametrize("kind", MOVES)
def test_a_move_tile_lights_what_can_move_and_then_where_to(kind: str) -> None:
    card, marks, own, origins, origin, targets, target = MOVES[kind]
    setup = table("G", {"c3": kind, **marks})
    state = position(setup, settlements=[own], tiles=["c3:usable"], card=card, hands=CARDS)
    play = do(at_board(state), "tile-1")
    assert play.is_picking
    assert lit(play) == mask(play, "movable") == origins
    assert mask(play, "legal") == ""
    assert play.wanted & BIT[play.cursor.hex]  # settled in
    do(play, origin, "choose")
    assert play.marks.moving == parse_hex(origin)
    assert lit(play) == mask(play, "legal") == targets
    assert mask(play, "movable") == ""
    do(play, target, "choose")
    assert tokens(play) == f"{kind}@{origin}-{target}"
    assert (play.tile, play.origin) == (None, None)


BUILDS = {
    "oracle": ("desert", "d5", "e5"),
    "farm": ("desert", "d5", "c4 d4 c5 c6 d6"),
    "oasis": ("grass", "d5", "e5"),
    "tower": ("grass", "c2", "c1 d1"),
    "tavern": ("grass", "c6 d6 e6", "b6 f6"),
    "fountain": ("grass", "d5", "c4 d4 c5 e5 c6 d6"),
}


@pytest.mark.parametrize("kind", BUILDS)
def test_a_build_tile_lights_where_it_can_build(kind: str) -> None:
    card, own, targets = BUILDS[kind]
    setup = table("G", {"p3": kind, "e5 f5": "D"})
    state = position(setup, settlements=[f"{own} p4"], tiles=["p3:usable"], card=card, hands=CARDS)
    play = do(at_board(state), "tile-1")
    assert not play.is_picking
    near_p4 = spots("p4") | spots("q3 o4 q4 p5 q5")
    shown = " ".join(name for name in lit(play).split() if not spots(name) & near_p4)
    assert shown == targets
    first = targets.split()[0]
    do(play, first, "choose")
    assert tokens(play) == f"{kind}@{first}"
    assert tile(play) is None
    assert refused(play, "tile-1") == "T-3"  # used


def test_a_temple_takes_back_in_one_step() -> None:
    setup = table("G", {"c3": "temple"})
    state = position(setup, settlements=["c2 b2"], tiles=["c3:usable"], card="grass", hands=CARDS)
    play = do(at_board(state), "tile-1")
    assert (lit(play), mask(play, "movable"), play.is_picking) == ("b2 c2", "b2 c2", True)
    do(play, "b2", "choose")
    assert tokens(play) == "temple@b2"
    assert play.state.tiles.laid == (1, 0)


def test_the_bonus_action_of_the_refuge_is_a_move() -> None:
    setup = table("G", {"c3 h3": "refuge", "b1": "K", "a2": "W"})
    tiles = "c3:used h3:used refuge+:usable"
    state = position(setup, settlements=["c2 h2 a1"], tiles=[tiles], card="grass", hands=CARDS)
    play = at_board(state)
    assert refused(play, "tile-1") == "T-3"
    do(play, "tile-2", "a1", "choose")
    assert lit(play) == "c1 b3"  # over the castle, over the water
    do(play, "b3", "choose")
    assert tokens(play) == "refuge+@a1-b3"


def test_the_bonus_action_of_the_canoe_is_a_build_of_the_own_turn() -> None:
    setup = table("G", {"c3 h3": "canoe", "b9": "W", "e9": "S"})
    tiles = "c3:usable h3:usable canoe+:usable"
    state = position(setup, settlements=["c2 h2"], tiles=[tiles], card="grass", hands=CARDS)
    play = at_board(state)
    assert refused(play, "tile-1") == "M-CANOE-1"
    do(play, "tile-2")
    assert lit(play) == "b9 e9"
    do(play, "e9", "choose")
    assert tokens(play) == "canoe+@e9"


def test_another_digit_changes_the_tile_and_the_same_one_lays_it_down() -> None:
    setup = table("G", {"c3": "barn", "m3": "paddock"})
    state = position(
        setup, settlements=["c2 m4"], tiles=["c3:usable m3:usable"], card="grass", hands=CARDS
    )
    play = do(at_board(state), "tile-1", "c2", "choose")
    assert (play.tile, play.origin) == (Action.BARN, parse_hex("c2"))
    do(play, "tile-2")
    assert (play.tile, play.origin) == (Action.PADDOCK, None)
    do(play, "tile-2")
    assert tile(play) is None
    assert mask(play, "legal") != ""  # the builds of the card again
    assert refused(play, "tile-5") == "not-your-move"  # there is none
    assert str(play.error) == "You have no tile 5."
    assert tile(play) is None
    do(play, "tile-1")  # the next key that does something takes the answer away


def test_back_goes_one_step_at_a_time() -> None:
    setup = table("G", {"c3": "paddock"})
    state = position(setup, settlements=["c2"], tiles=["c3:usable"], card="grass", hands=CARDS)
    play = at_board(state)
    steps = [play.has_step_back]
    do(play, "tile-1", "c2", "choose")
    for expected in ((Action.PADDOCK, None), (None, None)):
        steps.append(play.has_step_back)
        do(play, "back")
        assert (play.tile, play.origin) == expected
    assert [*steps, play.has_step_back] == [False, True, True, False]
    assert tokens(play) == ""


def test_a_tile_that_cannot_be_used_says_why_and_is_not_taken_up() -> None:
    setup = table("G", {"c3": "oasis", "m3": "canoe", "c13": "barn", "m13": "farm"})
    state = position(
        setup,
        settlements=["c2 m2 c12 m12"],
        tiles=["c3:usable m3:usable c13:new m13:used"],
        card="grass",
        hands=CARDS,
    )
    play = at_board(state)
    kinds = [tile.action for tile in play.tiles]
    assert kinds == [Action.FARM, Action.OASIS, Action.BARN, Action.CANOE]
    assert refused(play, "tile-1") == "T-3"  # used in this turn
    assert refused(play, "tile-2") == "L-GEN-11"  # no desert on this board
    assert refused(play, "tile-3") == "L-GEN-5"  # new
    assert refused(play, "tile-4") == "M-CANOE-1"  # only a reaction
    assert tile(play) is None


def test_tiles_rest_between_the_builds_of_a_turn() -> None:
    setup = table("G", {"c3": "farm"})
    state = position(setup, settlements=["c2"], tiles=["c3:usable"], card="grass", hands=CARDS)
    play = do(at_board(state), "b2", "choose")
    assert refused(play, "tile-1") == "T-4"


def test_why_a_settlement_cannot_be_picked() -> None:
    # a1 is shut in: its two jumps end on water.
    setup = table("G", {"c3": "paddock", "c1 b3": "W"})
    state = position(
        setup, settlements=["c2 a1", "k11"], tiles=["c3:usable"], card="grass", hands=CARDS
    )
    play = do(at_board(state), "tile-1")
    assert lit(play) == "c2"
    for name, rule in (("a1", "L-MOVE-2"), ("k11", "L-MOVE-2"), ("f7", "L-MOVE-2")):
        reason = play.why_not(parse_hex(name))
        assert reason is not None
        assert reason.rule == rule
    stuck = play.why_not(parse_hex("a1"))
    assert stuck is not None
    assert "another hex" not in str(stuck)  # it has none: that is what has to be said
    assert "A1" in str(stuck)
    do(play, "c2", "choose")
    reason = play.why_not(parse_hex("d2"))
    assert reason is not None
    assert reason.rule == "L-PADDOCK-1"


def test_tiles_are_counted_by_kind_and_status() -> None:
    setup = table("G", {"c3 h3": "refuge", "m3 r3": "temple", "c13 h13": "farm"})
    state = position(
        setup,
        tiles=["c3:usable h3:used refuge+:usable m3:used r3:new temple+:usable c13:new"],
        settlements=["c2 h2 m2 r2 c12"],
        card="grass",
        hands=CARDS,
    )
    assert held(state, 0) == [
        Held(Action.FARM, 1, 0, 0),
        Held(Action.TEMPLE, 2, 0, 1, True),  # its bonus is a permission, no action of its own
        Held(Action.REFUGE, 2, 1, 1),
        Held(Action.REFUGE_BONUS, 1, 1, 0),
    ]
    assert [tile.status for tile in held(state, 0)] == ["new", "used", "ready", "ready"]
    assert held(state, 1) == []


# Double cards

BOG = table("G", {"c5 d5": "S", "m5 n5": "T", "c15": "farm", "m15": "barn", "m13 n13": "S"})


def bog(tiles: str = "", own: str = "") -> State:
    return position(BOG, settlements=[own], tiles=[tiles], card="marsh/forest", hands=CARDS)


def test_halves_of_a_double_card() -> None:
    play = at_board(bog())
    assert lit(play) == "c5 d5 m5 n5 m13 n13"
    do(play, "half-right")
    assert lit(play) == "c5 d5 m13 n13"
    assert play.wanted & BIT[play.cursor.hex]
    do(play, "half-left")
    assert lit(play) == "m5 n5"
    do(play, "half-left")  # again: both
    assert lit(play) == "c5 d5 m5 n5 m13 n13"
    do(play, "half-right", "c5", "choose")
    assert (play.half, play.unbuilt) == (None, 1)  # two on marsh (M-CARD-1)
    do(play, "half-left")  # bound: there is no other half
    assert play.half is None
    assert lit(play) == "d5"


def test_the_half_that_is_not_looked_at_is_not_built_on_by_mistake() -> None:
    play = do(at_board(bog()), "half-right", "m5")
    assert play.gain_at(parse_hex("m5")) is None
    assert refused(play, "choose") == "M-CARD-1"
    do(play, "half-left", "m5", "choose")
    assert tokens(play) == "m5"


def test_a_half_is_for_what_follows_the_card_and_nothing_else() -> None:
    play = at_board(bog("c15:usable m15:usable", "c14 m14"))
    do(play, "half-right", "tile-1")
    assert tile(play) is Action.FARM
    # c14 and m14 are in a row that is odd when counted from 0.
    assert lit(play) == "c13 d13 b14 d14 l14 n14 d15 n15"
    do(play, "tile-2")
    assert tile(play) is Action.BARN
    do(play, "c14", "choose")
    assert lit(play) == "m13 n13"  # marsh beside m14
    do(play, "half-left")
    assert lit(play) == "m5 n5"


def test_a_half_without_a_free_hex_lets_nothing_be_picked() -> None:
    setup = table("G", {"c5": "S", "m5 n5": "T", "m15": "barn"})
    state = position(
        setup,
        settlements=["m14", "c5"],
        tiles=["m15:usable"],
        card="marsh/forest",
        hands=CARDS,
    )
    play = do(at_board(state), "tile-1")
    assert lit(play) == "m14"
    do(play, "half-right")
    assert lit(play) == ""


# The end of a turn


def built(ask: str, tiles: str = "") -> Play:
    setup = table("G", {"c3": "farm", "m3": "canoe"})
    state = position(
        setup, settlements=["c2 m2"], tiles=[tiles], card="grass", hands=CARDS, owed=0, begun=True
    )
    return at_board(state, ask=ask)


@pytest.mark.parametrize(
    ("ask", "tiles", "is_asking"),
    [
        ("always", "", True),
        ("always", "c3:usable", True),
        ("unused", "", False),
        ("unused", "c3:usable", True),
        ("unused", "c3:used", False),
        ("unused", "m3:usable", False),  # a Canoe waits for others
        ("never", "c3:usable", False),
    ],
)
def test_when_the_end_is_asked_for(ask: str, tiles: str, is_asking: bool) -> None:
    play = do(built(ask, tiles), "end")
    assert play.is_asking is is_asking
    assert tokens(play) == ("" if is_asking else "end")


@pytest.mark.parametrize("again", ["end", "choose"])
def test_the_question_is_answered_by_the_same_key_or_enter(again: str) -> None:
    assert tokens(do(built("always"), "end", again)) == "end"


def test_the_question_can_be_left() -> None:
    play = do(built("always", "c3:usable"), "end", "back")
    assert (play.is_asking, tokens(play)) == (False, "")
    do(play, "end", "tile-1")  # a tile after all
    assert (play.is_asking, play.tile) == (False, Action.FARM)
    do(play, "end")
    assert (play.is_asking, play.tile) == (True, None)
    assert lit(play) == ""


# Undo


def test_undo_redo_and_the_whole_turn() -> None:
    play = do(at_board(fresh()), "choose", "l11", "choose")
    start = play.session.table.states[0]
    assert (play.can_undo, play.can_redo) == (2, 0)
    do(play, "undo")
    assert (play.can_undo, play.can_redo, lit(play)) == (1, 1, AROUND_K11)
    do(play, "redo")
    assert play.state.settlements[0] == spots("k11 l11")
    do(play, "undo-turn")
    assert play.session.table.state == start
    assert (play.can_undo, play.can_redo) == (0, 2)
    do(play, "redo", "redo")
    assert play.state.settlements[0] == spots("k11 l11")


@pytest.mark.parametrize("command", ["undo", "redo", "undo-turn"])
def test_nothing_to_take_back_is_said(command: str) -> None:
    play = at_board(fresh())
    assert refused(play, command) == ("redo" if command == "redo" else "undo")


def test_undo_stops_at_a_card_and_at_other_players() -> None:
    play = do(at_board(fresh(), ask="never"), "choose", "l11", "choose", "j10", "choose", "end")
    others_act(play)
    assert play.can_undo == 0
    assert refused(play, "undo") == "undo"
    assert refused(play, "undo-turn") == "undo"


def test_undo_stops_at_a_card_that_was_turned_up_within_the_turn() -> None:
    setup = table("G", {"c5": "T"})  # one forest: after it is built on, a card is drawn
    play = at_board(position(setup, card="forest", hands=CARDS))
    do(play, "c5", "choose")
    assert not asked(play)
    assert play.can_undo == 1  # the card is not turned up yet
    others_act(play)
    assert asked(play)
    assert play.can_undo == 0
    assert play.unbuilt == 2


def test_undo_lays_down_tile_question_and_step() -> None:
    setup = table("G", {"c3": "paddock"})
    state = position(
        setup, settlements=["c2 b2"], tiles=["c3:usable"], card="grass", hands=CARDS, owed=1
    )
    play = do(at_board(state), "d2", "choose", "tile-1", "c2", "choose", "undo")
    assert (play.tile, play.origin, play.unbuilt) == (None, None, 1)
    do(play, "d2", "choose", "end", "undo")
    assert (play.is_asking, play.unbuilt) == (False, 1)


# What is shown


def test_goals_are_shown_one_after_the_other_and_palaces_only_where_there_are_some() -> None:
    play = at_board(fresh())
    shown = []
    for _ in range(6):
        do(play, "goal")
        shown.append(play.goal)
    assert shown == [0, 1, 2, 3, None, 0]
    palace = table("G", {"c3": "P"})
    play = at_board(position(palace, settlements=["c2"], card="grass", hands=CARDS))
    for _ in range(5):
        do(play, "goal")
    assert play.goal == 4
    assert mask(play, "lit") == "c3"  # M-PALACE-1: the palace gives the gold, not the settlement
    do(play, "goal")
    assert play.goal is None


def test_a_goal_lights_what_pays() -> None:
    play = at_board(fresh(settlements=["a1 c1 b2", "k11"]))
    do(play, "goal", "goal")  # knights: the row with most
    assert mask(play, "lit") == "a1 c1"
    do(play, "choose")  # only looks away
    assert (play.goal, tokens(play)) == (None, "")


def test_a_key_that_does_something_else_looks_away_too() -> None:
    for command in ("next", "undo", "seams", "tile-1", "back", "half-left"):
        play = at_board(fresh())
        do(play, "goal")
        play.do(command)
        assert play.goal is None
    play = do(at_board(fresh()), "goal", "west")  # steering does not: one looks at the hexes
    assert play.goal == 0


def test_back_from_a_goal_keeps_the_tile_in_hand() -> None:
    setup = table("G", {"c3": "farm"})
    state = position(setup, settlements=["c2"], tiles=["c3:usable"], card="grass", hands=CARDS)
    play = do(at_board(state), "tile-1", "goal", "back")
    assert (play.goal, play.tile) == (None, Action.FARM)


def test_seams_are_shown_by_key_or_when_a_goal_needs_them() -> None:
    play = at_board(fresh())
    found = [do(play, "seams").marks.seams for _ in range(2)]
    assert found == [True, False]
    for goal in ("lords", "farmers", "vassals"):
        setup = setup_of(goals=(goal, "miners", "workers"))
        assert at_board(position(setup, hands=CARDS)).marks.seams


def test_what_the_others_placed_is_marked_until_the_person_acts() -> None:
    play = at_board(fresh(), ask="never")
    do(play, "k11", "choose", "l11", "choose", "j10", "choose", "end")
    others_act(play)
    theirs = play.state.settlements[1]
    assert theirs.bit_count() == 3
    assert play.last == play.marks.last == theirs
    seen = [where(do(play, "last")) for _ in range(4)]
    assert {*seen} == {*names(theirs)}
    assert seen[3] == seen[0]
    play.settle_in()
    do(play, "choose")
    assert play.last == 0


def test_what_others_placed_before_the_first_turn_is_marked_too() -> None:
    play = at_board(position(MEADOW, seat=1, card="grass", hands=["desert", ""]))
    for token in ("c5", "d5", "e5", "end"):
        play.session.follow(Entry(1, token))
    others_act(play)
    assert names(play.last) == ["c5", "d5", "e5"]


def test_the_person_who_has_nothing_to_choose_keeps_the_cursor() -> None:
    play = do(at_board(fresh()), "g7")
    do(play, "choose", "f7", "choose", "e7", "choose", "a1")
    play.settle_in()
    assert where(play) == "a1"


def test_settling_in_goes_to_the_nearest_hex_that_can_be_chosen() -> None:
    play = do(at_board(fresh()), "k11", "choose", "q11")
    play.settle_in()
    assert where(play) == "l11"
    do(play, "j10")
    play.settle_in()
    assert where(play) == "j10"
