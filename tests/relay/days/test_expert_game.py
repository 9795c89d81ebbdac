"""The expert's game of a day: once somebody has finished, once for each deal."""

from __future__ import annotations

import pytest

from engine.contract import DEALER, find
from engine.dealer import Seal, open_seal, verify
from engine.record import read_record
from relay.days.deals import deal_of
from relay.days.expert_game import Rehearsal, Rehearsed
from relay.days.packing import unpacked
from relay.effects import Rehearse
from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import unpack
from tests.relay.days.test_tries import (
    DAY,
    HOUR,
    MIDNIGHT,
    NOBODY,
    ask,
    dealt,
    finished,
    secrets_of,
    table_of,
    token_of,
    trier,
    view,
    wire_at,
)
from tests.relay.wire import Wire


def played(effect: Rehearse) -> Rehearsed:
    rehearsal = Rehearsal(*effect)
    while (found := rehearsal.step()) is None:
        pass
    return found


def rehearse(wire: Wire) -> Rehearsed:
    """The expert plays what the relay has asked for."""
    found = played(wire.rehearsals.pop())
    wire.carry_out(wire.hub.rehearsed(found, wire.now))
    wire.settle()
    return found


@pytest.fixture(autouse=True)
def quick_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relay.days.expert_game.LEVEL", "greedy")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_the_expert_plays_the_cards_of_the_day_from_the_players_seat(game: str) -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire, game=game))
    (effect,) = wire.rehearsals
    found = rehearse(wire)
    record, table = read_record(unpacked(found.record))
    deal = deal_of(game, DAY)
    totals = find(game).totals(table.state)
    assert (found.score, found.other) == (totals[deal.seat], totals[1 - deal.seat])
    assert record.players[1 - deal.seat] == deal.level
    assert record.seal is not None
    assert record.seal.secret is None
    seal = Seal(record.seal.commitment, ("", ""), effect.secret.hex())
    assert verify(table, open_seal(seal)).dealt == table.dealt
    public = [token for token in dealt(ann) if "?" not in token][:4]
    theirs = [entry.token for entry in table.entries if entry.actor == DEALER][: len(dealt(ann))]
    assert all(token in theirs for token in public)
    assert view(wire, token_of(ann), game=game).expert == (found.score, found.other)


@pytest.mark.slow
def test_it_plays_once_and_only_when_somebody_has_finished() -> None:
    wire = wire_at()
    ann = trier(wire)
    view(wire, token_of(ann))
    assert wire.rehearsals == []
    finished(wire, ann)
    finished(wire, trier(wire, "Bob"))
    view(wire, token_of(ann))
    assert len(wire.rehearsals) == 1
    rehearse(wire)
    view(wire, token_of(ann))
    finished(wire, trier(wire, "Cid"))
    assert wire.rehearsals == []


@pytest.mark.slow
def test_a_relay_that_was_killed_meanwhile_lets_it_play_again() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire))
    first = wire.rehearsals.pop()
    wire.restart()
    assert view(wire, token_of(ann)).expert == ()
    assert wire.rehearsals == [first]
    found = rehearse(wire)
    wire.restart()
    assert view(wire, token_of(ann)).expert == (found.score, found.other)
    assert wire.rehearsals == []
    wire.now = MIDNIGHT + 48 * HOUR  # the log of the day has it, and nobody plays old days
    assert view(wire).expert == (found.score, found.other)


@pytest.mark.slow
def test_it_is_hidden_from_those_who_have_not_finished_and_from_older_apps() -> None:
    wire = wire_at()
    ann, bob = finished(wire, trier(wire)), trier(wire, "Bob")
    rehearse(wire)
    for token in (NOBODY, token_of(bob)):
        assert view(wire, token).expert == ()
        answer = ask(wire, d.AskGame("kingdom", DAY, token, 0, 1))
        assert isinstance(answer, m.Refused)
        assert answer.code == "hidden"
    answer = ask(wire, d.AskGame("kingdom", DAY, token_of(ann), 0, 1))
    assert isinstance(answer, m.RecordPage)
    assert read_record(answer.text)[0].players[deal_of("kingdom", DAY).seat] == "greedy"
    older = wire.player("older")
    line = wire.connect(older, "elsewhere")
    wire.settle()
    wire.hub._shared.connections[line.peer].version = k.CHALLENGES - 1
    older.request(d.AskDay("kingdom", DAY, token_of(ann)))
    wire.settle()
    assert len(unpack(line.sent[-1])) == 16  # the word and the fields of version 5


@pytest.mark.slow
def test_no_frame_holds_the_secret_because_of_the_expert() -> None:
    wire = wire_at()
    frames: list[bytes] = []
    wire.on_send = lambda _line, data: frames.append(data)
    ann = finished(wire, trier(wire))
    rehearse(wire)
    ask(wire, d.AskGame("kingdom", DAY, token_of(ann), 0, 1))
    view(wire, token_of(ann))
    secret = secrets_of(wire)
    assert not any(secret in data or secret.hex().encode() in data for data in frames)
    assert table_of(ann).to_act is None
