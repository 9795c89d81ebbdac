"""The list of public rooms, when the relay is connected and says nothing."""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from kbtui.door.web.watch import gamelist, publicrooms
from kbtui.door.web.watch.gallery import Gallery
from kbtui.text.address import Address
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode

CODE = '"><img src=x>'
LYING = tuple(m.Listed(CODE, phase, "kingdom", ("a",), 1, True, 0) for phase in (k.LOBBY, k.OVER))


async def test_a_list_with_what_is_no_code_is_refused() -> None:
    async def lie(socket: ServerConnection) -> None:
        await socket.send(encode(m.Welcome(k.PROTOCOL, "x", 16_384, 20, 5, ("kingdom",), ())))
        await socket.send(encode(m.Rooms(LYING)))
        await socket.wait_closed()

    async with serve(lie, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        assert await publicrooms.Listing(Address(f"ws://127.0.0.1:{port}")).rooms() is None


def test_a_code_is_never_a_tag() -> None:
    assert "<img src=x" not in gamelist.lists(LYING, Gallery(Address("ws://127.0.0.1:9")))


@pytest.mark.parametrize("is_welcoming", [False, True])
async def test_a_silent_relay_costs_all_visitors_one_short_wait(
    is_welcoming: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = 0

    async def say_nothing(socket: ServerConnection) -> None:
        nonlocal came
        came += 1
        if is_welcoming:
            await socket.send(
                encode(m.Welcome(k.PROTOCOL, "silent", 16_384, 20, 5, ("kingdom",), ()))
            )
        await socket.wait_closed()

    monkeypatch.setattr(publicrooms, "_PATIENCE", 0.05)
    async with serve(say_nothing, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        listing = publicrooms.Listing(Address(f"ws://127.0.0.1:{port}"))
        async with asyncio.timeout(5):
            found = await asyncio.gather(*(listing.rooms() for _ in range(5)))
    assert found == [None] * 5
    assert came == 1  # the others are told at once what the first one found
