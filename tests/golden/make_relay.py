"""Wrote the files in ``relay/``, once: ``python -m tests.golden.make_relay``.

``store.sqlite`` is a store of version 2 with a room of every kind and a fact of every kind, and
``rooms.json`` has what the players' apps kept: the codes and their tickets. ``conversation.txt`` is
what two players, one watcher and one program of another version said to a relay of protocol version
1, byte for byte, and what it answered; ``conversation-3-*.txt`` is the same for version 3, which
was the first to know several games, and ``conversation-4-*.txt`` for version 4.
``tests.relay.kept`` reads them.

The files are what counts. They stay as they are for as long as anybody may have such a store or
such an app, whatever this script would write today; it is kept to say how they came about.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from relay.client.client import Client
from relay.client.ticket import Ticket
from relay.hub.hub import Hub
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import unpack
from relay.protocol.limits import Limits
from relay.store.sqlite import SqliteStore
from tests.relay.wire import FAST, Line, Wire

HOME = Path(__file__).parent / "relay"
_DAY = 24 * 3600


def terms(players: int, listed: bool, delay: int, clock: str, seconds: int) -> m.Terms:
    options = json.dumps({"players": players, "seed": f"kept {clock} {players}"})
    return m.Terms(options, listed, True, delay, clock, seconds)


# ---- the store ----------------------------------------------------------------------------------


class Apps:
    """The players' apps: who has which ticket in which room."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.lines: dict[Client, Line] = {}
        self.kept: dict[str, dict[str, object]] = {}

    def connect(self, *clients: Client) -> None:
        for client in clients:
            self.lines[client] = self.wire.connect(client)
            self.wire.settle()

    def cut(self, *clients: Client) -> None:
        for client in clients:
            self.wire.cut(self.lines.pop(client))
        self.wire.settle()

    def request(self, client: Client, *messages: m.ToRelay) -> None:
        for message in messages:
            client.request(message)
        self.wire.settle()

    def lobby(self, on: m.Terms, *names: str) -> list[Client]:
        host, *guests = [self.wire.player(name) for name in names]
        host.create("kingdom", on)
        self.connect(host)
        for guest in guests:
            guest.join(host.code)
            self.connect(guest)
        return [host, *guests]

    def begin(self, host: Client, *guests: Client) -> None:
        for client in (host, *guests):
            client.ready()
        self.wire.settle()
        self.request(host, m.Start())

    def keep(self, name: str, *clients: Client) -> None:
        """Everybody hangs up; what their apps have is written down."""
        tickets = {client.name: _hex(client.ticket) for client in clients}
        self.kept[name] = {"code": clients[0].code, "tickets": tickets}
        self.cut(*(client for client in clients if client in self.lines))


def _hex(ticket: Ticket | None) -> list[str]:
    assert ticket is not None
    return [ticket.token.hex(), ticket.key.hex()]


def keep_lobby(apps: Apps) -> None:
    """Everything that can happen before a game."""
    names = ("Ann", "Bob", "Cleo")
    ann, bob, cleo = apps.lobby(terms(3, False, 0, k.NO_CLOCK, 0), *names)
    apps.request(ann, m.Change(terms(4, True, 30, k.TURN_CLOCK, 600)))
    dan = apps.wire.player("Dan")
    dan.join(ann.code, "skilled")
    apps.connect(dan)
    apps.request(ann, m.Say("Hello, all."), m.Kick(cleo.seat or 0), m.SeatBot(2, "novice"))
    apps.request(bob, m.Say("First!"))
    apps.request(ann, m.Mute(1, True))
    bob.ready()
    apps.wire.settle()
    del apps.lines[cleo]
    apps.keep("lobby", ann, bob, dan)


def keep_sealing(apps: Apps) -> None:
    """The host has started, and one nonce is still awaited."""
    ann, bob = apps.lobby(terms(2, False, 0, k.NO_CLOCK, 0), "Ann", "Bob")
    for client in (ann, bob):
        client.ready()
    apps.wire.settle()
    apps.cut(bob)
    apps.request(ann, m.Start())  # refused: Bob is not there
    apps.connect(bob)
    _start_without(apps, ann, bob)
    apps.keep("sealing", ann, bob)


def _start_without(apps: Apps, host: Client, other: Client) -> None:
    """Start, and the other's line breaks before the nonce is sent."""
    wire, line = apps.wire, apps.lines[host]
    host.request(m.Start())
    wire.pump(line)
    wire.deliver_up(line)
    apps.cut(other)


def keep_playing(apps: Apps) -> None:
    """Everything that can happen in a game: a start that fell through, taken back moves, votes,
    somebody who left and came back."""
    wire = apps.wire
    people = apps.lobby(terms(4, False, 60, k.TURN_CLOCK, _DAY), "Ann", "Bob", "Cleo")
    ann, bob, cleo = people
    apps.request(ann, m.SeatBot(3, "random"))
    for client in people:
        client.ready()
    wire.settle()
    _start_without(apps, ann, bob)
    wire.pass_time(31)
    apps.connect(bob)
    apps.begin(*people)
    wire.play_on(people, 30)
    one = next(client for client in people if wire.step(client))
    wire.settle()
    for token in ("undo", "redo"):
        one.play(token)
        wire.settle()
    apps.cut(bob)
    wire.pass_time(61)
    apps.request(ann, m.Vote(1, True))
    apps.connect(bob)
    apps.request(bob, m.Leave())
    apps.request(ann, m.Vote(1, True))
    apps.request(cleo, m.Say("Where is Bob?"), m.Vote(1, True))
    wire.play_on((ann, cleo), 45)
    apps.cut(bob)
    apps.connect(bob)
    apps.request(bob, m.Retake())
    wire.play_on(people, 60)
    apps.keep("playing", *people)


def keep_standing(apps: Apps) -> None:
    """A bot plays for somebody whose time is up."""
    ann, bob = apps.lobby(terms(2, False, 0, k.GAME_CLOCK, 120), "Ann", "Bob")
    apps.begin(ann, bob)
    apps.wire.play_on((ann, bob), 20)
    apps.wire.play_on((ann,))
    apps.cut(bob)
    apps.wire.pass_time(121)
    apps.keep("standing", ann, bob)


def keep_over(apps: Apps) -> None:
    """A finished game, and the room of its rematch."""
    wire = apps.wire
    ann, bob = apps.lobby(terms(2, False, 0, k.NO_CLOCK, 0), "Ann", "Bob")
    apps.begin(ann, bob)
    wire.play_on((ann, bob))
    apps.request(bob, m.Say("Again?"), m.Rematch(True))
    apps.request(ann, m.Rematch(True))
    assert ann.room is not None
    following = ann.room.following
    apps.keep("over", ann, bob)
    apps.kept["rematch"] = {**apps.kept["over"], "code": following}


def write_store(path: Path) -> None:
    path.unlink(missing_ok=True)
    wire = Wire(FAST, SqliteStore(path), seed=11)
    apps = Apps(wire)
    for keep in (keep_playing, keep_standing, keep_over, keep_lobby, keep_sealing):
        keep(apps)
    wire.store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("vacuum")
    kept = {"now": wire.now, "rooms": apps.kept}
    (path.parent / "rooms.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="ascii")


# ---- the conversation ---------------------------------------------------------------------------


class Notes:
    """Writes down what is said."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.draws: list[str] = []
        self.lines: list[str] = []
        wire.on_send = lambda line, data: self._note(line, "<", data)
        wire.on_receive = lambda line, data: self._note(line, ">", data)
        wire.hub = Hub(wire.limits, self._draw)

    def _draw(self, size: int) -> bytes:
        data = self.wire.random.randbytes(size)
        self.draws.append(f"draw {data.hex()}")
        return data

    def _note(self, line: Line, way: str, data: bytes) -> None:
        word = unpack(data)[0]
        self.lines.append(f"{line.client.name} {way} {word} {data.hex()}")

    def connect(self, client: Client) -> Line:
        self.lines.append(f"{client.name} +")
        line = self.wire.connect(client)
        self.wire.settle()
        return line

    def cut(self, line: Line) -> None:
        self.lines.append(f"{line.client.name} -")
        self.wire.cut(line)

    def wait(self, seconds: int) -> None:
        self.lines.append(f"wait {seconds}")
        self.wire.pass_time(seconds)


class Eve(Client):
    """A program of a later version, of which this relay knows nothing."""

    def opened(self) -> None:
        self._out = [m.Hello(k.PROTOCOL + 1, k.PLAYER, self.app)]


def write_conversation(path: Path, game: str, first: str, second: str, off_turn: int) -> None:
    """``first`` and ``second`` are options, before and after the host changes them."""
    wire = Wire(Limits(burst=1000, rate=1000, page=16), seed=12)
    notes = Notes(wire)
    notes.connect(Eve("Eve", None))
    ann, bob, cleo = wire.player("Ann"), wire.player("Bob"), Client("Cleo", None)
    ann.create(game, m.Terms(first, True, True, 0, k.TURN_CLOCK, 600))
    notes.connect(ann)
    ann.request(m.Change(m.Terms(second, True, True, 0, k.TURN_CLOCK, 900, off_turn)))
    wire.settle()
    bob.join(ann.code)
    line = notes.connect(bob)
    notes.wait(2)
    _talk(wire, ann, bob)
    wire.play_on((ann, bob), 30)
    _take_back(wire, ann, bob)
    notes.cut(line)
    notes.wait(70)
    wire.play_on((ann,), 60)
    bob.request(m.Say("This is lost with the line."))
    line = notes.connect(bob)
    cleo.watch(ann.code)
    notes.connect(cleo)
    cleo.request(m.Say("I am looking on."))
    notes.wait(2)
    wire.play_on((ann, bob))
    _after(wire, ann, bob)
    tickets = [f"ticket {each.name} {' '.join(_hex(each.ticket))}" for each in (ann, bob)]
    path.write_text("\n".join([*tickets, *notes.draws, *notes.lines, ""]), encoding="ascii")


def _talk(wire: Wire, ann: Client, bob: Client) -> None:
    bob.request(m.ListRooms())
    ann.request(m.Say("Hello, Bob."))
    bob.request(m.Ping(12345))
    bob.request(m.Kick(0))  # refused: he is not the host
    wire.settle()
    for client in (ann, bob):
        client.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()


def _take_back(wire: Wire, *clients: Client) -> None:
    one, other = clients if wire.step(clients[0]) else clients[::-1]
    wire.step(one)
    wire.settle()
    for token in ("undo", "redo", "undo"):
        one.play(token)
        wire.settle()
    other.request(m.Move(3, "e7"))  # stale
    other.request(m.Move(len(one.table.entries) + 1 if one.table else 0, "e7"))  # not their turn
    wire.settle()


def _after(wire: Wire, ann: Client, bob: Client) -> None:
    """The record, and the rematch up to its first entries."""
    ann.fetch()
    for client in (ann, bob):
        client.request(m.Rematch(True))
        wire.settle()
    for client in (ann, bob):
        client.follow()
        wire.settle()
    for client in (ann, bob):
        client.ready()
        wire.settle()
    (ann if ann.room is not None and ann.room.host == ann.seat else bob).request(m.Start())
    wire.settle()
    wire.play_on((ann, bob), 8)
    bob.request(m.Leave())
    wire.settle()


if __name__ == "__main__":
    HOME.mkdir(exist_ok=True)
    # Those of earlier versions (store.sqlite, conversation.txt) were written by their programs.
    start = f"conversation-{k.PROTOCOL}"
    write_conversation(
        HOME / f"{start}-kingdom.txt", "kingdom", '{"first_game":true}', '{"players":2}', 0
    )
    write_conversation(HOME / f"{start}-castle.txt", "castle", '{"coins":9}', '{"players":2}', 30)
