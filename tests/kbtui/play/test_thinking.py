"""How long a person has thought, in the record of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.play import saves, thinking
from kbtui.play.session import Session
from kbtui.play.thinking import Thinking, last_thought


class Clock:
    """A clock that only goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture(name="clock")
def a_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(thinking, "time", clock)
    return clock


def moved(session: Session, clock: Clock, seconds: float) -> None:
    """The person moves after so long; then the others do, a second for each entry."""
    clock.now += seconds
    session.play(session.game.format(session.game.legal(session.table.state)[0]))
    while (entry := session.think()) is not None:
        clock.now += 1
        session.follow(entry)


def test_only_the_time_before_moves_of_the_person_counts(tmp_path: Path, clock: Clock) -> None:
    session = Session("kingdom", {"players": 2, "seed": "t"}, ("you", "random"), ("Ann", "Bot"))
    save = saves.start(session, tmp_path)
    for _entry in session.advance():
        pass
    moved(session, clock, 20)
    moved(session, clock, 10_000)  # away from the keyboard: five minutes count
    while session.table.to_act == 0:
        moved(session, clock, 5)
        if last_thought(save.path.read_text() if save.path else ""):
            break
    text = save.path.read_text() if save.path is not None else ""
    save.close()
    assert last_thought(text) in (320, 325, 330)  # the turn has two or three moves more
    assert save.path is not None
    clock.now += 100_000  # the program was closed
    again, save = saves.resume(save.path)
    before = len(again.table.entries)
    while not again.is_over:
        moved(again, clock, 2)
    record, _table = saves.read(save.path) if save.path is not None else (None, None)
    assert record is not None
    own = sum(entry.actor == 0 for entry in again.table.entries[before:])
    assert int(dict(record.tags)[saves.THOUGHT]) == last_thought(text) + 2 * own


def test_somebody_who_thinks_no_second_leaves_no_trace() -> None:
    assert (Thinking((0,)).lines, Thinking((0,), 0.9).told) == ([], "")
    assert Thinking((0,), 61.7).lines == ["# thought 61"]
