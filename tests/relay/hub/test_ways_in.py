"""Rooms from outside: joining, leaving, watching, chat, rematch."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.record import read_record, verify_record
from relay.client.client import Client
from relay.client.events import Ended, Event, Fetched, Verified
from relay.effects import Effect, Peer, Send
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client
from relay.protocol.limits import Limits
from tests.relay.wire import FAST, TERMS, Line, Wire

THREE = TERMS._replace(options='{"players":3}')


def line_of(wire: Wire, client: Client) -> Line:
    return next(line for line in wire.lines.values() if line.client is client)


def messages(line: Line) -> list[m.ToClient]:
    return [decode_for_client(data) for data in line.sent]


def refusals(line: Line) -> list[str]:
    return [message.code for message in messages(line) if isinstance(message, m.Refused)]


def ended(events: list[Event]) -> list[str]:
    return [event.code for event in events if isinstance(event, Ended)]


def watcher_of(wire: Wire, client: Client, name: str = "W") -> Client:
    watcher = Client(name, None)
    watcher.watch(client.code)
    wire.connect(watcher)
    wire.settle()
    return watcher


def view(client: Client) -> m.RoomView:
    assert client.room is not None
    return client.room


# ---- seats --------------------------------------------------------------------------------------


def test_two_people_meet_by_a_code_that_one_reads_out() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    assert len(ann.code) == 7
    assert view(ann) == view(bob)
    assert [seat.name for seat in view(ann).seats] == ["Ann", "Bob"]
    assert (ann.seat, bob.seat) == (0, 1)


def test_a_join_whose_answer_is_lost_can_be_sent_again() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    bob = wire.player("Bob")
    bob.join(ann.code.lower().replace("-", " "))
    line = wire.connect(bob)
    while line.up:
        wire.deliver_up(line)
    wire.cut(line)
    wire.connect(bob)
    wire.settle()
    assert bob.seat == 1
    assert [seat.name for seat in view(ann).seats] == ["Ann", "Bob"]


def test_a_stranger_with_the_code_cannot_take_a_seat_that_is_taken() -> None:
    wire = Wire()
    ann, _ = wire.started()
    thief = wire.player("Eve")
    for enter in (thief.resume, thief.join):
        enter(ann.code)
        line = wire.connect(thief)
        wire.settle()
        wire.cut(line)
    assert thief.seat is None
    assert [seat.name for seat in view(ann).seats] == ["Ann", "Bob"]


def test_a_second_connection_with_the_same_token_replaces_the_first() -> None:
    wire = Wire()
    ann, bob = wire.started()
    twin = Client("Ann", ann.ticket)
    twin.resume(ann.code)
    wire.connect(twin)
    wire.settle()
    assert ended(wire.events_of(ann)) == ["replaced"]
    wire.play_on([twin, bob], 30)
    assert twin.confirmed == bob.confirmed >= 30


def test_who_is_kicked_is_told_and_the_seat_is_free() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    ann.request(m.Kick(1))
    wire.settle()
    assert ended(wire.events_of(bob)) == ["kicked"]
    assert view(ann).seats[1].sitter == k.EMPTY


def test_who_leaves_the_lobby_may_go_elsewhere_on_the_same_line() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    bob.request(m.Leave())
    wire.settle()
    assert view(ann).seats[1].sitter == k.EMPTY
    bob.create("kingdom", TERMS)
    wire.settle()
    assert bob.seat == 0
    assert bob.code != ann.code


def test_the_last_word_of_somebody_who_leaves_and_hangs_up_counts() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    wire.is_store_slow = True
    ann.request(m.Say("wait"))
    wire.settle()
    bob.request(m.Leave())
    line = line_of(wire, bob)
    wire.pump(line)
    wire.deliver_up(line)
    wire.cut(line)
    wire.is_store_slow = False
    wire.store_all()
    wire.settle()
    assert view(ann).seats[1].sitter == k.EMPTY


def test_who_goes_to_another_room_keeps_the_seat_in_the_first() -> None:
    wire = Wire()
    ann, bob = wire.started()
    code = bob.code
    bob.create("kingdom", TERMS)
    wire.settle()
    wire.pass_time(2)
    assert ann.present == m.Present((0,), 0)
    bob.resume(code)
    wire.settle()
    wire.pass_time(2)
    assert ann.present == m.Present((0, 1), 0)
    assert bob.confirmed == ann.confirmed


def test_a_host_who_stays_away_from_the_lobby_is_followed() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    wire.cut(line_of(wire, ann))
    wire.pass_time(119)
    assert view(bob).host == 0
    wire.pass_time(2)
    assert view(bob).host == 1


def test_a_start_falls_through_if_a_nonce_does_not_come() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    for client in (ann, bob):
        client.ready()
    wire.settle()
    ann.request(m.Start())
    line = line_of(wire, bob)
    for other in (line_of(wire, ann), line):
        wire.pump(other)
        while other.up:
            wire.deliver_up(other)
    wire.cut(line)
    wire.pass_time(29)
    assert view(ann).phase == k.SEALING
    wire.pass_time(2)
    assert view(ann).phase == k.LOBBY
    assert ann.seal is not None
    assert ann.seal.attempt == 2
    assert not any(seat.ready for seat in view(ann).seats)


def test_the_list_names_rooms_that_want_it_while_somebody_is_there() -> None:
    wire = Wire()
    (secret,) = wire.seated(names=["Ann"])
    (public,) = wire.seated(THREE._replace(listed=True), names=["Bob"])
    secret.request(m.ListRooms())
    wire.settle()
    rooms = messages(line_of(wire, secret))[-1]
    assert isinstance(rooms, m.Rooms)
    names = ("Bob", "", "")
    assert rooms.rooms == (m.Listed(public.code, k.LOBBY, "kingdom", names, 2, True, 0),)
    wire.cut(line_of(wire, public))
    secret.request(m.ListRooms())
    wire.settle()
    assert messages(line_of(wire, secret))[-1] == m.Rooms(())


def listing(wire: Wire, client: Client) -> m.Listed:
    client.request(m.ListRooms())
    wire.settle()
    rooms = messages(line_of(wire, client))[-1]
    assert isinstance(rooms, m.Rooms)
    (room,) = rooms.rooms
    return room


def test_a_list_tells_the_turn_of_a_game_and_for_how_long_nobody_moved() -> None:
    wire = Wire()
    clients = wire.started(TERMS._replace(listed=True))
    assert (listing(wire, clients[0]).turn, listing(wire, clients[0]).idle) == (1, 0)
    wire.pass_time(179)
    assert listing(wire, clients[0]).idle == 2  # whole minutes
    wire.play_on(clients, 30)
    found = listing(wire, clients[0])
    assert (found.turn > 1, found.idle) == (True, 0)


def test_a_list_does_not_tell_how_far_a_game_is_that_spectators_see_later() -> None:
    wire = Wire()
    clients = wire.started(TERMS._replace(listed=True, delay=60))
    wire.play_on(clients, 30)
    wire.pass_time(600)
    assert (listing(wire, clients[0]).turn, listing(wire, clients[0]).idle) == (0, 0)


def test_a_client_of_version_3_gets_rows_that_it_knows() -> None:
    wire = Wire()
    clients = wire.started(TERMS._replace(listed=True))
    wire.pass_time(600)
    wire.hub._shared.connections[line_of(wire, clients[0]).peer].version = 3
    assert (listing(wire, clients[0]).turn, listing(wire, clients[0]).idle) == (0, 0)


def test_a_list_has_an_end() -> None:
    wire = Wire(Limits(burst=1000, listing=3, creations=100))
    hosts = [wire.seated(TERMS._replace(listed=True), names=["Ann"])[0] for _ in range(5)]
    hosts[0].request(m.ListRooms())
    wire.settle()
    rooms = messages(line_of(wire, hosts[0]))[-1]
    assert isinstance(rooms, m.Rooms)
    assert [room.code for room in rooms.rooms] == [host.code for host in hosts[:1:-1]]


# ---- watching -----------------------------------------------------------------------------------


def test_a_late_watcher_gets_the_game_from_its_first_entry() -> None:
    wire = Wire()
    clients = wire.started()
    wire.play_on(clients, 60)
    watcher = watcher_of(wire, clients[0])
    assert watcher.confirmed == clients[0].confirmed
    assert watcher.table is not None
    assert len(watcher.table.states) == watcher.confirmed + 1
    wire.play_on(clients)
    assert isinstance(wire.events_of(watcher)[-1], Verified)


def test_a_watcher_that_lost_its_line_gets_only_what_it_missed() -> None:
    wire = Wire()
    clients = wire.started()
    watcher = watcher_of(wire, clients[0])
    wire.play_on(clients, 40)
    have = watcher.confirmed
    wire.cut(line_of(wire, watcher))
    wire.play_on(clients, 60)
    line = wire.connect(watcher)
    wire.settle()
    logs = [message for message in messages(line) if isinstance(message, m.Log)]
    assert logs[0].first == have + 1
    assert watcher.confirmed == clients[0].confirmed


def test_the_host_may_forbid_watching() -> None:
    wire = Wire()
    (ann,) = wire.seated(TERMS._replace(watching=False), names=["Ann"])
    watcher = watcher_of(wire, ann)
    assert watcher.room is None
    assert refusals(line_of(wire, watcher)) == ["no-watching"]


def test_watchers_have_to_go_when_the_host_forbids_it_later() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    watcher = watcher_of(wire, ann)
    ann.request(m.Change(TERMS._replace(listed=True)))
    wire.settle()
    assert ended(wire.events_of(watcher)) == []
    ann.request(m.Change(TERMS._replace(watching=False)))
    wire.settle()
    assert ended(wire.events_of(watcher)) == ["kicked"]


def test_a_room_has_only_so_many_watchers() -> None:
    wire = Wire(Limits(burst=1000, watchers=2))
    (ann,) = wire.seated(names=["Ann"])
    watchers = [watcher_of(wire, ann, f"W{n}") for n in range(3)]
    assert [watcher.room is not None for watcher in watchers] == [True, True, False]
    wire.cut(line_of(wire, watchers[0]))
    wire.cut(line_of(wire, watchers[2]))
    assert watcher_of(wire, ann).room is not None


def test_an_address_stands_for_as_many_people_as_could_connect_from_there() -> None:
    wire = Wire(Limits(burst=1000, connections=5))
    (ann,) = wire.seated(names=["Ann"])
    for address, people, shown in (("a", 1000, 5), ("a", 1000, 5), ("b", 2, 7), ("b", 0, 7)):
        page = Client("page", None)
        page.stand_for(people)
        page.watch(ann.code)
        wire.connect(page, address)
        wire.settle()
        wire.pass_time(2)
        assert ann.present is not None
        assert ann.present.watchers == shown


def test_watchers_are_counted_at_most_once_a_second() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    line = line_of(wire, ann)
    wire.pass_time(5)
    before = len(messages(line))
    for number in range(20):
        watcher_of(wire, ann, f"W{number}")
    wire.pass_time(2)
    news = messages(line)[before:]
    assert len(news) <= 3
    assert news[-1] == m.Present((0,), 20)


def test_watchers_get_entries_and_the_end_after_their_delay() -> None:
    wire = Wire()
    clients = wire.started(TERMS._replace(delay=30))
    watcher = watcher_of(wire, clients[0])
    assert watcher.confirmed == 0
    wire.pass_time(30)
    assert watcher.confirmed == 3
    wire.play_on(clients)
    last = clients[0].confirmed
    clients[0].request(m.Rematch(True))
    wire.pass_time(29)
    assert view(clients[1]).seats[0].again
    late = watcher_of(wire, clients[0])
    for client in (watcher, late):
        assert client.confirmed == 3
        assert view(client).phase == k.PLAYING
        assert not view(client).seats[0].again
        assert client.seal is not None
        assert client.seal.secret == b""
        client.fetch()
    wire.settle()
    assert refusals(line_of(wire, watcher))[-1] == "wrong-phase"
    wire.pass_time(1)
    for client in (watcher, late):
        assert client.confirmed == last
        assert view(client).phase == k.OVER
        assert view(client).seats[0].again
        assert any(isinstance(event, Verified) for event in wire.events_of(client))


def test_the_clock_is_not_told_to_watchers_with_a_delay() -> None:
    wire = Wire()
    terms = TERMS._replace(clock=k.TURN_CLOCK, seconds=60)
    for delay, is_told in ((0, True), (5, False)):
        clients = wire.started(terms._replace(delay=delay))
        watcher = watcher_of(wire, clients[0])
        while clients[0].table is not None and clients[0].table.to_act == 0:
            wire.step(clients[0])
            wire.settle()
        assert clients[0].clock == m.ClockView(1, (60_000, 60_000))
        assert (watcher.clock is not None) == is_told


def test_watchers_know_of_a_stand_in_when_they_see_its_moves() -> None:
    wire = Wire()
    ann, bob = wire.started(TERMS._replace(delay=30))
    watcher = watcher_of(wire, ann)
    wire.cut(line_of(wire, bob))
    wire.pass_time(wire.limits.absence)
    ann.request(m.Vote(1, True))
    wire.settle()
    assert view(ann).seats[1].sitter == k.STAND_IN
    late = watcher_of(wire, ann)

    def shown() -> set[tuple[str, str]]:
        return {view(client).seats[1][1:3] for client in (watcher, late)}

    assert shown() == {(k.PERSON, "")}
    wire.pass_time(29)
    assert shown() == {(k.PERSON, "")}
    wire.pass_time(1)
    assert shown() == {(k.STAND_IN, "greedy")}
    wire.connect(bob)
    bob.request(m.Retake())
    wire.settle()
    assert view(ann).seats[1].sitter == k.PERSON
    wire.pass_time(29)
    assert shown() == {(k.STAND_IN, "greedy")}
    wire.pass_time(1)
    assert shown() == {(k.PERSON, "")}


def test_watchers_with_a_delay_hear_of_no_vote() -> None:
    """It would be void as soon as a bot stands in, and so tell of it."""
    wire = Wire()
    clients = wire.started(TERMS._replace(delay=30, options='{"players":3}'), ("Ann", "Bob", "Cy"))
    watcher = watcher_of(wire, clients[0])
    wire.cut(line_of(wire, clients[2]))
    wire.pass_time(wire.limits.absence)
    clients[0].request(m.Vote(2, True))
    wire.settle()
    assert view(clients[1]).votes == (m.VoteView(2, 0, True),)
    wire.pass_time(60)
    assert view(watcher).votes == ()


def test_who_enters_just_when_the_delay_has_passed_sees_the_end_at_once() -> None:
    wire = Wire()
    clients = wire.started(TERMS._replace(delay=30))
    early = watcher_of(wire, clients[0])
    wire.play_on(clients)
    wire.now += 30  # no alarm has rung yet
    late = watcher_of(wire, clients[0])
    for client in (early, late):
        assert client.confirmed == clients[0].confirmed
        assert view(client).phase == k.OVER


def test_who_is_behind_gets_no_new_entries_before_the_old_ones() -> None:
    wire = Wire(Limits(burst=1000, rate=1000, page=10))
    clients = wire.started()
    wire.play_on(clients, 40)
    slow = Client("W", None)
    slow.watch(clients[0].code)
    line = wire.connect(slow)
    while line.up:
        wire.deliver_up(line)
    wire.step(clients[0]) or wire.step(clients[1])
    for other in list(wire.lines.values()):
        if other is not line:
            wire.pump(other)
            while other.up:
                wire.deliver_up(other)
    logs = [message for message in messages(line) if isinstance(message, m.Log)]
    assert [(log.first, len(log.actors)) for log in logs] == [(1, 10)]
    wire.settle()
    assert slow.confirmed == clients[0].confirmed


def test_one_message_goes_to_all_who_see_the_same() -> None:
    wire = Wire()
    clients = wire.started()
    watchers = [watcher_of(wire, clients[0], name) for name in "VW"]
    ann, bob, *_ = (line_of(wire, client).peer for client in [*clients, *watchers])
    told: list[tuple[Peer, ...]] = []
    carry_out = wire.carry_out

    def listen(effects: Iterable[Effect]) -> None:
        effects = list(effects)
        sends = [effect for effect in effects if isinstance(effect, Send)]
        told.extend(send.peers for send in sends if isinstance(send.message, m.Log))
        carry_out(effects)

    wire.carry_out = listen  # type: ignore[method-assign]
    wire.play_on(clients, 60)
    all_ = {*wire.lines}  # of a dealt card one player sees more than all the others
    assert sorted(map(sorted, {frozenset(peers) for peers in told})) == sorted(
        map(sorted, (all_, {ann}, {bob}, all_ - {ann}, all_ - {bob}))
    )


def test_who_asks_again_from_the_start_gets_what_follows_just_once() -> None:
    wire = Wire()
    clients = wire.started()
    wire.play_on(clients, 20)
    line = line_of(wire, watcher_of(wire, clients[0]))
    wire.play_on(clients, 30)
    before, have = len(line.sent), clients[0].confirmed
    wire.carry_out(wire.hub.receive(line.peer, m.More(5), wire.now))
    line.down.clear()  # the client has them already
    wire.play_on(clients, 40)
    logs = [x for x in messages(line)[before:] if isinstance(x, m.Log)]
    assert (logs[0].first, len(logs[0].actors)) == (6, have - 5)
    following = [number for log in logs for number in range(log.first, log.first + len(log.actors))]
    assert following == [*range(6, clients[0].confirmed + 1)]


def test_a_digest_that_is_not_the_relays_leads_to_a_fresh_start() -> None:
    wire = Wire()
    clients = wire.started()
    wire.play_on(clients, 40)
    for digest in (bytes(8), b""):
        other = Client("W", None)
        line = wire.connect(other)
        other.request(m.Watch(clients[0].code, "W", 20, digest))
        wire.settle()
        place = next(x for x in messages(line) if isinstance(x, m.Watching))
        assert (place.kept, place.last) == (0, clients[0].confirmed)
        assert other.confirmed == clients[0].confirmed


# ---- talking ------------------------------------------------------------------------------------


def test_players_talk_to_players_and_watchers_to_watchers() -> None:
    wire = Wire()
    ann, bob = wire.started()
    eve, dan = watcher_of(wire, ann, "Eve"), watcher_of(wire, ann, "Dan")
    bob.request(m.Say("hello\x1b[2J"))
    eve.request(m.Say("psst"))
    wire.settle()
    said = [line.text for line in ann.chat.values()]
    assert said == ["hello[2J"]
    murmur = m.Murmur(eve.voice, "Eve", "psst")
    for client, hears in ((eve, True), (dan, True), (ann, False), (bob, False)):
        assert (murmur in messages(line_of(wire, client))) == hears
        assert any(isinstance(x, m.Said) for x in messages(line_of(wire, client))) != hears


def test_players_hear_watchers_while_no_game_is_on() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    eve = watcher_of(wire, ann, "Eve")
    eve.request(m.Say("may I join?"))
    wire.settle()
    assert m.Murmur(eve.voice, "Eve", "may I join?") in messages(line_of(wire, ann))


def test_the_host_may_mute_a_watcher() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    eve = watcher_of(wire, ann, "Eve")
    bob.request(m.Mute(eve.voice, True))
    ann.request(m.Mute(eve.voice + 1, True))
    ann.request(m.Mute(eve.voice, True))
    wire.settle()
    eve.request(m.Say("psst"))
    eve.request(m.Say("\u200b"))
    wire.settle()
    assert refusals(line_of(wire, bob)) == ["not-allowed"]
    assert refusals(line_of(wire, ann)) == ["bad-seat"]
    assert refusals(line_of(wire, eve)) == ["muted", "empty"]
    ann.request(m.Mute(eve.voice, False))
    wire.settle()
    eve.request(m.Say("psst"))
    wire.settle()
    assert m.Murmur(eve.voice, "Eve", "psst") in messages(line_of(wire, eve))


def test_the_chat_that_was_missed_comes_with_the_resume() -> None:
    wire = Wire(Limits(burst=1000, chat_sent=3))
    ann, bob = wire.seated()
    ann.request(m.Say("one"))
    wire.settle()
    wire.cut(line_of(wire, bob))
    for word in ("two", "three"):
        ann.request(m.Say(word))
    wire.settle()
    line = wire.connect(bob)
    wire.settle()
    assert [x.number for x in messages(line) if isinstance(x, m.Said)] == [2, 3]
    twin = Client("Bob", bob.ticket)
    twin.resume(ann.code)
    for word in ("four", "five"):
        ann.request(m.Say(word))
    wire.settle()
    wire.connect(twin)
    wire.settle()
    assert [line.text for line in twin.chat.values()] == ["three", "four", "five"]


def test_a_line_is_of_whoever_said_it_and_not_of_who_has_the_seat_now() -> None:
    wire = Wire()
    ann, bob = wire.seated(TERMS._replace(options='{"players":3}'))
    for client, word in ((bob, "I have to go."), (ann, "Bye.")):
        client.request(m.Say(word))
        wire.settle()
    bob.request(m.Leave())
    wire.settle()
    cleo = wire.player("Cleo")
    cleo.join(ann.code)
    line = wire.connect(cleo)
    wire.settle()
    assert cleo.seat == bob.seat
    told = [message for message in messages(line) if isinstance(message, m.Said)]
    assert [said.name for said in told] == ["Bob", ""], "only where the seat does not tell it"
    cleo.request(m.Say("Hello."))
    wire.settle()
    for client in (ann, cleo):
        assert [said.name for said in client.chat.values()] == ["Bob", "Ann", "Cleo"]
    ann.request(m.Change(TERMS))
    cleo.request(m.Leave())
    wire.settle()
    wire.restart()
    ann.chat.clear()
    wire.connect(ann)
    wire.settle()
    assert [said.name for said in ann.chat.values()] == ["Bob", "Ann", "Cleo"]


def test_old_lines_are_not_told_again_when_a_room_is_opened_again() -> None:
    wire = Wire()
    ann, _ = wire.seated()
    ann.request(m.Say("one"))
    wire.settle()
    wire.restart()
    line = wire.connect(ann)
    wire.settle()
    ann.request(m.Say("two"))
    wire.settle()
    assert [x.number for x in messages(line) if isinstance(x, m.Said)] == [2]


# ---- bots and absence ---------------------------------------------------------------------------


def test_bots_play_when_it_is_their_turn_and_the_game_is_verified() -> None:
    wire = Wire()
    (ann,) = wire.seated(THREE, names=["Ann"])
    for seat in (1, 2):
        ann.request(m.SeatBot(seat, "random"))
    wire.settle()
    ann.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()
    wire.play_on([ann])
    assert view(ann).phase == k.OVER
    assert any(isinstance(event, Verified) for event in wire.events_of(ann))
    assert ann.seal is not None
    assert [bool(nonce) for nonce in ann.seal.nonces] == [True, False, False]


def test_bots_wait_while_nobody_is_there() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    ann.request(m.SeatBot(1, "random"))
    ann.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()
    ann.request(m.Leave())
    line = line_of(wire, ann)
    wire.pump(line)
    while line.up:
        wire.deliver_up(line)
    wire.cut(line)
    assert not wire.thoughts


def test_an_absent_player_is_replaced_by_vote_and_takes_the_seat_back() -> None:
    wire = Wire()
    ann, bob = wire.started()
    while ann.table is not None and ann.table.to_act == 0:
        wire.step(ann)
        wire.settle()
    wire.cut(line_of(wire, bob))
    ann.request(m.Vote(1, True))
    wire.settle()
    assert refusals(line_of(wire, ann)) == ["present"]
    wire.pass_time(61)
    ann.request(m.Vote(1, True))
    wire.settle()
    assert view(ann).seats[1].sitter == k.STAND_IN
    assert ann.table is not None
    assert ann.table.to_act == 0
    wire.connect(bob)
    wire.settle()
    bob.request(m.Retake())
    wire.settle()
    assert view(ann).seats[1].sitter == k.PERSON
    wire.play_on([ann, bob])
    assert view(bob).phase == k.OVER


def test_a_seat_that_changes_hands_while_a_bot_thinks_is_never_stuck() -> None:
    wire = Wire()
    ann, bob = wire.started()
    while ann.table is not None and ann.table.to_act == 0:
        wire.step(ann)
        wire.settle()
    bob.request(m.Leave())
    wire.settle()
    ann.request(m.Vote(1, True))
    line = line_of(wire, ann)
    wire.pump(line)
    wire.deliver_up(line)
    assert len(wire.thoughts) == 1
    thought = wire.thoughts.popleft()
    bob.resume(ann.code)
    bob.request(m.Retake())
    other = line_of(wire, bob)
    wire.pump(other)
    while other.up:
        wire.deliver_up(other)
    wire.thoughts.append(thought)
    wire.think_one()  # too late: nothing happens
    bob.request(m.Leave())
    wire.settle()
    ann.request(m.Vote(1, True))
    wire.settle()
    assert ann.table is not None
    assert ann.table.to_act == 0


def test_when_the_time_is_up_a_bot_plays_on() -> None:
    wire = Wire()
    ann, bob = wire.started(TERMS._replace(clock=k.TURN_CLOCK, seconds=60))
    wire.pass_time(59)
    assert view(bob).seats[0].sitter == k.PERSON
    wire.pass_time(2)
    assert view(bob).seats[0].sitter == k.STAND_IN
    assert bob.table is not None
    assert bob.table.to_act == 1
    assert ann.confirmed == bob.confirmed


def test_days_pass_in_an_empty_room_and_the_clock_still_ends_somewhere() -> None:
    wire = Wire()
    ann, bob = wire.started(TERMS._replace(clock=k.TURN_CLOCK, seconds=3 * 24 * 3600))
    for client in (ann, bob):
        wire.cut(line_of(wire, client))
    wire.pass_time(4 * 24 * 3600)
    wire.connect(bob)
    wire.settle()
    assert view(bob).seats[0].sitter == k.PERSON
    wire.pass_time(61)
    assert view(bob).seats[0].sitter == k.STAND_IN


# ---- the end ------------------------------------------------------------------------------------


def test_a_finished_game_can_be_fetched_by_all_in_pages() -> None:
    wire = Wire(Limits(burst=1000, rate=1000, text_page=500))
    clients = wire.started()
    watcher = watcher_of(wire, clients[0])
    clients[0].fetch()
    wire.settle()
    assert refusals(line_of(wire, clients[0])) == ["wrong-phase"]
    wire.play_on(clients)
    for client in (*clients, watcher):
        client.fetch()
        wire.settle()
        event = wire.events_of(client)[-1]
        assert isinstance(event, Fetched)
        record, table = read_record(event.text)
        assert verify_record(record, table) > 10
        assert sum(isinstance(x, m.RecordPage) for x in messages(line_of(wire, client))) > 3


def test_a_rematch_moves_everybody_to_a_new_room() -> None:
    wire = Wire()
    ann, bob = wire.started()
    watcher = watcher_of(wire, ann)
    wire.play_on([ann, bob])
    first = ann.code
    for client in (ann, bob):
        client.request(m.Rematch(True))
        wire.settle()
    assert view(ann).following == view(watcher).following != ""
    for client in (ann, bob, watcher):
        client.follow()
    wire.settle()
    assert ann.code == bob.code == watcher.code != first
    assert [seat.name for seat in view(watcher).seats] == ["Bob", "Ann"]
    assert (ann.seat, bob.seat, view(ann).host) == (1, 0, 1)
    for client in (ann, bob):
        client.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()
    wire.play_on([ann, bob])
    assert view(watcher).phase == k.OVER


def test_a_host_who_does_not_come_to_the_rematch_is_followed() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob])
    for client in (ann, bob):
        client.request(m.Rematch(True))
    wire.settle()
    bob.follow()
    wire.settle()
    assert view(bob).host == 1
    wire.pass_time(121)
    assert view(bob).host == bob.seat == 0


def test_a_rematch_that_could_not_be_made_can_be_asked_for_again() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob])
    ann.request(m.Rematch(True))
    wire.settle()
    bob.request(m.Rematch(True))
    wire.is_store_slow = True
    wire.settle()
    wire.store_one()  # Bob's wish; the append of the new room is next
    wire.carry_out(wire.hub.failed(wire.waiting.popleft(), wire.now))
    wire.is_store_slow = False
    wire.settle()
    assert view(ann).following == ""
    bob.request(m.Rematch(True))
    wire.settle()
    assert view(ann).following != ""


def test_an_empty_room_is_put_away_and_read_again() -> None:
    wire = Wire()
    ann, bob = wire.started()
    for client in (ann, bob):
        wire.cut(line_of(wire, client))
    wire.pass_time(59)
    assert len(wire.hub._shared.rooms) == 1
    wire.pass_time(2)
    assert len(wire.hub._shared.rooms) == 0
    wire.connect(ann)
    wire.settle()
    assert ann.confirmed == 3


@pytest.mark.parametrize("is_connected", [True, False])
def test_an_old_room_expires(is_connected: bool) -> None:
    wire = Wire(FAST)
    (ann,) = wire.seated(names=["Ann"])
    if not is_connected:
        wire.cut(line_of(wire, ann))
    wire.pass_time(2 * 24 * 3600 + 3600)
    assert wire.store.rooms() == []
    if is_connected:
        assert ended(wire.events_of(ann)) == ["gone"]
    line = wire.connect(ann)
    wire.settle()
    assert refusals(line) == ["no-room"]


def test_a_room_lives_on_while_something_happens_in_it() -> None:
    wire = Wire()
    ann, _ = wire.seated()
    for _ in range(4):
        wire.pass_time(24 * 3600)
        ann.request(m.Say("still here"))
        wire.settle()
    assert ended(wire.events_of(ann)) == []
    assert len(wire.store.rooms()) == 1


def test_alarms_of_a_room_that_was_put_away_do_not_ring_in_the_one_read_after_it() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    wire.pass_time(10)  # by now an alarm is set for the day the lobby expires
    for client in (ann, bob):
        wire.cut(line_of(wire, client))
    wire.pass_time(100)
    for client in (ann, bob):
        wire.connect(client)
    wire.settle()
    for _ in range(3):
        wire.pass_time(24 * 3600)
        ann.request(m.Say("still here"))
        wire.settle()
    assert len(bob.chat) == 3
    assert ended(wire.events_of(bob)) == []


# ---- a look from outside ------------------------------------------------------------------------


def peeked(wire: Wire, code: str, token: bytes) -> m.ToClient:
    """What a connection that is in no room is told."""
    stranger = wire.player("Stranger")
    line = wire.connect(stranger)
    stranger.request(m.Peek(code, token))
    wire.settle()
    wire.cut(line)
    return messages(line)[-1]


def token_of(client: Client) -> bytes:
    assert client.ticket is not None
    return client.ticket.token


def test_a_player_can_look_how_the_game_stands_without_sitting_down() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    assert ann.table is not None
    seen = peeked(wire, bob.code.lower(), token_of(bob))
    assert seen == m.Peeked(ann.code, k.PLAYING, 1, ann.table.to_act or 0, ann.last, ("Ann", "Bob"))
    assert ended(wire.events_of(bob)) == []
    wire.play_on([ann, bob])
    last = ann.confirmed
    seen = peeked(wire, ann.code, token_of(ann))
    assert seen == m.Peeked(ann.code, k.OVER, 0, k.NOBODY, last, ("Ann", "Bob"))


def test_nobody_has_to_act_in_a_lobby() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    seen = peeked(wire, ann.code, token_of(ann))
    assert seen == m.Peeked(ann.code, k.LOBBY, 0, k.NOBODY, 0, ("Ann", ""))


def test_who_only_looks_is_not_there() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.cut(line_of(wire, bob))
    wire.pass_time(2)
    peeked(wire, ann.code, token_of(bob))
    wire.pass_time(2)
    assert ann.present is not None
    assert ann.present.seats == (0,)
    wire.pass_time(60)
    ann.request(m.Vote(1, True))
    wire.settle()
    assert view(ann).seats[1].sitter == k.STAND_IN


def test_a_game_that_nobody_has_open_can_be_looked_at_and_is_put_away_again() -> None:
    wire = Wire()
    ann, bob = wire.started()
    for client in (ann, bob):
        wire.cut(line_of(wire, client))
    wire.restart()
    assert isinstance(peeked(wire, ann.code, token_of(bob)), m.Peeked)
    assert wire.hub.figures()["rooms"] == 1
    wire.pass_time(wire.limits.idle + 1)
    assert wire.hub.figures()["rooms"] == 0


def test_nobody_has_to_act_where_a_bot_will() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    ann.request(m.SeatBot(1, "random"))
    ann.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()
    line = line_of(wire, ann)
    while not wire.thoughts:  # until the turn is the bot's, which is not heard yet
        wire.step(ann)
        wire.pump(line)
        while line.up:
            wire.deliver_up(line)
        while line.down:
            wire.deliver_down(line)
    wire.cut(line)
    wire.thoughts.clear()
    seen = peeked(wire, ann.code, token_of(ann))
    assert seen == m.Peeked(ann.code, k.PLAYING, 0, k.NOBODY, ann.last, ("Ann", "random"))


def test_a_wrong_token_learns_nothing_and_counts_as_a_guess() -> None:
    wire = Wire(Limits(burst=1000, guesses=2, guess_rate=0.1))
    (ann,) = wire.seated(names=["Ann"])
    answers = [peeked(wire, ann.code, bytes(32)) for _ in range(3)]
    codes = [answer.code for answer in answers if isinstance(answer, m.Refused)]
    assert codes == ["wrong-token", "wrong-token", "too-fast"]
    wire.pass_time(100)
    answer = peeked(wire, "AAA-AAA", token_of(ann))
    assert isinstance(answer, m.Refused)
    assert answer.code == "no-room"


def test_who_watches_through_one_connection_is_counted_one_by_one() -> None:
    wire = Wire(Limits(burst=1000, watchers=3, connections=50))
    (ann,) = wire.seated(TERMS._replace(listed=True), names=["Ann"])
    line = line_of(wire, ann)
    page, glance = Client("page", None), Client("glance", None)
    glance.stand_for(0)
    page.stand_for(0)
    for client in (glance, page):
        client.watch(ann.code)
        wire.connect(client)
        wire.settle()
    wire.pass_time(2)
    assert {told.watchers for told in messages(line) if isinstance(told, m.Present)} == {0}
    assert (glance.room, page.room) != (None, None)
    for people in (40, 41, 0, 7):
        page.stand_for(people)
        wire.settle()
        wire.pass_time(2)
        assert messages(line)[-1] == m.Present((0,), people)
    page.request(m.ListRooms())
    wire.settle()
    assert [told.rooms[0].watchers for told in messages(line_of(wire, page))[-1:]] == [7]  # type: ignore[attr-defined]
    wire.cut(line_of(wire, page))
    page.opened()  # it comes back as many as they were
    wire.plug(page)
    wire.settle()
    watcher_of(wire, ann)
    wire.pass_time(2)
    assert messages(line)[-1] == m.Present((0,), 8)
    assert watcher_of(wire, ann).room is None  # places are counted by connections


def test_an_older_relay_is_not_told_how_many_watch() -> None:
    client = Client("page", None)
    client.watch("KQ7-4TN")
    client.stand_for(3)
    client.opened()
    assert [type(message) for message in client.take()] == [m.Hello]
    client.receive(m.Welcome(5, "old", 16384, 20, 5, ("kingdom",), ("random",)))
    assert client.take() == [m.Watch("KQ7-4TN", "page", 0, b"")]
    client.stand_for(4)
    assert client.take() == []
