"""A relay that says impossible things is not believed, and does no harm."""

from __future__ import annotations

import secrets

import pytest

from relay.client.client import Client
from relay.client.ticket import Ticket
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import BadMessage

ANN = m.SeatView("Ann", k.PERSON, "", True, False, False, False)
TERMS = m.Terms('{"players":2,"seed":"x"}', False, True, 0, k.NO_CLOCK, 0)
ROOM = m.RoomView("KQ7-4TN", k.PLAYING, "kingdom", TERMS, 0, (ANN, ANN), (), "")


def seated(seat: int = 0) -> Client:
    client = Client("Ann", Ticket.draw(secrets.token_bytes))
    client.receive(m.Seated("KQ7-4TN", seat, 0, 0))
    return client


def room(**changes: object) -> m.RoomView:
    fields = {name: getattr(ROOM, name) for name in ROOM.__slots__} | changes
    return m.RoomView(**fields)


def options(text: str) -> m.RoomView:
    return room(terms=TERMS._replace(options=text))


def test_a_room_that_can_be_is_believed() -> None:
    client = seated()
    client.receive(ROOM)
    assert client.room == ROOM


@pytest.mark.parametrize(
    "strange",
    [
        options("[]"),
        options("nonsense"),
        options("[" * 4000),
        options('{"players":9}'),
        options('{"goals":["x","y","z"]}'),
        room(game="chess"),
        room(host=2),
        room(seats=(ANN,)),
        room(seats=(ANN, ANN, ANN)),
        room(votes=(m.VoteView(2, 0, True),)),
        room(votes=(m.VoteView(0, 7, True),)),
        room(code="../../KQ7-4TN"),
        room(following="/KQ7-4TN"),
        room(seats=(ANN, ANN._replace(name="Bob\x1b[2J"))),
        room(seats=(ANN, ANN._replace(level="\x1b]2;x\x07"))),
    ],
)
def test_a_room_that_cannot_be_ends_the_line(strange: m.RoomView) -> None:
    client = seated()
    with pytest.raises(BadMessage):
        client.receive(strange)
    assert client.room is None


def test_a_seat_of_ours_that_is_not_there() -> None:
    with pytest.raises(BadMessage):
        seated(2).receive(ROOM)


@pytest.mark.parametrize(
    "strange",
    [
        m.Present((0, 2), 0),
        m.ClockView(2, (1000, 1000)),
    ],
)
def test_nobody_sits_on_a_seat_that_is_not_there(strange: m.ToClient) -> None:
    client = seated()
    client.receive(ROOM)
    with pytest.raises(BadMessage):
        client.receive(strange)
    fresh = seated()  # not even a room yet
    with pytest.raises(BadMessage):
        fresh.receive(strange)


@pytest.mark.parametrize(
    "code", ["../../KQ7", "/tmp/x", "KQ7\x1b[2J", "KQ74TN", "kq7-4tn", "KQ7-4TO"]
)
@pytest.mark.parametrize("is_watching", [False, True])
def test_files_and_titles_are_called_by_nothing_but_codes(code: str, is_watching: bool) -> None:
    client = Client("Ann", None if is_watching else Ticket.draw(secrets.token_bytes))
    with pytest.raises(BadMessage):
        client.receive(m.Watching(code, 100, 0, 0) if is_watching else m.Seated(code, 0, 0, 0))
    assert client.code == ""


@pytest.mark.parametrize(
    "strange",
    [
        m.Said(1, 0, "hello\x1b[2J", 0),
        m.Murmur(100, "Eve\n", "hello"),
        m.Murmur(100, "Eve", "\x9b2J"),
        m.Welcome(1, "x", 65_536, 30, 10, ("kingdom",), ("greedy\x07",)),
    ],
)
def test_what_others_say_leaves_the_terminal_alone(strange: m.ToClient) -> None:
    client = seated()
    client.receive(ROOM)
    with pytest.raises(BadMessage):
        client.receive(strange)
