"""A real browser without a window, driven over its own protocol, where it is installed."""

from __future__ import annotations

import asyncio
import base64
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from tests.tools import path_of

DEADLINE: Final = 50.0  # seconds for anything that a test waits for
_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
    "about:blank",
)
_LARGEST: Final = 2**26  # bytes of an answer: a screenshot is one
_KEYS: Final = {"Enter": ("\r", 13), "Tab": ("", 9), "Escape": ("", 27), "ArrowDown": ("", 40)}


class Trouble(AssertionError):
    """The browser refuses, or a script in the page failed."""


class Tab:
    """One page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session
        self.complaints: list[str] = []  # what the page wrote to its console, and what broke

    async def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        return await self._browser.do(method, self._session, **parameters)

    async def run(self, script: str) -> Any:
        """The value of an expression, waited for if it is a promise."""
        answer = await self.do(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise Trouble(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    async def open(self, address: str) -> None:
        """Go there, and wait until the page is loaded."""
        await self.run("window.isOld = true")
        await self.do("Page.navigate", url=address)
        await self.until("!window.isOld")
        await self.until("document.readyState === 'complete'")

    async def reload(self) -> None:
        await self.run("window.isOld = true")
        await self.do("Page.reload")
        await self.until("!window.isOld && document.readyState === 'complete'")

    async def until(self, condition: str, deadline: float = DEADLINE) -> Any:
        """Wait until an expression of the page is true."""
        end = asyncio.get_running_loop().time() + deadline
        while True:
            with suppress(Trouble):  # a page between two others has nothing to ask
                if value := await self.run(condition):
                    return value
            if asyncio.get_running_loop().time() > end:
                shown = await self.run("document.body.innerText.slice(0, 800)")
                raise AssertionError(f"never: {condition}; the page shows: {shown}")
            await asyncio.sleep(0.05)

    async def size(self, width: int, height: int, is_phone: bool = False) -> None:
        scale = 2 if is_phone else 1
        await self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=is_phone,
        )
        await self.do("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    async def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            await self.do(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    async def press(self, key: str) -> None:
        """A key by its name, or a character."""
        text, code = _KEYS.get(key, (key, ord(key[0].upper())))
        down = "keyDown" if text else "rawKeyDown"
        for kind in (down, "keyUp"):
            await self.do(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                text=text if kind == "keyDown" else "",
                windowsVirtualKeyCode=code,
            )

    async def swipe(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """With one finger."""
        for kind, places in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
            points = [{"x": x, "y": y} for x, y in places]
            await self.do("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    async def picture(self, path: Path) -> None:
        answer = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


class Browser:
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._tabs: dict[str, Tab] = {}

    async def do(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        await self._line.send(json.dumps(message))
        return await asyncio.wait_for(answer, DEADLINE)

    async def tab(self) -> Tab:
        """A new one, with cookies of its own."""
        context = await self.do("Target.createBrowserContext")
        target = await self.do(
            "Target.createTarget", url="about:blank", browserContextId=context["browserContextId"]
        )
        attached = await self.do("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        tab = self._tabs[attached["sessionId"]] = Tab(self, attached["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            await tab.do(f"{domain}.enable")
        return tab

    async def hear(self) -> None:
        async for data in self._line:
            message = json.loads(data)
            if "id" in message:
                answer = self._waiting.pop(message["id"])
                if "error" in message:
                    answer.set_exception(Trouble(json.dumps(message["error"])))
                elif not answer.done():
                    answer.set_result(message["result"])
            elif message.get("sessionId") in self._tabs:
                self._complain(self._tabs[message["sessionId"]], message)

    @staticmethod
    def _complain(tab: Tab, message: dict[str, Any]) -> None:
        told = message["params"]
        if message["method"] == "Log.entryAdded" and told["entry"]["level"] == "error":
            tab.complaints.append(told["entry"]["text"])
        elif message["method"] == "Runtime.exceptionThrown":
            tab.complaints.append(json.dumps(told["exceptionDetails"])[:500])


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser with an empty profile; it ends with the context, whatever happens."""
    name = path_of("chromium")
    assert name is not None, "Chromium is not installed"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        quiet = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            name, f"--user-data-dir={folder}", *_FLAGS, stdin=quiet, stdout=quiet, stderr=quiet
        )
        try:
            async with connect(
                await _address(Path(folder)), proxy=None, max_size=_LARGEST, compression=None
            ) as line:
                browser = Browser(line)
                hearing = asyncio.create_task(browser.hear())
                try:
                    yield browser
                finally:
                    with suppress(Exception):
                        await browser.do("Browser.close")
                    hearing.cancel()
                    await asyncio.gather(hearing, return_exceptions=True)
        finally:
            try:
                await asyncio.wait_for(process.wait(), 5)
            except TimeoutError:
                process.kill()
                await process.wait()


async def _address(folder: Path) -> str:
    """Where the browser listens; it writes that down when it does."""
    end = asyncio.get_running_loop().time() + DEADLINE
    file = folder / "DevToolsActivePort"
    while asyncio.get_running_loop().time() < end:
        with suppress(OSError, ValueError):
            port, path = file.read_text().split()
            return f"ws://127.0.0.1:{port}{path}"
        await asyncio.sleep(0.05)
    raise AssertionError("the browser did not start")
