"""One moment of a game: who is to move, what pays, which turn."""

from __future__ import annotations

from engine.kingdom.scores import scores
from engine.table import Entry
from kbtui.paint.runs import Run, seat_tone
from tests.helpers import position, table
from tests.kbtui.playing import at_board, do, others_act, view_of

PLAIN = table("G", {"c3": "farm", "p15": "canoe", "e9": "S"})
CARDS = ["", "desert"]


def test_gold_and_parts_of_the_moment() -> None:
    play = at_board(position(PLAIN, settlements=["a1"], card="grass", hands=CARDS))
    view = view_of(play)
    counted = scores(play.state)
    assert (view.parts, view.earned, view.totals) == (*counted, counted.totals)
    assert [*view.parts] == [*play.state.setup.goals, "castles"]
    palace = table("G", {"c3": "P"})
    view = view_of(at_board(position(palace, card="grass", hands=CARDS)))
    assert [*view.parts[3:]] == ["castles", "palaces"]
    assert view.paid(4) == [0, 0]


def test_the_one_who_reacts_is_the_one_who_acts() -> None:
    state = position(
        PLAIN,
        seat=1,
        settlements=["d3 p14", "c1"],
        tiles=["c3:usable p15:usable"],
        taken=["c3 p15"],
        card="grass",
        owed=1,
        begun=True,
        hands=["desert", ""],
    )
    play = at_board(state)
    assert view_of(play).acting == 1
    play.session.follow(Entry(play.session.table.state.seat, "c2"))
    play.refresh()
    assert play.state.seat == 1
    assert view_of(play).acting == 0


def test_while_cards_are_dealt_the_next_player_is_shown() -> None:
    play = at_board(position(PLAIN, card="grass", owed=0, begun=True, hands=CARDS), ask="never")
    do(play, "end")
    assert view_of(play).acting == play.state.seat


def test_turns_are_counted_from_one() -> None:
    play = at_board(position(PLAIN, card="grass", hands=CARDS), ask="never")
    assert view_of(play).turn == 1
    do(play, "k11", "choose", "l11", "choose", "m11", "choose", "end")
    others_act(play)
    assert view_of(play).turn == 3


def test_a_chip_has_the_colour_of_its_seat() -> None:
    view = view_of(at_board(position(PLAIN, card="grass", hands=CARDS)))
    assert view.chip(1, "look") == Run("■2", seat_tone(1), "look")
