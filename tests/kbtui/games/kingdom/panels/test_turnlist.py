"""Turns in words: the current one, and the list of all."""

from __future__ import annotations

import pytest

from kbtui.games.kingdom.panels import turnlist
from kbtui.paint.glyphs import ASCII, UNICODE, Glyphs
from kbtui.paint.runs import Line, length, plain
from kbtui.story.replay import Replay
from kbtui.story.view import View
from kbtui.text.keys import Keys
from tests.kbtui.story.test_chronicle import golden

SIGNS = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
GAMES = pytest.mark.parametrize(
    "name", ["first-game", "boats", "marshes-for-three", "two-cards-for-three"]
)
# Side columns of 80x24, 100x34, 120x40, 140x45 and 200x60, and what covers the board at 62x22.
BOXES = pytest.mark.parametrize(
    "box", [(17, 20), (16, 20), (17, 31), (37, 37), (57, 41), (76, 57), (60, 18), (29, 9), (72, 20)]
)


def at(name: str, entry: int) -> Replay:
    record, table = golden(name)
    return Replay(table, record.players, at=entry)


def view_of(replay: Replay, signs: Glyphs = UNICODE) -> View:
    bots = (False,) * len(replay.names)
    return View(
        replay.state, replay.names, bots, replay.view, replay.chronicle, replay.at, signs, Keys()
    )


def texts(rows: list[Line]) -> list[str]:
    return [plain(row).rstrip() for row in rows]


@pytest.mark.slow
@GAMES
@SIGNS
@BOXES
def test_nothing_is_wider_than_the_column(name: str, signs: Glyphs, box: tuple[int, int]) -> None:
    columns, height = box
    replay = at(name, 0)
    for entry in range(0, replay.length + 1, 23):
        replay.to(entry)
        for goal in (None, 1):
            rows = turnlist.side(view_of(replay, signs), replay, columns, height, goal, False)
            for row in rows:
                assert length(row) <= columns, plain(row)
                assert signs is UNICODE or plain(row).isascii(), plain(row)


def test_the_narrow_column_holds_four_players_and_all_goals_at_80x24() -> None:
    replay = at("boats", 150)
    rows = turnlist.side(view_of(replay), replay, 17, 20, None, False)
    assert len(rows) <= 20
    text = "\n".join(texts(rows))
    for word in ("TURN 17", "FOREST", "PLAYERS", "GOALS", "Cast", "Pala", *replay.names):
        assert word in text


def test_this_turn_in_words() -> None:
    # 6 1 b17 undo c4 c5 end, 11 dealer deal:flowers show:flowers
    replay = at("boats", 9)
    rows = texts(turnlist.wide(view_of(replay), replay, 60))
    assert rows[0].startswith("THIS TURN")
    assert rows[0].endswith("everything is shown")
    assert rows[1] == "●1 Ann  FLOWERS  MARSH"
    assert rows[2:4] == ["builds on marsh: C4 C5", "takes the Canoe at C3"]
    assert len(rows) == 7
    assert rows[6].startswith("in hand")
    replay.to(7)
    rows = texts(turnlist.wide(view_of(replay), replay, 60))
    assert rows[2] == "undoes b17"
    replay.to(0)
    rows = texts(turnlist.wide(view_of(replay), replay, 60))
    assert rows[1] == "●1 Ann"


def test_hands_are_those_that_the_point_of_view_sees() -> None:
    replay = at("boats", 9)
    hands = texts(turnlist.wide(view_of(replay), replay, 60))[-1]
    assert all(chip in hands for chip in ("■2", "▲3", "◆4"))
    replay.view = 2
    hands = texts(turnlist.wide(view_of(replay), replay, 60))[-1]
    assert "▲3" in hands
    assert "■2" not in hands
    replay.view = None
    assert texts(turnlist.wide(view_of(replay), replay, 60))[-1] == ""
    assert replay.view_name == "hands hidden"


def test_a_turn_in_one_line() -> None:
    replay = at("boats", 0)
    turns = replay.chronicle.turns
    assert turnlist.summary(turns[0]) == "marsh: C4 C5; took Canoe"
    assert turnlist.summary(turns[0], with_terrain=False) == "C4 C5; took Canoe"
    assert turnlist.summary(turns[1]).startswith("flowers: Q5 P6 P4")
    moved = next(turn for turn in turns if any(e.kind == "moved" for e in turn.events))
    assert "Paddock" in turnlist.summary(moved)
    lost = [turn for turn in turns if any(e.kind == "lost" for e in turn.events)]
    assert "lost" in turnlist.summary(lost[0])


def test_what_somebody_else_does_in_a_turn_is_told_as_theirs() -> None:
    # In turn 7 of "marshes-for-four", Cleo's, Ann builds on h7 with her Canoe.
    replay = at("marshes-for-four", 0)
    turn = replay.chronicle.turn(7)
    (reaction,) = [e for e in turn.events if e.seat == 0 and e.kind == "tile"]
    assert "H7" not in turnlist.summary(turn)
    replay.to(reaction.entry)
    rows = texts(turnlist.wide(view_of(replay), replay, 60))
    assert "●1 builds on H7 with the Canoe" in rows
    assert "▲3 Cleo  DESERT" in rows
    rows = texts(turnlist.narrow(view_of(replay), replay, 17))
    assert rows[3:] == ["Ann builds on H7", "with the Canoe"]


@pytest.mark.parametrize("height", [1, 2, 5, 12, 40])
def test_the_list_is_a_window_around_the_moment(height: int) -> None:
    replay = at("boats", 0)
    for number in (1, 2, 16, 31, 32):
        replay.to_turn(number)
        rows = turnlist.listing(view_of(replay), replay, 50, height)
        assert len(rows) >= min(height, 33) if height > 1 else not rows
        assert len(rows) <= height
        if rows:
            marked = [row for row in rows if row[0].text == UNICODE.pointer]
            assert [plain(row).split()[1] for row in marked] == [str(number)]
            assert marked[0][-1].act == f"turn-{number}"


def test_a_wide_column_has_two() -> None:
    replay = at("boats", 150)
    rows = texts(turnlist.side(view_of(replay), replay, 76, 57, 0, False))
    assert "THIS TURN" in rows[0]
    assert "GOALS" in rows[0]
    assert any("LOG" in row for row in rows)
    rows = texts(turnlist.side(view_of(replay), replay, 76, 57, 0, True))
    assert not any("LOG" in row for row in rows)
