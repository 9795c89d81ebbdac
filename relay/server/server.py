"""A relay that listens on a port, from its start to a stop that informs every client.

    async with Relay(Settings(port=0), MemoryStore()) as relay:
        print(relay.address)

``kb-relay`` runs one as a process (relay/server/cli.py); the app can run one for its own network.
"""

from __future__ import annotations

import logging
import secrets
import ssl
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Final, Self, cast

from websockets.asyncio.server import Server, ServerConnection, serve

from relay.hub.hub import Hub
from relay.protocol.limits import Limits
from relay.server.admission import Admission, Network, is_loopback
from relay.server.driver import Driver
from relay.server.http import HttpPages
from relay.server.logs import event
from relay.server.websocket import WebSocket
from relay.store.log_store import LogStore, SharedStore

_OPEN: Final = 5.0  # seconds for the handshake
_CLOSE: Final = 3.0  # seconds for a peer to say good-bye too
_WRITE: Final = 65_536  # bytes; above that the library's own sends would wait
_LIBRARY: Final = logging.getLogger("relay.websockets")


@dataclass(frozen=True)
class Settings:
    """How a relay runs; the defaults suit your own machine."""

    host: str = "127.0.0.1"
    port: int = 8765  # 0: any that is free
    limits: Limits = field(default_factory=Limits)
    tls: ssl.SSLContext | None = None
    proxies: tuple[Network, ...] = ()  # whose X-Forwarded-For is believed
    back: float = 3.0  # after a stop, seconds before clients come back
    name: str = "kbtui"  # told to clients
    own_url: str = ""  # where clients reach this relay, and not another one behind the same name
    door_key: str = ""  # of the badges with which doors say for whom they connect; none: no doors
    metrics_token: str = ""  # opens the page of figures from elsewhere; none: this machine only


class Relay:
    def __init__(self, settings: Settings, store: LogStore) -> None:
        """The store is closed with the relay."""
        self._settings = settings
        self._store = store
        self._driver: Driver | None = None
        self._server: Server | None = None
        self.port = settings.port

    async def start(self) -> None:
        """Listen; raises OSError if that cannot be."""
        settings = self._settings
        # Frames hold secrets, and the library would log them at its own level.
        _LIBRARY.setLevel(logging.WARNING)
        relay = self._store.name if isinstance(self._store, SharedStore) else b""
        hub = Hub(settings.limits, secrets.token_bytes, settings.name, relay, settings.own_url)
        driver = Driver(hub, self._store, Admission(settings.limits, settings.proxies))
        try:
            self._server = await serve(
                driver.serve,
                settings.host,
                settings.port,
                process_request=HttpPages(
                    driver, settings.metrics_token, settings.door_key
                ).process_request,
                create_connection=cast(type[ServerConnection], partial(WebSocket, driver)),
                ssl=settings.tls,
                **self._limits(),
            )
        except BaseException:
            await driver.stop()
            raise
        self._driver = driver
        self.port = self._server.sockets[0].getsockname()[1]
        event(logging.INFO, "listening", address=self.address)
        if settings.tls is None and not is_loopback(settings.host):
            text = "without TLS everybody on the way can read tokens and take seats"
            event(logging.WARNING, "plain", address=self.address, text=text)

    def _limits(self) -> dict[str, Any]:
        """Of the library. It would ping on its own, but with a task for each connection."""
        return {
            "max_size": self._settings.limits.frame,
            "max_queue": 8,
            "write_limit": _WRITE,
            "compression": None,
            "open_timeout": _OPEN,
            "close_timeout": _CLOSE,
            "ping_interval": None,
            "origins": [None],
            "server_header": None,
            "logger": _LIBRARY,
        }

    @property
    def address(self) -> str:
        scheme = "ws" if self._settings.tls is None else "wss"
        host = self._settings.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"

    async def stop(self) -> None:
        """Tell everybody when to come back, finish what is on its way, close the store."""
        server, driver = self._server, self._driver
        if server is None or driver is None:
            return
        self._server = self._driver = None
        event(logging.INFO, "stopping", connections=len(driver.websockets))
        server.close(close_connections=False)
        driver.say_goodbye(self._settings.back)
        await server.wait_closed()
        await driver.stop()
        event(logging.INFO, "stopped")

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()
