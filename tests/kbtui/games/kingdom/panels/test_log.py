"""The log: newest at the bottom, one event per line, answers to the player below."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.contract import DEALER
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.panels import log
from kbtui.games.kingdom.words.events import phrase
from kbtui.games.kingdom.words.kinds import Kind
from kbtui.games.kingdom.words.names import terrain_name
from kbtui.games.kit import Event
from kbtui.paint.glyphs import ASCII
from kbtui.story.view import Said
from tests.kbtui.games.kingdom.panels.views import NAMES, WIDTHS, busy, seen, texts, widest
from tests.kbtui.playing import do, others_act


def test_events_stand_in_order_and_builds_of_a_turn_in_one_line() -> None:
    play = do(busy(settlements=[""], tiles=""), "k11", "choose", "l11", "choose")
    assert texts(log.lines(seen(play), 60, 9)) == [
        "LOG " + "─" * 56,
        "●1 Ann builds on grass: K11 L11",
    ]


def test_a_narrow_log_says_where_was_built_rather_than_how_a_sentence_begins() -> None:
    play = busy(2, settlements=[""], tiles="")
    play.ask = "never"
    do(play, "k11", "choose", "l11", "choose", "m11", "choose", "end")
    others_act(play)
    rows = texts(log.tail(seen(play), 17, 99))
    assert rows[0] == "●1 K11 L11 M11"
    assert not any(row.endswith("…") or "ends the turn" in row for row in rows)
    assert any("ends the turn" in row for row in texts(log.tail(seen(play), 60, 99)))


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("called", NAMES)
def test_it_fits(columns: int, called: str) -> None:
    play = busy(3, settlements=[""], tiles="", called=NAMES[called])
    play.ask = "never"
    do(play, "k11", "choose", "l11", "choose", "m11", "choose", "end")
    others_act(play)
    view = seen(play)
    for height in range(2, 12):
        rows = log.lines(view, columns, height, [Said(99, "why not, and more than one line of it")])
        assert len(rows) <= height
        assert widest(rows) <= columns


def test_the_last_events_are_those_that_stay() -> None:
    play = busy(2, settlements=[""], tiles="")
    play.ask = "never"
    do(play, "k11", "choose", "l11", "choose", "m11", "choose", "end")
    others_act(play)
    every = texts(log.tail(seen(play), 60, 99))
    assert len(every) > 5
    for height in range(1, len(every)):
        shown = texts(log.tail(seen(play), 60, height))
        assert shown == every[-len(shown) :]
        assert height - height / 4 < len(shown) <= height


def test_a_large_log_that_is_full_moves_up_by_several_lines_at_once() -> None:
    view, height = seen(busy(settlements=[""], tiles="")), 16
    tops = []
    for count in range(60):
        said = [Said(0, f"{number:02}") for number in range(count)]
        rows = texts(log.tail(view, 60, height, said))
        assert not count or rows[-1] == f"> {count - 1:02}"
        tops.append(rows[0] if rows else "")
    changes = [count for count in range(1, 60) if tops[count] != tops[count - 1]][1:]
    assert {later - sooner for sooner, later in pairwise(changes)} == {4}


def test_what_was_undone_did_not_happen() -> None:
    play = do(busy(settlements=[""], tiles=""), "k11", "choose", "undo")
    assert texts(log.tail(seen(play), 60, 9)) == []


def test_answers_to_the_player_come_last_and_are_folded() -> None:
    play = do(busy(settlements=[""], tiles=""), "k11", "choose")
    rows = texts(
        log.lines(
            seen(play), 20, 6, [Said(99, "one"), Said(99, "a longer answer of several words")]
        )
    )
    assert rows[1:] == [
        "●1 builds on K11",
        "> one",
        "> a longer answer of",
        "  several words",
    ]
    assert texts(log.lines(seen(play), 20, 3, [Said(99, "a longer answer of several words")]))[
        1:
    ] == [
        "> a longer answer of",
        "  several words",
    ]


def test_without_room_there_is_no_log() -> None:
    view = seen(busy())
    assert log.lines(view, 40, 1) == []
    assert log.lines(view, 40, 0) == []


def test_plain_signs() -> None:
    play = do(busy(settlements=[""], tiles=""), "k11", "choose")
    assert "".join(texts(log.lines(seen(play, ASCII), 12, 5, [Said(99, "so")]))).isascii()


def test_an_answer_stands_where_it_was_given() -> None:
    play = do(busy(settlements=[""], tiles=""), "k11", "choose")
    rows = texts(log.lines(seen(play), 20, 6, [Said(0, "before"), Said(99, "after")]))
    assert rows[1:] == ["> before", "●1 builds on K11", "> after"]


@pytest.mark.usefixtures("every_language")
@pytest.mark.parametrize("terrain", ["grass", "canyon", "desert", "flowers", "forest"])
def test_the_terrain_that_scouts_remove_can_be_read_in_the_narrowest_log(terrain: str) -> None:
    view = seen(busy())
    gone = Event(DEALER, Kind.SCOUTED, terrain, (), 1)
    (row,) = texts([log._event(view, 17, gone)])
    assert terrain_name(Terrain[terrain.upper()]) in row
    (row,) = texts([log._event(view, 60, gone)])
    assert row == phrase(gone)
