"""The hub: who is let in, in which order things happen, and what losing a store or relay means."""

from __future__ import annotations

import random

import pytest

from engine.contract import find, keys
from relay.client.client import Client
from relay.client.events import Ended
from relay.effects import Append, Close, Effect, Load, Send
from relay.hub.dispatch import REQUESTS
from relay.hub.hub import Hub
from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import TO_RELAY, decode_for_client, decode_for_relay, encode, unpack
from relay.protocol.errors import BYES, BadMessage
from relay.protocol.limits import Limits
from relay.store.log_store import MemoryStore
from tests.relay.protocol.samples import GOOD
from tests.relay.wire import FAST, START, TERMS, Line, Wire

TOKEN = bytes(32)


def hub(limits: Limits = FAST) -> Hub:
    return Hub(limits, random.Random(1).randbytes)


def sent(effects: list[Effect]) -> list[m.ToClient]:
    return [effect.message for effect in effects if isinstance(effect, Send)]


def closes(effects: list[Effect]) -> list[tuple[int, str]]:
    return [(effect.code, effect.reason) for effect in effects if isinstance(effect, Close)]


def greeted(one: Hub, peer: int = 1, role: str = k.PLAYER) -> Hub:
    one.connected(peer, "here", START)
    one.receive(peer, m.Hello(k.PROTOCOL, role, "test"), START)
    return one


def line_of(wire: Wire, client: Client) -> Line:
    return next(line for line in wire.lines.values() if line.client is client)


def last(wire: Wire, client: Client) -> m.ToClient:
    return decode_for_client(line_of(wire, client).sent[-1])


# ---- hello --------------------------------------------------------------------------------------


def test_a_hello_is_answered_with_what_the_relay_takes() -> None:
    one = hub(Limits())
    one.connected(1, "here", START)
    (welcome,) = sent(one.receive(1, m.Hello(k.PROTOCOL, k.PLAYER, "test"), START))
    assert isinstance(welcome, m.Welcome)
    assert (welcome.version, welcome.frame, welcome.burst, welcome.rate) == (8, 16384, 20, 5)
    assert welcome.games == keys()
    assert welcome.levels == ("random", "novice", "greedy", "skilled", "expert", "master")
    assert [welcome.levels_of(key) for key in keys()] == [tuple(find(key).levels) for key in keys()]
    assert welcome.levels_of("chess") == ()


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_client_is_told_of_the_first_game_alone(version: int) -> None:
    one = hub(Limits())
    one.connected(1, "here", START)
    (welcome,) = sent(one.receive(1, m.Hello(version, k.PLAYER, "test"), START))
    assert isinstance(welcome, m.Welcome)
    assert len(unpack(encode(welcome))) == 8  # the word and the seven fields that it knows
    assert (welcome.games, welcome.bots) == (("kingdom",), ())
    assert welcome.levels_of("kingdom") == welcome.levels == tuple(find("kingdom").levels)


@pytest.mark.parametrize(("theirs", "both"), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (65_535, 8)])
def test_the_version_is_the_newest_that_both_speak(theirs: int, both: int) -> None:
    one = hub()
    one.connected(1, "here", START)
    (welcome,) = sent(one.receive(1, m.Hello(theirs, k.PLAYER, "test"), START))
    assert isinstance(welcome, m.Welcome)
    assert welcome.version == both


def test_a_version_that_never_was_is_sent_away() -> None:
    one = hub()
    one.connected(1, "here", START)
    effects = one.receive(1, m.Hello(0, k.PLAYER, "test"), START)
    assert closes(effects) == [(1002, "version")]


def test_whoever_says_anything_before_the_hello_or_says_it_twice_has_to_go() -> None:
    one = hub()
    one.connected(1, "here", START)
    assert closes(one.receive(1, m.Ping(1), START)) == [(1008, "no-hello")]
    greeted(one, 2)
    assert closes(one.receive(2, m.Hello(1, k.PLAYER, ""), START)) == [(1008, "no-hello")]


def test_a_hello_that_does_not_come_ends_the_connection() -> None:
    one = hub(Limits(hello=5))
    one.connected(1, "here", START)
    greeted(one, 2)
    assert one.next_due() is not None
    assert closes(one.tick(START + 4.9)) == []
    assert closes(one.tick(START + 5)) == [(1008, "no-hello")]
    assert closes(one.tick(START + 50)) == []


def test_nothing_is_said_to_a_peer_that_is_gone() -> None:
    one = greeted(hub())
    one.closed(1, START)
    assert one.receive(1, m.Ping(1), START) == []
    assert one.closed(1, START) == []
    assert one.broken(1, BadMessage("bad-message", "x"), START) == []


def test_a_ping_comes_back() -> None:
    assert sent(greeted(hub()).receive(1, m.Ping(42), START)) == [m.Pong(42)]


# ---- limits -------------------------------------------------------------------------------------


def test_only_so_many_connections_from_one_address_and_in_all() -> None:
    one = hub(Limits(connections=2, all_connections=3))
    for peer in (1, 2):
        assert closes(one.connected(peer, "a", START)) == []
    assert not one.may_connect("a")
    assert closes(one.connected(3, "a", START)) == [(1013, "too-many")]
    one.connected(4, "b", START)
    assert not one.may_connect("c")
    one.closed(1, START)
    assert one.may_connect("a")


def test_a_flood_is_dropped_and_then_cut_off() -> None:
    one = greeted(hub(Limits(burst=5, rate=1, faults=3)))
    answers = [one.receive(1, m.Ping(n), START) for n in range(9)]
    words = [type(message).__name__ for effects in answers for message in sent(effects)]
    assert words == ["Pong"] * 4 + ["Refused"] * 3 + ["Bye"]
    assert closes(answers[7]) == [(1008, "too-fast")]
    assert answers[8] == []


def test_a_rate_recovers() -> None:
    one = greeted(hub(Limits(burst=1, rate=2)), 1)
    assert isinstance(sent(one.receive(1, m.Ping(1), START))[0], m.Refused)
    assert sent(one.receive(1, m.Ping(1), START + 0.5)) == [m.Pong(1)]


def test_only_so_many_rooms_from_one_address() -> None:
    one = greeted(hub(Limits(burst=1000, creations=2, creation_rate=0.01)))
    wish = m.Create("Ann", TOKEN, "kingdom", TERMS)
    effects = [one.receive(1, wish, START) for _ in range(3)]
    assert [isinstance(found[-1], Append) for found in effects] == [True, True, False]
    (refused,) = sent(effects[2])
    assert isinstance(refused, m.Refused)
    assert refused.code == "too-fast"


def test_a_room_that_cannot_be_made_costs_nothing() -> None:
    one = greeted(hub(Limits(burst=1000, creations=1, creation_rate=0.01)))
    bad = m.Create("Ann", TOKEN, "kingdom", TERMS._replace(options="[]"))
    for _ in range(3):
        (refused,) = sent(one.receive(1, bad, START))
        assert isinstance(refused, m.Refused)
        assert refused.code == "bad-options"


def test_only_so_many_rooms_in_memory() -> None:
    wire = Wire(Limits(rooms=1, burst=1000))
    wire.seated(names=["Ann"])
    late = wire.player("Bob")
    late.create("kingdom", TERMS)
    wire.connect(late)
    wire.settle()
    refused = last(wire, late)
    assert isinstance(refused, m.Refused)
    assert refused.code == "relay-full"


def test_guessing_codes_soon_gets_slow() -> None:
    one = greeted(hub(Limits(burst=1000, guesses=3, guess_rate=0.1)))
    codes = []
    for code in ("nonsense", "AAA-AAA", "CCC-CCC", "DDD-DDD", "EEE-EEE"):
        effects = one.receive(1, m.Join(code, "Eve", TOKEN), START)
        for effect in list(effects):
            if isinstance(effect, Load):
                effects = one.loaded(effect, [], START)
        codes += [message.code for message in sent(effects) if isinstance(message, m.Refused)]
    assert codes == ["no-room", "no-room", "no-room", "too-fast", "too-fast"]


def test_guessing_tokens_soon_gets_slow() -> None:
    wire = Wire(Limits(burst=1000, guesses=2, guess_rate=0.1))
    (ann,) = wire.seated(names=["Ann"])
    thief = wire.player("Eve")
    thief.resume(ann.code)
    wire.connect(thief)
    wire.settle()
    thief.request(m.Resume(ann.code, bytes(32), 0, b"", 0))
    thief.request(m.Resume(ann.code, bytes(32), 0, b"", 0))
    wire.settle()
    answers = [decode_for_client(data) for data in line_of(wire, thief).sent]
    codes = [message.code for message in answers if isinstance(message, m.Refused)]
    assert codes == ["wrong-token", "wrong-token", "too-fast"]


def test_a_room_has_a_queue_of_bounded_length() -> None:
    wire = Wire(Limits(burst=1000, queue=3))
    ann, _ = wire.seated()
    wire.is_store_slow = True
    for number in range(6):
        ann.request(m.Say(f"line {number}"))
    wire.settle()
    refused = [decode_for_client(data) for data in line_of(wire, ann).sent]
    assert sum(isinstance(message, m.Refused) for message in refused) == 2
    wire.is_store_slow = False
    wire.settle()
    assert [line.text for line in ann.chat.values()] == [f"line {n}" for n in range(4)]


# ---- roles and messages -------------------------------------------------------------------------


def test_every_message_has_somebody_who_answers_for_it() -> None:
    assert set(REQUESTS) == set(TO_RELAY.values())


def test_a_watcher_who_sends_anything_else_has_to_go() -> None:
    allowed = {m.ListRooms, m.Watch, m.More, m.Say, m.FetchRecord, m.Leave, m.People, m.Ping}
    allowed |= {m.Avoid}
    for message in GOOD:
        if isinstance(message, m.ToRelay) and not isinstance(message, m.Hello):
            one = greeted(hub(), role=k.WATCHER)
            codes = closes(one.receive(1, message, START))
            assert codes == ([] if type(message) in allowed else [(1008, "wrong-role")])


def test_a_player_cannot_watch_on_the_same_connection() -> None:
    effects = greeted(hub()).receive(1, m.Watch("AAA-AAA", "Ann", 0, b""), START)
    assert closes(effects) == [(1008, "wrong-role")]


def test_what_needs_a_room_is_refused_outside() -> None:
    anywhere = {m.Hello, m.Ping, m.ListRooms, m.Create, m.Join, m.Resume, m.Watch, m.Peek}
    anywhere |= {d.Try, d.AskDay, d.AskGame, d.Dare, d.AskChallenge, d.AskDared, m.People, m.Avoid}
    for message in GOOD:
        if isinstance(message, m.ToRelay) and type(message) not in anywhere:
            (refused,) = sent(greeted(hub()).receive(1, message, START))
            assert isinstance(refused, m.Refused)
            assert refused.code == "not-in-room"


@pytest.mark.parametrize("code", ["bad-message", "text-frame", "too-large"])
def test_a_broken_frame_ends_its_connection_only(code: str) -> None:
    wire = Wire()
    ann, bob = wire.started()
    effects = wire.hub.broken(line_of(wire, bob).peer, BadMessage(code, "why"), wire.now)
    assert closes(effects) == [(BYES[code][0], code)]
    wire.carry_out(effects)
    wire.step(ann)
    wire.settle()
    assert not ann.pending


def test_thousands_of_messages_at_random_never_break_a_hub() -> None:
    chance = random.Random(8)
    wire = Wire()
    clients = wire.started()
    messages = [message for message in GOOD if isinstance(message, m.ToRelay)]
    code = clients[0].code
    for _ in range(5000):
        message = chance.choice(messages)
        if isinstance(message, m.Join | m.Resume | m.Watch) and chance.random() < 0.5:
            message = decode_for_relay(encode(message))
            object.__setattr__(message, "code", code)
        peer = chance.randrange(1, wire.peers + 3)
        if chance.random() < 0.02:
            wire.peers += 1
            wire.carry_out(wire.hub.connected(wire.peers, "there", wire.now))
            role = chance.choice((k.PLAYER, k.WATCHER))
            wire.carry_out(wire.hub.receive(wire.peers, m.Hello(1, role, ""), wire.now))
        wire.carry_out(wire.hub.receive(peer, message, wire.now))
        wire.now += chance.random()
        wire.carry_out(wire.hub.tick(wire.now))
    assert wire.notes == []


# ---- durable first ------------------------------------------------------------------------------


def test_nothing_is_told_of_a_move_before_it_is_durable() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.is_store_slow = True
    before = [len(line.sent) for line in wire.lines.values()]
    wire.step(ann)
    wire.settle()
    assert [len(line.sent) for line in wire.lines.values()] == before
    assert ann.pending
    wire.is_store_slow = False
    wire.settle()
    assert not ann.pending
    assert bob.confirmed == ann.confirmed


def test_who_enters_while_a_move_is_on_its_way_learns_of_it_when_it_is_durable() -> None:
    wire = Wire()
    ann, _ = wire.started()
    wire.is_store_slow = True
    wire.step(ann)
    wire.settle()
    watcher = Client("W", None)
    watcher.watch(ann.code)
    wire.connect(watcher)
    wire.settle()
    assert watcher.room is None
    wire.is_store_slow = False
    wire.settle()
    assert watcher.confirmed == ann.confirmed > 0


def test_a_move_that_is_not_durable_when_the_relay_dies_never_happened() -> None:
    wire = Wire()
    ann, bob = wire.started()
    confirmed = ann.confirmed
    wire.is_store_slow = True
    wire.step(ann)
    wire.settle()
    wire.restart()
    wire.is_store_slow = False
    for client in (bob, ann):
        wire.connect(client)
        wire.settle()
    # Bob saw nothing of it; Ann's client sent it again without being asked.
    assert ann.confirmed == bob.confirmed == confirmed + 1
    assert not ann.pending


def test_a_relay_that_starts_again_goes_on_where_the_store_is() -> None:
    wire = Wire()
    clients = wire.started()
    wire.play_on(clients, 40)
    wire.restart()
    for client in clients:
        wire.connect(client)
    wire.settle()
    wire.play_on(clients)
    assert {client.table.digest() for client in clients if client.table} == {
        clients[0].table.digest() if clients[0].table else ""
    }
    assert clients[0].room is not None
    assert clients[0].room.phase == k.OVER


def test_two_relays_on_one_store_serve_one_room() -> None:
    store = MemoryStore()
    here, there = Wire(store=store, seed=1), Wire(store=store, seed=2)
    ann, bob = here.started()
    for line in list(here.lines.values()):
        if line.client is bob:
            here.cut(line)
    there.connect(bob)
    there.settle()
    while ann.table is not None and ann.table.to_act == 0:
        here.step(ann)
        here.settle()
    # The other relay has an old copy: its first append is stale, and it looks again.
    bob.request(m.Say("hello"))
    there.settle()
    assert bob.confirmed == ann.confirmed
    assert [line.text for line in bob.chat.values()] == ["hello"]
    there.step(bob)
    there.settle()
    ann.request(m.Say("hello too"))
    here.settle()
    assert ann.confirmed == bob.confirmed
    assert [line.text for line in ann.chat.values()] == ["hello", "hello too"]


def test_a_new_room_whose_code_is_taken_gets_another() -> None:
    store = MemoryStore()
    first = Wire(store=store, seed=3)
    (ann,) = first.seated(names=["Ann"])
    second = Wire(store=store, seed=3)
    (bob,) = second.seated(names=["Bob"])
    assert len(store.rooms()) == 2
    assert bob.room is not None
    assert bob.room.seats[0].name == "Bob"
    cid = second.player("Cid")
    cid.join(ann.code)
    second.connect(cid)
    second.settle()
    assert cid.room is not None
    assert [seat.name for seat in cid.room.seats] == ["Ann", "Cid"]


# ---- a store out of reach -----------------------------------------------------------------------


def test_an_append_that_fails_is_refused_and_the_room_read_again() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.is_store_slow = True
    wire.step(ann)
    wire.settle()
    append = wire.waiting.popleft()
    wire.carry_out(wire.hub.failed(append, wire.now))
    wire.settle()
    assert not ann.pending
    wire.is_store_slow = False
    wire.pass_time(2)
    wire.play_on([ann, bob], 20)
    assert ann.confirmed == bob.confirmed >= 20


def test_nonces_that_were_refused_come_again_when_the_store_is_back() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    for client in (ann, bob):
        client.ready()
    wire.settle()
    wire.is_store_slow = True
    ann.request(m.Start())
    wire.settle()
    wire.store_one()  # the phase is sealing now, and both reveal
    wire.settle()
    wire.carry_out(wire.hub.failed(wire.waiting.popleft(), wire.now))
    wire.settle()
    wire.is_store_slow = False
    wire.pass_time(5)  # and not thirty seconds, until the start is called off
    assert ann.room is not None
    assert (ann.room.phase, ann.seal and ann.seal.attempt) == (k.PLAYING, 1)


def test_a_room_that_is_read_again_still_knows_who_is_there() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    wire.is_store_slow = True
    ann.request(m.Say("hello"))
    wire.settle()
    wire.carry_out(wire.hub.failed(wire.waiting.popleft(), wire.now))
    wire.is_store_slow = False
    wire.pass_time(2)
    for client in (ann, bob):
        client.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()
    assert ann.room is not None
    assert ann.room.phase == k.PLAYING


def test_an_append_that_failed_but_was_kept_is_found_when_the_room_is_read_again() -> None:
    wire = Wire()
    ann, bob = wire.started()
    before = ann.confirmed
    wire.is_store_slow = True
    wire.step(ann)
    wire.settle()
    append = wire.waiting.popleft()
    assert isinstance(append, Append)
    wire.store.append([append])
    wire.carry_out(wire.hub.failed(append, wire.now))
    wire.is_store_slow = False
    wire.pass_time(2)
    assert ann.confirmed == bob.confirmed == before + 1


def test_a_store_that_stays_away_is_asked_again_and_again() -> None:
    wire = Wire()
    ann, _ = wire.started()
    wire.is_store_slow = True
    wire.step(ann)
    wire.settle()
    for _ in range(5):
        wire.carry_out(wire.hub.failed(wire.waiting.popleft(), wire.now))
        wire.settle()
        wire.now += 1
        wire.carry_out(wire.hub.tick(wire.now))
        assert isinstance(wire.waiting[0], Load)
    wire.is_store_slow = False
    wire.pass_time(2)
    wire.step(ann)
    wire.settle()
    assert not ann.pending


def test_a_room_that_cannot_be_read_is_refused() -> None:
    one = greeted(hub())
    (load,) = one.receive(1, m.Join("AAA-AAA", "Ann", TOKEN), START)
    assert isinstance(load, Load)
    (refused,) = sent(one.failed(load, START))
    assert isinstance(refused, m.Refused)
    assert refused.code == "unavailable"


def test_a_damaged_log_is_noted_and_nobody_is_let_in() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    code = ann.code.replace("-", "")
    wire.restart()
    assert isinstance(wire.store, MemoryStore)
    wire.store._logs[code][0] = b"\xc1"
    wire.connect(ann)
    wire.settle()
    assert [note.room for note in wire.notes] == [code]
    refused = last(wire, ann)
    assert isinstance(refused, m.Refused)
    assert refused.code == "unavailable"


def test_answers_that_come_too_late_change_nothing() -> None:
    wire = Wire()
    ann, _ = wire.started()
    wire.is_store_slow = True
    wire.step(ann)
    wire.settle()
    append = wire.waiting[0]
    assert isinstance(append, Append)
    wire.is_store_slow = False
    wire.settle()
    assert wire.hub.stored(append, wire.now) == []
    assert wire.hub.stale(append, wire.now) == []
    assert wire.hub.failed(append, wire.now) == []
    assert wire.hub.loaded(Load(append.room), [], wire.now) == []
    assert wire.hub.loaded(Load("nowhere"), [], wire.now) == []


# ---- stopping -----------------------------------------------------------------------------------


def test_everybody_is_told_when_to_come_back() -> None:
    wire = Wire()
    clients = wire.started()
    wire.carry_out(wire.hub.stop(wire.now, wait=2.5))
    wire.settle()
    for client in clients:
        event = wire.events_of(client)[-1]
        assert isinstance(event, Ended)
        assert (event.code, event.wait, event.may_return) == ("stopping", 2.5, True)
    assert wire.lines == {}
