"""What is kept about a room has an end, whatever is wished for again and again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import Refusal
from relay.protocol.limits import Limits
from relay.protocol.seals import seal_of
from relay.room import absence, lobby
from relay.room import facts as f
from relay.room.bounds import others
from relay.room.room import Room
from tests.relay.rooms import NOW, finished, game_of, lobby_of, moment, nonce, token
from tests.relay.wire import FAST, TERMS, Wire

FACTS = 60
PADDED = '{"players":2' + " " * (k.OPTIONS - 13) + "}"


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def until_full(room: Room, wish: Callable[[int], None], most: int = 10 * FACTS) -> int:
    """How often it is granted."""
    for count in range(most):
        before = len(room.fresh)
        code = ""
        try:
            wish(count)
        except Refusal as refusal:
            code = refusal.code
        if code:
            assert (code, len(room.fresh)) == ("table-full", before)
            return count
    raise AssertionError("there is no end to it")


def size(room: Room) -> int:
    return sum(len(f.write_fact(fact)) for fact in room.fresh)


def test_padded_terms_are_kept_without_the_padding() -> None:
    room = lobby_of("Ann", on=TERMS._replace(options=PADDED))
    lobby.change(room, 0, m.Change(TERMS._replace(options=PADDED)), moment())
    kept = [fact.wish for fact in room.fresh if isinstance(fact, f.Created | f.Changed)]
    assert kept == ['{"players":2}'] * 2


@pytest.mark.slow
def test_terms_cannot_be_changed_without_end() -> None:
    room = lobby_of("Ann")
    long = TERMS._replace(options=json.dumps({"players": 2, "seed": "s" * 60}))
    granted = until_full(room, lambda _: lobby.change(room, 0, m.Change(long), moment()), 5000)
    assert 200 < granted < 2000  # nobody needs that many, and it ends
    assert size(room) < 2 * Limits().terms
    assert room.phase == k.LOBBY
    lobby.ready(room, 0, m.Ready(seal_of(nonce(0))), moment())  # the rest goes on


def test_readiness_bots_and_seats_have_an_end() -> None:
    def toggle_ready(room: Room, count: int) -> None:
        seal = seal_of(nonce(0)) if count % 2 == 0 else b""
        lobby.ready(room, 0, m.Ready(seal), moment(facts=FACTS))

    def toggle_bot(room: Room, count: int) -> None:
        level = "random" if count % 2 == 0 else ""
        lobby.seat_bot(room, 0, m.SeatBot(1, level), moment(facts=FACTS))

    for wish in (toggle_ready, toggle_bot):
        room = lobby_of("Ann")
        until_full(room, lambda count, room=room, wish=wish: wish(room, count))  # type: ignore[misc]
        assert FACTS <= others(room) <= FACTS + 2


def test_those_who_come_and_go_cannot_keep_the_others_from_playing() -> None:
    room = lobby_of("Ann")

    def come_and_go(_: int) -> None:
        seat = lobby.join(room, m.Join("KQ74TN", "Eve", token("Eve")), moment(facts=FACTS))
        lobby.leave(room, seat, moment(facts=FACTS))

    until_full(room, come_and_go)
    assert others(room) <= FACTS // 2 + 2
    lobby.seat_bot(room, 0, m.SeatBot(1, "random"), moment(facts=FACTS))
    lobby.ready(room, 0, m.Ready(seal_of(nonce(0))), moment(facts=FACTS))
    lobby.start(room, 0, m.Start(), moment(facts=FACTS))
    lobby.reveal(room, 0, m.Reveal(nonce(0)), moment(facts=FACTS))
    assert room.phase == k.PLAYING


def three_with_one_away() -> Room:
    room = game_of("Ann", "Bob", "Cid", on=TERMS._replace(options='{"players":3}'))
    room.present.discard(2)
    room.absent_since[2] = NOW - 100
    return room


def vote_and_come_back(room: Room) -> None:
    absence.vote(room, 0, m.Vote(2, False), moment(facts=FACTS))
    absence.reconnected(room, 2)


def test_votes_have_an_end() -> None:
    room = three_with_one_away()
    assert until_full(room, lambda _: vote_and_come_back(room)) <= FACTS


def test_leaving_and_coming_back_has_an_end() -> None:
    room = game_of("Ann", "Bob")
    before = others(room)
    for _ in range(10 * FACTS):
        lobby.leave(room, 1, moment(facts=FACTS))
        absence.reconnected(room, 1)
    assert others(room) - before <= FACTS


def test_nobody_can_use_up_the_votes_of_others_and_lock_the_game() -> None:
    room = three_with_one_away()
    until_full(room, lambda _: vote_and_come_back(room))
    for _ in range(10 * FACTS):
        lobby.leave(room, 0, moment(facts=FACTS))
        absence.reconnected(room, 0)
    for seat in (0, 2):  # and now they are gone for good
        room.present.discard(seat)
        room.absent_since[seat] = NOW - 100
        absence.vote(room, 1, m.Vote(seat, True), moment(facts=FACTS))
    assert [chair.sitter for chair in room.chairs] == [k.STAND_IN, k.PERSON, k.STAND_IN]


def test_mutes_rematches_and_seats_taken_back_have_an_end() -> None:
    few = moment(facts=FACTS)
    over = finished("Ann", "Bob")
    until_full(over, lambda n: absence.rematch(over, 0, m.Rematch(n % 2 == 0), few))
    absence.rematch(over, 1, m.Rematch(True), few)  # it is the end of Ann's, not of Bob's
    room = game_of("Ann", "Bob")
    until_full(room, lambda n: absence.mute(room, 0, m.Mute(1, n % 2 == 0), few))
    with refused("table-full"):
        for _ in range(FACTS):
            room.change(f.StoodIn(few.at, 1, "greedy"))
            absence.retake(room, 1, m.Retake(), few)


@pytest.mark.slow
def test_a_host_who_changes_terms_all_day_fills_no_disk() -> None:
    wire = Wire(FAST)
    (ann,) = wire.seated(names=["Ann"])
    for _ in range(2500):
        ann.request(m.Change(TERMS._replace(options=PADDED)))
    wire.settle()
    (room,) = wire.store.rooms()
    assert sum(map(len, wire.store.load(room.room))) < 1_000_000
    line = next(iter(wire.lines.values()))
    assert line.closed is None
