"""A session lets dealer and bots act until a person has to, and keeps every move in one log."""

from __future__ import annotations

import pytest

from engine.contract import DEALER
from engine.errors import BadOptions, BadToken, IllegalMove
from engine.kingdom.setup import Options
from engine.record import format_record, read_record, verify_record
from kbtui.session import HUMAN, Session


def against_bot(seed: str = "session") -> Session:
    session = Session(Options(seed=seed), [HUMAN, "random"])
    list(session.advance())
    return session


def test_it_stops_when_a_person_has_to_act() -> None:
    session = against_bot()
    assert session.waits_for == 0
    assert [actor for actor, _ in session.table.entries] == [DEALER] * 3  # two deals and the card
    assert list(session.advance()) == []


def test_after_the_persons_turn_the_bot_has_a_whole_one() -> None:
    session = against_bot()
    for _ in range(3):
        session.play(session.table.game.format(session.table.game.legal(session.state)[0]))
    session.play("end")
    entries = list(session.advance())
    assert [e.token for e in entries if e.actor == 1][-1] == "end"
    assert session.waits_for == 0


def test_a_wrong_move_changes_nothing() -> None:
    session = against_bot()
    before = session.state
    with pytest.raises(IllegalMove):
        session.play("end")
    with pytest.raises(BadToken):
        session.play("nonsense")
    assert session.state is before


def test_undo_and_redo_go_through_the_log() -> None:
    session = against_bot()
    before = session.state
    session.play(session.table.game.format(session.table.game.legal(session.state)[0]))
    after = session.state
    session.undo(0)
    assert session.state is before
    session.redo(0)
    assert session.state is after
    assert [token for _, token in session.table.entries[-2:]] == ["undo", "redo"]


def test_an_observation_hides_the_hand_of_the_bot() -> None:
    session = against_bot()
    assert session.state.cards.hands[1] != (-1,)
    assert session.observation(0).cards.hands[1] == (-1,)


def test_the_record_of_a_session_verifies() -> None:
    session = Session(Options(players=3, seed="whole"), ["random"] * 3)
    list(session.advance())
    record, table = read_record(format_record(session.record()))
    assert record.players == ("1 random", "2 random", "3 random")
    assert verify_record(record, table) == table.dealt


@pytest.mark.parametrize("players", [["genius", HUMAN], [HUMAN], [HUMAN] * 3, []])
def test_seats_need_a_known_player_each(players: list[str]) -> None:
    with pytest.raises(BadOptions, match="bots"):
        Session(Options(), players)
