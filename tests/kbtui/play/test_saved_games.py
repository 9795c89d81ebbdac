"""The list of saved games: what each file says about itself; no file can break the list."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kingdom.setup import Options
from engine.kingdom.state import State
from engine.record import read_record
from kbtui.play.saved_games import finished, summary, unfinished, whole
from kbtui.play.saves import start
from kbtui.play.session import HUMAN, Session
from kbtui.story.chronicle import EVERYTHING, Chronicle
from tests.kbtui.playing import kingdom
from tests.transcripts import ROOT

GOLDEN = sorted((ROOT / "tests" / "golden" / "games").glob("*.kbg"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_old_records_are_summed_up_as_their_games_say(path: Path) -> None:
    record, table = read_record(path.read_text("utf-8"))
    found = summary(path)
    assert found.problem is None
    assert found.result == record.result
    assert found.names == record.players
    assert found.winners == (table.game.winners(table.state) or ())
    if record.result is None:
        assert found.turn == Chronicle(table, EVERYTHING).last_turn
    else:
        assert found.seat is None


def test_turns_are_counted_through_undo_and_redo(tmp_path: Path) -> None:
    options = Options(3, ("base", "marshlands"), start=1, seed="shelf")
    session = kingdom(options, [HUMAN, HUMAN, "random"], ["Ann", "Bob", "Cleo"])
    path = start(session, tmp_path).path
    assert path is not None
    for step in range(150):
        seat = session.waits_for
        if seat is None:
            next(session.advance())
        elif step % 5 == 4 and session.table.can_undo(seat):
            session.undo(seat)
        elif step % 7 == 6 and session.table.can_redo(seat):
            session.redo(seat)
        else:
            session.play(
                session.table.game.format(session.table.game.legal(session.table.state)[0])
            )
        found = summary(path)
        assert found.seat == session.table.state.seat
        ends = sum(s.seat != t.seat for s, t in zip(*pairs(session), strict=True))
        assert found.turn == ends + 1
    assert found.names == ("Ann", "Bob", "Cleo")
    assert found.seats == (HUMAN, HUMAN, "random")
    assert (found.game, found.options["sets"]) == ("kingdom", ["base", "marshlands"])
    assert found.seed == "shelf"


def pairs(session: Session) -> tuple[list[State], list[State]]:
    """The states that stand, each with the one after it."""
    standing = [session.table.states[0]]
    for state in session.table.states[1:]:
        if state in standing:
            del standing[standing.index(state) + 1 :]
        else:
            standing.append(state)
    return standing[:-1], standing[1:]


def test_an_end_that_was_taken_back_does_not_count(tmp_path: Path) -> None:
    session = kingdom(Options(seed="back"), [HUMAN, "random"])
    path = start(session, tmp_path).path
    assert path is not None
    list(session.advance())
    for _ in range(3):
        session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.play("end")
    assert (summary(path).turn, summary(path).seat) == (2, 1)
    session.undo(0)
    assert (summary(path).turn, summary(path).seat) == (1, 0)
    session.redo(0)
    assert (summary(path).turn, summary(path).seat) == (2, 1)


def test_the_newest_comes_first_and_games_that_are_over_stand_apart(tmp_path: Path) -> None:
    over = kingdom(Options(seed="over"), ["random"] * 2)
    start(over, tmp_path)
    list(over.advance())
    for number, seed in enumerate(("old", "new", "older")):
        save = start(kingdom(Options(seed=seed), [HUMAN, "random"]), tmp_path)
        assert save.path is not None
        save.close()
        os.utime(save.path, (0, (5, 9, 1)[number]))
    assert [game.seed for game in unfinished(tmp_path)] == ["new", "old", "older"]
    assert [game.when for game in unfinished(tmp_path)] == [9, 5, 1]
    (done,) = finished(tmp_path)
    assert done.result == over.table.game.totals(over.table.state)


def test_a_folder_that_does_not_exist_has_no_games(tmp_path: Path) -> None:
    assert unfinished(tmp_path / "none") == finished(tmp_path / "none") == []


GOOD = b"""kbtui record 1
game: kingdom
options: {"players": 2, "sets": ["base"], "seed": "x"}
player 1: Ann
player 2: Bob

   1 dealer deal:grass
   2 1      end
# turn 2 seat 2
"""


def test_the_smallest_file_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "a.kbg"
    path.write_bytes(GOOD)
    found = summary(path)
    assert (found.problem, found.turn, found.seat) == (None, 2, 1)
    assert found.names == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b"record 1", b"record 2", "line 1: a record must start with the line 'kbtui record 1'"),
        (
            b"Bob\n\n",
            b"Bob",
            "line 6: expected a header such as 'player 1: Ann', or an empty line",
        ),
        (b'{"players"', b'"players"', "line 3: not JSON: Extra data: line 1 column 10 (char 9)"),
        (b"options", b"choices", "line 1: the header 'options' is missing"),
        (b"kingdom", b"chess", "game: this version does not know the game chess"),
        (b"player 1", b"result: many\nplayer 1", "line 4: expected the score of each seat"),
        (
            b"   2 1",
            b"   3 1",
            "line 8: expected entry 2 here, not 3; lines are missing or repeated",
        ),
        (b" end", b"", "line 8: expected an entry number, an actor and moves"),
        (b"# turn 2 seat 2", b"", "line 8: end: seat 1 cannot act now; the dealer can"),
        (b"Ann", b"\xff", "not UTF-8 text"),
    ],
)
def test_damage_is_told_and_the_file_stays(
    tmp_path: Path, old: bytes, new: bytes, problem: str
) -> None:
    path = tmp_path / "a.kbg"
    assert old in GOOD
    path.write_bytes(GOOD.replace(old, new))
    (found,) = unfinished(tmp_path)
    assert found.problem == problem
    assert path.exists()


@given(st.binary(max_size=60) | st.builds(GOOD.replace, st.sampled_from(GOOD.split()), st.binary()))
def test_no_file_breaks_the_list(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("shelf") / "a.kbg"
    path.write_bytes(data)
    assert summary(path).path == path


def test_what_cannot_be_read_has_a_problem(tmp_path: Path) -> None:
    (tmp_path / "folder.kbg").mkdir()
    (found,) = unfinished(tmp_path)
    assert found.problem == "Is a directory"


def test_only_a_line_without_its_end_is_dropped() -> None:
    assert whole(GOOD) == GOOD
    assert whole(GOOD + b"   3 d") == GOOD
    assert whole(b"kb") == b""
    closed = b"kbtui record 1\ndigest: 0\n\n   1 1 a1"
    assert whole(closed) == closed
