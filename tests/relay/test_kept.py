"""A store or an app of an earlier version still works."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from relay.client.client import Client
from relay.client.events import Verified
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.room_codes import tidy_code
from relay.room import facts as f
from tests.relay import kept
from tests.relay.wire import Wire

# What came first; later versions may have further facts.
LETTERS = set("ctsobuhrznxepmvwiklaf")


def finished(wire: Wire, clients: list[Client]) -> None:
    """The game is played to its end, and everybody finds that the deal was fair."""
    wire.play_on(clients)
    for client in clients:
        assert client.room is not None
        assert client.room.phase == k.OVER
        assert Verified in map(type, wire.events_of(client))


def begin(wire: Wire, host: Client, clients: list[Client]) -> None:
    for client in clients:
        client.ready()
    wire.settle()
    host.request(m.Start())
    wire.settle()


def room_of(client: Client) -> m.RoomView:
    assert client.room is not None
    return client.room


def test_the_store_is_of_its_version_and_has_a_fact_of_every_kind(tmp_path: Path) -> None:
    with closing(sqlite3.connect(f"{kept.STORE.as_uri()}?immutable=1", uri=True)) as db:
        assert db.execute("pragma user_version").fetchone() == (2,)
    store = kept.reopened(tmp_path).store
    records = [record for room in store.rooms() for record in store.load(room.room)]
    letters = {letter for letter, cls in f.LETTERS.items() if cls in {*map(_kind, records)}}
    assert letters == LETTERS


def _kind(record: bytes) -> type:
    return type(f.read_fact(record))


@pytest.mark.slow
def test_a_lobby_is_found_as_it_was_left_and_its_game_can_be_played(tmp_path: Path) -> None:
    wire = kept.reopened(tmp_path)
    ann, bob, dan = kept.come_back(wire, "lobby")
    room = room_of(ann)
    assert (room.phase, room.host) == (k.LOBBY, ann.seat)
    assert room.terms[1:] == (True, True, 30, k.TURN_CLOCK, 600, 0)  # the last was not known then
    assert [tuple(seat) for seat in room.seats] == [
        ("Ann", k.PERSON, "", False, False, False, False),
        ("Bob", k.PERSON, "", True, False, True, False),
        ("novice", k.BOT, "novice", True, False, False, False),
        ("Dan", k.PERSON, "skilled", False, False, False, False),
    ]
    assert [said.text for said in bob.chat.values()] == ["Hello, all.", "First!"]
    begin(wire, ann, [ann, bob, dan])
    finished(wire, [ann, bob, dan])


def test_a_start_that_waits_for_a_nonce_goes_on(tmp_path: Path) -> None:
    wire = kept.reopened(tmp_path)
    clients = kept.come_back(wire, "sealing")
    assert room_of(clients[0]).phase == k.PLAYING
    finished(wire, clients)


def test_a_running_game_is_played_to_its_end(tmp_path: Path) -> None:
    wire = kept.reopened(tmp_path)
    clients = kept.come_back(wire, "playing")
    room, clock = room_of(clients[0]), clients[0].clock
    assert (room.phase, room.terms.delay, clients[0].seal and clients[0].seal.attempt) == (
        k.PLAYING,
        60,
        2,  # one start fell through
    )
    assert clock is not None
    assert max(clock.left) == 86_400_000
    assert [said.text for said in clients[0].chat.values()] == ["Where is Bob?"]
    tokens = [entry.token for entry in clients[0].table.entries] if clients[0].table else []
    assert {"undo", "redo"} <= {*tokens}
    finished(wire, clients)


def test_a_bot_goes_on_for_somebody_whose_time_was_up(tmp_path: Path) -> None:
    wire = kept.reopened(tmp_path)
    ann, bob = kept.come_back(wire, "standing")
    assert [seat.sitter for seat in room_of(ann).seats] == [k.PERSON, k.STAND_IN]
    bob.request(m.Retake())
    wire.settle()
    assert [seat.sitter for seat in room_of(ann).seats] == [k.PERSON, k.STAND_IN]
    wire.play_on([ann])
    finished(wire, [ann, bob])


def test_a_finished_game_is_verified_and_leads_to_its_rematch(tmp_path: Path) -> None:
    wire = kept.reopened(tmp_path)
    clients = kept.come_back(wire, "over")
    assert tidy_code(room_of(clients[0]).following) == tidy_code(kept.code_of("rematch"))
    finished(wire, clients)
    for client in clients:
        client.follow()
    wire.settle()
    ann, bob = clients
    assert (ann.seat, bob.seat, room_of(bob).host) == (1, 0, 1)  # each one seat lower
    begin(wire, ann, clients)
    finished(wire, clients)


@pytest.mark.parametrize("talk", [kept.FIRST, *kept.LATER])
def test_an_app_of_then_plays_with_the_bytes_that_it_always_sent(talk: str) -> None:
    apps = kept.Apps(talk)
    for number, step in enumerate(kept.steps(talk), 1):
        if step.who == "Eve":
            continue  # of a later version, and sent away then
        answer = apps.take(step)
        if step.what == "<" and answer is not None and step.values[0] == "page":
            *head, text = step.values  # a record of today may have lines that apps pass over
            assert [*answer[:-1]] == head, f"step {number}"
            assert set(text.splitlines()) <= set(answer[-1].splitlines()), f"step {number}"
        elif step.what == "<" and answer is not None and step.values[0] == "welcome":
            assert len(answer) == len(step.values), f"step {number}"
            assert _still_offers(answer, step.values), f"step {number}"
        elif step.what == "<":
            assert answer == step.values, f"step {number}"
    assert apps.left_over == []


def _still_offers(now: object, then: object) -> bool:
    """A list may have grown at its end: apps show a bot level that they do not know by its key."""
    if isinstance(now, tuple) and isinstance(then, tuple):
        return len(now) >= len(then) and all(map(_still_offers, now, then))
    return now == then


WORDS = (
    *("create", "change", "join", "say", "list", "ready", "start", "reveal", "move", "resume"),
    *("watch", "more", "record", "rematch", "leave", "ping"),
)


@pytest.mark.parametrize("talk", [kept.FIRST, *kept.LATER])
@pytest.mark.parametrize("word", WORDS)
def test_a_conversation_has_everything_that_players_say(word: str, talk: str) -> None:
    assert word in {step.values[0] for step in kept.steps(talk) if step.what == ">"}
