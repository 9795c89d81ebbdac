"""The deal of the day at two relays on one real Valkey: one secret, one try, one table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest

from relay.client.visit import visit
from relay.days.deals import today
from relay.protocol import days as d
from relay.server.server import Relay, Settings
from relay.store.valkey.opening import open_valkey
from tests.relay.conftest import Server
from tests.relay.driving import FAST, Driver, stop_all
from tests.relay.valkeys import own_prefix

pytestmark = pytest.mark.slow

Start = Callable[[], Any]
NOBODY = bytes(32)


@pytest.fixture
async def start(valkey: Server) -> AsyncIterator[Start]:
    url = own_prefix(valkey.url)
    async with AsyncExitStack() as stack:

        async def make() -> Relay:
            store = await asyncio.to_thread(open_valkey, url)
            settings = Settings(port=0, limits=replace(FAST, beat=0.2))
            return await stack.enter_async_context(Relay(settings, store))

        yield make


async def view(relay: Relay, day: str, token: bytes = NOBODY) -> d.DayView:
    async with visit(relay.address) as caller:
        answer = await caller.ask(d.AskDay("castle", day, token))
    assert isinstance(answer, d.DayView), answer
    return answer


async def trier(relay: Relay, name: str, day: str, stop_at: int | None = None) -> Driver:
    driver = Driver(relay.address, name)
    driver.stop_at = stop_at
    assert driver.client.ticket is not None
    commitment = (await view(relay, day)).commitment
    driver.client.ticket = driver.client.ticket._replace(day=commitment)
    driver.client.attempt("castle", day)
    await driver.start().enters()
    return driver


def token_of(driver: Driver) -> bytes:
    assert driver.client.ticket is not None
    return driver.client.ticket.token


def is_done(driver: Driver) -> bool:
    table = driver.client.table
    return table is not None and table.to_act is None and not driver.client.pending


async def test_relays_that_start_at_once_draw_one_secret(start: Start) -> None:
    relays = await asyncio.gather(start(), start(), start())
    day = today()
    found = await asyncio.gather(*(view(relay, day) for relay in relays))
    assert len({each.commitment for each in found}) == 1


async def test_a_try_is_the_same_at_both_and_so_is_the_table(start: Start) -> None:
    one, two = await start(), await start()
    day = today()
    ann = await trier(one, "Ann", day, stop_at=12)
    await ann.reaches(10)
    await ann.stop()
    again = Driver(two.address, "Ann")  # the same player, who asks the other relay for a try
    again.client.ticket = ann.client.ticket
    again.client.attempt("castle", day)
    await again.start().enters()
    assert again.client.code == ann.client.code
    bob = await trier(two, "Bob", day)
    for driver in (again, bob):
        await driver.until(lambda driver=driver: is_done(driver), "the end")  # type: ignore[misc]
    async with asyncio.timeout(20):  # the result is on its way to the table
        while (await view(one, day)).finished < 2:
            await asyncio.sleep(0.05)
    tables = [await view(relay, day, token_of(bob)) for relay in (one, two)]
    assert [row.name for row in tables[0].people].count("Ann") == 1
    assert tables[0].people == tables[1].people
    assert [each.opened for each in tables] == [2, 2]
    await stop_all([again, bob])


async def test_two_windows_that_open_a_try_at_once_share_it(start: Start) -> None:
    one, two = await start(), await start()
    day = today()
    first, second = Driver(one.address, "Ann"), Driver(two.address, "Ann")
    commitment = (await view(one, day)).commitment
    assert first.client.ticket is not None
    for driver in (first, second):
        driver.stop_at = 0
        driver.client.ticket = first.client.ticket._replace(day=commitment)
        driver.client.attempt("castle", day)
    await asyncio.gather(*(driver.start().enters() for driver in (first, second)))
    assert first.client.code == second.client.code
    assert (await view(one, day)).opened == 1
    await stop_all([first, second])
