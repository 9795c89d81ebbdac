"""Connections and addresses: what each may do, and that memory of them is bounded."""

from __future__ import annotations

from relay.hub.connections import Addresses
from relay.hub.dispatch import REQUESTS
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits


def test_watchers_have_no_message_that_changes_a_game() -> None:
    theirs = {cls for cls, request in REQUESTS.items() if k.WATCHER in request.senders}
    forbidden = {m.Create, m.Join, m.Resume, m.Move, m.Ready, m.Reveal, m.Start, m.Vote, m.Kick}
    assert theirs
    assert not theirs & forbidden


def test_what_costs_the_relay_much_costs_the_sender_more() -> None:
    assert REQUESTS[m.Create].cost > REQUESTS[m.Join].cost > REQUESTS[m.Move].cost == 1


def test_an_address_has_only_so_many_connections() -> None:
    addresses = Addresses(Limits(connections=2))
    first = addresses.arrive("a", 0)
    addresses.arrive("a", 0)
    assert not addresses.may_connect("a")
    assert addresses.may_connect("b")
    addresses.depart(first)
    assert addresses.may_connect("a")


def test_addresses_at_rest_are_forgotten_when_there_are_too_many() -> None:
    addresses = Addresses(Limits(addresses=3, guesses=1))
    guilty = addresses.arrive("guilty", 0)
    guilty.guesses.take(0)
    addresses.depart(guilty)
    for name in ("a", "b", "c", "d"):
        addresses.depart(addresses.arrive(name, 1))
    assert not addresses.arrive("guilty", 1).guesses.has(1)


def test_even_those_who_guessed_are_forgotten_before_memory_grows() -> None:
    addresses = Addresses(Limits(addresses=10, guesses=1))
    for number in range(1000):
        address = addresses.arrive(str(number), 0)
        address.guesses.take(0)
        addresses.depart(address)
    assert len(addresses._known) <= 10


def test_an_address_with_connections_is_never_forgotten() -> None:
    addresses = Addresses(Limits(addresses=2, connections=1))
    addresses.arrive("kept", 0)
    for number in range(10):
        addresses.depart(addresses.arrive(str(number), 0))
    assert not addresses.may_connect("kept")
