"""In no game can anybody tell a hidden outcome by how long, how many or how counted the frames are.

A game is played at random, with undo and redo, and written down. Then the relay deals it again up
to an entry that some may not see, once with each outcome that the entry could have had, and play
goes on as far as it went with all of them. Whatever any connection is sent has to be equally long
with each of them; for those who may not see the outcome it has to be the same bytes.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any, NamedTuple

import pytest

from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.errors import EngineError
from engine.table import REDO, UNDO, Entry, Table
from relay.client.client import Client
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.server.figures import Figures
from relay.server.websocket import framed
from tests.relay.test_lengths import Counting
from tests.relay.wire import FAST, TERMS, Line

NAMES = "ABCD"
GAMES: dict[str, tuple[str, dict[str, Any], int]] = {  # the last: a seed that leads to a theft
    "kingdom": ("kingdom", {"players": 3, "sets": ["base", "marshlands"]}, 1),
    "castle for two": ("castle", {"players": 2}, 9),
    "castle for three": ("castle", {"players": 3, "royal": True}, 18),
}
GOES_ON = 8  # moves after the hidden entry, at most
TRIED = ("undo", "redo", "draw", "end", "a1", "wall5@e2", "drop:wall5", "deal:?", "thief:1")


class Fork(NamedTuple):
    """A moment at which the dealer does something that some may not see."""

    entries: tuple[Entry, ...]  # of the whole game as far as it is played again
    number: int  # of the hidden one
    outcomes: tuple[str, ...]  # with which all of these entries are possible
    knowing: tuple[Seat, ...]  # who may see it


@cache
def walk(name: str) -> Table:
    """A whole game, at random."""
    key, options, seed = GAMES[name]
    table, chance = Table.new(key, options), random.Random(seed)
    dealer = Dealer(str(seed))
    dealer.deal(table)
    while (seat := table.to_act) is not None:
        word = chance.choice((UNDO, REDO))
        if chance.random() < 0.2 and (table.can_undo if word == UNDO else table.can_redo)(seat):
            table.append(seat, word)
        else:
            move = chance.choice(table.game.legal(table.state))
            table.append(seat, table.game.format(move))
        dealer.deal(table)
    return table


@cache
def fork(name: str, kind: str, which: int) -> Fork:
    """What could have come instead of this entry, and how far the game would have been the same."""
    table = walk(name)
    number = hidden_entries(table, kind)[which]
    game, entries = table.game, table.entries
    token = entries[number - 1].token
    seats = range(game.seats(table.state))
    ends = [n for n in range(number, len(entries)) if entries[n].actor != DEALER]
    ends = [end for end in ends if game.to_act(table.states[end]) is not None][:GOES_ON]
    possible = {
        game.format(move): _reach(table, number, game.format(move))
        for move, _ in game.outcomes(table.states[number - 1])
    }
    outcomes = [outcome for outcome, reach in possible.items() if reach >= ends[0]]
    end = max(end for end in ends if all(possible[outcome] >= end for outcome in outcomes))
    knowing = tuple(seat for seat in seats if table.seen(number, seat) == token)
    return Fork(tuple(entries[:end]), number, tuple(outcomes), knowing)


def _reach(table: Table, number: int, outcome: str) -> int:
    """The last entry that is possible after this outcome, and leads to the same for everybody."""
    other = table.until(number - 1)
    other.append(DEALER, outcome)
    for end, (actor, token) in enumerate(table.entries[number:], number):
        try:
            other.append(actor, token, table.digest(end + 1))
        except EngineError:
            return end
    return len(table.entries)


class Written(Dealer):
    """Deals what is written down, and at one entry what the test wants."""

    fork = Fork((), 0, (), ())
    outcome = ""

    def next_token(self, table: Table) -> str:
        number = len(table.entries) + 1
        return self.outcome if number == self.fork.number else self.fork.entries[number - 1].token


class Moment:
    """The game on a wire, with one of the outcomes."""

    def __init__(self, name: str, page: int) -> None:
        key, options, _ = GAMES[name]
        self.figures = Figures()
        self.frames: dict[str, list[bytes]] = {}
        self.wire = Counting(self.figures, Limits(**vars(FAST) | {"page": page}))
        self.wire.on_send = self._note
        terms = TERMS._replace(options=json.dumps({"seed": "even", **walk_options(name)}))
        self.players = self.wire.seated(terms, NAMES[: options["players"]], key)
        self._watcher("W")
        for player in self.players:
            player.ready()
        self.wire.settle()
        self.players[0].request(m.Start())
        self.wire.settle()
        for number, (actor, token) in enumerate(Written.fork.entries, 1):
            if actor != DEALER:
                self.players[actor].play(token)
                self.wire.settle()
                if number >= Written.fork.number:
                    self._try()
        self._try()
        self._afterwards()

    def _note(self, line: Line, data: bytes) -> None:
        self.frames.setdefault(line.client.name, []).append(data)

    def _try(self) -> None:
        """What players who do not have to act can ask for in vain."""
        for player in self.players:
            table = player.table
            assert table is not None
            if table.to_act != player.seat and not table.can_undo(player.seat or 0):
                for token in TRIED:
                    player.request(m.Move(player.last + 1, token))
        self.wire.settle()

    def _afterwards(self) -> None:
        """Everything that can be asked for again, by everybody."""
        for player in self.players:
            for have in range(0, player.last + 1, 7):
                player.request(m.More(have))
            player.request(m.FetchRecord(1))
            assert player.ticket is not None
            player.request(m.Peek(player.code, player.ticket.token))
        self.wire.settle()
        for player in self.players:
            again = Client(f"{player.name} anew", player.ticket)
            again.resume(player.code)
            self.wire.connect(again)
            self.wire.settle()
            assert again.confirmed == player.last == len(Written.fork.entries)
        self._watcher("late")
        self.wire.pass_time(2)

    def _watcher(self, name: str) -> None:
        watcher = Client(name, None)
        watcher.watch(self.players[0].code)
        self.wire.connect(watcher)
        self.wire.settle()

    def lengths(self) -> dict[str, list[int]]:
        return {name: [len(framed(d)) for d in frames] for name, frames in self.frames.items()}

    def counted(self) -> str:
        """The page of figures, but for the time of day."""
        page = self.figures.page(self.wire.hub.figures()).splitlines()
        return "\n".join(line for line in page if "start_time" not in line)


def walk_options(name: str) -> dict[str, Any]:
    """The options of the game that was written down, with nothing left to chance."""
    table = walk(name)
    return dict(table.game.settled(table.states[0]))


def hidden_entries(table: Table, kind: str) -> list[int]:
    """Entries of a kind that some may not see, before the last moves of the game."""
    return [
        number
        for number, (_actor, token) in enumerate(table.entries[:-30], 1)
        if token.startswith(f"{kind}:") and table.seen(number, None) != token
    ]


CASES = [
    ("kingdom", "deal", 2),
    ("kingdom", "deal", 12),
    ("castle for two", "deal", 0),
    ("castle for two", "deal", 5),
    ("castle for two", "deal", 16),
    ("castle for two", "steal", 0),
    ("castle for three", "deal", 8),
    ("castle for three", "steal", 0),
]


@pytest.mark.slow
@pytest.mark.parametrize("page", [1, 3, 256])
@pytest.mark.parametrize(("name", "kind", "which"), CASES)
def test_frames_are_equally_long_for_every_hidden_outcome(
    monkeypatch: pytest.MonkeyPatch, name: str, kind: str, which: int, page: int
) -> None:
    monkeypatch.setattr("relay.room.room.Dealer", Written)
    found = fork(name, kind, which)
    assert len(set(map(len, found.outcomes))) > 1
    assert len(found.outcomes) > (20 if (kind, which) == ("deal", 0) else 1)
    monkeypatch.setattr(Written, "fork", found)
    moments = []
    for outcome in found.outcomes:
        monkeypatch.setattr(Written, "outcome", outcome)
        moments.append(Moment(name, page))
        for seat in found.knowing:
            data = b"".join(moments[-1].frames[f"{NAMES[seat]} anew"])
            assert outcome.encode() in data
    first, *others = moments
    for other in others:
        assert other.lengths() == first.lengths()
        for who, frames in other.frames.items():
            if who[0] not in {NAMES[seat] for seat in found.knowing}:
                assert frames == first.frames[who]
        assert other.figures.bytes_out == first.figures.bytes_out > 1000
        assert other.counted() == first.counted()
