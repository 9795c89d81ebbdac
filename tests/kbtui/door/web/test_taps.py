"""Playing by taps over a real socket: a cookie, a seat, moves, and coming back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request
from websockets.typing import Origin

from kbtui.door.web.cookies import Cookies
from kbtui.door.web.taps import news as taps_news
from kbtui.door.web.taps import play, seats
from relay.protocol import messages as m
from tests.kbtui.door.web.site import Site, get, playing, room, site
from tests.kbtui.online.rooms import until

pytestmark = pytest.mark.slow


class Phone:
    """A page of a player, and all that it has been told so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.shown: dict[str, Any] = {}

    async def ask(self, **request: Any) -> None:
        await self.socket.send(json.dumps(request))

    async def hear(self) -> None:
        self.shown |= json.loads(await asyncio.wait_for(self.socket.recv(), 50))

    async def until(self, condition: Any) -> None:
        while not condition(self.shown):
            await self.hear()

    @property
    def buttons(self) -> list[str]:
        return [name for name, _label in self.shown.get("buttons", [])]


async def cookie(here: Site, path: str = "/tap/AAA-AAA") -> str:
    """What a browser keeps after its first look at a page that plays."""
    answer = await get(here, path)
    kept, *rules = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {*rules}
    return kept


@asynccontextmanager
async def phone(here: Site, path: str, kept: str, name: str = "pia") -> AsyncIterator[Phone]:
    async with connect(
        here.socket + path,
        origin=Origin(here.url),
        additional_headers={"Cookie": kept},
        proxy=None,
    ) as socket:
        opened = Phone(socket)
        await opened.ask(name=name)
        yield opened


async def test_a_new_game_against_a_bot_is_played_by_taps(tmp_path: Path) -> None:
    async with site() as here, phone(here, "/taps/new/kingdom", await cookie(here)) as pia:
        await pia.until(lambda shown: shown.get("code"))
        assert pia.buttons == ["ready", "bots", "leave"]
        await pia.ask(do="bots")
        await pia.until(lambda shown: "bots" not in pia.buttons)
        await pia.ask(do="ready")
        await pia.until(lambda shown: "start" in pia.buttons)
        await pia.ask(do="start")
        await pia.until(lambda shown: shown.get("choices"))
        token, group, places, label = pia.shown["choices"][0]
        assert group == "Build"
        assert label == f"Build {token.upper()}"
        assert str(places[0]) in pia.shown["spots"]
        before = pia.shown["svg"]
        await pia.ask(do="move", move=token)
        await pia.until(lambda shown: shown["svg"] != before and "undo" in pia.buttons)
        await pia.ask(do="undo")
        await pia.until(lambda shown: shown["svg"] == before)


async def test_a_game_is_played_to_its_end_and_then_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """We make the first move that is offered, the bot any."""
    monkeypatch.setattr(play, "_BURST", 10_000)
    async with site() as here, phone(here, "/taps/new/castle", await cookie(here)) as pia:
        await pia.until(lambda shown: shown.get("code"))
        for button in ("bots", "ready", "start"):
            await pia.until(lambda shown, button=button: button in pia.buttons)
            await pia.ask(do=button)
        first = pia.shown["code"]
        played = 0
        while "again" not in pia.buttons:
            await pia.until(lambda shown: shown.get("choices") or "again" in pia.buttons)
            if "again" in pia.buttons:
                break
            choices = pia.shown.pop("choices")
            builds = [choice for choice in choices if choice[2]]
            await pia.ask(do="move", move=(builds or choices)[0][0])
            played += 1
        assert played > 5
        await pia.ask(do="again")
        await pia.until(lambda shown: shown["code"] not in ("", first) and "ready" in pia.buttons)


async def test_a_seat_is_the_browsers_own_when_it_comes_back(tmp_path: Path) -> None:
    async with site() as here, room(here, tmp_path) as host:
        code, kept = host.client.code, await cookie(here)
        for _ in range(2):
            async with phone(here, f"/taps/{code}", kept) as pia:
                await pia.until(lambda shown: shown.get("code") == code)
        await here.door._seats.close_all()  # as after a restart of the door
        async with phone(here, f"/taps/{code}", kept) as pia:
            await pia.until(lambda shown: shown.get("code") == code)
        await until(lambda: host.names == ("ada", "pia"))
        other = await cookie(here)
        async with phone(here, f"/taps/{code}", other, "eve") as eve:
            await eve.until(lambda shown: shown.get("said"))
            assert eve.shown["said"] == f"All seats in {code} are taken."
            with pytest.raises(ConnectionClosed):
                await eve.hear()


@pytest.mark.parametrize("name", ["", "  ", "\ud800", "\u200b\u2800"])
async def test_who_has_no_name_is_told_at_once(name: str) -> None:
    async with site() as here, phone(here, "/taps/new/kingdom", await cookie(here), name) as pia:
        await asyncio.wait_for(pia.hear(), 5)
        assert pia.shown == {"said": "Type a name that others can read."}


async def test_who_is_put_out_reads_why_and_stays_out(tmp_path: Path) -> None:
    async with site() as here, room(here, tmp_path) as host:
        code, kept = host.client.code, await cookie(here)
        async with phone(here, f"/taps/{code}", kept) as pia:
            await pia.until(lambda shown: shown.get("inside"))
            await until(lambda: host.names == ("ada", "pia"))
            host.request(m.Kick(1))
            async with asyncio.timeout(5):
                await pia.until(lambda shown: not shown["inside"])
            where = here.url.partition("//")[2]
            assert pia.shown["said"] == f"{where}: the host has freed your seat."
            assert pia.buttons == []  # none that nobody hears


async def test_what_is_wrong_with_a_move_is_said(tmp_path: Path) -> None:
    async with (
        site() as here,
        room(here, tmp_path) as host,
        phone(here, f"/taps/{host.client.code}", await cookie(here)) as pia,
    ):
        await pia.until(lambda shown: shown.get("code"))
        await pia.ask(do="move", move="a1")
        await pia.until(lambda shown: shown.get("said"))
        await pia.ask(do="ready")
        await pia.until(lambda shown: not shown["said"])
        for nonsense in ({"do": "move"}, {"do": 7}, {}, {"do": "start"}):
            await pia.ask(**nonsense)
        await pia.until(lambda shown: shown.get("said") == "Only the host can do that.")


@pytest.mark.parametrize("data", ["", "[]", "nonsense", '{"x":' * 3000, "x" * 3000, b"\x00\xff"])
async def test_a_page_that_breaks_the_rules_is_disconnected(data: str | bytes) -> None:
    async with site() as here, phone(here, "/taps/new/castle", await cookie(here)) as pia:
        await pia.until(lambda shown: shown.get("code"))
        await pia.socket.send(data)
        with pytest.raises(ConnectionClosed):
            await pia.until(lambda shown: False)


async def test_without_a_cookie_nobody_sits_down() -> None:
    async with site() as here, phone(here, "/taps/new/kingdom", "other=1") as pia:
        with pytest.raises(ConnectionClosed):
            await pia.hear()


async def test_a_foreign_page_cannot_use_the_cookie() -> None:
    async with site() as here:
        kept = {"Cookie": await cookie(here)}
        with pytest.raises(InvalidStatus):
            async with connect(
                f"{here.socket}/taps/new/kingdom",
                origin=Origin("https://evil.example"),
                additional_headers=kept,
                proxy=None,
            ):
                pass


async def test_a_page_that_is_gone_hangs_up_after_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "_KEPT", 0.05)
    monkeypatch.setattr(seats, "_SWEEP", 0.05)
    async with site() as here, room(here, tmp_path) as host:
        async with phone(here, f"/taps/{host.client.code}", await cookie(here)) as pia:
            await pia.until(lambda shown: shown.get("code"))
            await until(lambda: host.client.present and len(host.client.present.seats) == 2)
        await until(lambda: host.client.present and len(host.client.present.seats) == 1)
        await until(lambda: not here.door._seats._seats)
        assert host.names == ("ada", "pia")  # the seat waits


async def test_a_browser_has_so_many_seats_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "_OF_ONE", 1)
    async with site() as here:
        kept = await cookie(here)
        async with phone(here, "/taps/new/kingdom", kept) as first:
            await first.until(lambda shown: shown.get("code"))
            async with phone(here, "/taps/new/kingdom", kept) as second:
                await second.until(lambda shown: "Too many people" in shown.get("said", ""))


async def test_a_page_is_made_again_only_if_something_has_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    make = taps_news._page

    def count(seat: seats.Seat) -> dict[str, Any]:
        made.append(seat.version)
        return make(seat)

    monkeypatch.setattr(taps_news, "_page", count)
    async with site() as here:
        kept = await cookie(here)
        async with phone(here, "/taps/new/kingdom", kept) as one:
            await one.until(lambda shown: shown.get("code"))
            async with phone(here, f"/taps/{one.shown['code']}", kept) as two:
                for pia in (one, two):
                    for _ in range(4):
                        await pia.ask()
                    await pia.ask(do="move", move="a1")
                    await pia.until(lambda shown: shown.get("said"))
    assert sorted({*made}) == sorted(made)


async def test_a_seat_has_so_many_windows_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_WINDOWS", 1)
    async with site() as here:
        kept = await cookie(here)
        async with phone(here, "/taps/new/kingdom", kept) as one:
            await one.until(lambda shown: shown.get("code"))
            async with phone(here, f"/taps/{one.shown['code']}", kept) as two:
                await two.until(lambda shown: "Too many windows" in shown.get("said", ""))
        await until(lambda: not here.door._seats._seats[0].viewers)
        async with phone(here, f"/taps/{one.shown['code']}", kept) as two:
            await two.until(lambda shown: shown.get("inside"))


async def test_an_address_opens_so_many_rooms_and_no_more() -> None:
    async with site() as here:
        for number in range(6):
            async with phone(here, "/taps/new/kingdom", await cookie(here)) as pia:
                await pia.until(lambda shown: shown.get("code") or shown.get("said"))
                assert ("Too many" in pia.shown.get("said", "")) == (number == 5)


async def test_a_player_sees_their_own_tiles_and_nobody_elses(tmp_path: Path) -> None:
    async with (
        site() as here,
        room(here, tmp_path, game="castle") as host,
        phone(here, f"/taps/{host.client.code}", await cookie(here)) as pia,
    ):
        await pia.until(lambda shown: shown.get("code"))
        await pia.ask(do="ready")
        host.ready()
        await until(lambda: host.room is not None and all(s.ready for s in host.room.seats))
        host.request(m.Start())
        await pia.until(lambda shown: shown.get("notes"))
        (seat,) = here.door._seats._seats
        table = seat.table
        assert table is not None
        assert all(state == table.game.observe(state, 1) for state in table.states)
        assert "hidden" not in pia.shown["notes"][0]


def test_the_cookie_of_a_secure_page_is_for_this_host_alone() -> None:
    given = Cookies(is_secure=True).give(Request("/", Headers()))["Set-Cookie"]
    assert given.startswith("__Host-kb=")
    assert given.endswith("; Secure")
    kept = Request("/", Headers({"Cookie": 'other={"a": [1]}; ' + given.partition(";")[0]}))
    assert Cookies(is_secure=True).give(kept)["Set-Cookie"] == given  # the same for another week
    for foreign in ("kb=x", "__Host-kb=short", "__Host-kb=" + "a" * 44, "{}[]", "__Host-kb"):
        assert Cookies(is_secure=True).read(Request("/", Headers({"Cookie": foreign}))) is None


async def test_a_friend_who_only_watches_sees_the_way_in(tmp_path: Path) -> None:
    async with site() as here, room(here, tmp_path) as host:
        page = await get(here, f"/watch/{host.client.code}")
        joined = await get(here, f"/join/{host.client.code}")
    assert f'href="/join/{host.client.code}"' in page.body
    assert joined.headers["location"] == f"/tap/{host.client.code}"
    async with site() as here, playing(here, tmp_path / "b") as (host, _other):
        page = await get(here, f"/watch/{host.client.code}")
    assert "/join/" not in page.body
