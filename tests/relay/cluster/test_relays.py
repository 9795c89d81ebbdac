"""Several relays on one real Valkey: any of them serves any room."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest

from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.server.server import Relay, Settings
from relay.store.valkey.opening import open_valkey
from tests.relay.conftest import Server
from tests.relay.driving import DEADLINE, FAST, Driver, each, stop_all, terms
from tests.relay.valkeys import own_prefix

pytestmark = pytest.mark.slow

QUICK = replace(FAST, beat=0.2)
Start = Callable[..., Any]


@pytest.fixture
async def start(valkey: Server) -> AsyncIterator[Start]:
    """Relays in this process, each with a connection of its own to the same store."""
    url = own_prefix(valkey.url)
    async with AsyncExitStack() as stack:

        async def make(limits: Limits = QUICK) -> Relay:
            store = await asyncio.to_thread(open_valkey, url)
            return await stack.enter_async_context(Relay(Settings(port=0, limits=limits), store))

        yield make


async def seat(url: str, name: str, code: str = "", **options: Any) -> Driver:
    driver = Driver(url, name)
    driver.stop_at = options.pop("stop_at", None)
    if code:
        driver.client.join(code)
    else:
        driver.client.create(options.pop("game", "kingdom"), options.pop("terms", terms()))
    await driver.start().enters()
    return driver


async def spectator(url: str, name: str, code: str) -> Driver:
    driver = Driver(url, name, is_watcher=True)
    driver.client.watch(code)
    await driver.start().enters()
    return driver


def present(driver: Driver) -> tuple[tuple[int, ...], int] | None:
    found = driver.client.present
    return None if found is None else (found.seats, found.watchers)


@pytest.mark.parametrize("game", ["kingdom", "castle"])
async def test_two_players_and_a_spectator_on_three_relays(start: Start, game: str) -> None:
    one, two, three = await start(), await start(), await start()
    ann = await seat(one.address, "Ann", game=game)
    eve = await spectator(three.address, "Eve", ann.client.code)
    bob = await seat(two.address, "Bob", ann.client.code)
    drivers = [ann, bob, eve]
    await each(drivers, lambda d: present(d) == ((0, 1), 1), "everybody")
    await ann.request(m.Say("hello from one"))
    await bob.until(lambda: bob.client.chat, "the chat")
    assert bob.client.chat[1].text == "hello from one"
    for driver in drivers:
        await driver.ends()
    assert len({driver.client.table.digest() for driver in drivers if driver.client.table}) == 1
    assert all(driver.lines == 1 for driver in drivers)
    await stop_all(drivers)


async def test_spectators_hear_and_mute_each_other(start: Start) -> None:
    one, two = await start(), await start()
    ann = await seat(one.address, "Ann", stop_at=0)
    eve = await spectator(one.address, "Eve", ann.client.code)
    kim = await spectator(two.address, "Kim", ann.client.code)
    await ann.until(lambda: present(ann) == ((0,), 2), "both")
    await kim.request(m.Say("psst"))

    def heard(driver: Driver) -> list[str]:
        found = [x.message for x in driver.events if isinstance(x, e.Got)]
        return [message.text for message in found if isinstance(message, m.Murmur)]

    await each((ann, eve, kim), lambda d: heard(d) == ["psst"], "a murmur")
    await ann.request(m.Mute(kim.client.voice, True))

    async def is_refused() -> bool:
        await kim.request(m.Say("psst"))
        await asyncio.sleep(0.05)
        return "muted" in kim.refusals

    async with asyncio.timeout(20):
        while not await is_refused():
            pass
    await stop_all([ann, eve, kim])


async def test_a_seat_that_is_taken_at_another_relay_is_left_here(start: Start) -> None:
    one, two = await start(), await start()
    ann = await seat(one.address, "Ann", stop_at=0)
    again = Driver(two.address, "Ann")
    again.client.ticket = ann.client.ticket
    again.client.resume(ann.client.code)
    again.stop_at = 0
    await again.start().enters()
    ended = await ann.is_told_to_go()
    assert ended is not None
    assert (ended.code, ann.close_code) == ("replaced", 4001)
    await again.until(lambda: present(again) == ((0,), 0), "only her")
    await stop_all([again])


async def test_moves_that_race_are_decided_by_the_log(start: Start) -> None:
    one, two = await start(), await start()
    ann = await seat(one.address, "Ann", stop_at=0)
    bob = await seat(two.address, "Bob", ann.client.code, stop_at=0)
    for driver in (ann, bob):
        await driver.go_on(2)
    await ann.reaches(2)
    for _ in range(10):  # chat of both at once: each line is an entry of the same log
        await asyncio.gather(*(d.request(m.Say(d.client.name)) for d in (ann, bob)))
    await each((ann, bob), lambda d: len(d.client.chat) == 20, "all lines")
    assert ann.client.chat.keys() == bob.client.chat.keys() == set(range(1, 21))
    texts = [[d.client.chat[n].text for n in range(1, 21)] for d in (ann, bob)]
    assert texts[0] == texts[1]
    assert sorted(texts[0]) == ["Ann"] * 10 + ["Bob"] * 10
    for driver in (ann, bob):
        await driver.go_on()
    for driver in (ann, bob):
        await driver.ends()
    await stop_all([ann, bob])


async def test_a_bot_thinks_once(start: Start) -> None:
    one, two = await start(), await start()
    three = m.Terms('{"players":3}', False, True, 0, k.NO_CLOCK, 0)
    ann = await seat(one.address, "Ann", terms=three, stop_at=0)
    bob = await seat(two.address, "Bob", ann.client.code, stop_at=0)
    await ann.request(m.SeatBot(2, "novice"))
    for driver in (ann, bob):
        await driver.go_on()
    for driver in (ann, bob):
        await driver.ends()
    thoughts = [relay._driver.figures.thoughts for relay in (one, two)]
    table = ann.client.table
    assert table is not None
    moves = sum(entry.actor == 2 for entry in table.entries)
    assert moves <= sum(thoughts) <= moves + 2  # at the very beginning both may think
    assert min(thoughts) <= 2
    await stop_all([ann, bob])


async def test_a_clock_expires_once_and_is_the_same_everywhere(start: Start) -> None:
    limits = replace(QUICK, grace=0.1)
    one, two = await start(limits), await start(limits)
    clock = m.Terms('{"players":2}', False, True, 0, k.TURN_CLOCK, k.SHORTEST_CLOCK[k.TURN_CLOCK])
    ann = await seat(one.address, "Ann", terms=clock, stop_at=0)
    bob = await seat(two.address, "Bob", ann.client.code, stop_at=0)
    for driver in (ann, bob):
        await driver.go_on(1)
    await ann.reaches(1)
    await bob.reaches(1)

    def clocks(driver: Driver) -> tuple[int, ...]:
        assert driver.client.clock is not None
        return driver.client.clock.left

    assert ann.client.clock is not None
    assert bob.client.clock is not None
    assert max(abs(a - b) for a, b in zip(clocks(ann), clocks(bob), strict=True)) < 1000

    def stand_ins(driver: Driver) -> list[str]:
        room = driver.client.room
        return [] if room is None else [each.sitter for each in room.seats]

    await each((ann, bob), lambda d: k.STAND_IN in stand_ins(d), "a stand-in")
    assert stand_ins(ann) == stand_ins(bob)
    await stop_all([ann, bob])


async def test_public_rooms_are_those_of_all_relays(start: Start) -> None:
    one, two = await start(), await start()
    ann = await seat(one.address, "Ann", terms=terms(listed=True), stop_at=0)
    looker = Driver(two.address, "Kim", is_watcher=True)
    looker.start()

    def listed() -> list[m.Listed]:
        found = [x.message for x in looker.events if isinstance(x, e.Got)]
        rooms = [message.rooms for message in found if isinstance(message, m.Rooms)]
        return list(rooms[-1]) if rooms else []

    async def asks_until(is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_so():
                await looker.request(m.ListRooms())
                await asyncio.sleep(0.05)

    await looker.until(lambda: looker.client.is_open, "the line")
    await asks_until(lambda: len(listed()) == 1)
    assert listed()[0].code == ann.client.code
    assert listed()[0].names == ("Ann", "")
    await ann.stop()
    await asks_until(lambda: not listed())
    await stop_all([looker])


async def test_a_relay_that_was_killed_is_forgotten_and_its_players_go_elsewhere(
    start: Start,
) -> None:
    one, two = await start(), await start()
    ann = await seat(one.address, "Ann", stop_at=20)
    bob = await seat(two.address, "Bob", ann.client.code, stop_at=20)
    await ann.reaches(20)
    driver = one._driver
    for websocket in list(driver.websockets.values()):  # it says nothing any more, to nobody
        websocket.transport.abort()
    driver.other_relays._timer.cancel()
    driver.other_relays._listening.close()
    driver.hub._shared.relay = b""
    ann.url = two.address
    await bob.until(lambda: bob.client.present and bob.client.present.seats == (0, 1), "Ann again")
    for player in (ann, bob):
        await player.go_on()
    for player in (ann, bob):
        await player.ends()
    await stop_all([ann, bob])


def health(relay: Relay) -> dict[str, str]:
    with urllib.request.urlopen(f"http://127.0.0.1:{relay.port}/healthz", timeout=20) as answer:
        first, *lines = answer.read().decode().splitlines()
    assert first == "ok"
    return dict(line.split(": ") for line in lines)


async def test_health_says_which_store_how_fast_and_how_many_leases(start: Start) -> None:
    one, two = await start(), await start()
    ann = await seat(one.address, "Ann", stop_at=0)
    bob = await seat(two.address, "Bob", ann.client.code, stop_at=0)
    cid = await seat(two.address, "Cid", stop_at=0)
    await each([ann, bob], lambda d: present(d) == ((0, 1), 0), "both")

    async def leases() -> list[int]:
        return [int((await asyncio.to_thread(health, relay))["leases"]) for relay in (one, two)]

    async with asyncio.timeout(DEADLINE):
        while sum(await leases()) != 2:  # two rooms, each the duty of one relay
            await asyncio.sleep(0.05)
    found = await asyncio.to_thread(health, one)
    assert (found["store"], found["relays"]) == ("valkey", "2")
    assert 0 < float(found["latency"].removesuffix(" ms")) < 5000
    assert int(found["lease renewed"].removesuffix(" s ago")) < 20
    await stop_all([ann, bob, cid])
