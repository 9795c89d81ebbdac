"""The other players in words, and what can be done about absent ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kbtui.online import other_players
from kbtui.online.other_players import Step, news
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.online.rooms import begun, drop, relay_at, stop, terms, until

ANN = m.SeatView("Ann", k.PERSON, "", True, False, False, False)
BOB = ANN._replace(name="Bob")


def room(*seats: m.SeatView, votes: tuple[m.VoteView, ...] = ()) -> m.RoomView:
    return m.RoomView("KQ7-4TN", k.PLAYING, "kingdom", terms(), 0, seats, votes, "")


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (BOB, BOB._replace(sitter=k.STAND_IN, level="greedy"), "A bot is now playing for Bob."),
        (BOB._replace(sitter=k.STAND_IN), BOB, "Bob is playing again."),
        (BOB, BOB._replace(left=True), "Bob has left."),
        (BOB._replace(left=True), BOB, "Bob has returned."),
        (BOB, BOB._replace(again=True), "Bob wants a rematch."),
    ],
)
def test_what_changes_is_told(before: m.SeatView, after: m.SeatView, text: str) -> None:
    assert [*news(room(ANN, before), room(ANN, after), 0)] == [text]


def test_the_same_room_is_no_news() -> None:
    assert [*news(room(ANN, BOB), room(ANN, BOB), 0)] == []
    assert [*news(None, room(ANN, BOB), 0)] == []


def test_one_is_told_of_one_s_own_seat_in_other_words() -> None:
    taken = ANN._replace(sitter=k.STAND_IN, level="greedy")
    assert [*news(room(ANN, BOB), room(taken, BOB), 0)] == ["A bot is now playing for you."]
    assert [*news(room(taken, BOB), room(ANN, BOB), 0)] == ["Your seat is yours again."]


def test_votes_of_others_are_told_once() -> None:
    cleo = BOB._replace(name="Cleo")
    voted = room(ANN, BOB, cleo, votes=(m.VoteView(2, 1, True),))
    told = [*news(room(ANN, BOB, cleo), voted, 0)]
    assert told == ["Bob votes to let a bot play for Cleo."]
    assert [*news(voted, voted, 0)] == []
    assert [*news(room(ANN, BOB, cleo), voted, 1)] == []


async def test_a_bot_can_be_asked_for_who_is_away(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        await until(lambda: ann.client.present is not None)
        assert other_players.step(ann) is None
        assert other_players.offer(ann, "B", 0.0) == ""
        await drop(bob)
        await until(lambda: ann.away == (False, True))
        assert other_players.step(ann) == (Step.VOTE, 1)
        gone = ann.gone_at[1]
        soon = "Bob is away. You can vote for a bot in {} s."
        assert other_players.offer(ann, "B", gone) == soon.format(60)
        assert other_players.offer(ann, "B", gone + 59.5) == soon.format(1)
        assert other_players.offer(ann, "B", gone + 59.5, is_asked=True) == ""
        now = "Bob is away. Press B to vote for a bot to take over."
        assert other_players.offer(ann, "B", gone + 60) == now
        assert other_players.offer(ann, "B", gone + 60, is_asked=True) == now
        assert ann.room is not None
        left = ann.room.seats[1]._replace(left=True)
        ann.client.room = replace(ann.room, seats=(ann.room.seats[0], left))
        assert other_players.offer(ann, "B", gone) == now, "who has left is not waited for"
        assert other_players.request_for((Step.VOTE, 1)) == m.Vote(1, True)
        assert other_players.request_for((Step.UNVOTE, 1)) == m.Vote(1, False)
        assert other_players.request_for((Step.RETAKE, 0)) == m.Retake()
        await stop(ann)


def test_a_refusal_that_nobody_knows_is_told_in_the_words_of_the_relay() -> None:
    assert other_players.refusal("new-code", "It is raining.") == "It is raining."
    assert other_players.refusal("muted", "x") == "The host has muted you."


def test_what_the_relay_says_in_its_own_words_leaves_the_terminal_alone() -> None:
    assert other_players.refusal("new-code", "No\x1b[2J.\n") == "No[2J."


def test_a_bot_in_the_place_of_a_person_is_called_one() -> None:
    robo = ANN._replace(name="Robo", level="greedy")
    by_level = ANN._replace(name="greedy 2", level="greedy")
    other = ANN._replace(name="Mine", level="program")
    stand_in = ANN._replace(sitter=k.STAND_IN, level="greedy")
    seats = room(ANN, robo, by_level, other, stand_in)
    assert other_players.notes(seats) == ("", "greedy bot", "bot", "bot", "")
