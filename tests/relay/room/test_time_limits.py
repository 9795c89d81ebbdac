"""Every time limit does what it says, even when the operator changes it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relay.client.client import Client
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from tests.relay.wire import FAST, TERMS, Line, Wire


def wire_with(**limits: float) -> Wire:
    return Wire(replace(FAST, **limits))  # type: ignore[arg-type]


def line_of(wire: Wire, client: Client) -> Line:
    return next(line for line in wire.lines.values() if line.client is client)


def view(client: Client) -> m.RoomView:
    assert client.room is not None
    return client.room


def test_nonces_are_awaited_as_long_as_it_is_set() -> None:
    wire = wire_with(reveal=7)
    ann, bob = wire.seated()
    for client in (ann, bob):
        client.ready()
    wire.settle()
    ann.request(m.Start())
    wire.pump(line_of(wire, ann))
    wire.deliver_up(line_of(wire, ann))
    wire.cut(line_of(wire, bob))
    wire.pass_time(6.9)
    assert view(ann).phase == k.SEALING
    wire.pass_time(0.2)
    assert view(ann).phase == k.LOBBY


def test_votes_begin_when_it_is_set() -> None:
    wire = wire_with(absence=5)
    ann, bob = wire.started()
    wire.cut(line_of(wire, bob))
    for seconds, sitter in ((4.9, k.PERSON), (0.2, k.STAND_IN)):
        wire.pass_time(seconds)
        ann.request(m.Vote(1, True))
        wire.settle()
        assert view(ann).seats[1].sitter == sitter


def test_an_absent_host_is_followed_when_it_is_set() -> None:
    wire = wire_with(host_absence=9)
    ann, bob = wire.seated()
    wire.cut(line_of(wire, ann))
    wire.pass_time(8.9)
    assert view(bob).host == 0
    wire.pass_time(0.2)
    assert view(bob).host == 1


def test_an_empty_room_leaves_the_memory_when_it_is_set() -> None:
    wire = wire_with(idle=3)
    for client in wire.seated():
        wire.cut(line_of(wire, client))
    wire.pass_time(2.9)
    assert wire.hub.figures()["rooms"] == 1
    wire.pass_time(0.2)
    assert wire.hub.figures()["rooms"] == 0


def test_no_clock_runs_out_in_a_room_just_opened_before_it_is_set() -> None:
    wire = wire_with(grace=20)
    ann, bob = wire.started(TERMS._replace(clock=k.TURN_CLOCK, seconds=10))
    wire.restart()
    wire.now += 1000
    for client in (ann, bob):
        wire.connect(client)
    wire.settle()
    assert bob.clock == m.ClockView(0, (20_000, 10_000)), "a clock never stands at nothing"
    wire.pass_time(19.9)
    assert view(bob).seats[0].sitter == k.PERSON
    wire.pass_time(0.2)
    assert view(bob).seats[0].sitter == k.STAND_IN


def test_who_is_there_is_told_as_often_as_it_is_set() -> None:
    wire = wire_with(presence=4)
    ann, bob = wire.seated()
    wire.pass_time(10)
    wire.cut(line_of(wire, bob))
    wire.connect(bob)
    wire.settle()
    told = len(line_of(wire, ann).sent)
    wire.cut(line_of(wire, bob))
    wire.pass_time(3.9)
    assert len(line_of(wire, ann).sent) == told
    wire.pass_time(0.2)
    assert len(line_of(wire, ann).sent) == told + 1


def test_a_hello_is_awaited_as_long_as_it_is_set() -> None:
    wire = wire_with(hello=2)
    wire.carry_out(wire.hub.connected(1, "here", wire.now))
    wire.pass_time(1.9)
    assert wire.hub.figures()["connections"] == 1
    wire.pass_time(0.2)
    assert wire.hub.figures()["connections"] == 0


@pytest.mark.parametrize("phase", [k.LOBBY, k.PLAYING, k.OVER])
def test_rooms_live_as_long_as_it_is_set_and_are_swept_as_often(phase: str) -> None:
    names = {k.LOBBY: "lobby_life", k.PLAYING: "game_life", k.OVER: "finished_life"}
    wire = wire_with(sweep=100, **{names[phase]: 1000.0})
    clients = wire.seated() if phase == k.LOBBY else wire.started()
    if phase == k.OVER:
        wire.play_on(clients)
    assert view(clients[0]).phase == phase
    for client in clients:
        wire.cut(line_of(wire, client))
    wire.pass_time(999)
    assert len(wire.store.rooms()) == 1
    wire.pass_time(101)
    assert wire.store.rooms() == []


def test_there_is_no_time_among_the_limits_that_is_not_tried_here() -> None:
    tried = {"reveal", "absence", "host_absence", "idle", "grace", "presence", "hello", "sweep"}
    tried |= {"lobby_life", "game_life", "finished_life"}
    elsewhere = {"stall", "beat"}  # of a real line: test_server.py; of several relays: cluster/
    elsewhere |= {"table_life", "challenge_life"}  # days/test_tries.py, days/test_challenges.py
    rates = {"rate", "guess_rate", "creation_rate"}  # test_hub.py
    rates |= {"arrival_rate", "all_arrival_rate"}  # test_server_parts.py
    times = {name for name, value in vars(Limits()).items() if isinstance(value, float)}
    assert times == tried | elsewhere | rates
