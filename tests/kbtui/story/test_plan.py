"""A turn that is planned during another seat's turn."""

from __future__ import annotations

from engine.errors import NotYourMove
from engine.kingdom.rules.actions import legal
from engine.kingdom.setup import Options
from kbtui.play.session import HUMAN, Session
from kbtui.story.plan import follow, planned, rehearsal
from tests.kbtui.playing import kingdom


def two_people() -> Session:
    """Both at one keyboard; seat 0 is on turn."""
    session = kingdom(Options(players=2, seed="plan"), [HUMAN, HUMAN])
    list(session.advance())
    assert session.waits_for == 0
    return session


def token(session: Session, index: int = 0) -> str:
    return session.table.game.format(legal(session.table.state)[index])


def test_nothing_of_a_plan_reaches_the_game() -> None:
    session = two_people()
    before = session.table.state
    trial = rehearsal(session, 1)
    assert trial is not None
    trial.play(token(trial))
    assert session.table.state is before
    assert trial.waits_for == 1


def test_what_stands_is_the_plan() -> None:
    trial = rehearsal(two_people(), 1)
    assert trial is not None
    first = token(trial)
    trial.play(first)
    trial.play(token(trial))
    trial.undo(1)
    assert planned(trial) == (first,)


def test_a_plan_is_followed_as_far_as_it_is_legal() -> None:
    session = two_people()
    trial = rehearsal(session, 1)
    assert trial is not None
    for _ in range(3):
        trial.play(token(trial))
    plan = planned(trial)
    for _ in range(3):
        session.play(token(session, -1))
    session.play("end")
    list(session.advance())
    assert session.waits_for == 1
    made, error = follow(session, [*plan, plan[0]])
    assert made == len(plan)
    assert error is not None
    assert [entry.token for entry in session.table.entries[-3:]] == [*plan]


def test_whoever_is_on_turn_has_nothing_to_foresee() -> None:
    session = two_people()
    assert rehearsal(session, 0) is None
    made, error = follow(session, ["a1", "a1"])
    assert made <= 1
    assert error is not None
    assert not isinstance(error, NotYourMove)
