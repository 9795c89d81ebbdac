"""Absent players, and what players say and agree on around a game."""

from __future__ import annotations

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import Refusal
from relay.room import absence, lobby, referee
from relay.room import facts as f
from relay.room.room import Room
from tests.relay.rooms import NOW, again, finished, game_of, lobby_of, moment, play, terms


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, check=lambda error: error.code == code)


def waiting(people: int, away: int) -> Room:
    """A game in which one seat has been away for long."""
    room = game_of(*"ABCD"[:people], on=terms(players=people))
    room.present.discard(away)
    room.absent_since[away] = NOW - 60
    return room


def vote(room: Room, voter: int, seat: int, yes: bool = True) -> None:
    absence.vote(room, voter, m.Vote(seat, yes), moment())


def test_of_two_the_one_who_waits_decides() -> None:
    room = waiting(2, away=1)
    vote(room, 0, 1)
    assert room.chairs[1].sitter == k.STAND_IN
    assert room.votes == {}
    assert again(room).chairs[1].sitter == k.STAND_IN


@pytest.mark.parametrize(("people", "needed"), [(3, 2), (4, 2)])
def test_of_more_more_than_half_of_the_others_have_to_agree(people: int, needed: int) -> None:
    room = waiting(people, away=0)
    for voter in range(1, needed):
        vote(room, voter, 0)
        assert room.chairs[0].sitter == k.PERSON
    vote(room, needed, 0)
    assert room.chairs[0].sitter == k.STAND_IN


def test_programs_have_no_vote_and_nobody_waits_for_theirs() -> None:
    room = waiting(3, away=0)
    room.change(f.IsProgram(2, "expert"))
    with refused("bad-seat"):
        vote(room, 2, 0)
    vote(room, 1, 0)
    assert room.chairs[0].sitter == k.STAND_IN


def test_who_is_away_too_is_not_waited_for() -> None:
    room = waiting(3, away=0)
    room.present.discard(2)
    room.absent_since[2] = NOW - 60
    vote(room, 1, 0)
    assert room.chairs[0].sitter == k.STAND_IN
    assert room.chairs[2].sitter == k.PERSON, "that is another vote"


def test_a_no_counts_and_may_become_a_yes() -> None:
    room = waiting(3, away=0)
    vote(room, 1, 0, yes=False)
    vote(room, 2, 0)
    assert room.chairs[0].sitter == k.PERSON
    assert room.view().votes == (m.VoteView(0, 1, False), m.VoteView(0, 2, True))
    vote(room, 1, 0)
    assert room.chairs[0].sitter == k.STAND_IN


def test_the_same_vote_twice_is_one_fact() -> None:
    room = waiting(3, away=0)
    vote(room, 1, 0)
    before = room.seq
    vote(room, 1, 0)
    assert room.seq == before


@pytest.mark.parametrize(
    ("voter", "seat", "code"), [(1, 1, "bad-seat"), (1, 7, "bad-seat"), (1, 2, "present")]
)
def test_a_vote_is_refused(voter: int, seat: int, code: str) -> None:
    room = waiting(3, away=0)
    with refused(code):
        vote(room, voter, seat)


def test_nobody_is_voted_on_before_a_minute_has_passed() -> None:
    room = waiting(2, away=1)
    room.absent_since[1] = NOW - 59
    with refused("present"):
        vote(room, 0, 1)


def test_who_has_got_up_can_be_voted_on_at_once() -> None:
    room = waiting(2, away=1)
    room.absent_since[1] = NOW
    lobby.leave(room, 1, moment())
    vote(room, 0, 1)
    assert room.chairs[1].sitter == k.STAND_IN


def test_there_are_no_votes_outside_a_game() -> None:
    with refused("wrong-phase"):
        vote(lobby_of("A", "B"), 0, 1)


def test_who_is_played_by_a_bot_has_no_vote() -> None:
    room = waiting(3, away=0)
    referee.time_out(room, moment())
    acting = room.acting
    assert acting == 0
    room.present.discard(1)
    room.absent_since[1] = NOW - 100
    with refused("bad-seat"):
        vote(room, 0, 1)


def test_votes_are_void_when_the_player_is_back() -> None:
    room = waiting(3, away=0)
    vote(room, 1, 0)
    absence.reconnected(room, 0)
    assert room.votes == {}
    assert room.fresh[-1] == f.VotesVoid(0)
    before = room.seq
    absence.reconnected(room, 0)
    assert room.seq == before


def test_who_comes_back_after_leaving_has_not_left() -> None:
    room = game_of("A", "B")
    lobby.leave(room, 1, moment())
    absence.reconnected(room, 1)
    assert not room.chairs[1].left


def test_a_seat_is_taken_back_from_the_bot() -> None:
    room = waiting(2, away=0)
    vote(room, 1, 0)
    with refused("not-your-move"):
        play(room)
    absence.retake(room, 0, m.Retake(), moment())
    play(room)
    with refused("wrong-phase"):
        absence.retake(room, 0, m.Retake(), moment())


def test_the_time_of_a_turn_begins_anew_when_a_seat_is_taken_back() -> None:
    room = game_of("A", "B", on=terms(k.TURN_CLOCK, 100))
    referee.time_out(room, moment(NOW + 100))
    absence.retake(room, 0, m.Retake(), moment(NOW + 500))
    assert referee.left(room, 0, int((NOW + 500) * 1000)) == 100_000


def test_the_time_of_a_game_does_not_come_back() -> None:
    room = game_of("A", "B", on=terms(k.GAME_CLOCK, 100))
    referee.time_out(room, moment(NOW + 100))
    with refused("time-up"):
        absence.retake(room, 0, m.Retake(), moment(NOW + 500))


# ---- chat ---------------------------------------------------------------------------------------


def test_a_line_is_cleaned_and_kept() -> None:
    room = lobby_of("A", "B")
    absence.say(room, 1, m.Say(" hi\x1b[2J\nthere "), moment())
    assert again(room).chat == [(f.Spoke(int(NOW * 1000), 1, "hi[2J there"), "B")]


@pytest.mark.parametrize("text", ["\x00", "\n", "\u200b"])
def test_an_empty_line_is_refused(text: str) -> None:
    with refused("empty"):
        absence.say(lobby_of("A"), 0, m.Say(text), moment())


def test_a_muted_seat_says_nothing_until_it_may_again() -> None:
    room = lobby_of("A", "B")
    absence.mute(room, 0, m.Mute(1, True), moment())
    with refused("muted"):
        absence.say(room, 1, m.Say("hi"), moment())
    absence.mute(room, 0, m.Mute(1, False), moment())
    absence.say(room, 1, m.Say("hi"), moment())
    assert len(room.chat) == 1


@pytest.mark.parametrize(
    ("seat", "who", "code"), [(1, 0, "not-allowed"), (0, 0, "bad-seat"), (0, 5, "bad-seat")]
)
def test_to_mute_is_refused(seat: int, who: int, code: str) -> None:
    with refused(code):
        absence.mute(lobby_of("A", "B"), seat, m.Mute(who, True), moment())


def test_a_line_has_only_so_many_characters() -> None:
    room = lobby_of("A")
    absence.say(room, 0, m.Say("x" * 300), moment(chat=20))
    assert room.line(1).text == "x" * 20


def test_a_room_keeps_only_so_many_lines() -> None:
    room = lobby_of("A")
    for _ in range(3):
        absence.say(room, 0, m.Say("hi"), moment(chat_lines=3))
    with refused("table-full"):
        absence.say(room, 0, m.Say("hi"), moment(chat_lines=3))


# ---- rematch ------------------------------------------------------------------------------------


def test_a_rematch_needs_everybody() -> None:
    room = finished("A", "B")
    absence.rematch(room, 0, m.Rematch(True), moment())
    assert not absence.is_rematch_agreed(room)
    absence.rematch(room, 1, m.Rematch(True), moment())
    assert absence.is_rematch_agreed(room)
    absence.rematch(room, 1, m.Rematch(False), moment())
    assert not absence.is_rematch_agreed(room)
    assert not absence.is_rematch_agreed(again(room))


def test_who_has_left_is_not_waited_for() -> None:
    room = finished("A", "B")
    absence.rematch(room, 0, m.Rematch(True), moment())
    lobby.leave(room, 1, moment())
    assert absence.is_rematch_agreed(room)
    lobby.leave(room, 0, moment())
    assert not absence.is_rematch_agreed(room)


def test_there_is_no_rematch_before_the_end_and_only_one_after_it() -> None:
    with refused("wrong-phase"):
        absence.rematch(game_of("A", "B"), 0, m.Rematch(True), moment())
    room = finished("A", "B")
    room.change(f.Followed("AAACCC"))
    with refused("wrong-phase"):
        absence.rematch(room, 0, m.Rematch(True), moment())
    assert room.view().following == "AAA-CCC"
