"""A fake wire: one hub, a store in memory and clients, all in one process and without a clock.

Messages pass through the codec both ways, as bytes. The store answers when it is told to; bots
think at once. Every frame that the relay sends is kept, for tests that look for leaks.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable

from relay.client.client import Client
from relay.client.events import Event
from relay.client.ticket import Ticket
from relay.days.challenge_facts import judgment
from relay.days.deals import deal_of
from relay.effects import (
    Append,
    Close,
    Effect,
    Judge,
    Lay,
    Load,
    Note,
    Pass,
    Peer,
    Rehearse,
    Send,
    Sweep,
    Think,
)
from relay.hub.hub import Hub
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, decode_for_relay, encode
from relay.protocol.limits import Limits
from relay.server.thinking import think
from relay.store.log_store import LogStore, MemoryStore

START = 1_800_000_000.0
TERMS = m.Terms('{"players":2}', False, True, 0, k.NO_CLOCK, 0)
# Tests send faster than people, and from one address.
FAST = Limits(burst=100_000, rate=100_000, connections=1000, creations=1000, guesses=1000)


class Line:
    """One connection: bytes under way in both directions, and all that the relay ever sent."""

    def __init__(self, peer: Peer, client: Client) -> None:
        self.peer = peer
        self.client = client
        self.up: deque[bytes] = deque()
        self.down: deque[bytes] = deque()
        self.sent: list[bytes] = []  # by the relay, in order
        self.closed: int | None = None  # the close code, when the relay ended it
        self.is_down = False


class Wire:
    def __init__(self, limits: Limits = FAST, store: LogStore | None = None, seed: int = 0) -> None:
        self.now = START
        self.limits = limits
        self.store = store or MemoryStore()
        self.random = random.Random(seed)
        self.hub = self.new_hub()
        self.lines: dict[Peer, Line] = {}
        self.waiting: deque[Append | Load] = deque()  # for the store
        self.thoughts: deque[Think] = deque()
        self.rehearsals: list[Rehearse] = []  # played when a test wants it
        self.events: dict[int, list[Event]] = {}  # by client
        self.notes: list[Note] = []
        self.is_store_slow = False
        self.peers = 0
        self.on_send: Callable[[Line, bytes], None] | None = None  # by the relay
        self.on_receive: Callable[[Line, bytes], None] | None = None

    def new_hub(self) -> Hub:
        return Hub(self.limits, self.random.randbytes)

    # ---- effects --------------------------------------------------------------------------------

    def carry_out(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(peers, message):
                    data = encode(message)
                    for peer in peers:
                        self._send(peer, data)
                case Pass(peers, data):
                    for peer in peers:
                        self._send(peer, data)
                case Close(peer, code, _):
                    if peer in self.lines:
                        self.lines[peer].closed = code
                case Append() | Load():
                    self.waiting.append(effect)
                case Think():
                    self.thoughts.append(effect)
                case Lay(game, day):
                    self.carry_out(self.hub.laid(deal_of(game, day), self.now))
                case Judge(number, record, name):
                    self.carry_out(self.hub.judged(number, judgment(record, name), self.now))
                case Rehearse():
                    self.rehearsals.append(effect)
                case Sweep(now):
                    self.store.sweep(now)
                case Note():
                    self.notes.append(effect)
        if not self.is_store_slow:
            self.store_all()

    def _send(self, peer: Peer, data: bytes) -> None:
        line = self.lines.get(peer)
        if line is not None and not line.is_down:
            line.sent.append(data)
            line.down.append(data)
            if self.on_send is not None:
                self.on_send(line, data)

    def store_one(self) -> None:
        """The store answers the oldest question."""
        what = self.waiting.popleft()
        if isinstance(what, Load):
            self.carry_out(self.hub.loaded(what, self.store.load(what.room, what.after), self.now))
            while (due := self.hub.next_due()) is not None and due <= self.now:
                self.carry_out(self.hub.tick(self.now))  # a room is read in several goes
        elif self.store.append([what])[0]:
            self.carry_out(self.hub.stored(what, self.now))
        else:
            self.carry_out(self.hub.stale(what, self.now))

    def store_all(self) -> None:
        while self.waiting:
            self.store_one()

    def think_one(self) -> None:
        thought = self.thoughts.popleft()
        self.carry_out(self.hub.thought(thought, think(thought), self.now))

    # ---- lines ----------------------------------------------------------------------------------

    def connect(self, client: Client, address: str = "here") -> Line:
        client.opened()
        line = self.plug(client, address)
        self.pump(line)
        return line

    def plug(self, client: Client, address: str = "here") -> Line:
        """A line on which nobody says anything yet."""
        self.peers += 1
        line = Line(self.peers, client)
        self.lines[line.peer] = line
        self.carry_out(self.hub.connected(line.peer, address, self.now))
        return line

    def cut(self, line: Line) -> None:
        """The line breaks; what is under way is lost."""
        line.is_down = True
        line.up.clear()
        line.down.clear()
        self.lines.pop(line.peer, None)
        line.client.lost()
        self.carry_out(self.hub.closed(line.peer, self.now))

    def pump(self, line: Line) -> None:
        """What the client wants to send goes on its way."""
        line.up.extend(map(encode, line.client.take()))

    def deliver_up(self, line: Line) -> None:
        data = line.up.popleft()
        if self.on_receive is not None:
            self.on_receive(line, data)
        self.carry_out(self.hub.receive(line.peer, decode_for_relay(data), self.now))

    def deliver_down(self, line: Line) -> None:
        data = line.down.popleft()
        events = line.client.receive(decode_for_client(data))
        self.events.setdefault(id(line.client), []).extend(events)
        self.pump(line)

    def settle(self) -> None:
        """Deliver everything until nothing moves."""
        is_moving = True
        while is_moving:
            is_moving = False
            for line in list(self.lines.values()):
                self.pump(line)
                while line.up:
                    self.deliver_up(line)
                    is_moving = True
                while line.down:
                    self.deliver_down(line)
                    is_moving = True
                if line.closed is not None:
                    self.lines.pop(line.peer, None)
            if self.waiting and not self.is_store_slow:
                self.store_all()
                is_moving = True
            while self.thoughts:
                self.think_one()
                is_moving = True

    def pass_time(self, seconds: float) -> None:
        """Time goes by, and every alarm rings when it is due."""
        end = self.now + seconds
        while (due := self.hub.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.carry_out(self.hub.tick(self.now))
            self.settle()
        self.now = end
        self.carry_out(self.hub.tick(self.now))
        self.settle()

    def restart(self) -> None:
        """``kill -9``: the hub is gone, and what the store has not answered too."""
        for line in list(self.lines.values()):
            line.is_down = True
            line.client.lost()
        self.lines.clear()
        self.waiting.clear()
        self.thoughts.clear()
        self.hub = self.new_hub()

    def events_of(self, client: Client) -> list[Event]:
        return self.events.get(id(client), [])

    # ---- whole games ----------------------------------------------------------------------------

    def player(self, name: str) -> Client:
        return Client(name, Ticket.draw(self.random.randbytes))

    def seated(
        self,
        terms: m.Terms = TERMS,
        names: Iterable[str] = ("Ann", "Bob"),
        game: str = "kingdom",
    ) -> list[Client]:
        """Clients in one lobby, the host first."""
        host, *guests = [self.player(name) for name in names]
        host.create(game, terms)
        self.connect(host)
        self.settle()
        for guest in guests:
            guest.join(host.code)
            self.connect(guest)
            self.settle()
        return [host, *guests]

    def started(
        self,
        terms: m.Terms = TERMS,
        names: Iterable[str] = ("Ann", "Bob"),
        game: str = "kingdom",
    ) -> list[Client]:
        """Clients whose game has just begun."""
        clients = self.seated(terms, names, game)
        for client in clients:
            client.ready()
        self.settle()
        clients[0].request(m.Start())
        self.settle()
        return clients

    def play_on(self, clients: Iterable[Client], entries: int = 10_000) -> None:
        """Random legal moves of those whose turn it is, until the table has that many entries."""
        clients = list(clients)
        while any(self.step(client, entries) for client in clients):
            self.settle()

    def step(self, client: Client, entries: int = 10_000) -> bool:
        """A random legal move, if it is this client's turn."""
        table = client.table
        if table is None or client.seat is None or table.to_act != client.seat:
            return False
        if len(table.entries) >= entries:
            return False
        move = self.random.choice(table.game.legal(table.state))
        client.play(table.game.format(move))
        return True
