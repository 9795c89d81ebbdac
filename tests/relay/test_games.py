"""A relay serves any game by its contract: its bots, its stand-in, its clock."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.contract import find, keys
from relay.client.client import Client
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode
from relay.protocol.errors import Refusal
from relay.protocol.limits import Limits
from relay.protocol.seals import seal_of
from relay.room import absence, lobby, referee
from relay.room.room import Room
from relay.server.server import Relay, Settings
from relay.store.log_store import MemoryStore
from tests.engine.racks import GAME, KEY
from tests.relay.driving import FAST, Driver, stop_all
from tests.relay.rooms import NOW, moment, nonce, play, token
from tests.relay.wire import FAST as WIRE_LIMITS
from tests.relay.wire import Wire

pytestmark = pytest.mark.usefixtures("racks")

TERMS = m.Terms('{"players":3}', True, True, 0, k.NO_CLOCK, 0)


# ---- bots ---------------------------------------------------------------------------------------


async def test_a_person_plays_with_the_bots_of_the_game_over_a_socket() -> None:
    async with Relay(Settings(port=0, limits=FAST), MemoryStore()) as relay:
        ann = Driver(relay.address, "Ann")
        ann.client.create(KEY, TERMS)
        await ann.start().enters()
        eve = Driver(relay.address, "Eve", is_watcher=True)
        eve.client.watch(ann.client.code)
        await eve.start().enters()
        assert ann.client.levels == eve.client.levels == ("dull", "keen")
        await ann.request(m.SeatBot(1, "greedy"))  # of another game
        await ann.until(lambda: ann.refusals == ["bad-options"], "a refusal")
        for seat, level in enumerate(("dull", "keen"), 1):
            await ann.request(m.SeatBot(seat, level))
        for driver in (ann, eve):
            await driver.ends()
        table = eve.client.opened_table
        assert table is not None
        assert table.game is GAME
        assert {actor for actor, _ in table.entries} == {-1, 0, 1, 2}
        seen = eve.client.table
        assert seen is not None
        hidden = [entry.token for entry in seen.entries if entry.token.startswith("draw:")]
        assert set(hidden) == {"draw:?"}
        await stop_all([ann, eve])


@pytest.mark.parametrize("key", keys())
def test_whoever_stands_in_is_a_bot_of_the_game(key: str) -> None:
    room = game_of(key)
    room.present.discard(1)
    room.absent_since[1] = NOW - 100
    absence.vote(room, 0, m.Vote(1, True), moment())
    assert room.chairs[1].level == find(key).stand_in
    while room.acting == 0:
        play(room)
    task = referee.thinking(room, NOW, Limits())
    assert task is not None
    assert (task.game, task.level) == (key, find(key).stand_in)


def game_of(key: str, on: m.Terms = TERMS, now: float = NOW) -> Room:
    """Two people at the table of any game."""
    on = on._replace(options=json.dumps({"players": 2}))
    room = lobby.create("KQ74TN", m.Create("Ann", token("Ann"), key, on), moment(now))
    lobby.join(room, m.Join("KQ74TN", "Bob", token("Bob")), moment(now))
    room.present = {0, 1}
    for seat in (0, 1):
        lobby.ready(room, seat, m.Ready(seal_of(nonce(seat))), moment(now))
    lobby.start(room, 0, m.Start(), moment(now))
    for seat in (0, 1):
        lobby.reveal(room, seat, m.Reveal(nonce(seat)), moment(now))
    return room


# ---- older clients ------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_client_is_kept_out_of_games_that_it_cannot_know(version: int) -> None:
    wire = Wire()
    ann = wire.player("Ann")
    ann.create(KEY, TERMS)
    wire.connect(ann)
    wire.settle()
    for client in (wire.player("Bob"), Client("Eve", None)):
        client._newest = version
        wire.connect(client)
        wire.settle()
        client.request(m.ListRooms())
        wire.settle()
        (client.join if client.ticket else client.watch)(ann.code)
        wire.settle()
        line = next(line for line in wire.lines.values() if line.client is client)
        assert line.sent[-2:] == [encode(m.Rooms(())), encode(refused(client))]
    assert ann.room is not None
    assert [seat.name for seat in ann.room.seats] == ["Ann", "", ""]


def test_an_older_client_without_guesses_cannot_tell_such_a_room_from_none() -> None:
    wire = Wire(replace(WIRE_LIMITS, guesses=1, guess_rate=1e-9))
    ann = wire.player("Ann")
    ann.create(KEY, TERMS)
    wire.connect(ann)
    wire.settle()
    bob = wire.player("Bob")
    bob._newest = 2
    line = wire.connect(bob, "elsewhere")
    wire.settle()
    for code in ("AAA-AAA", "AAA-AAA", ann.code):
        bob.join(code)
        wire.settle()
    answers = [decode_for_client(data) for data in line.sent[-3:]]
    codes = [answer.code for answer in answers if isinstance(answer, m.Refused)]
    assert codes == ["no-room", "too-fast", "too-fast"]


def refused(client: Client) -> m.Refused:
    text = "this room has a game or options newer than your app"
    return m.Refused("join" if client.ticket else "watch", 0, "bad-options", text)


def test_a_client_of_today_finds_it() -> None:
    wire = Wire()
    ann, bob = wire.player("Ann"), wire.player("Bob")
    ann.create(KEY, TERMS)
    wire.connect(ann)
    wire.settle()
    bob.join(ann.code)
    wire.connect(bob)
    wire.settle()
    assert bob.room is not None
    assert bob.room.game == KEY


# ---- moves --------------------------------------------------------------------------------------


def test_a_full_page_of_the_longest_moves_fits_a_frame() -> None:
    entries = k.PAGE
    tokens = " ".join(["x" * k.TOKEN] * entries)
    log = m.Log(20_000, 20_000, bytes(entries), tokens, bytes(8 * entries))
    assert len(encode(log)) <= k.RELAY_FRAME


@pytest.mark.parametrize("key", keys())
def test_every_move_of_random_games_fits_a_message(key: str) -> None:
    room = game_of(key)
    while room.acting is not None:
        play(room)
    assert max(len(entry.token) for entry in room.playing_table.entries) <= k.TOKEN


# ---- the clock ----------------------------------------------------------------------------------


def raining(clock: str, seconds: int) -> tuple[Room, float]:
    """Ann has made it rain after so long: it is her turn, and Bob has to lose a piece."""
    room = game_of(KEY, TERMS._replace(clock=clock, seconds=seconds))
    assert room.acting == 0
    play(room, NOW + 20, "rain")
    state = room.playing_table.state
    assert (room.acting, GAME.on_turn(state)) == (1, 0)
    return room, NOW + 20


@pytest.mark.parametrize("clock", [k.TURN_CLOCK, k.GAME_CLOCK])
def test_the_clock_runs_for_whoever_has_to_decide_also_off_turn(clock: str) -> None:
    room, now = raining(clock, 100)
    assert referee.deadline(room, Limits()) == now + 100
    view = referee.clock_view(room, now + 30, Limits())
    assert view == m.ClockView(1, (80_000, 70_000))
    referee.time_out(room, Moment(now + 100, Limits(), bytes))
    assert [chair.sitter for chair in room.chairs] == [k.PERSON, k.STAND_IN]


def test_an_undo_out_of_somebody_elses_decision_gives_no_time_back() -> None:
    room, now = raining(k.TURN_CLOCK, 100)
    number = len(room.digests) + 1
    referee.move(room, 0, m.Move(number, "undo"), moment(now + 5))
    assert room.acting == 0
    assert referee.left(room, 0, int((now + 5) * 1000)) == 80_000
    assert referee.left(room, 1, int((now + 5) * 1000)) == 95_000


def test_everybody_has_the_full_time_again_when_the_turn_passes_on() -> None:
    room, now = raining(k.TURN_CLOCK, 100)
    play(room, now + 30)
    assert room.acting == GAME.on_turn(room.playing_table.state) == 1
    view = referee.clock_view(room, now + 30, Limits())
    assert view == m.ClockView(1, (100_000, 100_000))


def test_a_move_that_no_game_has_is_refused_by_name() -> None:
    room = game_of(KEY)
    with pytest.raises(Refusal) as caught:
        referee.move(room, 0, m.Move(len(room.digests) + 1, "x" * k.TOKEN), moment())
    assert caught.value.code == "bad-token"
