"""Absent players, and what players agree on around a game: votes, chat, rematch.

When a player has been disconnected for a while, or has left the seat, the other players can vote to
let a bot play the seat until the player takes it back. More than half of the other people must
agree, not counting anyone who is absent too; in a game of two, the one who waits decides. Programs
have no vote, because they would never use it.
"""

from __future__ import annotations

from engine.contract import Seat
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.room import facts as f
from relay.room.bounds import demand_change
from relay.room.referee import left, stand_in
from relay.room.room import Room


def is_absent(room: Room, seat: Seat, moment: Moment) -> bool:
    """Whether others may vote on the seat."""
    if seat in room.present:
        return False
    since = room.absent_since.get(seat, moment.now)
    return room.chairs[seat].left or moment.now - since >= moment.limits.absence


def vote(room: Room, seat: Seat, request: m.Vote, moment: Moment) -> None:
    if room.phase != k.PLAYING:
        raise Refusal("wrong-phase")
    if request.seat >= len(room.chairs) or room.chairs[request.seat].sitter != k.PERSON:
        raise Refusal("bad-seat")
    if request.seat == seat or not _has_vote(room, seat):
        raise Refusal("bad-seat", "votes are for the other people at the table")
    if not is_absent(room, request.seat, moment):
        raise Refusal("present")
    if room.votes.get((request.seat, seat)) == request.yes:
        return
    demand_change(room, seat, moment)
    room.change(f.Voted(request.seat, seat, request.yes))
    others = (s for s in range(len(room.chairs)) if s != request.seat and _has_vote(room, s))
    voters = [s for s in others if not is_absent(room, s, moment)]
    agreed = sum(room.votes.get((request.seat, voter), False) for voter in voters)
    if 2 * agreed > len(voters):
        stand_in(room, request.seat, moment.at)


def _has_vote(room: Room, seat: Seat) -> bool:
    chair = room.chairs[seat]
    return chair.sitter == k.PERSON and not chair.program


def reconnected(room: Room, seat: Seat) -> None:
    """The owner of a seat is connected again."""
    if room.chairs[seat].left:
        room.change(f.Left(seat, False))
    if any(voted_on == seat for voted_on, _ in room.votes):
        room.change(f.VotesVoid(seat))


def retake(room: Room, seat: Seat, request: m.Retake, moment: Moment) -> None:
    """The owner plays again instead of the bot."""
    if room.phase != k.PLAYING or not room.chairs[seat].level:
        raise Refusal("wrong-phase")
    if room.terms.clock == k.GAME_CLOCK and not left(room, seat, moment.at):
        raise Refusal("time-up")
    demand_change(room, seat, moment)
    room.change(f.TookBack(moment.at, seat))


def say(room: Room, seat: Seat, request: m.Say, moment: Moment) -> None:
    text = clean(request.text, moment.limits.chat)
    if not text:
        raise Refusal("empty")
    if room.chairs[seat].muted:
        raise Refusal("muted")
    if len(room.chat) >= moment.limits.chat_lines:
        raise Refusal("table-full")
    room.change(f.Spoke(moment.day, seat, text))


def mute(room: Room, seat: Seat, request: m.Mute, moment: Moment) -> None:
    if seat != room.host:
        raise Refusal("not-allowed")
    if (
        request.who >= len(room.chairs)
        or request.who == seat
        or not room.chairs[request.who].is_person
    ):
        raise Refusal("bad-seat")
    if room.chairs[request.who].muted != request.on:
        demand_change(room, seat, moment)
        room.change(f.Muted(request.who, request.on))


def rematch(room: Room, seat: Seat, request: m.Rematch, moment: Moment) -> None:
    if room.phase != k.OVER or room.following or room.day:
        raise Refusal("wrong-phase")
    if room.chairs[seat].again != request.yes:
        demand_change(room, seat, moment)
        room.change(f.Again(seat, request.yes))


def is_rematch_agreed(room: Room) -> bool:
    """Everybody who has not got up wants to play again."""
    people = [chair for chair in room.chairs if chair.is_person and not chair.left]
    return bool(people) and not room.following and all(chair.again for chair in people)
