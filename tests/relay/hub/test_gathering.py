"""The people of a room end up at one relay, if they can; several hubs without I/O."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relay.client.client import Client
from relay.client.events import Ended
from relay.hub import gathering
from relay.hub.others import read_guests, write_guests
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.relay.hub.test_other_relays import Bus, Shared, present
from tests.relay.wire import TERMS

NAMES = (b"a", b"b", b"c")
OLD = k.GATHERING - 1  # version of those who are never sent on


@pytest.fixture
def bus() -> Bus:
    bus = Bus()
    for name in NAMES:
        bus.add(name, name[0])
    name_all(bus)
    return bus


def name_all(bus: Bus, is_named: bool = True) -> None:
    """All relays say where they are, or none does."""
    for wire in bus.wires:
        wire.hub._shared.url = url_of(wire) if is_named else ""
    bus.beat()


def url_of(wire: Shared) -> str:
    return f"ws://{wire.name.decode()}"


def host(bus: Bus, wire: Shared, version: int = k.PROTOCOL) -> Client:
    ann = wire.player("Ann")
    ann._newest = version
    ann.create("kingdom", TERMS)
    wire.connect(ann)
    bus.settle()
    return ann


def ends(wire: Shared, client: Client) -> list[tuple[str, str]]:
    """What the relay has said to the client at its end, and where it has sent it."""
    return [(x.code, x.where) for x in wire.events_of(client) if isinstance(x, Ended)]


def homes(bus: Bus, *clients: Client) -> str:
    """At which relay each of them is; follows those who were sent on."""
    bus.settle()
    for _ in bus.wires:
        for wire in bus.wires:
            for client in clients:
                found = [x for x in wire.events_of(client) if isinstance(x, Ended)]
                if found and found[-1].where and not client.is_open:
                    place = next(each for each in bus.wires if url_of(each) == found[-1].where)
                    wire.events[id(client)] = []
                    place.connect(client)
        bus.settle()
    lines = {id(x.client): w.name.decode() for w in bus.wires for x in w.lines.values()}
    return "".join(lines.get(id(client), "-") for client in clients)


@pytest.mark.parametrize("is_watcher", [False, True])
def test_a_guest_is_sent_to_the_relay_that_has_the_room_before_it_is_read(
    bus: Bus, is_watcher: bool
) -> None:
    one, two, _three = bus.wires
    ann, bob = host(bus, one), Client("Bob", None) if is_watcher else two.player("Bob")
    (bob.watch if is_watcher else bob.join)(ann.code)
    two.is_store_slow = True
    two.connect(bob)
    bus.settle()
    assert ends(two, bob) == [("moved", "ws://a")]
    assert not two.hub._shared.rooms  # it does not hear of moves there
    assert not two.followed
    assert homes(bus, ann, bob) == "aa"
    assert bob.room is not None


def test_those_who_are_let_in_before_that_is_known_are_sent_on(bus: Bus) -> None:
    ann, bob = host(bus, bus.wires[0]), bus.wires[1].player("Bob")
    bob.join(ann.code)
    bus.wires[1].connect(bob)
    home = homes(bus, ann, bob)
    assert home in ("aa", "bb")
    other = bus.wires["ab".index(home[0]) ^ 1]
    assert not other.hub._shared.rooms
    for client in (ann, bob):
        client.ready()
    bus.pass_time(2)
    ann.request(m.Start())
    bus.settle()
    assert ann.table is not None
    assert bob.table is not None
    assert ann.table.digest() == bob.table.digest()
    assert present(ann) == present(bob) == (0, 1)


def test_what_somebody_has_said_is_done_before_they_are_sent_on(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann, bob = host(bus, one), two.player("Bob")
    name_all(bus, is_named=False)  # at first they are apart
    bob.join(ann.code)
    two.connect(bob)
    bus.settle()
    clients = {one: ann, two: bob}
    for wire, client in clients.items():
        wire.is_store_slow = True
        for text in ("one on its way", "one that waits"):
            client.request(m.Say(text))
        wire.settle()
    name_all(bus)
    for wire in clients:
        wire.is_store_slow = False
    assert len(set(homes(bus, ann, bob))) == 1
    assert len(ann.chat) == len(bob.chat) == 4


def test_who_does_not_know_the_word_is_served_anywhere(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann, bob = host(bus, two, OLD), one.player("Bob")
    bob._newest = OLD
    bob.join(ann.code)
    one.connect(bob)
    assert homes(bus, ann, bob) == "ba"
    bus.pass_time(2)
    assert present(ann) == (0, 1)


def test_rooms_whose_people_came_at_once_spread_over_relays(bus: Bus) -> None:
    name_all(bus, is_named=False)
    pairs = []
    for n in range(12):
        ann, bob = host(bus, bus.wires[0]), bus.wires[1].player(f"Bob {n}")
        bob.join(ann.code)
        bus.wires[1].connect(bob)
        pairs.append((ann, bob))
    assert {homes(bus, *pair) for pair in pairs} == {"ab"}
    name_all(bus)
    assert {homes(bus, *pair) for pair in pairs} == {"aa", "bb"}


def test_nobody_is_sent_to_a_relay_that_did_not_answer(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann, bob = host(bus, two, OLD), one.player("Bob")
    bob.join(ann.code)
    bob.avoid = ("ws://b",)
    one.connect(bob)
    bus.settle()
    bus.pass_time(30)
    assert ends(one, bob) == []
    assert present(bob) == (0, 1)


def test_who_was_sent_everywhere_stays(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann, bob = host(bus, two), one.player("Bob")
    bob.join(ann.code)
    bob.avoid = tuple(f"ws://{n}" for n in range(k.PLACES))
    one.connect(bob)
    assert homes(bus, bob) == "a"


def test_relays_that_have_not_said_where_they_are_send_and_get_nobody(bus: Bus) -> None:
    one, two, three = bus.wires
    for wire in (two, three):
        wire.hub._shared.url = ""
    bus.beat()
    ann, bob, cid = host(bus, two), three.player("Bob"), Client("Cid", None)
    bob.join(ann.code)
    three.connect(bob)
    bus.settle()
    assert (ends(two, ann), ends(three, bob)) == ([], [])
    cid.watch(ann.code)
    one.connect(cid)
    assert homes(bus, ann, bob, cid) == "aaa"  # all can go there, and nowhere else


def test_a_relay_that_is_full_is_not_named(bus: Bus) -> None:
    one, two, _three = bus.wires
    shared = two.hub._shared
    shared.limits = replace(shared.limits, all_connections=10)
    ann = host(bus, two)
    for n in range(8):
        two.connect(two.player(f"other {n}"))
    bus.beat()
    assert one.hub._shared.urls.keys() == {b"c"}
    bob = one.player("Bob")
    bob.join(ann.code)
    one.connect(bob)
    assert homes(bus, ann, bob) == "aa"  # where there is space


def test_a_relay_of_an_earlier_version_gets_nobody(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann = host(bus, two)
    bus.pass_time(1)
    (room,) = bus.here
    said = read_guests(bus.here[room][b"b"])
    bus.here[room][b"b"] = write_guests(said._replace(speaks=0))
    bob = one.player("Bob")
    bob.join(ann.code)
    one.is_store_slow = True
    one.connect(bob)
    bus.settle()
    assert ends(one, bob) == []


def test_who_cannot_pay_for_a_guess_does_not_learn_that_there_is_a_room(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann, eve = host(bus, two), one.player("Eve")
    eve.resume(ann.code)
    line = one.connect(eve)
    purse = one.hub._shared.connections[line.peer].address.guesses
    while purse.take(one.now):
        pass
    bus.settle()
    assert ends(one, eve) == []
    assert eve.room is None


def test_to_be_sent_on_costs_no_guess(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann, eve = host(bus, two), one.player("Eve")
    eve.join(ann.code)
    line = one.connect(eve)
    purse = one.hub._shared.connections[line.peer].address.guesses
    one.is_store_slow = True
    bus.settle()
    assert ends(one, eve) == [("moved", "ws://b")]
    assert purse.is_full(one.now)


def test_spectators_draw_nobody_from_where_players_are(bus: Bus) -> None:
    one, two, _three = bus.wires
    ann = host(bus, one)
    crowd = [Client(f"Eve {n}", None) for n in range(5)]
    for eve in crowd:
        eve._newest = OLD
        eve.watch(ann.code)
        two.connect(eve)
    assert homes(bus, ann) == "a"
    assert ends(one, ann) == []


def test_many_spectators_spread_over_relays(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "_CROWD", 2)
    one, two, three = bus.wires
    ann = host(bus, one)
    crowd = [Client(f"Eve {n}", None) for n in range(6)]
    for n, eve in enumerate(crowd):
        eve.watch(ann.code)
        (two if n % 2 else three).connect(eve)
        homes(bus, eve)
        bus.pass_time(1)
    assert homes(bus, ann, *crowd) == "aaacccb"  # served where they ask if the others have enough
    bob = three.player("Bob")
    bob.join(ann.code)
    three.connect(bob)
    assert homes(bus, bob) == "a"  # a player goes to players all the same


def test_when_a_relay_is_killed_its_people_meet_at_another(bus: Bus) -> None:
    one, two, three = bus.wires
    ann, bob, eve = host(bus, one), one.player("Bob"), Client("Eve", None)
    bob.join(ann.code)
    eve.watch(ann.code)
    for client in (bob, eve):
        one.connect(client)
    assert homes(bus, ann, bob, eve) == "aaa"
    bus.wires.remove(one)  # nobody hears of it yet
    for client, wire in ((ann, two), (bob, three), (eve, two)):
        client.lost()
        client.avoid = ("ws://a",)  # which did not answer
        wire.connect(client)
    found = homes(bus, ann, bob, eve)
    assert found in ("bbb", "ccc")
    bus.beat()
    bus.pass_time(3)
    assert homes(bus, ann, bob, eve) == found
    assert present(ann) == (0, 1)
    assert ann.present is not None
    assert ann.present.watchers == 1


def test_a_relay_that_was_not_known_yet_is_found_with_its_first_words(bus: Bus) -> None:
    one, two, _three = bus.wires
    two.hub._shared.url = ""
    one.hub._shared.url = ""
    bus.beat()
    ann, bob = host(bus, one), two.player("Bob")
    bob.join(ann.code)
    two.connect(bob)
    assert homes(bus, ann, bob) == "ab"
    two.hub._shared.url = "ws://b"
    bus.beat()
    assert homes(bus, ann, bob) == "bb"
