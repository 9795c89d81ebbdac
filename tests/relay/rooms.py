"""Rooms for unit tests, without hub or wire: people are letters, time is a number."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

from engine.contract import Seat
from engine.table import REDO, UNDO
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.protocol.seals import seal_of
from relay.room import facts as f
from relay.room import lobby, referee
from relay.room.reading import Reading
from relay.room.room import Room

NOW = 1_800_000_000.0
_CHANCE = random.Random(5)
TERMS = m.Terms('{"players":2}', False, True, 0, k.NO_CLOCK, 0)


def moment(now: float = NOW, **limits: float) -> Moment:
    return Moment(now, Limits(**limits), _CHANCE.randbytes)  # type: ignore[arg-type]


def token(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def nonce(seat: Seat) -> bytes:
    return bytes([seat]) * 32


def terms(clock: str = k.NO_CLOCK, seconds: int = 0, delay: int = 0, **options: Any) -> m.Terms:
    return m.Terms(json.dumps({"players": 2} | options), False, True, delay, clock, seconds)


def lobby_of(*names: str, on: m.Terms = TERMS) -> Room:
    """People in one lobby; the first is the host."""
    first, *others = names
    room = lobby.create("KQ74TN", m.Create(first, token(first), "kingdom", on), moment())
    for name in others:
        lobby.join(room, m.Join("KQ74TN", name, token(name)), moment())
    room.present = set(range(len(names)))
    return room


def game_of(*names: str, on: m.Terms = TERMS, now: float = NOW) -> Room:
    """A game that has just begun."""
    room = lobby_of(*names, on=on)
    for seat, chair in enumerate(room.chairs):
        if chair.is_free:
            lobby.seat_bot(room, 0, m.SeatBot(seat, "random"), moment(now))
    for seat, chair in enumerate(room.chairs):
        if chair.is_person:
            lobby.ready(room, seat, m.Ready(seal_of(nonce(seat))), moment(now))
    lobby.start(room, 0, m.Start(), moment(now))
    for seat, chair in enumerate(room.chairs):
        if chair.is_person:
            lobby.reveal(room, seat, m.Reveal(nonce(seat)), moment(now))
    return room


def begun(game: str, *names: str) -> Room:
    """A game of that kind that has just begun."""
    options = terms(players=len(names))
    room = lobby.create("KQ74TN", m.Create(names[0], token(names[0]), game, options), moment())
    for name in names[1:]:
        lobby.join(room, m.Join("KQ74TN", name, token(name)), moment())
    room.present = set(range(len(names)))
    for seat in range(len(names)):
        lobby.ready(room, seat, m.Ready(seal_of(nonce(seat))), moment())
    lobby.start(room, 0, m.Start(), moment())
    for seat in range(len(names)):
        lobby.reveal(room, seat, m.Reveal(nonce(seat)), moment())
    return room


def any_move(room: Room) -> str:
    table = room.playing_table
    return table.game.format(table.game.legal(table.state)[0])


def play(room: Room, now: float = NOW, token: str = "") -> Seat:
    """A move of the seat that has to act; whose it was."""
    seat = room.acting
    assert seat is not None
    number = len(room.digests) + 1
    referee.move(room, seat, m.Move(number, token or any_move(room)), moment(now))
    return seat


def play_turn(room: Room, now: float = NOW) -> None:
    """Moves until another seat has to act, or nobody."""
    seat = room.acting
    while room.acting == seat and seat is not None:
        play(room, now)


def long_game(entries: int = 3000) -> Room:
    """A game in which one move was undone and redone again and again."""
    room = game_of("Ann", "Bob")
    play(room)
    while len(room.digests) < entries:
        play(room, token=UNDO)
        play(room, token=REDO)
    return room


def records_of(room: Room) -> tuple[bytes, ...]:
    """All that was written about it."""
    return tuple(map(f.write_fact, room.fresh))


def finished(*names: str) -> Room:
    room = game_of(*names)
    while room.acting is not None:
        play(room)
    return room


def load(code: str, records: Sequence[bytes]) -> Room:
    reading = Reading(code, records)
    while (room := reading.go_on(NOW)) is None:
        pass
    return room


def again(room: Room) -> Room:
    """The room as another relay reads it from the store."""
    facts = [f.write_fact(fact) for fact in room.fresh]
    return load(room.code, facts)
