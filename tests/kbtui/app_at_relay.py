"""The app at a relay inside the test: windows wait for what they should say, others are guests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.driver import Driver

from kbtui.disk.settings import Settings
from kbtui.look.terminal import Terminal
from kbtui.online.guest import Guest
from kbtui.play.start import Host, Start
from kbtui.text.address import Address
from relay.protocol import messages as m
from tests.kbtui.online import rooms
from tests.kbtui.piloting import QUICK, TRUE, Hand, opened


async def says(hand: Hand, text: str) -> None:
    """Wait until the window says so, wherever its lines are broken."""
    end = asyncio.get_running_loop().time() + rooms.DEADLINE
    while text not in " ".join(hand.text.split()):
        assert asyncio.get_running_loop().time() < end, f"{text!r}:\n{hand.text}"
        await asyncio.sleep(0.005)
        await hand.settle()


@asynccontextmanager
async def at(
    address: Address,
    start: Start,
    size: tuple[int, int] = (80, 24),
    settings: Settings = QUICK,
    terminal: Terminal = TRUE,
    driver: type[Driver] | None = None,
) -> AsyncIterator[Hand]:
    """The app of a player whose settings have this relay."""
    settings = settings._replace(relay=address.name)
    async with opened(start, size, settings, terminal, driver) as hand:
        yield hand


@asynccontextmanager
async def hosting(
    address: Address, terms: m.Terms | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Hand]:
    """The app of somebody who has opened a room."""
    async with at(address, Host("", False, terms or rooms.terms()), size) as hand:
        await says(hand, "SEATS")
        yield hand


async def joined(address: Address, name: str, code: str, folder: Path) -> Guest:
    """Somebody else sits down in the room."""
    guest = rooms.player(address, name, folder)
    guest.join(code)
    guest.start()
    await rooms.until(lambda: guest.client.seal is not None)
    return guest


async def host(address: Address, name: str, folder: Path, terms: m.Terms | None = None) -> Guest:
    """Somebody else has opened a room."""
    guest = rooms.player(address, name, folder)
    guest.create("kingdom", terms or rooms.terms())
    guest.start()
    await rooms.until(lambda: guest.client.seal is not None)
    return guest
