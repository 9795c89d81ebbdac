"""Guesses of codes and tokens are limited per address, and lock out nobody who has a right one."""

from __future__ import annotations

import pytest

from relay.client.client import Client
from relay.effects import Load
from relay.hub.guesses import Guess
from relay.hub.hub import Hub
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import Refusal
from relay.protocol.limits import Bucket, Limits
from tests.relay.hub.test_ways_in import line_of, messages, refusals
from tests.relay.wire import START, Wire

SLOW = Limits(burst=1000, guesses=3, guess_rate=0.001)
CODES = ("AAA-AAA", "CCC-CCC", "DDD-DDD", "EEE-EEE", "FFF-FFF", "GGG-GGG", "HHH-HHH")


@pytest.mark.parametrize("token", [None, bytes(32)], ids=["join", "resume"])
def test_many_guesses_at_once_are_no_more_than_one_after_the_other(token: bytes | None) -> None:
    hub = Hub(SLOW, bytes)
    wishes: list[m.ToRelay] = [
        m.Join(code, "Eve", bytes(32)) if token is None else m.Resume(code, token, 0, b"", 0)
        for code in CODES
    ]
    effects = []
    for peer, wish in enumerate(wishes):  # each on its own connection; the store is still reading
        hub.connected(peer, "here", START)
        hub.receive(peer, m.Hello(k.PROTOCOL, k.PLAYER, "test"), START)
        effects += hub.receive(peer, wish, START)
    loads = [effect for effect in effects if isinstance(effect, Load)]
    for load in loads:
        effects += hub.loaded(load, [], START)
    answers = [getattr(effect, "message", None) for effect in effects]
    codes = [answer.code for answer in answers if isinstance(answer, m.Refused)]
    assert sorted(codes) == ["no-room"] * 3 + ["too-fast"] * 4


def drained(wire: Wire) -> Client:
    """Somebody at the same address has used up all guesses."""
    eve = wire.player("Eve")
    wire.connect(eve)
    for code in CODES:
        eve.request(m.Join(code, "Eve", bytes(32)))
    wire.settle()
    assert refusals(line_of(wire, eve))[-1] == "too-fast"
    return eve


@pytest.mark.parametrize("is_put_away", [False, True])
def test_a_right_token_is_served_when_all_guesses_are_used_up(is_put_away: bool) -> None:
    wire = Wire(SLOW)
    ann, bob = wire.started()
    wire.cut(line_of(wire, bob))
    if is_put_away:
        wire.cut(line_of(wire, ann))
        wire.pass_time(wire.limits.idle + 1)
    eve = drained(wire)
    wire.connect(bob)
    wire.settle()
    assert refusals(line_of(wire, bob)) == []
    assert m.Seated in map(type, messages(line_of(wire, bob)))
    assert bob.ticket is not None
    eve.request(m.Peek(bob.code, bob.ticket.token))  # kb status, from the same house
    wire.settle()
    assert refusals(line_of(wire, eve))[-1] == "too-fast"  # the last of the guesses, not this one


def test_a_join_that_is_sent_again_is_no_guess_either() -> None:
    wire = Wire(SLOW)
    _, bob = wire.seated()
    drained(wire)
    assert bob.ticket is not None
    bob.request(m.Join(bob.code, "Bob", bob.ticket.token))
    wire.settle()
    assert refusals(line_of(wire, bob)) == []


def test_who_has_no_guesses_left_cannot_tell_a_room_from_none() -> None:
    wire = Wire(SLOW)
    (ann,) = wire.seated(names=["Ann"])
    eve = drained(wire)
    before = len(refusals(line_of(wire, eve)))
    for code in (ann.code, "KKK-KKK", "nonsense"):
        eve.request(m.Join(code, "Eve", bytes(32)))
        eve.request(m.Resume(code, bytes(32), 0, b"", 0))
    wire.settle()
    assert refusals(line_of(wire, eve))[before:] == ["too-fast"] * 6


def test_what_was_no_wrong_guess_is_paid_back() -> None:
    wire = Wire(SLOW)
    ann, bob = wire.seated()
    late = wire.player("Cleo")
    wire.connect(late)
    for _ in range(10):  # the room is full: the code was right all the same
        late.request(m.Join(ann.code, "Cleo", bytes(32)))
    wire.settle()
    assert refusals(line_of(wire, late)) == ["room-full"] * 10
    for _ in range(10):
        wire.cut(line_of(wire, bob))
        wire.connect(bob)
        wire.settle()
        assert m.Seated in map(type, messages(line_of(wire, bob)))


def test_a_store_that_fails_costs_no_guess() -> None:
    purse = Bucket(1, 0.001, START)
    for _ in range(3):
        guess = Guess(purse, START)
        assert guess.is_paid
        assert guess.verdict(Refusal("unavailable"), START).code == "unavailable"
        guess.right(START)  # paid back once, not twice
    assert Guess(purse, START).verdict(Refusal("no-room"), START).code == "no-room"
    assert Guess(purse, START).verdict(Refusal("no-room"), START).code == "too-fast"
