"""The waiting room: taking seats, game options, readiness, and a start that nobody can bend."""

from __future__ import annotations

import json

import pytest

from engine.dealer import commitment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.agreement import agreement_on
from relay.protocol.errors import Refusal
from relay.protocol.seals import seal_of
from relay.room import facts as f
from relay.room import lobby
from relay.room.room import Room
from tests.relay.rooms import (
    TERMS,
    again,
    finished,
    game_of,
    lobby_of,
    moment,
    nonce,
    terms,
    token,
)


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def create(options: str, clock: str = k.NO_CLOCK, seconds: int = 0) -> m.Create:
    changed = TERMS._replace(options=options, clock=clock, seconds=seconds)
    return m.Create("Ann", token("Ann"), "kingdom", changed)


# ---- terms --------------------------------------------------------------------------------------


def test_whoever_creates_a_room_is_its_host_in_the_first_seat() -> None:
    room = lobby_of("Ann")
    assert (room.host, room.chairs[0].name, room.phase) == (0, "Ann", k.LOBBY)
    assert room.seat_of(token("Ann")) == 0
    assert room.seat_of(token("Bob")) is None


def test_a_token_is_kept_only_as_its_hash() -> None:
    room = lobby_of("Ann")
    assert all(token("Ann") not in f.write_fact(fact) for fact in room.fresh)


def test_options_are_settled_with_a_seed_of_the_relay() -> None:
    one, other = lobby_of("Ann"), lobby_of("Ann", on=terms(seed="demo"))
    options = json.loads(one.terms.options)
    assert set(options) == {"goals", "players", "quadrants", "seed", "sets"}
    assert len(options["quadrants"]) == 4
    assert json.loads(other.terms.options)["seed"] == "demo"
    assert one.wish == TERMS.options


BAD_OPTIONS = [
    "[]",
    "{",
    "nonsense",
    '"x"',
    '{"players":5}',
    '{"players":true}',
    '{"what":1}',
    '{"seed":""}',
    '{"seed":7}',
    '{"players":1e999}',
    '{"players":NaN}',
    '{"quadrants":["farm","farm","farm","farm"]}',
    "[" * 4000,
    '{"a":' * 600,
    '{"players":' + "9" * 4000 + "}",
]


@pytest.mark.parametrize("options", BAD_OPTIONS)
def test_options_that_cannot_be_played_are_refused(options: str) -> None:
    with refused("bad-options"):
        lobby.create("KQ74TN", create(options), moment())


def test_an_unknown_game_is_refused() -> None:
    with refused("bad-options"):
        lobby.create("KQ74TN", m.Create("Ann", token("Ann"), "chess", TERMS), moment())


@pytest.mark.parametrize(
    ("clock", "seconds"), [(k.NO_CLOCK, 5), (k.TURN_CLOCK, 9), (k.GAME_CLOCK, 59)]
)
def test_a_clock_needs_time_and_no_clock_has_none(clock: str, seconds: int) -> None:
    with refused("bad-options"):
        lobby.create("KQ74TN", create("{}", clock=clock, seconds=seconds), moment())


def test_the_host_may_change_terms_and_then_nobody_is_ready() -> None:
    room = lobby_of("Ann", "Bob")
    lobby.ready(room, 1, m.Ready(seal_of(nonce(1))), moment())
    lobby.change(room, 0, m.Change(terms(players=3, seed="x")), moment())
    assert len(room.chairs) == 3
    assert not any(chair.seal for chair in room.chairs)
    with refused("not-allowed"):
        lobby.change(room, 1, m.Change(TERMS), moment())


def test_nobody_is_squeezed_out_by_other_terms() -> None:
    room = lobby_of("Ann", "Bob", "Cid", on=terms(players=3))
    with refused("bad-options"):
        lobby.change(room, 0, m.Change(TERMS), moment())
    assert len(room.chairs) == 3


# ---- sitting down -------------------------------------------------------------------------------


def test_people_take_the_free_seats_in_order() -> None:
    room = lobby_of("Ann", "Bob", "Cid", on=terms(players=4))
    assert [chair.name for chair in room.chairs] == ["Ann", "Bob", "Cid", ""]


def test_a_full_room_is_full() -> None:
    room = lobby_of("Ann", "Bob")
    with refused("room-full"):
        lobby.join(room, m.Join("KQ74TN", "Cid", token("Cid")), moment())


def test_nobody_joins_a_game_that_is_on() -> None:
    with refused("wrong-phase"):
        lobby.join(game_of("Ann", "Bob"), m.Join("KQ74TN", "Cid", token("Cid")), moment())


def test_a_name_is_cleaned_and_if_it_is_taken_gets_a_number() -> None:
    room = lobby_of("Ann", "\x1b[1mAnn\n", "Ann", on=terms(players=4))
    assert [chair.name for chair in room.chairs[:3]] == ["Ann", "[1mAnn", "Ann 2"]
    long = "x" * 30
    lobby.join(room, m.Join("KQ74TN", long, token("long")), moment())
    assert room.chairs[3].name == "x" * k.NAME


def test_a_relay_may_want_shorter_names() -> None:
    room = lobby_of("Ann", on=terms(players=3))
    lobby.join(room, m.Join("KQ74TN", "Bartholomew", token("B")), moment(name=4))
    assert room.chairs[1].name == "Bart"


def test_a_name_of_nothing_visible_is_refused() -> None:
    with refused("empty"):
        lobby_of("Ann", "\u200b \u2060")


def test_bots_take_seats_by_the_hosts_choice() -> None:
    room = lobby_of("Ann", on=terms(players=3))
    lobby.seat_bot(room, 0, m.SeatBot(1, "greedy"), moment())
    lobby.seat_bot(room, 0, m.SeatBot(1, "random"), moment())
    assert (room.chairs[1].sitter, room.chairs[1].level) == (k.BOT, "random")
    lobby.seat_bot(room, 0, m.SeatBot(1, ""), moment())
    assert room.chairs[1].is_free


@pytest.mark.parametrize(
    ("who", "seat", "level", "code"),
    [
        (1, 2, "greedy", "not-allowed"),
        (0, 1, "greedy", "bad-seat"),
        (0, 5, "greedy", "bad-seat"),
        (0, 2, "genius", "bad-options"),
    ],
)
def test_a_bot_is_refused(who: int, seat: int, level: str, code: str) -> None:
    room = lobby_of("Ann", "Bob", on=terms(players=3))
    with refused(code):
        lobby.seat_bot(room, who, m.SeatBot(seat, level), moment())


def test_the_host_may_free_the_seat_of_another_person() -> None:
    room = lobby_of("Ann", "Bob")
    lobby.kick(room, 0, m.Kick(1), moment())
    assert room.chairs[1].is_free
    assert room.seat_of(token("Bob")) is None


@pytest.mark.parametrize(("who", "seat", "code"), [(1, 0, "not-allowed"), (0, 0, "bad-seat")])
def test_a_kick_is_refused(who: int, seat: int, code: str) -> None:
    with refused(code):
        lobby.kick(lobby_of("Ann", "Bob"), who, m.Kick(seat), moment())


def test_nobody_is_kicked_out_of_a_game() -> None:
    with refused("wrong-phase"):
        lobby.kick(game_of("Ann", "Bob"), 0, m.Kick(1), moment())


def test_when_the_host_gets_up_the_next_person_is_the_host() -> None:
    room = lobby_of("Ann", "Bob")
    lobby.leave(room, 0, moment())
    assert room.chairs[0].is_free
    assert room.host == 1
    lobby.join(room, m.Join("KQ74TN", "Cid", token("Cid")), moment())
    assert room.host == 1


def test_who_sits_down_in_an_empty_lobby_is_its_host() -> None:
    room = lobby_of("Ann", on=terms(players=3))
    lobby.leave(room, 0, moment())
    lobby.seat_bot(room, 0, m.SeatBot(0, "random"), moment())
    lobby.join(room, m.Join("KQ74TN", "Bob", token("Bob")), moment())
    assert (room.host, room.chairs[1].name) == (1, "Bob")


def test_a_host_who_is_away_is_followed_by_somebody_who_is_there() -> None:
    room = lobby_of("Ann", "Bob", "Cid", on=terms(players=3))
    room.present = {2}
    lobby.pass_host_on(room, moment())
    assert room.host == 2
    room.present = set()
    lobby.pass_host_on(room, moment())
    assert room.host == 2


# ---- the start ----------------------------------------------------------------------------------


def test_the_commitment_is_known_before_any_nonce_is_sealed() -> None:
    room = lobby_of("Ann", "Bob")
    seal = room.seal_view()
    assert seal.step == k.OPEN
    assert seal.commitment.hex() == commitment(room.secret)
    assert (seal.seals, seal.nonces, seal.secret) == ((b"", b""), (), b"")


def test_a_game_starts_when_all_are_there_and_ready() -> None:
    room = lobby_of("Ann", "Bob")
    with refused("not-ready"):
        lobby.start(room, 0, m.Start(), moment())
    for seat in (0, 1):
        lobby.ready(room, seat, m.Ready(seal_of(nonce(seat))), moment())
    with refused("not-allowed"):
        lobby.start(room, 1, m.Start(), moment())
    room.present = {0}
    with refused("absent"):
        lobby.start(room, 0, m.Start(), moment())
    room.present = {0, 1}
    lobby.start(room, 0, m.Start(), moment())
    assert room.phase == k.SEALING


def test_an_empty_seat_keeps_a_game_from_starting() -> None:
    room = lobby_of("Ann")
    lobby.ready(room, 0, m.Ready(seal_of(nonce(0))), moment())
    with refused("not-ready"):
        lobby.start(room, 0, m.Start(), moment())


def test_ready_can_be_taken_back() -> None:
    room = lobby_of("Ann", "Bob")
    lobby.ready(room, 0, m.Ready(seal_of(nonce(0))), moment())
    assert room.chairs[0].view().ready
    lobby.ready(room, 0, m.Ready(b""), moment())
    assert not room.chairs[0].view().ready


def sealing() -> Room:
    room = lobby_of("Ann", "Bob")
    for seat in (0, 1):
        lobby.ready(room, seat, m.Ready(seal_of(nonce(seat))), moment())
    lobby.start(room, 0, m.Start(), moment())
    return room


def test_a_nonce_that_was_not_sealed_is_refused() -> None:
    room = sealing()
    with refused("wrong-nonce"):
        lobby.reveal(room, 0, m.Reveal(nonce(7)), moment())
    with refused("wrong-nonce"):
        lobby.reveal(room, 0, m.Reveal(nonce(1)), moment())


def test_nobody_can_seal_another_nonce_after_the_start() -> None:
    with refused("wrong-phase"):
        lobby.ready(sealing(), 0, m.Ready(seal_of(nonce(9))), moment())


def test_nonces_are_shown_when_all_are_in_and_the_game_begins() -> None:
    room = sealing()
    lobby.reveal(room, 1, m.Reveal(nonce(1)), moment())
    assert (room.phase, room.seal_view().nonces) == (k.SEALING, ())
    lobby.reveal(room, 1, m.Reveal(nonce(1)), moment())  # sent again: nothing happens
    lobby.reveal(room, 0, m.Reveal(nonce(0)), moment())
    seal = room.seal_view()
    assert (room.phase, seal.step) == (k.PLAYING, k.DEALT)
    assert seal.nonces == (nonce(0), nonce(1))
    assert [entry.token[:5] for entry in room.playing_table.entries] == ["deal:", "deal:", "show:"]


def test_a_start_that_falls_through_leads_to_a_new_secret_and_all_can_see_it() -> None:
    room = sealing()
    before = room.seal_view()
    lobby.reveal(room, 0, m.Reveal(nonce(0)), moment())
    lobby.call_off(room, moment())
    after = room.seal_view()
    assert (room.phase, after.attempt, after.step) == (k.LOBBY, before.attempt + 1, k.OPEN)
    assert not any(after.seals)
    assert room.chairs[0].nonce is None
    assert after.commitment != before.commitment


def test_to_leave_while_nonces_are_due_calls_the_start_off() -> None:
    room = sealing()
    lobby.leave(room, 1, moment())
    assert (room.phase, room.attempt) == (k.LOBBY, 2)
    assert room.chairs[1].is_free


def test_to_leave_a_game_keeps_the_seat() -> None:
    room = game_of("Ann", "Bob")
    lobby.leave(room, 1, moment())
    lobby.leave(room, 1, moment())
    assert room.chairs[1].left
    assert room.seat_of(token("Bob")) == 1
    assert [fact for fact in room.fresh if isinstance(fact, f.Left)] == [f.Left(1, True)]


# ---- the rematch --------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_each_one_seat_further_and_a_new_board() -> None:
    old = finished("Ann", "Bob")
    room = lobby.follow(old, "AAACCC", moment())
    assert [chair.name for chair in room.chairs] == ["Bob", "Ann"]
    assert room.seat_of(token("Ann")) == 1
    assert (room.host, room.phase) == (1, k.LOBBY)
    assert again(room).chairs[0].name == "Bob"


def test_a_rematch_leaves_out_who_has_left_and_keeps_bots() -> None:
    old = finished("Ann", "Bob")
    old.chairs[0].left = True
    old.host = 0
    room = lobby.follow(old, "AAACCC", moment())
    assert [chair.sitter for chair in room.chairs] == [k.PERSON, k.EMPTY]
    assert room.host == 0


def test_a_rematch_draws_a_new_table_even_if_the_seed_was_given() -> None:
    old = game_of("Ann", "Bob", on=terms(seed="demo"))
    room = lobby.follow(old, "AAACCC", moment())
    assert json.loads(room.terms.options)["seed"] != "demo"


def test_a_program_says_what_it_is_and_is_seated_as_a_person() -> None:
    room = lobby_of("Ann", on=terms(players=3))
    lobby.join(room, m.Join("KQ74TN", "Robo", token("Robo"), " gree\u200bdy"), moment())
    lobby.join(room, m.Join("KQ74TN", "Bob", token("Bob")), moment())
    views = [chair.view() for chair in again(room).chairs]
    assert [(view.sitter, view.level) for view in views] == [
        (k.PERSON, ""),
        (k.PERSON, "greedy"),
        (k.PERSON, ""),
    ]
    after = lobby.follow(room, "AAACCC", moment())
    assert [chair.view().level for chair in after.chairs] == ["greedy", "", ""]
    lobby.leave(room, 1, moment())
    assert room.chairs[1].view().level == ""


def test_while_a_bot_stands_in_for_a_program_its_level_is_told() -> None:
    room = lobby_of("Ann")
    lobby.join(room, m.Join("KQ74TN", "Robo", token("Robo"), "expert"), moment())
    room.chairs[1].level = "greedy"
    view = room.chairs[1].view()
    assert (view.sitter, view.level) == (k.STAND_IN, "greedy")


# ---- what one agrees to -------------------------------------------------------------------------


def ready_on(room: Room, seat: int, seen: m.RoomView) -> None:
    lobby.ready(room, seat, m.Ready(seal_of(nonce(seat)), agreement_on(seen)), moment())


def test_ready_counts_for_the_terms_that_were_seen() -> None:
    room = lobby_of("Ann", "Bob")
    seen = room.view()
    lobby.change(room, 0, m.Change(terms(clock=k.TURN_CLOCK, seconds=10)), moment())
    with refused("other-terms"):
        ready_on(room, 1, seen)
    assert not room.chairs[1].seal
    ready_on(room, 1, room.view())
    assert room.chairs[1].seal


def test_ready_counts_for_the_bots_that_were_seen() -> None:
    room = lobby_of("Ann", "Bob", on=terms(players=3))
    seen = room.view()
    lobby.seat_bot(room, 0, m.SeatBot(2, "expert"), moment())
    with refused("other-terms"):
        ready_on(room, 1, seen)
    ready_on(room, 1, room.view())


def test_the_host_may_change_the_terms_and_be_ready_at_once() -> None:
    room = lobby_of("Ann", "Bob")
    seen = room.view()
    lobby.change(room, 0, m.Change(terms(clock=k.TURN_CLOCK, seconds=10)), moment())
    ready_on(room, 0, seen)
    assert room.chairs[0].seal


def test_to_be_ready_no_more_needs_no_terms() -> None:
    room = lobby_of("Ann", "Bob")
    ready_on(room, 1, room.view())
    lobby.ready(room, 1, m.Ready(b"", bytes(8)), moment())
    assert not room.chairs[1].seal


def test_another_person_at_the_table_does_not_disturb_those_who_are_ready() -> None:
    room = lobby_of("Ann", "Bob", on=terms(players=3))
    seen = room.view()
    lobby.join(room, m.Join("KQ74TN", "Cleo", token("Cleo")), moment())
    ready_on(room, 1, seen)
    assert room.chairs[1].seal


@pytest.mark.parametrize(
    ("before", "after"), [("", "expert"), ("novice", "expert"), ("novice", "")]
)
def test_when_the_host_changes_a_bot_the_others_have_to_be_ready_again(
    before: str, after: str
) -> None:
    room = lobby_of("Ann", "Bob", "Cleo", on=terms(players=4))
    lobby.seat_bot(room, 0, m.SeatBot(3, before), moment())
    for seat in (0, 1, 2):
        ready_on(room, seat, room.view())
    lobby.seat_bot(room, 0, m.SeatBot(3, before), moment())
    assert [bool(chair.seal) for chair in room.chairs[:3]] == [True, True, True]  # nothing changed
    lobby.seat_bot(room, 0, m.SeatBot(3, after), moment())
    assert [bool(chair.seal) for chair in room.chairs[:3]] == [True, False, False]
    assert [bool(chair.seal) for chair in again(room).chairs[:3]] == [True, False, False]


def test_a_bot_in_the_place_of_a_person_has_to_be_agreed_to() -> None:
    room = lobby_of("Ann", "Bob", "Cleo", on=terms(players=3))
    for seat in (0, 1, 2):
        ready_on(room, seat, room.view())
    lobby.kick(room, 0, m.Kick(2), moment())
    lobby.seat_bot(room, 0, m.SeatBot(2, "expert"), moment())
    with refused("not-ready"):
        lobby.start(room, 0, m.Start(), moment())
