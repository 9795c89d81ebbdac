"""A relay inside the test and guests in its rooms. All waiting is for a condition."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from socket import socket
from typing import Final

from kbtui.online import tickets
from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.text.address import Address, parse_address
from relay.client.events import Backoff
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.server.server import Relay, Settings
from relay.store.log_store import LogStore, MemoryStore

DEADLINE: Final = 50.0  # seconds for anything that a test waits for
QUICK: Final = Backoff(first=0.02, most=0.2)
# Tests send faster than people, and all from one address.
FAST: Final = Limits(
    burst=60_000, rate=60_000, connections=1000, creations=1000, guesses=1000, presence=0.05
)


@asynccontextmanager
async def relay_at(
    store: LogStore | None = None, port: int = 0, limits: Limits = FAST
) -> AsyncIterator[Address]:
    settings = Settings(port=port, limits=limits, back=0.05)
    async with Relay(settings, store or MemoryStore()) as relay:
        yield parse_address(relay.address)


def free_port() -> int:
    """One that nobody listens on now."""
    with closing(socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def terms(players: int = 2) -> m.Terms:
    return m.Terms(f'{{"players":{players}}}', False, True, 0, k.NO_CLOCK, 0)


async def until(condition: Callable[[], object], deadline: float = DEADLINE) -> None:
    """Wait until it holds; the loop runs meanwhile."""
    end = asyncio.get_running_loop().time() + deadline
    while not condition():
        assert asyncio.get_running_loop().time() < end, "that never came"
        await asyncio.sleep(0.002)


def player(address: Address, name: str, folder: Path) -> Guest:
    kept = tickets.start(folder / name, address.url, name)
    return Guest(address, name, kept, QUICK)


def returned(address: Address, name: str, folder: Path) -> Guest:
    """The same player after a crash: only the ticket is left."""
    ((path, _place),) = tickets.held(folder / name)
    guest = Guest(address, name, tickets.take(path), QUICK)
    guest.resume()
    guest.start()
    return guest


def watcher(address: Address, name: str, code: str) -> Guest:
    guest = Guest(address, name, None, QUICK)
    guest.watch(code)
    guest.start()
    return guest


async def lobby(
    address: Address, folder: Path, *names: str, game: str = "kingdom", listed: bool = False
) -> list[Guest]:
    """The first one hosts, all are seated."""
    host, *others = [player(address, name, folder) for name in names]
    host.create(game, terms(len(names))._replace(listed=listed))
    host.start()
    await until(lambda: host.room is not None)
    for guest in others:
        guest.join(host.client.code)
        guest.start()
        await until(lambda guest=guest: guest.client.seal is not None)  # type: ignore[misc]
    await until(lambda: host.client.seal is not None)
    await until(lambda: host.room is not None and all(seat.name for seat in host.room.seats))
    return [host, *others]


async def begun(
    address: Address, folder: Path, *names: str, game: str = "kingdom", listed: bool = False
) -> list[Guest]:
    """All are ready, and the game has begun."""
    guests = await lobby(address, folder, *names, game=game, listed=listed)
    for guest in guests:
        guest.ready()
    host = guests[0]
    await until(lambda: host.room is not None and all(seat.ready for seat in host.room.seats))
    host.request(m.Start())
    await until(lambda: all(guest.is_playing for guest in guests))
    return guests


async def play(tables: list[OnlineTable], random: Random, entries: int | None = None) -> None:
    """Random moves until the game is over, or has that many entries."""

    def is_done(table: OnlineTable) -> bool:
        session = table.session
        return session.is_over or (entries is not None and len(session.table.entries) >= entries)

    while not all(is_done(table) for table in tables):
        for table in tables:
            step(table, random)
        await asyncio.sleep(0)


def step(table: OnlineTable, random: Random) -> None:
    """Show what came, and move if it is our turn."""
    show(table)
    if table.session.waits_for is not None:
        game = table.session.table.game
        moves = game.legal(table.session.table.state)
        table.session.play(game.format(random.choice(moves)))


def show(table: OnlineTable) -> None:
    table.refresh()
    for _ in table.session.advance():
        pass


async def stop(*guests: Guest) -> None:
    for guest in guests:
        await guest.stop()


async def drop(guest: Guest) -> None:
    """Hang up without a word, as somebody does whose process is killed."""
    assert guest._task is not None
    guest._task.cancel()
    await asyncio.gather(guest._task, return_exceptions=True)
    guest.hang_up()
