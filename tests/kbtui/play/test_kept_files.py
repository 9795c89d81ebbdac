"""Files that earlier versions have written still open: a running game, a seat in an online game."""

from __future__ import annotations

import shutil
from pathlib import Path

from kbtui.online import saved_rooms, tickets
from kbtui.play import saves
from kbtui.play.saved_games import summary
from tests.transcripts import ROOT

KEPT = ROOT / "tests" / "golden" / "kept"


def test_a_running_game_that_does_not_say_whose_turn_it_is(tmp_path: Path) -> None:
    path = tmp_path / "running.kbg"
    shutil.copy(KEPT / "running.kbg", path)
    found = summary(path)
    assert (found.problem, found.game, found.names) == (None, "kingdom", ("Ann", "Botto"))
    assert (found.turn, found.seat) == (3, 0)  # both have ended a turn
    assert (found.seed, found.options["sets"]) == ("kept", ["base"])
    session, save = saves.resume(path)
    assert session.players == ("you", "greedy")
    assert session.table.entries[-1].token == "undo"
    before = path.read_bytes()
    session.redo(0)
    save.close()
    assert path.read_bytes() == before + b"  19 1      redo\n# turn 3 seat 1\n"
    assert (summary(path).turn, summary(path).seat) == (3, 0)


def test_a_seat_that_names_sets_and_no_game(tmp_path: Path) -> None:
    shutil.copy(KEPT / "KQ74TN.ticket", tmp_path)
    (game,) = saved_rooms.summaries(tmp_path)
    assert (game.room, game.game, game.turn, game.is_due) == ("KQ74TN", "kingdom", 7, True)
    assert game.options == {"sets": ["base", "marshlands"]}
    kept = tickets.take(tmp_path / "KQ74TN.ticket")
    assert tickets.read(kept.path) == kept.place  # as this version has written it again
    kept.close()
