"""The relay of a door: a separate process beside it, started again whenever it ends.

A relay that answers on the port already is taken as it is: the door before this one, which lets its
players end, still runs it. It goes with that door; then this one starts its own.

For the relay, all of the door's players connect from this machine. So each connection has a badge
with the address of its player, sealed with a key that only the door and its relay can read.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final

from kbtui.door.players.players import Players
from relay.protocol.limits import Limits
from relay.server.admission import badge
from relay.server.logs import event

HOST: Final = "127.0.0.1"
_LOOK: Final = 0.5  # seconds between two looks
_READY: Final = 20.0  # seconds for a start
_GLANCE: Final = 0.05  # seconds between two looks, while it starts or stops
_STOP: Final = 8.0  # seconds for it to end on its own
# All players of a door come from one address, and are counted by the door.
_LIMITS: Final = (
    *("connections=4000", "arrivals=4000", "arrival_rate=200", "guesses=1000", "guess_rate=20"),
    *("creations=1000", "creation_rate=2"),
)
# What the relay counts by their badges. Where many share an address, a host allows more sessions
# of one: then there is more of this, too.
_OF_PLAYERS: Final = ("address_tries", "address_challenges")


class OwnRelay:
    def __init__(self, store: Path, port: int, players: Players, per_address: int) -> None:
        """``per_address``: sessions that an address may have. Raises OSError."""
        self._store, self.port, self._players = store, port, players
        self._key_file = store.with_name("relay_key")
        players.badge = partial(badge, key_in(self._key_file))
        most = {name: max(getattr(Limits(), name), per_address) for name in _OF_PLAYERS}
        self.limits = (*_LIMITS, *(f"{name}={value}" for name, value in most.items()))
        self._runs = False
        self._watch: asyncio.Task[None] | None = None
        players.relay_ended = self._ended

    @property
    def url(self) -> str:
        return f"ws://{HOST}:{self.port}"

    async def start(self) -> None:
        """Until it answers; raises OSError."""
        self._keep()
        for _ in range(int(_READY / _GLANCE)):
            if _answers(self.port):
                break
            await asyncio.sleep(_GLANCE)
        else:
            raise OSError(f"the relay on port {self.port} does not answer")
        self._watch = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            if not self._runs:
                with suppress(OSError):
                    await self._players.start()  # it may be gone with the spawner
                    self._keep()

    def _ended(self, code: int) -> None:
        self._runs = False
        event(logging.WARNING, "relay-ended", code=code)

    def _keep(self) -> None:
        if not self._runs and not _answers(self.port):
            arguments = ["--host", HOST, "--port", str(self.port), "--store", str(self._store)]
            arguments += ["--door-key", str(self._key_file)]
            for each in self.limits:
                arguments += ["--limit", each]
            self._players.start_relay([*arguments, "--log-level", "warning"])
            self._runs = True

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self._players.stop_relay()
        for _ in range(int(_STOP / _GLANCE)):
            if not self._runs:
                return
            await asyncio.sleep(_GLANCE)


def key_in(path: Path) -> str:
    """Made at the first start, for this user alone; raises OSError."""
    with suppress(FileExistsError), open(path, "x", opener=_private) as file:
        file.write(f"{secrets.token_hex(32)}\n")
    return path.read_text("ascii").strip()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _answers(port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.settimeout(0.2)
        return probe.connect_ex((HOST, port)) == 0
