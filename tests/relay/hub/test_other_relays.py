"""Several hubs on one store, without a clock and without I/O: what one stores the others hear."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from relay.client.client import Client
from relay.client.events import Differs, Ended, Foul, Got
from relay.effects import Append, Effect, Follow, Here, Load, Send, Whisper
from relay.hub.due import due
from relay.hub.hub import Hub
from relay.hub.other_relays import about_guests, place_for
from relay.hub.others import Guests, read_guests, together, write_guests
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode, pack, unpack
from relay.protocol.room_codes import tidy_code
from relay.room import facts as f
from relay.store.log_store import MemoryStore
from tests.relay.wire import FAST, TERMS, Wire


class Bus:
    """Where hints pass, as far as they are not lost."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.wires: list[Shared] = []
        self.here: dict[str, dict[bytes, bytes]] = {}
        self.is_deaf = False  # hints are lost

    def add(self, name: bytes, seed: int = 0) -> Shared:
        self.wires.append(Shared(self, name, seed))
        return self.wires[-1]

    def beat(self) -> None:
        words = {wire.name: wire.hub.words() for wire in self.wires}
        for wire in self.wires:
            wire.carry_out(wire.hub.beaten(words, wire.now))

    def settle(self) -> None:
        for _ in range(30):
            for wire in self.wires:
                wire.settle()
                wire.pass_time(0.0)

    def pass_time(self, seconds: float) -> None:
        for wire in self.wires:
            wire.pass_time(seconds)
        self.settle()


class Shared(Wire):
    """One relay of several."""

    def __init__(self, bus: Bus, name: bytes, seed: int) -> None:
        self.bus, self.name = bus, name
        self.followed: set[str] = set()
        super().__init__(FAST, bus.store, seed)

    def new_hub(self) -> Hub:
        return Hub(self.limits, self.random.randbytes, relay=self.name)

    def carry_out(self, effects: Iterable[Effect]) -> None:
        mine: list[Effect] = []
        for effect in effects:
            match effect:
                case Follow(room, is_on):
                    (self.followed.add if is_on else self.followed.discard)(room)
                    if is_on:
                        super().carry_out(mine)
                        mine = []
                        self.carry_out(self.hub.followed(room, self.now))
                case Here(room, guests):
                    super().carry_out(mine)
                    mine = []
                    self._here(room, guests)
                case Whisper(room, words):
                    self._publish(room, words)
                case _:
                    mine.append(effect)
        super().carry_out(mine)

    def _here(self, room: str, guests: bytes | None) -> None:
        table = self.bus.here.setdefault(room, {})
        if guests:
            table[self.name] = guests
        elif guests is not None:
            table.pop(self.name, None)
        if guests is not None:
            self._publish(room, about_guests(guests))
        self.carry_out(self.hub.here(room, dict(table), self.now))

    def _publish(self, room: str, words: bytes) -> None:
        for other in self.bus.wires:
            if other is not self and room in other.followed:
                other.carry_out(other.hub.whispered(room, self.name, words, other.now))

    def store_one(self) -> None:
        what = self.waiting.popleft()
        if isinstance(what, Load):
            records = self.store.load(what.room, what.after)
            self.carry_out(self.hub.loaded(what, records, self.now))
            return
        is_done = self.store.append([what])[0]
        self.carry_out((self.hub.stored if is_done else self.hub.stale)(what, self.now))
        if is_done and not self.bus.is_deaf:
            self._hint(what)

    def _hint(self, append: Append) -> None:
        last = append.expected + len(append.records)
        for other in self.bus.wires:
            if other is not self and append.room in other.followed:
                first, records = append.expected + 1, append.records
                other.carry_out(
                    other.hub.heard(append.room, first, records, last, append.sight, other.now)
                )


@pytest.fixture
def bus() -> Bus:
    bus = Bus()
    bus.add(b"relay  1", 1)
    bus.add(b"relay  2", 2)
    bus.beat()
    return bus


def seated(bus: Bus, terms: m.Terms = TERMS) -> list[Client]:
    """Ann at the first relay, Bob at the second."""
    one, two = bus.wires[:2]
    ann, bob = one.player("Ann"), two.player("Bob")
    ann.create("kingdom", terms)
    one.connect(ann)
    bus.settle()
    bob.join(ann.code)
    two.connect(bob)
    bus.settle()
    return [ann, bob]


def started(bus: Bus, terms: m.Terms = TERMS) -> list[Client]:
    clients = seated(bus, terms)
    for client in clients:
        client.ready()
    bus.settle()
    clients[0].request(m.Start())
    bus.settle()
    bus.pass_time(1)
    return clients


def play_on(bus: Bus, clients: list[Client], entries: int = 10_000) -> None:
    one, two = bus.wires[:2]
    while one.step(clients[0], entries) or two.step(clients[1], entries):
        bus.settle()


def present(client: Client) -> tuple[int, ...]:
    return () if client.present is None else client.present.seats


def test_a_game_at_two_hubs(bus: Bus) -> None:
    ann, bob = started(bus)
    play_on(bus, [ann, bob])
    assert ann.table is not None
    assert bob.table is not None
    assert ann.table.to_act is None
    assert ann.table.digest() == bob.table.digest()


def test_a_relay_where_nobody_acts_folds_nothing(bus: Bus) -> None:
    ann, bob = started(bus)
    three = bus.add(b"relay  3", 3)
    bus.beat()
    eve = Client("Eve", None)
    eve.watch(ann.code)
    three.connect(eve)
    bus.settle()
    open_room = three.hub._shared.rooms[next(iter(three.followed))]
    room = open_room.room
    assert room.table is not None
    before = len(room.table.entries)
    play_on(bus, [ann, bob], before + 40)
    assert room.told < eve.confirmed  # what was passed on is learned when the room is asked for
    assert open_room.room is room
    assert room.told == eve.confirmed
    assert len(room.table.entries) == before
    assert eve.confirmed == ann.confirmed > before + 30
    assert eve.table is not None
    assert ann.table is not None
    assert eve.table.digest() == ann.table.digest()


def test_a_relay_that_was_told_something_false_reads_the_room_again(bus: Bus) -> None:
    ann, bob = started(bus)
    play_on(bus, [ann, bob], 10)
    two = bus.wires[1]
    open_room = two.hub._shared.rooms[next(iter(two.followed))]
    room = open_room.room
    while not open_room.room._ahead:  # until Ann has done something that Bob's relay has heard of
        play_on(bus, [ann, bob], ann.confirmed + 1)
    room._ahead[-1] = (0, "nonsense")
    play_on(bus, [ann, bob], bob.confirmed + 20)
    assert two.hub._shared.rooms[next(iter(two.followed))].room is not room
    assert ann.confirmed == bob.confirmed
    assert bob.table is not None
    assert ann.table is not None
    assert ann.table.digest() == bob.table.digest()


def test_what_was_passed_on_and_cannot_be_read_leads_to_reading_the_room_again(bus: Bus) -> None:
    ann, bob = started(bus)
    two = bus.wires[1]
    (code,) = two.followed
    open_room = two.hub._shared.rooms[code]
    room, passed = open_room.room, open_room.passed
    while not passed:
        play_on(bus, [ann, bob], ann.confirmed + 1)
    records, sight = passed[-1]
    passed[-1] = ((b"nonsense",) * len(records), sight)
    play_on(bus, [ann, bob], bob.confirmed + 20)
    assert open_room.room is not room
    assert ann.confirmed == bob.confirmed
    assert ann.table is not None
    assert bob.table is not None
    assert ann.table.digest() == bob.table.digest()
    assert "nonsense" not in str(bus.store.load(code))


def test_what_is_not_heard_is_read_when_the_next_thing_is(bus: Bus) -> None:
    ann, bob = started(bus)
    play_on(bus, [ann, bob], 10)
    before = bob.confirmed
    bus.is_deaf = True
    ann.request(m.Say("nobody hears this"))
    bus.settle()
    assert not bob.chat
    bus.is_deaf = False
    ann.request(m.Say("but this"))
    bus.settle()
    assert [bob.chat[n].text for n in (1, 2)] == ["nobody hears this", "but this"]
    play_on(bus, [ann, bob], before + 10)
    assert ann.confirmed == bob.confirmed >= before + 10


def test_what_is_heard_and_not_understood_is_read(bus: Bus) -> None:
    """A relay of a later version may say it in another way."""
    ann, bob = started(bus)
    bus.is_deaf = True
    (code,) = bus.wires[0].followed
    while bob.confirmed == ann.confirmed:
        play_on(bus, [ann, bob], ann.confirmed + 1)
    two = bus.wires[1]
    two.carry_out(two.hub.heard(code, 0, (), 0, b"", two.now))
    bus.settle()
    assert bob.confirmed == ann.confirmed


def test_all_rooms_are_read_again_when_they_are_heard_again(bus: Bus) -> None:
    ann, bob = started(bus)
    bus.is_deaf = True
    ann.request(m.Say("nobody hears this"))
    bus.settle()
    two = bus.wires[1]
    two.carry_out(two.hub.followed(next(iter(two.followed)), two.now))
    bus.settle()
    assert bob.chat[1].text == "nobody hears this"


def test_who_has_seen_more_at_another_relay_finds_it_here(bus: Bus) -> None:
    """The first relay is killed before the second has heard of the last entry."""
    ann, bob = started(bus)
    play_on(bus, [ann, bob], 6)
    one, two = bus.wires
    assert ann.table is not None
    if ann.table.to_act != 0:
        play_on(bus, [ann, bob], 30)
    bus.is_deaf = True
    while ann.table.to_act == 0:
        one.step(ann)
        one.settle()
    had = ann.confirmed
    one.restart()
    two.connect(ann)
    bus.settle()
    assert ann.confirmed == had
    assert not [x for x in two.events_of(ann) if isinstance(x, Differs)]


def test_who_loses_a_race_is_told_and_nothing_forks(bus: Bus) -> None:
    """The same player at two relays, with two moves for one entry."""
    ann, bob = started(bus)
    play_on(bus, [ann, bob], 6)
    one, two = bus.wires
    assert ann.table is not None
    mover, wire = (ann, one) if ann.table.to_act == 0 else (bob, two)
    bus.is_deaf = True
    for each in bus.wires:
        each.is_store_slow = True
    wire.step(mover)
    wire.settle()
    other, elsewhere = (bob, two) if mover is ann else (ann, one)
    other.request(m.Say("at the same moment"))
    elsewhere.settle()
    assert [len(each.waiting) for each in bus.wires] == [1, 1]
    elsewhere.store_one()
    wire.store_one()  # stale: read again, and then done again
    for each in bus.wires:
        each.is_store_slow = False
        each.store_all()
    bus.is_deaf = False
    two.carry_out(two.hub.look_again(two.now))
    one.carry_out(one.hub.look_again(one.now))
    bus.settle()
    assert ann.confirmed == bob.confirmed
    assert ann.chat == bob.chat
    play_on(bus, [ann, bob])
    assert ann.table.digest() == (bob.table and bob.table.digest())
    for each, client in ((one, ann), (two, bob)):
        assert not [x for x in each.events_of(client) if isinstance(x, Differs | Foul)]


def test_presence_is_that_of_all_relays(bus: Bus) -> None:
    ann, bob = seated(bus)
    bus.pass_time(2)
    for client in (ann, bob):
        assert present(client) == (0, 1)
    two = bus.wires[1]
    two.cut(next(line for line in two.lines.values() if line.client is bob))
    bus.pass_time(2)
    assert present(ann) == (0,)


def test_people_behind_one_connection_are_counted_at_all_relays(bus: Bus) -> None:
    ann, _bob = seated(bus)
    page = Client("page", None)
    page.stand_for(5)
    page.watch(ann.code)
    bus.wires[1].connect(page)
    bus.settle()
    bus.pass_time(2)
    assert ann.present is not None
    assert ann.present.watchers == 5
    page.stand_for(2)
    bus.settle()
    bus.pass_time(2)
    assert ann.present.watchers == 2
    old = pack(((), (100, 101), (), 5, 0))  # a relay of before counted connections
    assert read_guests(old).people == 2


def test_presence_that_could_not_be_told_is_told_later(bus: Bus) -> None:
    ann, _bob = seated(bus)
    one, two = bus.wires
    (code,) = two.followed
    bus.pass_time(2)
    bus.here[code].pop(two.name)  # Valkey was away when the second relay told it
    one.carry_out(one.hub.here(code, dict(bus.here[code]), one.now))
    two.carry_out(two.hub.untold(code, two.now))
    bus.pass_time(2)
    assert present(ann) == (0,)
    bus.beat()
    bus.pass_time(2)
    assert present(ann) == (0, 1)
    bus.here[code].pop(two.name)
    one.carry_out(one.hub.here(code, dict(bus.here[code]), one.now))
    two.carry_out(two.hub.followed(code, two.now))  # or as soon as it hears the room again
    bus.pass_time(2)
    assert present(ann) == (0, 1)


def test_a_relay_that_is_gone_has_nobody(bus: Bus) -> None:
    ann, _bob = seated(bus)
    bus.pass_time(2)
    one = bus.wires[0]
    one.carry_out(one.hub.beaten({one.name: b""}, one.now))
    one.settle()
    one.pass_time(2)
    assert present(ann) == (0,)
    bus.beat()  # it was only slow
    bus.pass_time(2)
    assert present(ann) == (0, 1)


def test_a_seat_belongs_to_whoever_took_it_last(bus: Bus) -> None:
    ann, _bob = seated(bus)
    one, two = bus.wires
    bus.pass_time(1)
    again = Client("Ann", ann.ticket)
    again.resume(ann.code)
    two.connect(again)
    bus.settle()
    ended = [x for x in one.events_of(ann) if isinstance(x, Ended)]
    assert [each.code for each in ended] == ["replaced"]
    assert again.seat == 0


CLOCK = TERMS._replace(clock=k.TURN_CLOCK, seconds=30)


def stand_ins(bus: Bus, code: str) -> int:
    facts = map(f.read_fact, bus.store.load(code))
    return sum(isinstance(fact, f.StoodIn) for fact in facts)


def test_one_relay_is_on_duty_and_another_takes_over_late(bus: Bus) -> None:
    started(bus, CLOCK)
    one, two = bus.wires
    (code,) = one.followed
    room = one.hub._shared.rooms[code]
    assert not room.patience  # the first by name
    at = due(room)
    two.pass_time(at - two.now + 1)  # the clock has run out, but it is not his turn to say so
    assert stand_ins(bus, code) == 0
    two.pass_time(5 * FAST.beat)  # nobody does it: so he does
    assert stand_ins(bus, code) == 1
    one.pass_time(at - one.now + 1)  # too late
    assert stand_ins(bus, code) == 1


def test_a_clock_that_expires_at_two_relays_at_once_expires_once(bus: Bus) -> None:
    started(bus, CLOCK)
    one, two = bus.wires
    (code,) = one.followed
    bus.is_deaf = True
    for wire in bus.wires:
        room = wire.hub._shared.rooms[code]
        room.patience = 0.0  # both believe that it is theirs
        wire.hub._shared.arm(room)
        wire.is_store_slow = True
        wire.now = due(room)
        wire.carry_out(wire.hub.tick(wire.now))
    assert [len(wire.waiting) for wire in bus.wires] == [1, 1]
    for wire in (one, two):
        wire.is_store_slow = False
        wire.store_all()
        wire.pass_time(0.0)
    assert stand_ins(bus, code) == 1


def test_how_a_game_stands_is_told_by_every_relay(bus: Bus) -> None:
    ann, bob = started(bus)
    play_on(bus, [ann, bob], 8)
    three = bus.add(b"relay  3", 3)
    bus.beat()
    kim = three.player("Kim")
    three.connect(kim)
    assert ann.ticket is not None
    kim.request(m.Peek(ann.code, ann.ticket.token))
    bus.settle()
    found = [x.message for x in three.events_of(kim) if isinstance(x, Got)]
    (peeked,) = [each for each in found if isinstance(each, m.Peeked)]
    assert (peeked.phase, peeked.seat) == (k.PLAYING, 0)
    assert peeked.names == ("Ann", "Bob")


def test_public_rooms_are_those_of_all_relays(bus: Bus) -> None:
    ann, _bob = seated(bus, TERMS._replace(listed=True))
    bus.pass_time(2)
    bus.beat()
    three = bus.add(b"relay  3", 3)
    bus.beat()
    kim = three.player("Kim")
    three.connect(kim)
    kim.request(m.ListRooms())
    three.settle()
    found = [x.message for x in three.events_of(kim) if isinstance(x, Got)]
    rooms = [each for each in found if isinstance(each, m.Rooms)]
    assert [each.code for each in rooms[-1].rooms] == [ann.code]


def test_guests_as_bytes() -> None:
    guests = Guests({0: 12.5, 3: 7.0}, frozenset({100, 116}), frozenset({100}), 3, 4.25)
    assert read_guests(write_guests(guests)) == guests
    assert write_guests(read_guests(b"")) == b""
    for data in (b"\x91\x01", b"\xc1", b"\x95\x01\x02\x03\x04\x05", random.Random(1).randbytes(20)):
        with pytest.raises(ValueError):
            read_guests(data)


def test_of_two_claims_the_later_counts_and_the_dead_have_none() -> None:
    early, late = (Guests({0: since}, frozenset(), frozenset(), 3, 0.0) for since in (1.0, 2.0))
    relays = {b"a": late, b"b": early}
    assert together(relays, {b"a", b"b"}).seats == {0: (2.0, b"a")}
    assert together(relays, {b"b"}).seats == {0: (1.0, b"b")}


def stopped(bus: Bus, wire: Shared, versions: range) -> dict[int, tuple[object, ...]]:
    """The last frame that a client of each version gets when this relay stops, as it is sent."""
    peers = {}
    for peer, version in enumerate(versions, 900):
        wire.hub.connected(peer, "a", wire.now)
        wire.hub.receive(peer, m.Hello(version, k.PLAYER, "then"), wire.now)
        peers[peer] = version
    sends = [effect for effect in wire.hub.stop(wire.now, 0.0) if isinstance(effect, Send)]
    return {
        peers[peer]: unpack(encode(send.message))
        for send in sends
        for peer in send.peers
        if peer in peers
    }


def test_a_goodbye_names_another_relay_to_those_who_know_the_word(bus: Bus) -> None:
    one, two = bus.add(b"one"), bus.add(b"two")
    two.hub._shared.url = "wss://two.example.org"
    bus.beat()
    found = stopped(bus, one, range(k.OLDEST, k.PROTOCOL + 1))
    old = ("bye", "stopping", "the relay stops", 0)
    assert {found[version] for version in range(1, 5)} == {old}
    assert found[5] == (*old, "wss://two.example.org")


def test_a_goodbye_names_nobody_where_nobody_has_said_where_it_is(bus: Bus) -> None:
    one, _two = bus.add(b"one"), bus.add(b"two")
    bus.beat()
    assert set(stopped(bus, one, range(1, k.PROTOCOL + 1)).values()) == {
        ("bye", "stopping", "the relay stops", 0)
    }


def test_all_of_a_room_go_to_the_relay_that_has_somebody_there(bus: Bus) -> None:
    wires = [bus.add(name) for name in (b"one", b"two", b"three")]
    for wire in wires[1:]:
        wire.hub._shared.url = f"ws://{wire.name.decode()}"
    one, _two, three = wires
    ann, bob, cid = one.player("Ann"), three.player("Bob"), one.player("Cid")
    ann.create("kingdom", TERMS)
    cid.create("kingdom", TERMS)
    one.connect(ann)
    one.connect(cid)
    bus.settle()
    bob.join(ann.code)
    three.connect(bob)
    bus.settle()
    bus.beat()
    bus.pass_time(1)
    shared = one.hub._shared
    rooms = {code: shared.rooms[code] for code in shared.rooms}
    places = {code: place_for(shared, room) for code, room in rooms.items()}
    assert places[tidy_code(ann.code) or ""] == "ws://three"
    assert places[tidy_code(cid.code) or ""] in ("ws://two", "ws://three")
    assert place_for(shared, None) in ("ws://two", "ws://three")


def test_public_rooms_are_read_from_relays_with_and_without_an_address(bus: Bus) -> None:
    one, two = bus.add(b"one"), bus.add(b"two")
    ann = two.player("Ann")
    ann.create("kingdom", TERMS._replace(listed=True))
    two.connect(ann)
    bus.settle()
    for url in ("", "ws://two"):
        two.hub._shared.url = url
        bus.beat()
        assert [each.listed.code for each in one.hub._shared.elsewhere] == [ann.code]
        assert one.hub._shared.urls == ({b"two": url} if url else {})


def stored_elsewhere(bus: Bus, ann: Client) -> tuple[str, int, list[bytes]]:
    """Ann's relay stores something that the other one does not hear of: the room, how many records
    the other one has, and the new ones."""
    two = bus.wires[1]
    (code,) = two.followed
    before = two.hub._shared.rooms[code].stored
    bus.is_deaf = True
    ann.request(m.Say("in between"))
    bus.settle()
    return code, before, bus.store.load(code, before)


def test_what_is_heard_while_the_room_is_read_may_not_be_in_what_was_read(bus: Bus) -> None:
    ann, bob = started(bus)
    two = bus.wires[1]
    (code,) = two.followed
    asked = two.hub.followed(code, two.now)  # it may have missed something, and asks
    (load,) = [effect for effect in asked if isinstance(effect, Load)]
    _code, before, records = stored_elsewhere(bus, ann)  # after the store has looked
    assert two.hub.heard(code, before + 1, records, before + 1, b"", two.now) == []
    again = two.hub.loaded(load, [], two.now)
    assert Load(code, before) in again
    two.carry_out(again)
    bus.settle()
    assert [line.text for line in bob.chat.values()] == ["in between"]


def test_of_two_answers_with_the_whole_room_the_later_may_have_more(bus: Bus) -> None:
    ann, bob = started(bus)
    two = bus.wires[1]
    code, before, _records = stored_elsewhere(bus, ann)
    again = two.hub.loaded(Load(code), bus.store.load(code), two.now)
    assert again == [Load(code, before)]
    two.carry_out(again)
    bus.settle()
    assert [line.text for line in bob.chat.values()] == ["in between"]
