"""Pages over real connections: lists, rooms, pictures, headers, refusals."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kbtui.door.web.sockets import LIMITS
from kbtui.door.web.watch import gallery, gamelist
from kbtui.door.web.watch.home import Ways
from kbtui.games.kit import find
from relay.server.arguments import network
from tests.kbtui.door.web.site import Site, get, move, playing, public, room, site
from tests.kbtui.online.rooms import until

pytestmark = pytest.mark.slow


async def test_the_first_page_has_the_open_games_as_plain_html(tmp_path: Path) -> None:
    ways = Ways("ssh play.example.org", "SHA256:abc", notice="Closed on <Friday>.")
    async with (
        site(ways=ways) as here,
        room(here, tmp_path, "emil", terms=public(3)) as waiting,
        room(here, tmp_path, "sly", terms=public(2, listed=False)) as private,
        playing(here, tmp_path, names=("ada", "<i>botto")) as (host, _other),
    ):
        page = await get(here, "/")
    assert page.status == 200
    assert "ssh play.example.org" in page.body
    assert '<p class="notice">Closed on &lt;Friday&gt;.</p>' in page.body
    assert f'<a href="/watch/{waiting.client.code}">emil</a>' in page.body
    assert "Kingdom Builder, 2 free seats" in page.body
    assert f'<a href="/watch/{host.client.code}">' in page.body
    assert "ada, &lt;i&gt;botto" in page.body
    assert "Kingdom Builder, turn 1, 0 spectators" in page.body
    assert private.client.code not in page.body
    assert "sly" not in page.body


@pytest.mark.parametrize(
    ("here", "before", "after"),
    [("B", "A", "C"), ("A", "C", "B"), ("C", "B", "A"), ("over", "C", "A")],
)
def test_the_page_of_a_game_leads_to_those_before_and_after_it(
    here: str, before: str, after: str
) -> None:
    ways = gamelist.beside(here, ["A", "B", "C"])
    assert f'rel="prev" href="/watch/{before}"' in ways
    assert f'rel="next" href="/watch/{after}"' in ways
    assert gamelist.beside("A", ["A"]) == ""


async def test_every_answer_keeps_a_page_to_what_we_serve(tmp_path: Path) -> None:
    async with site() as here, playing(here, tmp_path) as (host, _other):
        for path in ("/", "/rooms", f"/watch/{host.client.code}", "/nowhere", "/watch/AAA-AAA"):
            answer = await get(here, path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "unsafe" not in policy
            assert f"connect-src 'self' {here.socket};" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "server" not in answer.headers
            assert "set-cookie" not in answer.headers  # nobody plays yet
            assert "://" not in re.sub(r"http://www\.w3\.org/\S+", "", answer.body)
            assert not re.search(r"<script(?! src=\"/static/)|\son\w+=|style=", answer.body)


async def test_a_page_is_in_the_language_of_the_browser() -> None:
    async with site() as here:
        german = await get(here, "/", Accept_Language="xx, de-AT;q=0.9, fr;q=0.8")
        english = await get(here, "/", Accept_Language="xx")
    assert '<html lang="de">' in german.body
    assert '<html lang="en">' in english.body
    assert "No public game is running right now." in english.body
    assert "No public game" not in german.body


async def test_a_room_shows_the_board_the_score_and_what_happened(tmp_path: Path) -> None:
    async with site() as here, playing(here, tmp_path) as guests:
        await move(guests, 6)
        code = guests[0].client.code
        page = await get(here, f"/watch/{code}")
        source = re.search(r'<img src="(/board/[^"]+)"', page.body)
        assert source is not None
        picture = await get(here, source[1], Accept_Encoding="br, gzip")
        table = guests[0].client.table
        assert table is not None
        assert source[1] == f"/board/{code}/{len(table.entries)}.svg"
        later = await get(here, f"/board/{code}/{len(table.entries) + 1}.svg")
        first = await get(here, f"/board/{code}/0.svg")
    assert "<th scope=col>ada</th><th scope=col>botto</th>" in page.body
    assert re.search(r"<li>ada (builds|draws)", page.body)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.headers["content-encoding"] == "gzip"
    built = sum(map(len, table.game.describe(table.state)["settlements"]))
    in_legend = 2
    assert picture.body.count("<path") == built + in_legend
    assert first.body.count("<path") == in_legend
    assert later.status == 404


async def test_a_game_without_pictures_is_shown_in_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("drawing", "taps"):
        monkeypatch.setitem(find("castle").__dict__, part, None)
    async with site() as here, playing(here, tmp_path, "castle") as guests:
        await move(guests, 12)
        page = await get(here, f"/watch/{guests[0].client.code}")
        assert page.status == 200
        assert "<pre>1 ada: coins 0" in page.body


@pytest.mark.parametrize("game", ["kingdom", "castle"])
async def test_nothing_hidden_ever_reaches_the_door(tmp_path: Path, game: str) -> None:
    """Pages are made of a spectator's copy: hidden cards and tiles are unknown in it."""
    async with site() as here, playing(here, tmp_path, game) as guests:
        await move(guests, 14)
        await get(here, f"/watch/{guests[0].client.code}")
        gallery = here.door._gallery
        watched = gallery.find(guests[0].client.code)
        assert watched is not None
        assert watched.table is not None
        rules = watched.table.game
        assert all(state == rules.observe(state, None) for state in watched.table.states)


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/nowhere", 404, "There is no such page."),
        ("/static/pages.py", 404, "There is no such page."),
        ("/watch/AAA-AAA", 404, "There is no room AAA-AAA on 127.0.0.1"),
        ("/board/AAA-AAA.svg", 404, "There is no room AAA-AAA"),
        ("/go?code=what", 404, "That is not a room code."),
    ],
)
async def test_what_is_not_there_is_said_in_a_sentence(path: str, status: int, text: str) -> None:
    async with site() as here:
        answer = await get(here, path)
    assert answer.status == status
    assert text in answer.body


async def test_only_get_is_answered() -> None:
    async with site() as here:
        for method in ("POST", "HEAD", "DELETE"):
            assert (await get(here, "/", method)).status == 405
        assert (await get(here, "/healthz")).body == "ok\n"


async def test_the_form_leads_to_the_room() -> None:
    async with site() as here:
        answer = await get(here, "/go?code=kq7+4tn")
    assert (answer.status, answer.headers["location"]) == (303, "/watch/KQ7-4TN")


async def test_a_room_without_spectators_is_not_shown(tmp_path: Path) -> None:
    async with (
        site() as here,
        room(here, tmp_path, terms=public(2, watching=False)) as host,
    ):
        answer = await get(here, f"/watch/{host.client.code}")
    assert answer.status == 404
    assert "allows no spectators" in answer.body


async def test_wrong_codes_run_out_for_who_guesses_alone(tmp_path: Path) -> None:
    proxies = (network("127.0.0.0/8"),)
    private = public(2, listed=False)
    async with site(proxies=proxies) as here, room(here, tmp_path, terms=private) as host:
        code = host.client.code

        async def asks(address: str, path: str) -> int:
            return (await get(here, path, X_Forwarded_For=address)).status

        found = [await asks("203.0.113.1", "/watch/AAA-AAA") for _ in range(12)]
        assert found[:10] == [404] * 10
        assert found[10:] == [429] * 2
        assert await asks("203.0.113.1", f"/watch/{code}") == 429  # not even a right one
        assert await asks("203.0.113.2", f"/watch/{code}") == 200


async def test_an_address_has_so_many_connections_and_no_more() -> None:
    limits = replace(LIMITS, arrivals=5, arrival_rate=0.001)
    proxies = (network("127.0.0.0/8"),)
    async with site(limits=limits, proxies=proxies) as here:
        found = [(await get(here, "/healthz", X_Forwarded_For="::1")).status for _ in range(7)]
        assert found == [200] * 5 + [429] * 2
        assert (await get(here, "/healthz", X_Forwarded_For="203.0.113.9")).status == 200


async def test_behind_a_proxy_an_address_holds_so_many_sockets_and_no_more() -> None:
    limits = replace(LIMITS, connections=1)
    async with (
        site(limits=limits, proxies=(network("127.0.0.0/8"),)) as here,
        AsyncExitStack() as all,
    ):
        eve = {"X-Forwarded-For": "203.0.113.7", "Cookie": f"kb={'e' * 43}"}
        line = partial(
            connect, f"{here.socket}/taps/new/kingdom", origin=Origin(here.url), proxy=None
        )
        held = [await all.enter_async_context(line(additional_headers=eve)) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await line(additional_headers=eve)
        assert refused.value.response.status_code == 429
        assert (await get(here, "/healthz", X_Forwarded_For="203.0.113.8")).status == 200
        await held[0].close()
        await all.enter_async_context(line(additional_headers=eve))


async def test_without_a_relay_the_page_says_so() -> None:
    async with site() as here:
        lost = Site(here.door, here.relay)
        here.door._gallery.listing._address = here.relay._replace(url="ws://127.0.0.1:9")
        page = await get(lost, "/")
    assert page.status == 200
    assert "The relay does not answer right now." in page.body


async def test_a_room_that_nobody_looks_at_is_no_longer_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "_KEPT", 0.05)
    monkeypatch.setattr(gallery, "_SWEEP", 0.05)
    async with site() as here, room(here, tmp_path) as host:
        await get(here, f"/watch/{host.client.code}")
        await until(lambda: here.door._gallery.find(host.client.code) is None)
        await until(lambda: host.watchers == 0)
        assert (await get(here, f"/watch/{host.client.code}")).status == 200  # and again
