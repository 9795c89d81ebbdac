"""Decisions in somebody else's turn: whose clock runs, and the stand-in that answers in time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.contract import DEALER
from engine.table import Table
from relay.client.client import Client
from relay.client.events import Verified
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.agreement import agreement
from relay.protocol.codec import decode_for_client, decode_for_relay, encode, pack, unpack
from relay.server.thinking import think
from tests.relay.rooms import again, lobby_of
from tests.relay.wire import FAST, START, TERMS, Wire

pytestmark = pytest.mark.usefixtures("racks")

LIMIT = 20
LIMITED = TERMS._replace(off_turn=LIMIT)
GAMES = ("racks", "castle")


def table_of(client: Client) -> Table:
    assert client.table is not None
    return client.table


def asked(clients: list[Client]) -> Client | None:
    """Who has to decide in somebody else's turn."""
    table = table_of(clients[0])
    seat = table.to_act
    if seat in (None, DEALER, table.game.on_turn(table.state)):
        return None
    return next(client for client in clients if client.seat == seat)


def waiting(game: str, terms: m.Terms = LIMITED, wire: Wire | None = None) -> tuple[Wire, Client]:
    """A game up to the moment in which somebody is asked off turn, and who that is."""
    wire = wire or Wire()
    clients = wire.started(terms, game=game)
    while (found := asked(clients)) is None:
        assert any(wire.step(client) for client in clients), "nobody was asked"
        wire.settle()
    return wire, found


def other(wire: Wire, client: Client) -> Client:
    return next(line.client for line in wire.lines.values() if line.client is not client)


def sitters(client: Client) -> set[str]:
    assert client.room is not None
    return {seat.sitter for seat in client.room.seats}


@pytest.mark.parametrize("game", GAMES)
def test_the_stand_in_makes_just_the_one_decision(game: str) -> None:
    wire, late = waiting(game)
    before, seat = table_of(late).entries[:], late.seat
    wire.pass_time(LIMIT - 0.1)
    assert table_of(late).entries == before
    wire.pass_time(0.2)
    assert table_of(late).entries[len(before)].actor == seat
    assert sitters(late) == {k.PERSON}
    clients = [late, other(wire, late)]
    wire.pass_time(10 * LIMIT)
    assert asked(clients) is None
    wire.play_on(clients)
    for client in clients:
        assert Verified in map(type, wire.events_of(client))


@pytest.mark.parametrize("game", GAMES)
def test_without_the_setting_everybody_waits(game: str) -> None:
    wire, late = waiting(game, TERMS)
    entries = table_of(late).entries[:]
    wire.pass_time(24 * 3600)
    assert table_of(late).entries == entries


def test_nobody_is_hurried_in_their_own_turn() -> None:
    wire = Wire()
    ann, _ = wire.started(LIMITED, game="castle")
    entries = table_of(ann).entries[:]
    wire.pass_time(24 * 3600)
    assert table_of(ann).entries == entries


def test_whoever_is_faster_than_the_bot_decides() -> None:
    wire, late = waiting("castle")
    number = len(table_of(late).entries)
    wire.now += LIMIT
    wire.carry_out(wire.hub.tick(wire.now))
    (thought,) = wire.thoughts
    wire.thoughts.clear()
    due = wire.hub.next_due()
    assert due is None or due > wire.now, "nobody is woken again and again while a bot thinks"
    move = think(thought)
    legal = map(table_of(late).game.format, table_of(late).game.legal(table_of(late).state))
    own = next(token for token in legal if token != move)
    late.play(own)
    wire.settle()
    wire.carry_out(wire.hub.thought(thought, move, wire.now))
    wire.settle()
    assert table_of(late).entries[number] == (late.seat, own)
    assert not wire.notes


def test_it_decides_for_somebody_who_is_away_if_anybody_is_there_to_see_it() -> None:
    wire, late = waiting("castle")
    witness = other(wire, late)
    number = len(table_of(witness).entries)
    wire.cut(next(line for line in wire.lines.values() if line.client is late))
    wire.pass_time(LIMIT + 1)
    assert len(table_of(witness).entries) > number


def test_a_room_that_was_just_read_gives_some_time() -> None:
    wire, late = waiting("castle", wire=Wire(replace(FAST, grace=60)))
    clients = [late, other(wire, late)]
    number = len(table_of(late).entries)
    wire.restart()
    wire.now += 1000
    for client in clients:
        wire.connect(client)
    wire.settle()
    wire.pass_time(59)
    assert len(table_of(late).entries) == number
    wire.pass_time(2)
    assert len(table_of(late).entries) > number


@pytest.mark.parametrize("clock", [k.TURN_CLOCK, k.GAME_CLOCK])
def test_the_clock_runs_for_whoever_is_asked(clock: str) -> None:
    terms = TERMS._replace(clock=clock, seconds=60)
    wire, late = waiting("castle", terms)
    assert late.seat is not None
    mover = other(wire, late)
    wire.pass_time(59)
    assert sitters(late) == {k.PERSON}
    assert late.clock is not None
    assert (late.clock.seat, late.clock.left) == (late.seat, (60_000, 60_000))
    wire.pass_time(2)
    assert late.room is not None
    assert late.room.seats[late.seat].sitter == k.STAND_IN
    assert mover.seat is not None
    assert late.room.seats[mover.seat].sitter == k.PERSON


# ---- the term -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [1, 4])
def test_it_is_refused_if_nobody_could_answer_in_time(seconds: int) -> None:
    wire = Wire()
    ann = wire.player("Ann")
    ann.create("castle", TERMS._replace(off_turn=seconds))
    line = wire.connect(ann)
    wire.settle()
    answer = decode_for_client(line.sent[-1])
    assert isinstance(answer, m.Refused)
    assert (answer.code, ann.room) == ("bad-options", None)


def test_it_is_not_sent_unless_it_is_set() -> None:
    for terms, fields in ((TERMS, 6), (LIMITED, 7)):
        change = m.Change(terms)
        assert len(unpack(encode(change))[1]) == fields
        assert decode_for_relay(encode(change)) == change
    assert agreement(TERMS, ()) == agreement(m.Terms(*TERMS[:6]), ())
    assert agreement(TERMS, ()) != agreement(LIMITED, ())
    assert decode_for_relay(pack(("change", TERMS[:6]))) == m.Change(TERMS)


def test_it_is_kept_with_the_room() -> None:
    for terms in (TERMS, LIMITED):
        room = lobby_of("Ann", "Bob", on=terms)
        assert again(room).terms == room.terms
        assert room.terms.off_turn == terms.off_turn


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_client_is_kept_out_of_a_room_with_it(version: int) -> None:
    wire = Wire()
    ann = wire.player("Ann")
    ann.create("kingdom", LIMITED._replace(listed=True))
    wire.connect(ann)
    wire.settle()
    bob = wire.player("Bob")
    bob._newest = version
    line = wire.connect(bob)
    bob.request(m.ListRooms())
    wire.settle()
    bob.join(ann.code)
    wire.settle()
    rooms, refused = map(decode_for_client, line.sent[-2:])
    assert rooms == m.Rooms(())
    assert isinstance(refused, m.Refused)
    assert refused.code == "bad-options"


@pytest.mark.parametrize("version", [1, 2])
def test_it_cannot_be_set_while_an_older_client_is_there(version: int) -> None:
    wire = Wire()
    ann, bob = wire.player("Ann"), wire.player("Bob")
    bob._newest = version
    ann.create("kingdom", TERMS)
    wire.connect(ann)
    wire.settle()
    bob.join(ann.code)
    wire.connect(bob)
    wire.settle()
    ann.request(m.Change(LIMITED))
    wire.settle()
    assert ann.room is not None
    assert ann.room.terms.off_turn == 0
    assert bob.is_open
    bob.request(m.Leave())
    wire.settle()
    ann.request(m.Change(LIMITED))
    wire.settle()
    assert ann.room.terms.off_turn == LIMIT
    assert wire.now == START
