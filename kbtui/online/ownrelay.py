"""A relay inside the app, for people on the same network: starts with one key, stops with the app.

Its rooms are stored in a file among the player's data, so a crash loses nothing: returning to a
seat in one of them starts the relay again. One window of the player runs it; others find it through
a lock file that holds its port.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from kbtui.disk.files import make_folder
from kbtui.disk.locks import lock
from kbtui.text.address import PORT, Address, parse_address
from kbtui.text.i18n import _
from relay.protocol.room_codes import tidy_code
from relay.server.server import Relay, Settings
from relay.server.store_file import open_store
from relay.store import sqlite

_STORE: Final = "own-relay.sqlite"
_LOCK: Final = "own-relay.lock"
_EVERYWHERE: Final = "0.0.0.0"
_PORTS: Final = 20  # that are tried
_DIGITS: Final = 5
_ABROAD: Final = ("192.0.2.1", 9)  # nobody is there, and nothing is sent


class OwnRelay:
    def __init__(self, folder: Path, port: int = PORT, host: str = _EVERYWHERE) -> None:
        """Find a port, from the given one on; raises OSError if none is free."""
        make_folder(folder)
        self._folder = folder
        self._host = host
        self._relay: Relay | None = None
        self._one_start = asyncio.Lock()
        self.trouble = ""  # why it cannot be reached
        self.addresses: tuple[str, ...] = ()  # as others reach it, once it is started
        self._handle: int | None = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        self.is_elsewhere = not lock(self._handle)  # another window runs it
        if self.is_elsewhere:
            self.port = _read_port(self._handle) or port
            return
        try:
            self.port = _free_port(host, port)
        except OSError:
            self.let_go()
            raise
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, str(self.port).encode(), 0)

    @property
    def address(self) -> Address:
        """As this machine reaches it."""
        return parse_address(f"127.0.0.1:{self.port}")

    def is_of(self, address: Address) -> bool:
        return address == self.address

    async def start(self) -> None:
        """Listen, unless it does so already; raises OSError."""
        async with self._one_start:
            # In a thread: a machine that does not know its own name may look for it for seconds.
            hosts = await asyncio.to_thread(lan_addresses) or [socket.gethostname()]
            self.addresses = tuple(f"{host}:{self.port}" for host in hosts)
            if self._relay is None and not self.is_elsewhere:
                try:
                    self._relay = await self._started()
                except OSError as error:
                    reason = error.strerror or str(error)
                    text = _("A relay cannot be started here: {reason}")
                    self.trouble = text.format(reason=reason)
                    raise
            self.trouble = ""

    async def _started(self) -> Relay:
        store = open_store(self._folder / _STORE)
        relay = Relay(Settings(self._host, self.port), store)
        await relay.start()
        return relay

    async def stop(self) -> None:
        """Tell everybody in its rooms, and close the file."""
        relay, self._relay = self._relay, None
        if relay is not None:
            await relay.stop()
        self.let_go()

    def let_go(self) -> None:
        """Let another window run it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def has_room(folder: Path, code: str) -> bool:
    """Whether a room is one of our own relay."""
    room = tidy_code(code)
    try:
        return room is not None and sqlite.has_room(folder / _STORE, room)
    except OSError:  # no store, or none that can be read
        return False


def lan_addresses() -> list[str]:
    """Those of this machine that others on the network may reach, the likeliest first."""
    found = [_outward()]
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(info[4][0]) for info in infos]
    except OSError:
        pass
    return [each for each in dict.fromkeys(found) if each and not ip_address(each).is_loopback]


def _outward() -> str:
    """The address that a line to elsewhere would have."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ABROAD)
            return str(probe.getsockname()[0])
        except OSError:  # no network at all
            return ""


def _free_port(host: str, first: int) -> int:
    for port in range(first, first + _PORTS):
        with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    text = _("all ports from {first} to {last} are in use").format(
        first=first, last=first + _PORTS - 1
    )
    raise OSError(0, text)


def _read_port(handle: int) -> int | None:
    text = os.pread(handle, _DIGITS, 0).decode("ascii", "replace")
    return int(text) if text.isdigit() else None
