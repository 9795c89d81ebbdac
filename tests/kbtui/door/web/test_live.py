"""The connection that keeps a page up to date: from our own pages alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from kbtui.door.web.staticfiles import version
from kbtui.door.web.watch import live, publicrooms
from kbtui.door.web.watch.room import Room
from kbtui.door.web.webserver import OUTDATED
from tests.kbtui.door.web.site import Site, get, move, playing, public, room, site
from tests.kbtui.online.rooms import until

pytestmark = pytest.mark.slow


def line(here: Site, path: str, origin: str | None = "") -> connect:
    """``origin``: our own if it is empty."""
    named = here.url if origin == "" else origin
    return connect(
        here.socket + path,
        origin=None if named is None else Origin(named),
        proxy=None,
        compression=None,
    )


async def news(socket: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 50))
    return told


async def test_moves_arrive_as_they_are_made(tmp_path: Path) -> None:
    async with site() as here, playing(here, tmp_path) as guests:
        await move(guests, 4)
        async with line(here, f"/live/{guests[0].client.code}") as socket:
            before = await news(socket)
            await move(guests, before["last"] + 1)
            after = await news(socket)
            while after["last"] == before["last"]:
                after = await news(socket)
    assert before["pictured"] is True
    assert "ada" in before["title"]
    assert "<table>" in after["side"]


async def test_a_script_of_another_version_is_told_to_load_the_page_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_LIST", 0.0)
    async with site() as here, room(here, tmp_path) as host:
        path = f"/live/{host.client.code}"
        for other in (path, "/taps/new/kingdom"):
            async with line(here, f"{other}?v=00000000") as socket:
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == OUTDATED
        async with line(here, path) as socket:  # says no version: it knows no list of games
            assert "last" in await news(socket)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(socket.recv(), 0.05)


async def test_a_page_names_files_by_their_version(tmp_path: Path) -> None:
    async with site() as here, room(here, tmp_path) as host:
        page = await get(here, f"/watch/{host.client.code}")
        assert f'data-version="{version("live.js")}"' in page.body
        assert f'"/static/style.css?v={version("style.css")}"' in page.body
        script = f"/static/live.js?v={version('live.js')}"
        assert f'src="{script}"' in page.body
        kept = (await get(here, script)).headers["cache-control"]
        other = (await get(here, "/static/live.js?v=00000000")).headers["cache-control"]
        assert (kept, other) == ("private, max-age=3600", "no-store")
        for name in ("live.js", "tap.js"):
            assert f"const OUTDATED = {OUTDATED};" in (await get(here, f"/static/{name}")).body


async def test_an_open_page_learns_which_games_begin_and_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publicrooms, "_FRESH", 0.0)
    monkeypatch.setattr(live, "_LIST", 0.02)
    async with site() as here, playing(here, tmp_path) as guests:

        async def learned(told: Callable[[str], bool]) -> dict[str, Any]:
            """The next list that is so."""
            while True:
                found = await news(socket)
                if "games" in found and told(found["games"]):
                    return found

        address = f"/live/{guests[0].client.code}?v={version('live.js')}"
        async with line(here, address) as socket:
            alone = await learned(lambda games: True)
            async with (
                room(here, tmp_path, "sly", terms=public(2, listed=False)),
                playing(here, tmp_path / "b", "castle", ("cleo", "<i>dora")) as others,
            ):
                code = others[0].client.code
                more = await learned(lambda games: code in games and "turn 1" in games)
            ended = await learned(lambda games: code not in games)
    assert (alone["ways"], alone["games"]) == ("", "")
    assert f'rel="next" href="/watch/{code}"' in more["ways"]
    assert "cleo, &lt;i&gt;dora</span> <small>Castle Builder, turn 1, 0 spectators" in more["games"]
    assert guests[0].client.code not in more["games"]  # the page shows that one already
    assert "sly" not in more["games"]
    assert ended == alone


async def test_what_changed_is_made_once_for_all_who_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    make = live._news

    def count(room: Room) -> dict[str, Any]:
        made.append(room.version)
        return make(room)

    monkeypatch.setattr(live, "_news", count)
    async with site() as here, room(here, tmp_path) as host:
        path = f"/live/{host.client.code}"
        async with line(here, path) as one, line(here, path) as two, line(here, path) as three:
            assert await news(one) == await news(two) == await news(three)
            host.ready()
            for socket in (one, two, three):
                while ">ready<" not in (await news(socket))["side"]:
                    pass
    assert sorted({*made}) == sorted(made)


async def test_a_waiting_room_becomes_a_game(tmp_path: Path) -> None:
    async with (
        site() as here,
        room(here, tmp_path) as host,
        line(here, f"/live/{host.client.code}") as socket,
    ):
        told = await news(socket)
    assert told["pictured"] is False
    assert "1 free seat" in told["side"]


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "https://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        "http://127.0.0.1:{port}.evil.example",
        "http://127.0.0.1:{port}/",
        "http://localhost:{port}",
        "HTTP://127.0.0.1:{port}",
    ],
)
async def test_another_origin_is_refused_before_the_socket_is_open(
    tmp_path: Path, origin: str | None
) -> None:
    async with site() as here, room(here, tmp_path) as host:
        port = here.url.rpartition(":")[2]
        named = origin and origin.format(port=port)
        with pytest.raises(InvalidStatus) as refused:
            async with line(here, f"/live/{host.client.code}", named):
                pass
        assert refused.value.response.status_code == 403


async def test_the_origin_is_that_of_the_public_address(tmp_path: Path) -> None:
    async with site(url="https://play.example.org") as here, room(here, tmp_path) as host:
        local = f"ws://127.0.0.1:{here.door.port}"
        path = f"{local}/live/{host.client.code}"
        with pytest.raises(InvalidStatus):
            async with connect(path, origin=Origin(local.replace("ws", "http")), proxy=None):
                pass
        async with connect(path, origin=Origin("https://play.example.org"), proxy=None) as socket:
            assert "side" in await news(socket)


@pytest.mark.parametrize("path", ["/", "/watch/KQ7-4TN", "/rooms", "/terminal/x"])
async def test_a_page_is_no_socket(path: str) -> None:
    async with site() as here:
        with pytest.raises(InvalidStatus):
            async with line(here, path):
                pass


async def test_a_room_that_does_not_exist_closes_the_socket() -> None:
    async with site() as here, line(here, "/live/AAA-AAA") as socket:
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), 50)


async def test_everybody_who_watches_in_a_page_is_counted(tmp_path: Path) -> None:
    async with site() as here, playing(here, tmp_path) as guests:
        code = guests[0].client.code
        await get(here, "/")
        await get(here, f"/board/{code}.svg")  # a small picture in a list is no spectator
        await asyncio.sleep(0.6)
        assert guests[0].watchers == 0
        async with line(here, f"/live/{code}"):
            await until(lambda: guests[0].watchers == 1)
            async with line(here, f"/live/{code}") as socket:
                await until(lambda: guests[0].watchers == 2)
                while "2 spectators" not in (await news(socket))["side"]:
                    pass
            await until(lambda: guests[0].watchers == 1)
        await until(lambda: guests[0].watchers == 0)


async def test_nobody_watches_when_the_page_is_closed(tmp_path: Path) -> None:
    async with site() as here, playing(here, tmp_path) as guests:
        code = guests[0].client.code
        async with line(here, f"/live/{code}") as socket:
            await news(socket)
            watched = here.door._gallery.find(code)
            assert watched is not None
            assert watched.viewers == 1
        await until(lambda: watched.viewers == 0)
