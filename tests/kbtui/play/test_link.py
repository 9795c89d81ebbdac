"""Where moves come from and go: sessions with players elsewhere, and the local link."""

from __future__ import annotations

import pytest

from engine.bots import Stop
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.errors import NotYourMove
from engine.record import Record, start_table
from engine.table import Entry, Table
from kbtui.play.link import LocalLink
from kbtui.play.session import HUMAN, REMOTE, Session

OPTIONS = {"players": 2, "seed": "link"}


class Elsewhere:
    """A game that goes on elsewhere; what is sent there is taken at once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sent: list[str] = []

    def ahead(self, table: Table) -> Table | None:
        return self.table if len(self.table.entries) > len(table.entries) else None

    def due(self, table: Table, stop: Stop) -> Entry | None:
        return self.table.entries[len(table.entries)] if self.ahead(table) else None

    def send(self, token: str) -> None:
        seat = self.table.to_act
        assert seat is not None
        self.sent.append(token)
        self.table.append(seat, token)


def linked() -> tuple[Session, Elsewhere]:
    """We have seat 0; the cards are dealt elsewhere, and not seen here yet."""
    there = Table.new("kingdom", OPTIONS)
    Dealer("link").deal(there)
    origin = Record("kingdom", OPTIONS, players=("Ann", "Bob"))
    here = Elsewhere(there)
    return Session.over(here, start_table(origin), origin, [HUMAN, REMOTE]), here


def test_nobody_is_asked_before_what_happened_elsewhere_is_seen() -> None:
    session, _there = linked()
    assert session.waits_for is None
    seen = list(session.advance())
    assert [entry.actor for entry in seen] == [DEALER] * 3
    assert session.waits_for == 0


def test_what_was_folded_there_is_not_folded_again() -> None:
    session, there = linked()
    list(session.advance())
    session.play(session.game.format(session.game.legal(session.table.state)[0]).upper())
    assert session.table.entries == there.table.entries
    pairs = zip(session.table.states[1:], there.table.states[1:], strict=True)
    assert all(here is other for here, other in pairs)
    session.undo(0)
    assert session.table.can_redo(0) == there.table.can_redo(0) == 1


def test_a_move_made_here_goes_there_and_is_on_the_table_at_once() -> None:
    session, there = linked()
    list(session.advance())
    move = session.table.game.format(session.table.game.legal(session.table.state)[0])
    session.play(move)
    assert there.sent == [move]
    assert session.table.entries == there.table.entries
    session.undo(0)
    assert there.sent == [move, "undo"]


def test_nothing_is_taken_back_before_what_happened_elsewhere_is_seen() -> None:
    session, there = linked()
    list(session.advance())
    for number in range(2):
        moves = session.table.game.legal(there.table.state)
        token = session.table.game.format(moves[0])
        session.play(token) if not number else there.table.append(0, token)
    sent = [*there.sent]
    for step in (session.undo, session.redo):
        with pytest.raises(NotYourMove):
            step(0)
    assert there.sent == sent
    list(session.advance())
    session.undo(0)
    assert session.table.entries == there.table.entries


def test_a_move_of_somebody_elsewhere_is_waited_for() -> None:
    session, there = linked()
    list(session.advance())
    for _ in range(3):
        session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.play("end")
    Dealer("link").deal(there.table)
    list(session.advance())
    assert session.table.to_act == 1
    assert session.think() is None
    assert session.waits_for is None
    with pytest.raises(NotYourMove):
        session.play("end")


def test_what_was_refused_elsewhere_is_taken_off_the_table() -> None:
    session, _there = linked()
    list(session.advance())
    before = session.table.state
    session.play(session.table.game.format(session.table.game.legal(session.table.state)[0]))
    session.back_to(3)
    assert session.table.state == before
    assert len(session.table.entries) == 3


def test_the_local_link_never_knows_more_than_the_table() -> None:
    table = Table.new("kingdom", OPTIONS)
    link = LocalLink(table.game, "link", [HUMAN, "random"])
    assert link.ahead(table) is None
    entry = link.due(table, lambda: False)
    assert entry is not None
    assert entry.actor == DEALER
