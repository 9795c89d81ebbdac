"""Programs for pages of tests: real ones, and ones that only write down what reaches them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from kbtui.door.players.config import Config
from kbtui.door.players.players import Full, Listener, Player, Players
from kbtui.door.players.wish import Window, Wish
from kbtui.door.web.terminal.sessions import Wanted
from kbtui.door.web.webserver import Settings, WebDoor
from tests.kbtui.door.web.site import Site, get, site
from tests.kbtui.online.rooms import relay_at

TAB: Final = "abcdefghijklmnop"
PLAY: Final = f"/terminal/play/{TAB}"


# ---- programs -----------------------------------------------------------------------------------


class Real:
    """Runs programs for one account, no matter who asks, and remembers what went through."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.written, self.typed = b"", b""

    @property
    def running(self) -> list[Player]:
        return [*self.players.running.values()]

    async def open(
        self, wanted: Wanted, window: Window, language: str, ear: Listener, _address: str
    ) -> Player:
        wish = Wish(1, "pia", wanted.words, window, asked={"LANG": f"{language}.UTF-8"})
        player = await self.players.open(wish, _Tee(self, ear))
        write = player.write

        def typed(data: bytes) -> bool:
            self.typed += data
            return write(data)

        vars(player)["write"] = typed
        return player

    def left(self, player: Player) -> None: ...


class _Tee:
    def __init__(self, real: Real, ear: Listener) -> None:
        self._real, self._ear = real, ear

    def wrote(self, data: bytes, is_error: bool) -> None:
        self._real.written += data
        self._ear.wrote(data, is_error)

    def ended(self, code: int) -> None:
        self._ear.ended(code)


class Program:
    """Writes its words, and each line that is typed; ``q`` ends it."""

    def __init__(self, wanted: Wanted, window: Window, language: str, ear: Listener) -> None:
        self.wanted, self.windows, self.language, self.ear = wanted, [window], language, ear
        self.is_paused = self.is_hung_up = False
        self.typed = b""

    def write(self, data: bytes) -> bool:
        self.typed += data
        self.ear.wrote(b"<%b>" % data, False)
        if data == b"q":
            self.ear.ended(0)
        return True

    def resize(self, window: Window) -> None:
        self.windows.append(window)

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    def hang_up(self) -> None:
        self.is_hung_up = True
        self.ear.ended(-1)


class Fake:
    def __init__(self, most: int = 100) -> None:
        self.most = most
        self.running: list[Program] = []
        self.left_ones: list[Program] = []
        self.addresses: list[str] = []

    async def open(
        self, wanted: Wanted, window: Window, lang: str, ear: Listener, address: str
    ) -> Player:
        self.addresses.append(address)
        if len(self.running) >= self.most:
            raise Full
        program = Program(wanted, window, lang, ear)
        self.running.append(program)
        ear.wrote(b"\x1b[?1049h\x1b[?25lready", False)
        return cast(Player, program)

    def left(self, player: Player) -> None:
        program = cast(Program, player)
        self.running.remove(program)
        self.left_ones.append(program)


# ---- doors and pages ----------------------------------------------------------------------------


@asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[tuple[Site, Real]]:
    """A door whose pages run real programs."""
    folder.chmod(0o711)
    async with relay_at() as relay:
        players = Players(Config(str(folder)), relay.url, "play.example.org")
        await players.start()
        real = Real(players)
        try:
            async with WebDoor(Settings(relay, port=0, programs=real)) as door:
                yield Site(door, relay), real
        finally:
            await players.stop()


@asynccontextmanager
async def pretended(most: int = 100, **settings: Any) -> AsyncIterator[tuple[Site, Fake]]:
    fake = Fake(most)
    async with site(programs=fake, **settings) as here:
        yield here, fake


class Page:
    """The script's end of a terminal's socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.painted = b""
        self.told: list[Any] = []

    async def say(self, *message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def type(self, text: str) -> None:
        await self.say("stdin", text)

    async def until(self, condition: Callable[[], object]) -> None:
        while not condition():
            data = await asyncio.wait_for(self.socket.recv(), 40)
            if isinstance(data, bytes):
                self.painted += data
            else:
                self.told.append(json.loads(data))

    async def paints(self, text: str) -> None:
        await self.until(lambda: text.encode() in self.painted)

    async def ends(self) -> int:
        """The code with which the socket is closed."""
        with pytest.raises(ConnectionClosed) as ending:
            await self.until(lambda: False)
        assert ending.value.rcvd is not None
        return int(ending.value.rcvd.code)


@asynccontextmanager
async def page(
    here: Site,
    cookie: str,
    path: str = PLAY,
    size: str = "?width=100&height=30",
    origin: str | None = None,
) -> AsyncIterator[Page]:
    async with connect(
        f"{here.socket}{path}{size}",
        origin=Origin(origin or here.url),
        additional_headers={"Cookie": cookie},
        proxy=None,
    ) as socket:
        yield Page(socket)


async def cookie(here: Site) -> str:
    return (await get(here, "/play")).headers["set-cookie"].partition(";")[0]
