"""What relays and apps of earlier versions have left behind: stores, and what was said.

``tests.golden.make_relay`` says what is in the files. A conversation has one step on each line:

    ticket NAME TOKEN KEY
    draw HEX            random bytes that the relay drew, in this order among those of their length
    Ann +               a connection is opened
    Ann > WORD HEX      a frame to the relay
    Ann < WORD HEX      a frame from the relay
    Ann -               the connection breaks
    wait SECONDS
"""

from __future__ import annotations

import json
import random
import shutil
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from relay.client.client import Client
from relay.client.ticket import Ticket
from relay.hub.hub import Hub
from relay.protocol.codec import unpack
from relay.protocol.limits import Limits
from relay.store.sqlite import SqliteStore
from tests.golden.make_relay import HOME
from tests.relay.wire import FAST, Line, Wire

STORE = HOME / "store.sqlite"
FIRST = "conversation.txt"  # of protocol version 1
THIRD = ("conversation-3-kingdom.txt", "conversation-3-castle.txt")
FOURTH = ("conversation-4-kingdom.txt", "conversation-4-castle.txt")
LATER = (*THIRD, *FOURTH)
_ROOMS = json.loads((HOME / "rooms.json").read_text("ascii"))
NOW: float = _ROOMS["now"]  # when the last room was left
NAMES = tuple(_ROOMS["rooms"])


# ---- the store ----------------------------------------------------------------------------------


def code_of(name: str) -> str:
    code: str = _ROOMS["rooms"][name]["code"]
    return code


def reopened(folder: Path) -> Wire:
    """A relay of today on a copy of the store, at the time when it was left."""
    path = folder / "relay.sqlite"
    shutil.copy(STORE, path)
    wire = Wire(FAST, SqliteStore(path), seed=3)
    wire.now = NOW
    return wire


def come_back(wire: Wire, name: str) -> list[Client]:
    """Everybody who sat in a room is back, with what their apps had kept."""
    clients = []
    for person, ticket in _ROOMS["rooms"][name]["tickets"].items():
        client = Client(person, Ticket(*map(bytes.fromhex, ticket))._replace(revealed=b""))
        client.resume(code_of(name))
        wire.connect(client)
        clients.append(client)
    wire.settle()
    return clients


# ---- the conversation ---------------------------------------------------------------------------


class Step(NamedTuple):
    who: str
    what: str  # + - < > or "wait"
    data: bytes = b""
    seconds: int = 0

    @property
    def values(self) -> tuple[Any, ...]:
        """The message as an array."""
        return meaning(self.data)


def meaning(data: bytes) -> tuple[Any, ...]:
    """A message as far as clients decide by it: its array, without sentences for people."""
    values: tuple[Any, ...] = unpack(data)
    if values[0] == "refused":
        return values[:4]
    return (*values[:2], *values[3:]) if values[0] == "bye" else values


def ticket_of(name: str, talk: str = FIRST) -> Ticket:
    """What the app of one of the players had."""
    rows = (line.split(" ") for line in _lines(talk) if line.startswith("ticket "))
    token, key = next(row[2:] for row in rows if row[1] == name)
    return Ticket(bytes.fromhex(token), bytes.fromhex(key))


def steps(talk: str = FIRST) -> list[Step]:
    found = []
    for line in _lines(talk):
        match line.split(" "):
            case ["wait", seconds]:
                found.append(Step("", "wait", seconds=int(seconds)))
            case [who, ("<" | ">") as way, _word, data]:
                found.append(Step(who, way, bytes.fromhex(data)))
            case [who, ("+" | "-") as what]:
                found.append(Step(who, what))
    return found


def _lines(talk: str) -> Iterator[str]:
    yield from (HOME / talk).read_text("ascii").splitlines()


class Draws:
    """The random bytes of then; whatever a relay draws beyond them is drawn now."""

    def __init__(self, talk: str) -> None:
        self._kept: defaultdict[int, deque[bytes]] = defaultdict(deque)
        self._more = random.Random(1)
        for line in _lines(talk):
            if line.startswith("draw "):
                data = bytes.fromhex(line.split(" ")[1])
                self._kept[len(data)].append(data)

    def __call__(self, size: int) -> bytes:
        kept = self._kept[size]
        return kept.popleft() if kept else self._more.randbytes(size)


class Apps:
    """The apps of then, which send the bytes of then, and a relay of today."""

    def __init__(self, talk: str = FIRST) -> None:
        self.wire = Wire(Limits(burst=1000, rate=1000, page=16))
        self.wire.hub = Hub(self.wire.limits, Draws(talk))
        self._lines: dict[str, Line] = {}
        self._heard: defaultdict[str, deque[bytes]] = defaultdict(deque)
        self.wire.on_send = lambda line, data: self._heard[line.client.name].append(data)

    def take(self, step: Step) -> tuple[Any, ...] | None:
        """One step; for a frame that came from the relay then, what comes now."""
        wire = self.wire
        if step.what == "+":
            self._lines[step.who] = wire.plug(Client(step.who, None))
        elif step.what == "-":
            wire.cut(self._lines.pop(step.who))
        elif step.what == "wait":
            self._wait(step.seconds)
        elif step.what == ">":
            line = self._lines[step.who]
            line.up.append(step.data)
            wire.deliver_up(line)
        else:
            heard = self._heard[step.who]
            return meaning(heard.popleft()) if heard else None
        return None

    def _wait(self, seconds: int) -> None:
        """Every alarm rings when it is due."""
        wire, end = self.wire, self.wire.now + seconds
        while (due := wire.hub.next_due()) is not None and due <= end:
            wire.now = max(wire.now, due)
            wire.carry_out(wire.hub.tick(wire.now))
        wire.now = end
        wire.carry_out(wire.hub.tick(end))

    @property
    def left_over(self) -> list[bytes]:
        """What was said and is in no step."""
        return [data for heard in self._heard.values() for data in heard]
