"""Those who come in: nobody takes a whole waiting room, or the name of somebody else."""

from __future__ import annotations

from relay.client.client import Client
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from tests.relay.hub.test_ways_in import line_of, messages, refusals, view, watcher_of
from tests.relay.wire import TERMS, Wire

FOUR = TERMS._replace(options='{"players":4}')


def names(client: Client) -> list[str]:
    return [seat.name for seat in view(client).seats]


# ---- seats --------------------------------------------------------------------------------------


def test_one_connection_has_one_seat_in_a_waiting_room() -> None:
    wire = Wire()
    (ann,) = wire.seated(FOUR, ["Ann"])
    eve = wire.player("Eve")
    eve.join(ann.code)
    wire.connect(eve)
    wire.settle()
    for number in range(3):
        eve.request(m.Join(ann.code, f"Eve {number}", bytes([number]) * 32))
    wire.settle()
    assert names(ann) == ["Ann", "Eve", "", ""]
    assert refusals(line_of(wire, eve)) == ["bad-seat"] * 3


def test_one_address_cannot_fill_a_waiting_room_with_seats_that_nobody_is_at() -> None:
    wire = Wire()
    (ann,) = wire.seated(FOUR, ["Ann"])
    for number in range(3):
        eve = wire.player(f"Eve {number}")
        eve.join(ann.code)
        line = wire.connect(eve, "elsewhere")
        wire.settle()
        if number == 2:
            assert refusals(line) == ["room-full"]
        wire.cut(line)
    bob = wire.player("Bob")
    bob.join(ann.code)
    wire.connect(bob, "a third place")
    wire.settle()
    assert names(ann) == ["Ann", "Eve 0", "Eve 1", "Bob"]


def test_a_host_who_is_away_keeps_nobody_out() -> None:
    """The friend may be in the same house."""
    wire = Wire()
    (ann,) = wire.seated(TERMS, ["Ann"])
    wire.cut(line_of(wire, ann))
    bob = wire.player("Bob")
    bob.join(ann.code)
    wire.connect(bob)
    wire.settle()
    assert names(bob) == ["Ann", "Bob"]


def test_people_of_a_door_are_not_one_address() -> None:
    wire = Wire()
    (ann,) = wire.seated(TERMS._replace(options='{"players":3}'), ["Ann"])
    for name, house in (("Eve", "one house"), ("Eve 2", "one house"), ("Bob", "another")):
        client = wire.player(name)
        client.join(ann.code)
        client.opened()
        line = wire.plug(client, "the door")
        wire.carry_out(wire.hub.introduced(line.peer, house, wire.now))
        wire.pump(line)
        wire.settle()
        assert refusals(line) == (["room-full"] if name == "Eve 2" else [])
        wire.cut(line)
    assert names(ann) == ["Ann", "Eve", "Bob"]


def test_a_household_may_fill_a_waiting_room() -> None:
    wire = Wire()
    people = wire.seated(FOUR, ["Ann", "Bob", "Cleo", "Dan"])
    assert names(people[0]) == ["Ann", "Bob", "Cleo", "Dan"]


# ---- names --------------------------------------------------------------------------------------


def test_a_watcher_does_not_get_the_name_of_a_player() -> None:
    wire = Wire()
    ann, _bob = wire.seated()
    fake, other = watcher_of(wire, ann, "aNN"), watcher_of(wire, ann, "Ann")
    for client in (fake, other):
        client.request(m.Say("I resign."))
    wire.settle()
    heard = [said for said in messages(line_of(wire, ann)) if isinstance(said, m.Murmur)]
    assert [said.name for said in heard] == ["aNN 2", "Ann 3"]


def test_a_player_gets_a_name_that_a_watcher_had_first() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    watcher = watcher_of(wire, ann, "Bob")
    bob = wire.player("Bob")
    bob.join(ann.code)
    wire.connect(bob)
    wire.settle()
    watcher.request(m.Say("I am Bob."))
    wire.settle()
    assert names(ann) == ["Ann", "Bob"]
    heard = [said for said in messages(line_of(wire, ann)) if isinstance(said, m.Murmur)]
    assert [said.name for said in heard] == ["Bob 2"]


def test_names_of_players_differ_in_more_than_case() -> None:
    wire = Wire()
    clients = wire.seated(FOUR, ["Ann", "ANN", "ann", "Bob"])
    assert names(clients[0]) == ["Ann", "ANN 2", "ann 3", "Bob"]


def test_a_number_behind_a_long_name_fits_however_many_have_it() -> None:
    wire = Wire(Limits(burst=1000, watchers=20, connections=100))
    (ann,) = wire.seated(names=["A" * 24])
    for _ in range(12):
        watcher = watcher_of(wire, ann, "A" * 24)
        watcher.request(m.Say("Hello."))
        wire.settle()
    heard = [said for said in messages(line_of(wire, ann)) if isinstance(said, m.Murmur)]
    assert len({said.name for said in heard}) == 12
    assert max(len(said.name) for said in heard) == 24
