"""The pages in a real browser: watching, tapping, playing in a terminal, and strangers."""

from __future__ import annotations

import fcntl
import struct
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.table import Entry
from kbtui.door.players.players import Player
from kbtui.door.players.wish import Window
from kbtui.door.web import webserver
from kbtui.door.web.taps import tappage
from kbtui.door.web.watch import live, publicrooms
from kbtui.door.web.webserver import Settings, WebDoor
from kbtui.online.guest import Guest
from relay.protocol import messages as m
from tests.kbtui.door.web.chromium import Browser, Tab, chromium
from tests.kbtui.door.web.site import move, playing, room, site
from tests.kbtui.door.web.terminals import PLAY, Fake, Real, hosted, pretended
from tests.kbtui.door.web.test_tap_tries import quick as quick
from tests.kbtui.online.rooms import player, relay_at, stop, until

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

DESKTOP, PHONE = (1200, 800), (390, 844)


@asynccontextmanager
async def tab(browser: Browser, size: tuple[int, int], address: str) -> AsyncIterator[Tab]:
    opened = await browser.tab()
    await opened.size(*size, is_phone=size == PHONE)
    await opened.open(address)
    yield opened


def pressed(text: str) -> str:
    """Presses the button with that text in the hand of a page to tap on."""
    find = f"[...document.querySelectorAll('#hand button')].find(b => b.textContent === {text!r})"
    return f"(() => {{ const b = {find}; if (b) b.click(); return !!b; }})()"


async def test_somebody_who_only_looks_sees_moves_as_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publicrooms, "_FRESH", 0.0)
    monkeypatch.setattr(live, "_LIST", 0.05)
    async with site() as here, playing(here, tmp_path) as guests, chromium() as browser:
        await move(guests, 4)
        async with tab(browser, DESKTOP, here.url) as page:
            assert await page.run("document.querySelector('.games a').innerText.includes('ada')")
            await page.run("document.querySelector('.games a').click()")
            await page.until("document.querySelector('#board img')?.naturalWidth > 0")
            shown = "Number(document.querySelector('#board img').src.match(/(\\d+).svg/)[1])"
            before = await page.run(shown)
            await move(guests, before + 1)
            await page.until(f"{shown} > {before}")
            await page.until("document.querySelector('#board img').complete")
            await page.run(
                "(() => { const bar = document.querySelector('.timeline input'); bar.value = 0;"
                " bar.dispatchEvent(new Event('input')); })()"
            )
            await page.until(f"{shown} === 0")
            assert "Move 0 of" in await page.run("document.querySelector('output').textContent")
            last = await page.run("Number(document.querySelector('.timeline input').max)")
            await move(guests, last + 1)
            await page.until(f"Number(document.querySelector('.timeline input').max) > {last}")
            assert await page.run(shown) == 0  # who looks back is left alone
            assert page.complaints == []
        first = guests[0].client.code
        async with (
            tab(browser, PHONE, f"{here.url}/watch/{first}") as page,
            playing(here, tmp_path, names=("cleo", "dora")) as others,
        ):
            await page.until("document.querySelector('#others').innerText.includes('cleo')")
            for code in (others[0].client.code, first):
                await page.until("document.readyState === 'complete'")  # its script listens
                assert await page.run("!!document.querySelector('nav a[rel=next]')")
                await page.swipe((300, 200), (120, 210))
                await page.until(f"location.pathname === '/watch/{code}'")


async def test_a_link_is_played_by_taps_on_a_phone(tmp_path: Path) -> None:
    async with (
        pretended() as (here, fake),
        room(here, tmp_path) as host,
        chromium() as browser,
        tab(browser, PHONE, f"{here.url}/join/{host.client.code}") as page,
    ):
        await page.until("location.pathname.startsWith('/tap/')")  # no terminal on a phone
        await page.until("!!document.getElementById('name')")
        await page.run("document.getElementById('name').value = 'pia'")
        await page.run("document.querySelector('#enter button').click()")
        await until(lambda: host.names == ("ada", "pia"))
        host.request(m.Kick(1))
        await page.until("!document.getElementById('enter').hidden")  # and does not come back alone
        told = await page.run("document.getElementById('said').textContent")
        assert told.endswith(": the host has freed your seat.")
        await page.run("document.querySelector('#enter button').click()")
        await page.until(pressed("I am ready"))
        host.ready()
        await until(lambda: host.room is not None and all(s.ready for s in host.room.seats))
        host.request(m.Start())
        await until(lambda: host.is_playing)
        await _end_turn(host)
        await page.click(*await page.until(SPOT))
        await page.until("!!document.querySelector('#moves button.go')")
        label = await page.run("document.querySelector('#moves button.go').textContent")
        await page.run("document.querySelector('#moves button.go').click()")
        await until(lambda: _last(host) == (1, label.removeprefix("Build ").lower()))
        assert await page.run("document.documentElement.scrollWidth") <= PHONE[0]
        await page.reload()
        await page.run("document.querySelector('#enter button').click()")
        await page.until("!!document.querySelector('#picture svg')")
        await page.until(pressed("Undo"))
        await until(lambda: _last(host) == (1, "undo"))
        assert page.complaints == []
        assert not fake.left_ones


# Taps what can be tapped until the game is over; the number of moves.
FINISH = """new Promise((done) => {
  let moves = 0;
  const timer = setInterval(() => {
    if (document.querySelector("#day").textContent) {
      clearInterval(timer);
      done(moves);
      return;
    }
    const go = document.querySelector("#moves button.go");
    const circle = document.querySelector("circle.spot");
    if (go) moves += 1;
    if (go) go.click();
    else if (circle) {
      const box = circle.getBoundingClientRect();
      const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
      circle.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
    } else document.querySelector("#moves button")?.click();
  }, 5);
})"""


@pytest.mark.usefixtures("quick")
async def test_the_deal_of_the_day_is_played_on_a_phone_to_its_end() -> None:
    """Of the larger board only the first tap: ``test_tap_tries`` has all of it, without a page."""
    way = "document.querySelector('a[href$={}]')"
    async with (
        pretended() as (here, fake),
        chromium() as browser,
        tab(browser, PHONE, f"{here.url}/daily") as page,
    ):
        for game in ("kingdom", "castle"):
            await page.until(f"{way.format(game)}?.textContent === 'Play it'")  # no terminal
            await page.run(f"{way.format(game)}.click()")
            loaded = "document.readyState === 'complete'"  # its script listens
            await page.until(f"!!document.getElementById('name') && {loaded}")
            await page.run("document.getElementById('name').value = 'pia'")
            await page.run("document.querySelector('#enter button').click()")
            await page.click(*await page.until(SPOT))
            await page.until("!!document.querySelector('#moves button.go')")
            assert await page.run("document.documentElement.scrollWidth") <= PHONE[0]
            if game == "kingdom":
                await page.run("document.querySelector('nav a[href^=\"/daily\"]').click()")
                await page.until(f"{way.format(game)}?.textContent === 'Continue'")
        assert await page.run(FINISH) > 5
        assert "You are the first to finish." in await page.run("document.body.innerText")
        assert await page.run("document.documentElement.scrollWidth") <= PHONE[0]
        await page.run("document.querySelector('#day a').click()")
        await page.until(f"{way.format('castle')}?.textContent === 'Look at your game'")
        assert page.complaints == []
        assert not fake.left_ones


async def test_the_host_on_a_phone_chooses_options_and_talks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        pretended() as (here, _fake),
        chromium() as browser,
        tab(browser, PHONE, f"{here.url}/new/castle") as page,
    ):
        await page.until("!!document.getElementById('name')")
        for name in ("  ", "pia"):
            assert await page.run("document.querySelector('main').hidden")
            await page.run(f"document.getElementById('name').value = {name!r}")
            await page.run("document.querySelector('#enter button').click()")
        peace = "document.querySelector('select[data-id=peace-0]')"
        await page.until(f"!!{peace}")
        await page.run(f"{peace}.selectedIndex = 1, {peace}.dispatchEvent(new Event('change'))")
        await page.run("document.querySelector('#options summary').click()")
        code = await page.run("document.getElementById('code').textContent")
        emil = player(here.relay, "emil", tmp_path)
        emil.join(code)
        emil.start()
        await until(lambda: emil.room is not None and '"peace":true' in emil.room.terms.options)
        await page.run("document.getElementById('line').value = 'hello <b>'")
        await page.run("document.querySelector('#say button').click()")
        await until(lambda: [each.text for each in emil.client.chat.values()] == ["hello <b>"])
        emil.request(m.Say("hi pia"))
        await page.until("document.querySelectorAll('#lines li').length === 2")
        told = await page.run("document.getElementById('lines').innerText")
        assert told.split("\n") == ["pia: hello <b>", "emil: hi pia"]
        assert await page.run(f"{peace}.selectedIndex") == 1
        for module in (tappage, webserver):  # an upgrade of the door, with another script
            monkeypatch.setattr(module, "version", lambda name: "0" * 8)
        assert here.door._server is not None
        for socket in here.door._server.connections:
            await socket.close()
        await page.until("document.body.dataset.version === '00000000'")
        await page.until(f"{peace}?.selectedIndex === 1")  # the page was loaded again, and plays
        assert await page.run("document.documentElement.scrollWidth") <= PHONE[0]
        assert page.complaints == []
        await stop(emil)


# The middle of a place that can be tapped, once there is one.
SPOT = """(() => {
  const circle = document.querySelector("circle.spot");
  if (!circle) return null;
  circle.scrollIntoView({ block: "center" });
  const box = circle.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""


async def _end_turn(guest: Guest) -> None:
    """The first legal moves until it is the other's turn."""

    def acting() -> int | None:
        table = guest.client.table
        return None if table is None or guest.client.pending else table.to_act

    while True:
        await until(lambda: acting() in (0, 1))
        table = guest.client.table
        assert table is not None
        if acting() != guest.seat:
            return
        guest.play(table.game.format(table.game.legal(table.state)[0]))


def _last(guest: Guest) -> Entry:
    table = guest.client.table
    assert table is not None
    return table.entries[-1]


async def test_the_app_is_played_in_a_page_resized_and_reloaded(tmp_path: Path) -> None:
    async with (
        hosted(tmp_path) as (here, real),
        chromium() as browser,
        tab(browser, DESKTOP, f"{here.url}/play") as page,
    ):
        await until(lambda: b"Meet somebody" in real.written)
        (player,) = real.running
        wide = _size(player)
        await page.until("document.activeElement.className === 'xterm-helper-textarea'")
        await page.press("p")  # play now
        await until(lambda: b"CARD" in real.written)
        while b"builds on" not in real.written:  # the card may not be drawn yet
            await _typed(page, real, "Tab", "Enter")  # to the next legal hex, and build there
        await page.do("Input.dispatchMouseEvent", type="mouseMoved", x=500, y=300)
        await page.click(500, 300)
        await until(lambda: b"\x1b[<0;" in real.typed)
        await page.size(900, 560)
        await until(lambda: _size(player).columns < wide.columns and _size(player).rows < wide.rows)
        real.written = b""
        await page.reload()
        await until(lambda: b"your turn" in real.written)  # painted once more
        assert real.running == [player]
        assert await page.run("document.getElementById('over').hidden")
        styles = [each for each in page.complaints if "Content Security Policy" in each]
        assert page.complaints == styles  # the terminal's script asks for styles it can do without
        await page.open("about:blank")
        assert real.running == [player]  # it waits for its page


async def _typed(page: Tab, real: Real, *keys: str) -> None:
    """Wait until something is painted: keys that are still on their way would play on."""
    seen = len(real.written)
    for key in keys:
        await page.press(key)
    await until(lambda: len(real.written) > seen)


def _size(player: Player) -> Window:
    """Of the terminal, as its program sees it."""
    data = fcntl.ioctl(player._files.outputs[0], termios.TIOCGWINSZ, bytes(8))
    rows, columns, _x, _y = struct.unpack("HHHH", data)
    return Window(columns, rows)


async def test_a_page_comes_back_by_itself_when_the_door_does() -> None:
    fake = Fake()
    async with relay_at() as relay, chromium() as browser:
        async with WebDoor(Settings(relay, port=0, programs=fake)) as door:
            page = await browser.tab()
            await page.open(f"{door.url}/play")
            await until(lambda: len(fake.running) == 1)
        await page.until("!document.getElementById('over').hidden")
        assert "lost" in await page.run("document.querySelector('#over p').textContent")
        again = Fake()
        async with WebDoor(Settings(relay, port=door.port, programs=again)):
            await until(lambda: len(again.running) == 1)
            await page.until("document.getElementById('over').hidden")


async def test_a_page_to_tap_on_says_that_its_connection_is_lost_and_comes_back() -> None:
    said, told = "document.getElementById('said').textContent", "The connection is lost."
    async with relay_at() as relay, chromium() as browser:
        async with WebDoor(Settings(relay, port=0, programs=Fake())) as door:
            page = await browser.tab()
            await page.size(*PHONE, is_phone=True)
            await page.open(f"{door.url}/new/kingdom")
            await page.until("!!document.getElementById('name')")
            await page.run("document.getElementById('name').value = 'pia'")
            await page.run("document.querySelector('#enter button').click()")
            await page.until("document.getElementById('buttons').childElementCount > 0")
            assert await page.run(said) == ""
        await page.until(f"{said}.startsWith({told!r})")
        assert await page.run("document.getElementById('said').offsetHeight") > 0
        await page.run("document.getElementById('line').value = 'anybody here?'")
        await page.run("document.querySelector('#say button').click()")
        async with WebDoor(Settings(relay, port=door.port, programs=Fake())):
            await page.until(f"{said} === ''")
            # What could not be sent is still there.
            assert await page.run("document.getElementById('line').value") == "anybody here?"
            await page.run("document.querySelector('#say button').click()")
            await page.until("document.querySelectorAll('#lines li').length === 1")
            assert await page.run("document.getElementById('line').value") == ""


async def test_what_the_app_copies_is_handed_to_the_clipboard() -> None:
    async with (
        pretended() as (here, fake),
        chromium() as browser,
        tab(browser, DESKTOP, f"{here.url}/play") as page,
    ):
        await page.until("document.activeElement.className === 'xterm-helper-textarea'")
        await page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        (program,) = fake.running
        program.ear.wrote(b"\x1b]52;c;S1E3LTRUTg==\x07", False)  # as the app says it
        await page.until("window.copied === 'KQ7-4TN'")


async def test_a_page_from_elsewhere_cannot_connect(tmp_path: Path) -> None:
    """The same server under another name is another origin, and so is everybody else."""
    async with (
        pretended() as (here, fake),
        room(here, tmp_path) as host,
        chromium() as browser,
        tab(browser, DESKTOP, here.url.replace("127.0.0.1", "localhost")) as page,
    ):
        for path in (f"/live/{host.client.code}", PLAY, f"/taps/{host.client.code}"):
            ending = await page.run(
                f"new Promise(done => {{ const s = new WebSocket('{here.socket}{path}');"
                " s.onopen = () => done('open'); s.onerror = () => done('refused'); })"
            )
            assert ending == "refused"
        assert not fake.running
