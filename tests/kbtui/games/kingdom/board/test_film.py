"""The frames of a cast; what a terminal makes of them is tested with the cast."""

from __future__ import annotations

from kbtui.games.kingdom.board.art import Appearance
from kbtui.games.kingdom.board.film import Screen, moments
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.paint.palette import Mode
from tests.kbtui.story.test_chronicle import golden

NAMES = ("Ann", "Ben")
ROOM = 17  # columns for the side column


def screen() -> Screen:
    return Screen(Appearance(Zoom.S, Mode.C256), Zoom.S.columns + 1 + ROOM, Zoom.S.rows + 2)


def test_a_frame_is_sent_once_and_then_only_what_differs() -> None:
    record, _ = golden("first-game")
    shown = screen()
    first, second, *_ = moments(record, NAMES)
    whole = shown.show(first)
    assert whole.startswith("\x1b[?25l\x1b[2J")
    assert shown.show(first) == ""
    assert 0 < len(shown.show(second)) < len(whole) / 4


def test_the_moments_of_a_game_follow_its_turns_and_end_with_the_count() -> None:
    record, table = golden("first-game")
    found = [*moments(record, NAMES)]
    assert found[0].delay == 0
    turns = [moment.view.turn for moment in found]
    assert turns == sorted(turns)
    assert found[-1].view.state == table.state
    assert any(moment.marks.lit for moment in found)  # hexes that earn gold
    cut = record._replace(entries=record.entries[:9], result=None, digest=None)
    assert not any(moment.marks.lit for moment in moments(cut, NAMES))


def test_the_side_column_is_as_wide_as_there_is_room() -> None:
    record, _ = golden("first-game")
    for moment in moments(record, NAMES):
        for columns in (ROOM, 36):
            rows = moment.side(columns)
            assert max(sum(len(run.text) for run in row) for row in rows) <= columns
