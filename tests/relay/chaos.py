"""A fake wire on which everything goes wrong that can: each mishap is a method.

Players keep trying to play. Whatever happens, ``heal`` restores all connections, and then every
copy of the game must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.errors import EngineError
from relay.client.client import Client
from relay.client.events import Differs, Foul
from relay.effects import Append
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import BadMessage
from tests.relay.wire import TERMS, Line, Wire

WATCHERS = 3


class Chaos:
    def __init__(
        self,
        seed: int,
        terms: m.Terms = TERMS,
        players: int = 2,
        has_begun: bool = True,
        game: str = "kingdom",
    ) -> None:
        self.wire = Wire(seed=seed)
        self.wire.is_store_slow = True
        self.players = [self.wire.player(f"P{i}") for i in range(players)]
        self.watchers: list[Client] = []
        self.replaced: list[Client] = []
        self.lines: dict[int, Line] = {}
        self.players[0].create(game, terms)
        self.reconnect(self.players[0])
        self.heal()
        for player in self.players[1:]:
            player.join(self.players[0].code)
            self.reconnect(player)
        if has_begun:
            self.begin()

    @property
    def clients(self) -> list[Client]:
        return [*self.players, *self.watchers]

    def line(self, number: int) -> Line:
        client = self.clients[number % len(self.clients)]
        return self.lines[id(client)]

    def reconnect(self, client: Client) -> None:
        old = self.lines.get(id(client))
        if old is not None and not old.is_down:
            self.wire.cut(old)
        self.lines[id(client)] = self.wire.connect(client)

    # ---- what a network does --------------------------------------------------------------------

    def up(self, number: int) -> None:
        """A few frames reach the relay."""
        line = self.line(number)
        for _ in range(1 + number % 3):
            if line.up and not line.is_down:
                self.wire.deliver_up(line)

    def down(self, number: int) -> None:
        """A few frames reach a client."""
        line = self.line(number)
        for _ in range(1 + number % 5):
            if line.down and not line.is_down:
                try:
                    self.wire.deliver_down(line)
                except BadMessage:  # what comes in another order makes no sense: hang up
                    self.reconnect(line.client)

    def double(self, number: int) -> None:
        line = self.line(number)
        if line.up:
            line.up.append(line.up[0])

    def echo(self, number: int) -> None:
        line = self.line(number)
        if line.down:
            line.down.append(line.down[0])

    def drop(self, number: int) -> None:
        line = self.line(number)
        if line.down:
            line.down.popleft()

    def swallow(self, number: int) -> None:
        line = self.line(number)
        if line.up and len(line.up) > 1:  # the hello itself must come first
            line.up.pop()

    def swap(self, number: int) -> None:
        line = self.line(number)
        if len(line.down) > 1:
            line.down[0], line.down[1] = line.down[1], line.down[0]

    def overtake(self, number: int) -> None:
        line = self.line(number)
        if len(line.up) > 2:  # the hello itself must come first
            line.up[-1], line.up[-2] = line.up[-2], line.up[-1]

    def cut(self, number: int) -> None:
        self.reconnect(self.line(number).client)

    def replace(self, number: int) -> None:
        """A second connection with the token of a player: the first one is out."""
        index = number % len(self.players)
        old = self.players[index]
        if old.code:
            twin = Client(old.name, old.ticket)
            twin.resume(old.code)
            self.players[index] = twin
            self.replaced.append(old)
            self.lines[id(twin)] = self.wire.connect(twin)

    def late_watcher(self, number: int) -> None:
        if len(self.watchers) < WATCHERS and self.players[0].code:
            watcher = Client(f"W{number}", None)
            watcher.watch(self.players[0].code)
            self.watchers.append(watcher)
            self.lines[id(watcher)] = self.wire.connect(watcher)

    # ---- what a relay does ----------------------------------------------------------------------

    def store(self, number: int) -> None:
        if self.wire.waiting:
            self.wire.store_one()

    def kill(self, number: int) -> None:
        self.wire.restart()
        for client in self.clients:
            self.reconnect(client)

    def fail(self, number: int) -> None:
        """The store does not answer, and may or may not have done what it was asked."""
        if self.wire.waiting:
            what = self.wire.waiting.popleft()
            if number % 2 and isinstance(what, Append):
                self.wire.store.append([what])
            self.wire.carry_out(self.wire.hub.failed(what, self.wire.now))

    def wait(self, number: int) -> None:
        self.wire.now += number % 40 / 4
        self.wire.carry_out(self.wire.hub.tick(self.wire.now))

    # ---- what players do ------------------------------------------------------------------------

    def act(self, number: int) -> None:
        client = self.players[number % len(self.players)]
        if client.room is None or not client.is_open:
            return
        if client.room.phase == k.LOBBY:
            client.ready()
            client.request(m.Start())
        elif client.room.phase == k.PLAYING:
            self.wire.step(client)
        self.wire.pump(self.lines[id(client)])

    def undo(self, number: int) -> None:
        client = self.players[number % len(self.players)]
        try:
            client.play("undo" if number % 3 else "redo")
        except EngineError:
            return
        self.wire.pump(self.lines[id(client)])

    def nonsense(self, number: int) -> None:
        """A move that is stale, early, or not a move."""
        client = self.players[number % len(self.players)]
        token = ("end", "a1", "deal:forest", "undo", "nonsense")[number % 5]
        client.request(m.Move(number % 40, token))
        self.wire.pump(self.lines[id(client)])

    def talk(self, number: int) -> None:
        client = self.clients[number % len(self.clients)]
        client.request(m.Say(f"line {number}"))
        self.wire.pump(self.lines[id(client)])

    def walk_out(self, number: int) -> None:
        """Get up from a game, and come back."""
        client = self.players[number % len(self.players)]
        if client.code and client.room is not None and client.room.phase == k.PLAYING:
            client.request(m.Leave())
            client.resume(client.code)
            self.wire.pump(self.lines[id(client)])

    def vote(self, number: int) -> None:
        client = self.players[number % len(self.players)]
        client.request(m.Vote((number + 1) % len(self.players), number % 7 > 0))
        self.wire.pump(self.lines[id(client)])

    def think(self, number: int) -> None:
        if self.wire.thoughts:
            self.wire.think_one()

    def retake(self, number: int) -> None:
        client = self.players[number % len(self.players)]
        client.request(m.Retake())
        self.wire.pump(self.lines[id(client)])

    # ---- the end --------------------------------------------------------------------------------

    def heal(self) -> None:
        """All lines are cut and opened again, and everything under way arrives."""
        self.wire.is_store_slow = False
        self.wire.store_all()
        for client in self.clients:
            self.reconnect(client)
        self.wire.settle()
        self.wire.pass_time(2)  # a room that could not be read is read again
        for client in self.clients:
            self.reconnect(client)
        self.wire.settle()
        self.wire.is_store_slow = True

    def begin(self) -> None:
        """Whatever the phase, the game is on after this."""
        self.heal()
        self.wire.is_store_slow = False
        for player in self.players:
            if player.room is not None and player.room.phase == k.LOBBY:
                player.ready()
        self.wire.settle()
        for player in self.players:  # one of them is the host
            player.request(m.Start())
        self.wire.settle()
        self.wire.is_store_slow = True

    def finish(self) -> None:
        """Play to the end."""
        self.begin()
        self.wire.is_store_slow = False
        for player in self.players:
            player.request(m.Retake())
        self.wire.settle()
        self.wire.play_on(self.players)
        self.wire.pass_time(1)

    def check(self) -> None:
        """All copies are the same, nothing is pending, and nobody saw a difference."""
        digests = {client.table.digest() for client in self.clients if client.table is not None}
        assert len(digests) <= 1, digests
        lengths = {client.confirmed for client in self.clients}
        assert len(lengths) == 1, lengths
        lines: dict[int, m.Said] = {}
        for player in self.players:
            for number, line in player.chat.items():
                assert lines.setdefault(number, line) == line
        for client in [*self.clients, *self.replaced]:
            assert not client.pending or client in self.replaced
            for event in self.wire.events_of(client):
                assert not isinstance(event, Differs | Foul), event


MISFORTUNES: dict[str, Callable[[Chaos, int], None]] = {
    method.__name__: method
    for method in (
        *(Chaos.up, Chaos.down, Chaos.double, Chaos.echo, Chaos.drop, Chaos.swallow, Chaos.swap),
        *(
            Chaos.overtake,
            Chaos.cut,
            Chaos.replace,
            Chaos.late_watcher,
            Chaos.store,
            Chaos.kill,
            Chaos.fail,
        ),
        *(Chaos.walk_out, Chaos.vote, Chaos.think, Chaos.retake),
    )
}
# How often each comes in a random run: mostly things go well.
WEIGHTS = {"up": 40, "down": 60, "store": 40, "act": 50, "undo": 4}


def run(chaos: Chaos, steps: Iterable[tuple[str, int]]) -> None:
    for name, number in steps:
        MISFORTUNES[name](chaos, number)
