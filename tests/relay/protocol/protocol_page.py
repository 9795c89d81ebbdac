"""The protocol page: the messages its text shows, and the session it tells.

``python -m tests.relay.protocol.protocol_page`` prints the session as it must appear on the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from relay.client.client import Client
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import unpack
from relay.protocol.limits import Limits
from tests.relay.wire import Wire
from tests.transcripts import ROOT

PAGE = ROOT / "docs" / "protocol.md"


class Frame(NamedTuple):
    who: str  # whose line, and in which direction; empty for an example alone
    text: str
    data: str  # hexadecimal


def told() -> list[list[Frame]]:
    """The frames of the page, block by block."""
    found = []
    for block in re.findall(r"```wire\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        lines = block.splitlines()
        frames = []
        for text, data in zip(lines[::2], lines[1::2], strict=True):
            head = re.match(r"\w+ [<>] ", text)
            who = head[0] if head is not None else ""
            frames.append(Frame(who.strip(), text.removeprefix(who), data))
        found.append(frames)
    return found


def show(value: Any) -> str:
    """A value as the page writes it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(show, value))}]"
    return f"h'{value.hex()}'" if isinstance(value, bytes) else json.dumps(value)


def session() -> Iterator[Frame]:
    """Two players from the hello to their first entry: what Ann sends and gets, but each room only
    where its phase is new, and what is different for Bob."""
    wire = Wire(Limits(), seed=7)
    shared = wire.hub._shared  # one game is enough for an example, whatever others there are
    shared.games, shared.bots = shared.games[:1], shared.bots[:1]
    ann, bob = wire.player("Ann"), wire.player("Bob")
    names = {id(ann): "Ann", id(bob): "Bob"}
    frames: list[Frame] = []
    phases: set[str] = set()

    def note(client: Client, way: str, data: bytes) -> None:
        word, *fields = unpack(data)
        if client is bob and word not in ("join", "ready", "reveal", "log", "move", "refused"):
            return
        if word == "room" and fields[1] in phases:
            return
        phases.update(fields[1:2] if word == "room" else ())
        frames.append(Frame(f"{names[id(client)]} {way}", show(unpack(data)), data.hex()))

    wire.on_send = lambda line, data: note(line.client, "<", data)
    wire.on_receive = lambda line, data: note(line.client, ">", data)
    terms = m.Terms('{"first_game":true,"seed":"demo"}', False, True, 0, k.NO_CLOCK, 0)
    ann.create("kingdom", terms)
    wire.connect(ann)
    wire.settle()
    bob.join(ann.code)
    wire.connect(bob)
    wire.settle()
    for client in (ann, bob):
        client.ready()
    wire.settle()
    ann.request(m.Start())
    wire.settle()
    wire.step(ann)
    wire.settle()
    bob.request(m.Move(5, "e7"))
    wire.settle()
    yield from frames


if __name__ == "__main__":
    for frame in session():
        print(f"{frame.who} {frame.text}\n{frame.data}")
