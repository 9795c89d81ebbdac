"""A room is read a little at a time: nobody waits for a long game that somebody else opens."""

from __future__ import annotations

import json

import pytest

from relay.client.client import Client
from relay.client.ticket import Ticket
from relay.effects import Append, Load
from relay.protocol import messages as m
from relay.room import lobby
from relay.room.reading import Reading
from relay.room.room import Room
from tests.relay.rooms import (
    NOW,
    TERMS,
    again,
    any_move,
    game_of,
    lobby_of,
    long_game,
    moment,
    play,
    records_of,
    token,
)
from tests.relay.wire import Wire


def goes(room: Room) -> int:
    """In how many goes it is read."""
    reading, count = Reading(room.code, records_of(room)), 1
    while reading.go_on(NOW) is None:
        count += 1
    return count


def test_a_long_game_takes_many_goes_and_an_ordinary_one_few() -> None:
    assert goes(long_game()) > 10
    ordinary = game_of("Ann", "Bob")
    while ordinary.acting is not None:
        play(ordinary)
    assert goes(ordinary) <= 2


def test_terms_that_were_changed_again_and_again_take_many_goes() -> None:
    room = lobby_of("Ann", "Bob")
    for number in range(200):
        options = json.dumps({"players": 2, "seed": str(number)})
        lobby.change(room, 0, m.Change(TERMS._replace(options=options)), moment())
    assert goes(room) > 10
    assert again(room).terms == room.terms


@pytest.mark.slow
def test_a_room_read_in_many_goes_is_the_room_that_was_written() -> None:
    room = long_game()
    copy = again(room)
    assert (copy.tokens, copy.own) == (room.tokens, room.own)
    assert copy.playing_table.entries == room.playing_table.entries
    play(copy, token=any_move(room))


def test_others_are_served_while_a_long_game_is_read() -> None:
    wire = Wire()
    room = long_game()
    wire.store.append([Append(room.code, 0, records_of(room), NOW * 2)])
    ann, bob = wire.started()
    late = Client("Ann", Ticket(token("Ann"), bytes(32)))
    late.resume(room.code)
    wire.is_store_slow = True
    wire.connect(late)
    wire.settle()
    (load,) = wire.waiting
    assert isinstance(load, Load)
    wire.waiting.clear()
    wire.is_store_slow = False
    assert wire.hub.loaded(load, wire.store.load(room.code), wire.now) == []
    while late.seat is None:
        wire.carry_out(wire.hub.tick(wire.now))
        assert wire.step(ann) or wire.step(bob)
        wire.settle()
    assert ann.confirmed == bob.confirmed > 10
    assert late.confirmed == len(room.digests)
