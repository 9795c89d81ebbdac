"""Short visits: questions and answers in order, and a reason where there is no answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from relay.client import events as e
from relay.client.visit import NoAnswer, visit
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_relay, encode
from relay.protocol.errors import BadMessage
from relay.protocol.limits import Limits
from relay.server.server import Relay, Settings
from relay.store.log_store import MemoryStore


@asynccontextmanager
async def saying(*data: bytes) -> AsyncIterator[str]:
    """Somebody who says this to every caller, and hangs up."""

    async def answer(line: ServerConnection) -> None:
        await line.recv()
        for frame in data:
            await line.send(frame)

    async with serve(answer, "127.0.0.1", 0) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_each_question_has_its_answer_at_the_pace_of_the_relay() -> None:
    async with (
        Relay(Settings(port=0, limits=Limits(burst=6, rate=50)), MemoryStore()) as relay,
        visit(relay.address) as caller,
    ):
        for stamp in range(9):
            assert await caller.ask(m.ListRooms()) == m.Rooms(())
            assert await caller.ask(m.Ping(stamp)) == m.Pong(stamp)


async def test_where_nobody_listens_there_is_no_answer() -> None:
    async with saying() as url:
        pass
    with pytest.raises(NoAnswer) as caught:
        async with visit(url):
            pass
    assert isinstance(caught.value.trouble, OSError)


BYE = m.Bye("version", "this relay speaks version 9", 0)
WELCOME = m.Welcome(1, "test", 16384, 20, 5, (), ())


@pytest.mark.parametrize(
    ("frames", "trouble"),
    [
        ([], None),
        ([encode(BYE)], e.Ended("version", "this relay speaks version 9", 0, False)),
        ([encode(WELCOME)], None),
    ],
)
async def test_a_line_that_ends_too_soon_says_why(frames: list[bytes], trouble: object) -> None:
    async with saying(*frames) as url:
        with pytest.raises(NoAnswer) as caught:
            async with visit(url) as caller:
                await caller.ask(m.ListRooms())
        assert caught.value.trouble == trouble


@pytest.mark.parametrize("frame", [b"nonsense", encode(m.Pong(1))])
async def test_something_else_than_a_welcome_is_no_relay_of_ours(frame: bytes) -> None:
    async with saying(frame) as url:
        with pytest.raises(NoAnswer) as caught:
            async with visit(url):
                pass
        assert isinstance(caught.value.trouble, BadMessage)


async def test_who_does_not_welcome_us_is_not_waited_for() -> None:
    async def hold(line: ServerConnection) -> None:
        await line.wait_closed()

    async with serve(hold, "127.0.0.1", 0) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(NoAnswer) as caught:
            async with asyncio.timeout(20), visit(url, patience=0.05):
                pass
    assert isinstance(caught.value.trouble, TimeoutError)


async def test_a_visit_speaks_the_newest_version_that_the_relay_knows() -> None:
    heard: list[int] = []

    async def answer(line: ServerConnection) -> None:
        hello = decode_for_relay(bytes(await line.recv(decode=False)))
        assert isinstance(hello, m.Hello)
        heard.append(hello.version)
        is_old = hello.version == k.OLDEST
        await line.send(encode(WELCOME if is_old else m.Bye("version", "only version 1", 0)))
        await line.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert await _is_welcome(url)
    assert heard == [k.PROTOCOL, k.OLDEST]


async def _is_welcome(url: str) -> bool:
    async with visit(url):
        return True
