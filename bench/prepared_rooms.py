"""Rooms whose games are prepared in advance, so that a load generator need not think.

A room's cards follow from the secret in its store and the players' nonces. Here all of them are
known: a whole game is played beforehand, its room is stored as it was at some entry, and a load
generator then only sends the moves that come next.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import Seat, find
from engine.kingdom.bots.playout import random_move
from relay.effects import Append
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode
from relay.protocol.limits import Limits
from relay.protocol.room_codes import ALPHABET, LENGTH
from relay.protocol.seals import nonce_for, seal_of
from relay.room import facts as f
from relay.room import lobby
from relay.room.room import Room
from relay.store.sqlite import SqliteStore

_NOW = 1_800_000_000.0
_LATER = 4e9  # when these rooms expire


class Step(NamedTuple):
    """A move, and the entries that are on the table when it is made."""

    seat: Seat
    number: int
    after: int
    move: bytes  # as a player sends it
    told: bytes  # as a watcher is told


class Script(NamedTuple):
    """A room and what happens in it next."""

    code: str
    tokens: tuple[bytes, ...]  # of the players
    records: tuple[bytes, ...]  # what is stored
    entry: int  # on the table at first
    steps: tuple[Step, ...]


def write(number: int, players: int = 2, start: int = 0, game: str = "kingdom") -> Script:
    """A random game; ``start``: how many entries are stored already."""
    rng = random.Random(f"room {number} {players}")
    code, rest = "", number
    for _ in range(LENGTH):
        code, rest = code + ALPHABET[rest % len(ALPHABET)], rest // len(ALPHABET)
    moment = Moment(_NOW, Limits(), rng.randbytes)
    tokens = tuple(rng.randbytes(32) for _ in range(players))
    room = _begun(code, tokens, moment, game)
    facts: list[f.Fact] = []
    steps: list[Step] = []
    entry = 0
    while True:
        if len(room.digests) <= start or not facts:
            facts, entry = list(room.fresh), len(room.digests)
            steps = []
        seat = room.acting
        if seat is None:
            break
        steps.append(_step(room, seat, rng, moment))
    return Script(code, tokens, tuple(map(f.write_fact, facts)), entry, tuple(steps))


def _begun(code: str, tokens: Sequence[bytes], moment: Moment, game: str) -> Room:
    options = f'{{"players":{len(tokens)},"seed":"{code}"}}'
    terms = m.Terms(options, False, True, 0, k.NO_CLOCK, 0)
    room = lobby.create(code, m.Create("Player 1", tokens[0], game, terms), moment)
    for number, token in enumerate(tokens[1:], 2):
        lobby.join(room, m.Join(code, f"Player {number}", token), moment)
    commitment = room.seal_view().commitment
    nonces = [nonce_for(token, commitment) for token in tokens]
    for seat, nonce in enumerate(nonces):
        lobby.ready(room, seat, m.Ready(seal_of(nonce)), moment)
    room.present = set(range(len(tokens)))
    lobby.start(room, 0, m.Start(), moment)
    for seat, nonce in enumerate(nonces):
        lobby.reveal(room, seat, m.Reveal(nonce), moment)
    return room


def _step(room: Room, seat: Seat, rng: random.Random, moment: Moment) -> Step:
    table = room.playing_table
    number = len(table.entries) + 1
    token = table.game.format(_any_move(table.game.key, table.state, rng))
    room.play(seat, token, moment.at)
    room.deal(moment.at)
    after = len(table.entries)
    told = encode(room.page(None, number - 1, after, k.PAGE))
    return Step(seat, number, after, encode(m.Move(number, token)), told)


def _any_move(game: str, state: Any, rng: random.Random) -> Any:
    if game == "kingdom":
        return random_move(state, rng.random)
    return rng.choice(find(game).legal(state))


def keep(scripts: Sequence[Script], path: Path) -> None:
    """A store with these rooms."""
    store = SqliteStore(path)
    store.append([Append(s.code, 0, s.records, _LATER) for s in scripts])
    store.close()
