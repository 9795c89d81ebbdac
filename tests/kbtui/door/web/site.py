"""A relay with games, and a door for browsers in front of it. All waiting is for a condition."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from kbtui.door.web.webserver import Settings, WebDoor
from kbtui.online.guest import Guest
from kbtui.text.address import Address
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.online.rooms import player, relay_at, stop, until


class Site(NamedTuple):
    door: WebDoor
    relay: Address

    @property
    def url(self) -> str:
        return self.door.url

    @property
    def socket(self) -> str:
        return self.door.url.replace("http", "ws", 1)


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str


@asynccontextmanager
async def site(**settings: Any) -> AsyncIterator[Site]:
    async with relay_at() as relay, WebDoor(Settings(relay, port=0, **settings)) as door:
        yield Site(door, relay)


async def get(site: Site, path: str, method: str = "GET", **headers: str) -> Answer:
    """What a browser gets; one connection for each."""
    parts = urlsplit(site.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    named = {"Host": parts.netloc, **{n.replace("_", "-"): v for n, v in headers.items()}}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    data = await asyncio.wait_for(reader.read(), 50)
    writer.close()
    head, _blank, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    given = {name.lower(): value for name, _colon, value in (r.partition(": ") for r in rest)}
    assert int(given["content-length"]) == len(body)
    if given.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return Answer(int(first.split()[1]), given, body.decode())


def public(players: int, watching: bool = True, listed: bool = True) -> m.Terms:
    return m.Terms(f'{{"players":{players},"seed":"web"}}', listed, watching, 0, k.NO_CLOCK, 0)


@asynccontextmanager
async def room(
    site: Site, folder: Path, name: str = "ada", game: str = "kingdom", terms: m.Terms | None = None
) -> AsyncIterator[Guest]:
    """A room with its host in it."""
    host = player(site.relay, name, folder)
    host.create(game, terms or public(2))
    host.start()
    await until(lambda: host.room is not None and host.client.seal is not None)
    yield host
    await stop(host)


@asynccontextmanager
async def playing(
    site: Site, folder: Path, game: str = "kingdom", names: tuple[str, str] = ("ada", "botto")
) -> AsyncIterator[list[Guest]]:
    """A game of two that has begun."""
    async with room(site, folder, names[0], game) as host:
        other = player(site.relay, names[1], folder)
        other.join(host.client.code)
        other.start()
        await until(lambda: other.client.seal is not None)
        await until(lambda: host.room is not None and all(seat.name for seat in host.room.seats))
        for guest in (host, other):
            guest.ready()
        await until(lambda: host.room is not None and all(seat.ready for seat in host.room.seats))
        host.request(m.Start())
        await until(lambda: host.is_playing and other.is_playing)
        yield [host, other]
        await stop(other)


async def move(guests: list[Guest], entries: int) -> None:
    """The first legal moves, until there are that many entries and somebody may move."""

    def ready() -> Guest | None:
        for guest in guests:
            table, client = guest.client.table, guest.client
            if table is not None and table.to_act == guest.seat and not client.pending:
                return guest
        return None

    while True:
        await until(ready)
        guest = ready()
        assert guest is not None
        table = guest.client.table
        assert table is not None
        if len(table.entries) >= entries:
            return
        guest.play(table.game.format(table.game.legal(table.state)[0]))
