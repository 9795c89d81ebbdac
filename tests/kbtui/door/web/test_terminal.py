"""The app in a page: keys, sizes, reloads, limits, and no program left behind."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from kbtui.door.players.players import Listener, Player
from kbtui.door.players.wish import Window
from kbtui.door.web import staticfiles
from kbtui.door.web.sockets import BAD
from kbtui.door.web.terminal import bridge, sessions
from kbtui.door.web.terminal.bridge import ELSEWHERE, ENDED, FULL
from kbtui.door.web.terminal.sessions import Wanted
from tests.kbtui.door.listening import HALL
from tests.kbtui.door.web.site import get, site
from tests.kbtui.door.web.terminals import (
    PLAY,
    TAB,
    Fake,
    Program,
    cookie,
    hosted,
    page,
    pretended,
)
from tests.kbtui.online.rooms import until

pytestmark = pytest.mark.slow


def is_alive(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_real_program_is_played_reloaded_and_quit(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (here, real):
        kept = await cookie(here)
        async with page(here, kept) as first:
            await first.paints(HALL.decode())
            await first.type("\x1b")  # to the menu
            await first.paints("Settings")
            await first.type("u")  # the rules
            await first.paints("Setup")
            (player,) = real.running
        async with page(here, kept, size="?width=90&height=28") as again:
            await again.paints("Setup")  # painted again for another terminal ...
            assert again.painted.startswith(b"\x1b[?1049h")  # ... which is told what the first was
            assert b"\x1b[?1003h" in again.painted
            assert real.running == [player]
            await again.type("\x11")  # Ctrl+Q
            assert await again.ends() == ENDED
        assert not is_alive(player.pid)
        async with page(here, kept) as opened:
            await opened.paints(HALL.decode())
            (player,) = real.running
            await here.door.stop()
        await until(lambda: not real.running)
    assert not is_alive(player.pid)


async def test_a_reload_finds_the_program_and_a_second_page_takes_it_over() -> None:
    async with pretended() as (here, fake):
        kept = await cookie(here)
        async with page(here, kept) as first:
            await first.paints("ready")
        async with page(here, kept, size="?width=90&height=28") as second:
            await second.paints("\x1b[?1049h\x1b[?25l")
            (program,) = fake.running
            await until(lambda: program.windows[-2:] == [(90, 27), (90, 28)])  # it repaints
            async with page(here, kept) as third:
                assert await second.ends() == ELSEWHERE
                await third.type("a")
                await third.paints("<a>")
                assert fake.running == [program]
                await third.type("q")
                assert await third.ends() == ENDED
        await until(lambda: fake.left_ones == [program])


async def test_a_program_that_was_busy_is_shown_both_sizes_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It sees one size at the end, the one it has, and paints nothing: the page stayed empty."""
    seen: list[Window] = []

    def resize(program: Program, window: Window) -> None:
        seen.append(window)
        if len(seen) > 2:  # not busy any more
            program.ear.wrote(b"painted " * window.columns * window.rows, False)

    monkeypatch.setattr(Program, "resize", resize)
    monkeypatch.setattr(bridge, "_REPAINT", 0.01)
    async with pretended() as (here, _fake):
        kept = await cookie(here)
        async with page(here, kept) as first:
            await first.paints("ready")
        async with page(here, kept, size="?width=90&height=28") as second:
            await second.paints("painted")
            await until(lambda: len(seen) == 4)
            await asyncio.sleep(0.3)
    assert seen == [(90, 27), (90, 28)] * 2, "once it is painted, it is left alone"


async def test_another_tab_and_another_browser_are_other_programs() -> None:
    async with pretended() as (here, fake):
        kept, other = await cookie(here), await cookie(here)
        async with (
            page(here, kept) as first,
            page(here, kept, f"/terminal/play/{TAB[::-1]}") as second,
            page(here, other) as third,
            page(here, kept, f"/terminal/join/KQ7-4TN/{TAB}") as fourth,
        ):
            for each in (first, second, third, fourth):
                await each.paints("ready")
            words = [program.wanted.words for program in fake.running]
            assert words == [(), (), (), ("join", "KQ7-4TN")]


async def test_a_program_whose_page_is_gone_is_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "KEPT", 0.05)
    async with pretended() as (here, fake):
        async with page(here, await cookie(here)) as opened:
            await opened.paints("ready")
            (program,) = fake.running
            program.pause()
        await until(lambda: program.is_hung_up)
        assert fake.left_ones == [program]
        assert not program.is_paused  # until then what it writes is read


async def test_a_program_without_keys_is_hung_up() -> None:
    async with pretended(idle=0.3) as (here, fake), page(here, await cookie(here)) as opened:
        await opened.paints("ready")
        (program,) = fake.running
        assert await opened.ends() == ENDED
        assert program.is_hung_up


async def test_a_program_that_ends_at_once_is_told_to_its_host() -> None:
    class Short(Fake):
        async def open(
            self, wanted: Wanted, window: Window, language: str, ear: Listener, address: str
        ) -> Player:
            player = await super().open(wanted, window, language, ear, address)
            ear.ended(1)
            return player

    fake = Short()
    async with site(programs=fake) as here, page(here, await cookie(here)) as opened:
        await opened.paints("ready")
        assert await opened.ends() == ENDED
        assert fake.running == []


async def test_what_is_typed_and_the_size_reach_the_program_and_nothing_else() -> None:
    async with pretended() as (here, fake):
        asked = "?width=120&height=40&words=--help"  # not the way the script says it
        async with page(here, await cookie(here), size=asked) as opened:
            await opened.paints("ready")
            (program,) = fake.running
            assert program.windows == [(80, 24)]
            await opened.say("resize", {"width": 9999, "height": 9999})
            await opened.say("resize", {"width": 0, "height": -1})
            await opened.say("resize", {"width": "1", "height": None})
            await opened.say("stdin", ["a"])
            await opened.say("stdin", "é\x1b[A")
            await opened.say("focus")
            await opened.say("unknown", 1)
            await opened.say("ping", "7")
            await opened.until(lambda: ["pong", "7"] in opened.told)
            assert program.windows[1:] == [(500, 200), (80, 24)]
            assert program.typed == "é\x1b[A".encode()


@pytest.mark.parametrize("data", ["", "{}", "[]", "[7]", "nonsense", b"\xff", "[" * 3000])
async def test_a_page_that_breaks_the_rules_is_disconnected(data: str | bytes) -> None:
    async with pretended() as (here, _fake), page(here, await cookie(here)) as opened:
        await opened.socket.send(data)
        assert await opened.ends() == BAD


async def test_a_flood_of_messages_is_ended() -> None:
    async with pretended() as (here, _fake), page(here, await cookie(here)) as opened:
        flood = asyncio.ensure_future(opened.ends())
        for _ in range(4000):
            if flood.done():
                break
            await opened.socket.send('["focus"]')
        assert await flood == BAD


async def test_a_page_that_does_not_read_makes_its_program_wait() -> None:
    async with pretended() as (here, fake), page(here, await cookie(here)) as opened:
        await opened.paints("ready")
        (program,) = fake.running
        written = 0
        while not program.is_paused:  # nobody reads: the page does not call recv
            program.ear.wrote(os.urandom(65_536), False)
            written += 65_536
            assert written < 50_000_000
            await asyncio.sleep(0)
        size = len(opened.painted) + written
        await opened.until(lambda: len(opened.painted) >= size)
        assert not program.is_paused


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1"])
async def test_a_foreign_page_gets_no_program(origin: str) -> None:
    async with pretended() as (here, fake):
        with pytest.raises(InvalidStatus):
            async with page(here, await cookie(here), origin=origin):
                pass
        assert not fake.running


async def test_without_a_cookie_nobody_gets_a_program() -> None:
    async with pretended() as (here, fake), page(here, "other=1") as opened:
        await opened.ends()
        assert not fake.running


async def test_a_door_that_is_full_says_so() -> None:
    async with pretended(most=0) as (here, _fake), page(here, await cookie(here)) as opened:
        await opened.paints("Too many people are playing here right now.")
        assert await opened.ends() == FULL


async def test_a_browser_has_so_many_programs_and_no_more() -> None:
    async with pretended() as (here, fake):
        kept = await cookie(here)
        for number in range(6):
            path = f"/terminal/play/{number:016}"
            async with page(here, kept, path) as opened:
                await opened.paints("ready" if number < 4 else "Too many people")
        assert len(fake.running) == 4  # those wait for their pages


async def test_who_runs_programs_knows_the_address_and_may_refuse() -> None:
    async with (
        pretended(most=1) as (here, fake),
        page(here, await cookie(here)) as first,
        page(here, await cookie(here)) as other,
    ):
        await first.paints("ready")
        assert await other.ends() == FULL
        assert fake.addresses == ["127.0.0.1"] * 2


async def test_a_path_that_is_none_opens_nothing() -> None:
    async with pretended() as (here, _fake):
        kept = await cookie(here)
        for path in ("/terminal", "/terminal/play", "/terminal/shell/" + TAB, f"{PLAY}/x"):
            with pytest.raises(InvalidStatus):
                async with page(here, kept, path):
                    pass


async def test_where_nobody_runs_programs_a_link_leads_to_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with site() as here:
        assert (await get(here, "/play")).status == 404
        assert (await get(here, "/join/KQ7-4TN")).headers["location"] == "/tap/KQ7-4TN"
        assert "/play" not in (await get(here, "/")).body
    monkeypatch.setattr("kbtui.door.web.webserver.has_terminal", lambda: False)
    async with site(programs=Fake()) as here:
        assert (await get(here, "/play")).status == 404


async def test_the_page_has_its_scripts_from_us() -> None:
    async with site(programs=Fake()) as here:
        page_ = await get(here, "/join/KQ7-4TN")
        assert '"/terminal/join/KQ7-4TN"' in page_.body
        for name in ("terminal.js", "textual.js", "xterm.css"):
            assert f"/static/{name}" in page_.body
            assert (await get(here, f"/static/{name}")).status == 200
        assert staticfiles.has_terminal()
        assert "Play in this page" in (await get(here, "/")).body
