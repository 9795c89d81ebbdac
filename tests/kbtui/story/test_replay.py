"""The moment of a replay: how it moves, what it shows, and to whom."""

from __future__ import annotations

import pytest

from engine.contract import find
from engine.kingdom.ground.terrain import UNKNOWN
from engine.table import Entry, Table
from kbtui.games.kingdom.words.kinds import Kind
from kbtui.games.kit import UNDID
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.replay import SPEEDS, Pace, Replay
from tests.helpers import position, spots, table
from tests.kbtui.story.test_chronicle import golden

# The first lines of the game "boats", for four:
#    1 dealer deal:marsh/flowers deal:flowers deal:desert deal:marsh/grass show:marsh/flowers
#    6 1      b17 undo c4 c5 end
#   11 dealer deal:flowers show:flowers
#   13 2      q5 p6 p4 end
#   17 dealer deal:forest show:desert
LAST = 292  # its last entry
TURNS = 32


def boats(at: int = 0) -> Replay:
    record, game = golden("boats")
    return Replay(game, record.players, at=at)


def test_it_starts_at_the_set_up_and_ends_at_the_result() -> None:
    replay = boats()
    assert (replay.at, replay.length, replay.turns, replay.is_at_end) == (0, LAST, TURNS, False)
    assert replay.state.settlements == (0, 0, 0, 0)
    assert (replay.done, replay.last) == ((), 0)
    assert replay.end()
    assert (replay.at, replay.is_at_end) == (LAST, True)
    assert replay.table.game.totals(replay.state) == (49, 41, 31, 53)  # as the file says
    assert not replay.end()
    assert replay.home()
    assert replay.at == 0


def test_steps_pass_by_what_nobody_sees() -> None:
    replay = boats()
    moments = []
    for _ in range(12):
        replay.step(1)
        moments.append(replay.at)
    assert moments == [5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18]
    for moment in moments[-2::-1]:
        assert replay.step(-1)
        assert replay.at == moment
    assert replay.step(-1)
    assert (replay.at, replay.step(-1)) == (0, False)
    replay.step(7)
    assert replay.at == 12
    replay.step(-6)
    assert replay.at == 5
    replay.step(10_000)
    assert replay.is_at_end


def test_every_state_is_met_on_the_way_back_too() -> None:
    replay = boats()
    there = {0: replay.state}
    while replay.step(1):
        there[replay.at] = replay.state
    back = {replay.at: replay.state}
    while replay.step(-1):
        back[replay.at] = replay.state
    assert back == there


def test_turns_are_jumped_to_by_their_ends() -> None:
    replay = boats()
    for expected in (10, 16, 22):
        assert replay.turn(1)
        assert replay.at == expected
    assert replay.turn(-1)
    assert replay.at == 16
    replay.to(14)
    replay.turn(1)
    assert replay.at == 16
    replay.to(14)
    replay.turn(-1)
    assert replay.at == 10
    replay.turn(-1)
    assert (replay.at, replay.turn(-1)) == (0, False)
    assert replay.to_turn(3)
    assert replay.at == 22
    assert replay.to_turn(TURNS + 5)
    assert replay.is_at_end
    assert replay.to_turn(0)
    assert replay.at == 0


def test_tenths_and_entries_are_jumped_to() -> None:
    replay = boats()
    replay.tenth(5)
    assert replay.at == LAST // 2
    replay.tenth(0)
    assert replay.at == 0
    assert replay.to(100)
    assert not replay.to(100)
    replay.to(-3)
    assert replay.at == 0
    replay.to(LAST + 1)
    assert replay.at == LAST


def test_the_marks_of_a_turn_grow_and_are_taken_back_with_it() -> None:
    replay = boats()
    for entry, expected in (
        *((5, ""), (6, "b17"), (7, ""), (8, "c4"), (9, "c4 c5"), (10, "c4 c5")),
        *((11, ""), (12, ""), (13, "q5"), (16, "q5 p6 p4")),
    ):
        replay.to(entry)
        assert replay.last == spots(expected)


def test_a_moved_settlement_is_marked_where_it_stands_now() -> None:
    setup = table("G", {"m8": "paddock"})
    state = position(setup, settlements=["a1 m7"], tiles=["m8:usable"], taken=["m8"], card="grass")
    game = Table(find("kingdom"), state)
    game.append(0, "paddock@a1-c1")
    replay = Replay(game, ["Ann", "Ben"], at=1)
    assert replay.last == spots("c1")


def test_the_moment_tells_what_its_entry_did() -> None:
    replay = boats(at=7)
    (event,) = replay.done
    assert (event.seat, event.kind, event.what, event.entry) == (0, UNDID, "b17", 7)
    replay.to(8)
    assert [event.kind for event in replay.done] == [Kind.BUILT, Kind.TOOK]
    assert (replay.now.number, replay.now.seat, replay.now.headline) == (1, 0, "marsh/flowers")
    assert [move.token for move in replay.now.moves] == ["c4"]


def test_each_point_of_view_sees_its_own_hand() -> None:
    replay = boats(at=4)  # all four cards are dealt, none is shown

    def known() -> list[bool]:
        return [UNKNOWN not in hand for hand in replay.state.cards.hands]

    assert (replay.view, known()) == (EVERYTHING, [True] * 4)
    for seat in range(4):
        assert replay.next_view() == seat
        assert known() == [other == seat for other in range(4)]
    assert replay.next_view() == EVERYTHING


@pytest.mark.slow
def test_a_running_game_may_allow_one_point_of_view_only() -> None:
    record, game = golden("boats")
    replay = Replay(game, record.players, views=[None], at=4)
    assert replay.view is None
    assert {card for hand in replay.state.cards.hands for card in hand} == {UNKNOWN}
    assert replay.next_view() is None


def test_a_running_game_may_grow_while_it_is_looked_at() -> None:
    record, whole = golden("boats")
    game = Table(whole.game, whole.states[0])
    game.extend(record.entries[:8])
    replay = Replay(game, record.players, at=8)
    assert (replay.length, replay.turns, replay.is_at_end) == (8, 1, True)
    game.extend(record.entries[8:13])
    assert replay.length == 8
    assert replay.update()
    assert (replay.at, replay.length, replay.turns, replay.is_at_end) == (8, 13, 2, False)
    replay.turn(1)
    assert replay.at == 10
    replay.turn(1)
    assert replay.at == 13
    assert not replay.update()


def test_a_game_without_entries_can_be_looked_at() -> None:
    replay = Replay(Table(find("kingdom"), position()), ["Ann", "Ben"])
    moves = (replay.step(1), replay.turn(1), replay.turn(-1), replay.end(), replay.tenth(9))
    assert moves == (False,) * 5
    assert [column.seat for column in replay.time_line(3)] == [0, 0, 0]
    assert replay.moment(3) == 0


def meadow_game() -> Replay:
    """Eight entries: seat 1 moves in the first three, seat 2 has the rest."""
    setup = table("G", {"c3": "farm", "p16": "K"})
    state = position(setup, settlements=["", "c1"], card="grass", owed=2)
    game = Table(find("kingdom"), state)
    game.extend(Entry(0, token) for token in ("a10", "a11", "end"))
    game.extend(Entry(-1, token) for token in ("deal:?", "show:grass"))
    game.extend(Entry(1, token) for token in ("c2", "undo", "b2"))
    return Replay(game, ["Ann", "Ben"], views=[None])


def test_the_time_line_has_the_seat_of_each_turn_and_the_tiles_that_stayed() -> None:
    replay = meadow_game()
    replay.to(2)
    line = replay.time_line(9)  # one column for each entry, and the setup
    assert [column.seat for column in line] == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert [column.turn for column in line] == [1, 1, 1, 1, 2, 2, 2, 2, 2]
    # c2 took the farm in entry 6, but was taken back; b2 took it in entry 8.
    assert [column.is_landmark for column in line] == [False] * 8 + [True]
    assert [column.is_played for column in line] == [True] * 3 + [False] * 6
    assert replay.moment(9) == 2


@pytest.mark.parametrize("columns", [1, 2, 5, 17, 80, 400])
def test_a_time_line_of_any_length_reaches_from_end_to_end(columns: int) -> None:
    replay = boats()
    assert len(replay.time_line(columns)) == columns
    assert replay.moment(columns) == 0
    replay.end()
    assert replay.moment(columns) == columns - 1
    assert all(column.is_played for column in replay.time_line(columns))
    if columns > 1:
        assert replay.entry_of(0, columns) == 0
        assert replay.entry_of(columns - 1, columns) == LAST


def test_a_click_on_the_time_line_moves_the_moment_there() -> None:
    replay = boats()
    for column in range(60):
        replay.to(replay.entry_of(column, 60))
        assert replay.moment(60) == column


def test_the_pace_is_half_a_second_a_step_at_speed_one() -> None:
    pace = Pace()
    assert pace.due(10) == 0  # not yet on
    pace.toggle()
    # Quarters of a second have no rounding.
    assert [pace.due(0.25) for _ in range(6)] == [0, 1, 0, 1, 0, 1]
    assert pace.due(2.0) == 4
    pace.due(0.25)
    pace.toggle()
    pace.toggle()
    assert pace.due(0.25) == 0  # what was owed before the pause is forgotten


def test_speeds_go_from_a_half_to_eight() -> None:
    pace = Pace()
    speeds = []
    for _ in range(5):
        pace.slower()
    for _ in range(6):
        speeds.append(pace.speed)
        pace.faster()
    assert speeds == [0.5, 1, 2, 4, 8, 8]
    assert SPEEDS[0] == 0.5
    pace.toggle()
    assert pace.due(1.0) == 16
    assert pace.interval == 1 / 16
