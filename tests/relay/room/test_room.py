"""A room is the fold of its facts: read again it is the same, and a damaged log is detected."""

from __future__ import annotations

import json

import pytest

from engine.contract import DEALER
from engine.record import read_record, verify_record
from engine.table import Table
from relay.effects import Append
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode, pack
from relay.protocol.errors import BadLog
from relay.room import absence, lobby
from relay.room import facts as f
from relay.room import room as room_module
from relay.room.room import Room
from tests.relay.rooms import (
    NOW,
    again,
    finished,
    game_of,
    load,
    lobby_of,
    moment,
    play,
    play_turn,
    terms,
    token,
)
from tests.relay.wire import Wire


def eventful() -> Room:
    """A game in which much has happened."""
    room = game_of("Ann", "Bob", on=terms(k.TURN_CLOCK, 50, players=3))
    absence.say(room, 0, m.Say("hello"), moment())
    absence.mute(room, 0, m.Mute(1, True), moment())
    room.present = {0}
    room.absent_since = {1: NOW - 1000}
    play_turn(room, NOW + 7)
    absence.vote(room, 0, m.Vote(1, True), moment(NOW + 8))
    absence.retake(room, 1, m.Retake(), moment(NOW + 9))
    lobby.leave(room, 0, moment())
    return room


def changed() -> Room:
    """A lobby in which much has happened."""
    room = lobby_of("Ann", "Bob", "Cid", on=terms(players=4))
    lobby.kick(room, 0, m.Kick(2), moment())
    lobby.change(room, 0, m.Change(terms(k.GAME_CLOCK, 600, players=3)), moment())
    lobby.seat_bot(room, 0, m.SeatBot(2, "random"), moment())
    lobby.leave(room, 0, moment())
    return room


def state_of(room: Room) -> dict[str, object]:
    """Everything that is stored of a room, as plain values."""
    left_out = {"fresh", "present", "absent_since", "opened_at", "told"}  # not stored
    left_out |= {"table", "chairs", "_dealer"}  # compared below
    found = {name: value for name, value in vars(room).items() if name not in left_out}
    found["chairs"] = [vars(chair) for chair in room.chairs]
    found["entries"] = room.table and room.table.entries
    found["state"] = room.table and room.table.state
    return found


@pytest.mark.parametrize(
    "room", [changed(), eventful(), finished("Ann", "Bob")], ids=lambda room: room.phase
)
def test_a_room_read_again_is_the_same_room(room: Room) -> None:
    copy = again(room)
    assert state_of(copy) == state_of(room)
    assert copy.view() == room.view()
    assert copy.seal_view() == room.seal_view()
    assert copy.told == len(room.digests)
    assert copy.fresh == []


def test_a_room_read_again_deals_the_same_cards() -> None:
    room = game_of("Ann", "Bob")
    copy = again(room)
    for one in (room, copy):
        for _ in range(40):
            play(one)
    assert room.playing_table.entries == copy.playing_table.entries


def test_a_log_that_leads_elsewhere_is_found_out() -> None:
    room = game_of("Ann", "Bob")
    play(room)
    records = [f.write_fact(fact) for fact in room.fresh]
    last = room.fresh[-1]
    assert isinstance(last, f.Played)
    records[-1] = f.write_fact(last._replace(digest=bytes(8)))
    with pytest.raises(BadLog, match="another position"):
        load("KQ74TN", records)


@pytest.mark.parametrize("drop", [0, 6, 8, 9, 10])
def test_a_log_with_a_hole_is_found_out(drop: int) -> None:
    room = game_of("Ann", "Bob")
    for _ in range(12):
        play(room)
    records = [f.write_fact(fact) for fact in room.fresh]
    del records[drop]
    with pytest.raises(BadLog):
        load("KQ74TN", records)


def test_each_chair_has_a_copy_of_its_own() -> None:
    room = game_of("Ann", "Bob")
    first, second = (entry.token for entry in room.playing_table.entries[:2])
    assert room.seen(0, 0, 2) == [first, "deal:?"]
    assert room.seen(1, 0, 2) == ["deal:?", second]
    assert room.seen(None, 0, 2) == ["deal:?", "deal:?"]
    for _ in range(40):
        play(room)
    table = Table.new(room.game, json.loads(room.terms.options))
    table.extend(room.playing_table.entries)
    for viewer in (0, 1, None):
        masked = [entry.token for entry in table.masked(viewer)]
        assert room.seen(viewer, 0, len(masked)) == masked
        assert room.seen(viewer, 30, 35) == masked[30:35]


def test_a_page_has_the_entries_after_the_one_at_hand() -> None:
    room = game_of("Ann", "Bob")
    for _ in range(10):
        play(room)
    last = len(room.digests)
    log = room.page(None, 2, last, 4)
    assert (log.first, log.last, len(log.actors)) == (3, last, 4)
    assert log.tokens.split(" ") == room.seen(None, 2, 6)
    assert log.actors[0] == k.DEALER_BYTE
    assert log.digests[:8] == room.digests[2]
    assert room.playing_table.entries[2].actor == DEALER


def test_frames_of_entries_are_small() -> None:
    room = finished("Ann", "Bob")
    sizes = [len(encode(room.page(None, n, n + 1, 1))) for n in range(len(room.digests))]
    assert max(sizes) <= 60
    whole = encode(room.page(None, 0, len(room.digests), 512))
    assert len(whole) <= 20 * len(room.digests)


def test_the_secret_is_open_when_the_game_is_over_and_not_before() -> None:
    room = game_of("Ann", "Bob")
    assert room.seal_view().secret == b""
    done = finished("Ann", "Bob")
    assert done.seal_view().secret == done.secret
    assert done.seal_view(is_over=False).secret == b""
    assert done.view(is_over=False).phase == k.PLAYING


def test_the_record_of_a_finished_game_can_be_read_and_verified() -> None:
    room = finished("Ann", "Bob")
    record, table = read_record(room.record())
    assert verify_record(record, table) == table.dealt
    assert record.players == ("Ann", "Bob")
    assert table.entries == room.playing_table.entries
    assert dict(record.tags)["room"] == "KQ7-4TN"


def test_a_seat_is_found_by_its_token_alone() -> None:
    room = lobby_of("Ann", "Bob")
    assert [room.seat_of(token(name)) for name in ("Ann", "Bob", "Cid")] == [0, 1, None]
    assert room.seat_of(b"") is None


def test_watchers_see_entries_when_their_delay_has_passed() -> None:
    room = game_of("Ann", "Bob", on=terms(delay=60))
    dealt = len(room.digests)
    play(room, NOW + 100)
    room.told = len(room.digests)
    assert room.entries_for_watchers(NOW + 59) == 0
    assert room.entries_for_watchers(NOW + 60) == dealt
    assert room.entries_for_watchers(NOW + 159) == dealt
    assert room.entries_for_watchers(NOW + 160) == dealt + 1


def test_no_stand_in_stays_due_when_the_clock_was_set_back() -> None:
    """What is due and is never told would wake the room on and on."""
    room = game_of("Ann", "Bob", on=terms(delay=60))
    for at, level in ((NOW + 100, "greedy"), (NOW + 40, ""), (NOW + 90, "greedy")):
        fact = f.StoodIn(int(at * 1000), 1, level) if level else f.TookBack(int(at * 1000), 1)
        room.change(fact)
    for now in (NOW + 99, NOW + 100, NOW + 149, NOW + 150, NOW + 160):
        later = room.stand_ins[room.stand_ins_for_watchers(now) :]
        assert all(at > (now - 60) * 1000 for at, _seat, _level in later[:1])
    assert room.stand_ins_for_watchers(NOW + 99) == 0
    assert room.stand_ins_for_watchers(NOW + 160) == 3


def test_nothing_is_visible_that_is_not_durable() -> None:
    room = game_of("Ann", "Bob")
    assert room.told == 0
    assert room.entries_for_watchers(NOW + 1e9) == 0


@pytest.mark.parametrize("seat", [2, 7])
@pytest.mark.parametrize("kind", [f.HostIs, f.GotUp])
def test_a_seat_that_the_room_does_not_have_is_a_damaged_log(kind: type, seat: int) -> None:
    records = [f.write_fact(fact) for fact in lobby_of("Ann", "Bob").fresh]
    with pytest.raises(BadLog):
        load("KQ74TN", [*records, f.write_fact(kind(seat))])


def test_whatever_a_damaged_log_leads_to_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(self: Room, fact: f.HostIs) -> None:
        raise RecursionError("too deep")

    monkeypatch.setitem(room_module._FOLDS, f.HostIs, stumble)
    records = [f.write_fact(fact) for fact in lobby_of("Ann", "Bob").fresh]
    with pytest.raises(BadLog, match="too deep"):
        load("KQ74TN", [*records, f.write_fact(f.HostIs(1))])


def test_whoever_comes_back_to_a_damaged_room_is_answered() -> None:
    wire = Wire()
    ann, _bob = wire.started()
    code = ann.code.replace("-", "")
    seq = len(wire.store.load(code))
    wire.restart()
    wire.store.append([Append(code, seq, (pack(["h", "0"]),), 2_000_000_000.0)])
    line = wire.connect(ann)
    wire.settle()
    answers = [decode_for_client(data) for data in line.sent]
    assert [answer.code for answer in answers if isinstance(answer, m.Refused)] == ["unavailable"]
    assert len(wire.notes) == 1
