"""The SSH server: its own loop of accepting, so that connections are counted before a key exchange.

async with SshDoor(Settings(host, port, key), shared) as door:
    print(door.port)
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import asyncssh

from kbtui.door.shared import Shared
from kbtui.door.ssh import proxy
from kbtui.door.ssh.login import Login
from kbtui.door.ssh.session import Session
from relay.protocol.limits import Limits
from relay.server.admission import Admission, Network
from relay.server.logs import event, trouble

# Sockets of one address, twice as many as its connections; how many may come at once, and a second.
LIMITS: Final = Limits(connections=10, all_connections=400, arrivals=20, arrival_rate=2.0)
_BACKLOG: Final = 128
_WINDOW: Final = 64 * 1024  # bytes that a client may send before a program has read
_HEADER: Final = 3.0  # seconds for a proxy to say whose connection it is
_VERSION: Final = "kb-door"


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 2222  # 0: any that is free
    key: Path = Path("host_key")
    proxies: tuple[Network, ...] = ()  # they say whose connections they pass on
    limits: Limits = field(default_factory=lambda: LIMITS)


def host_key(path: Path) -> asyncssh.SSHKey:
    """Made at the first start, for this user alone; raises OSError, asyncssh.KeyImportError."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", comment="kb-door")
        draft = path.with_name(f".{path.name}")
        draft.touch(mode=0o600)
        draft.write_bytes(key.export_private_key())
        draft.rename(path)
    return asyncssh.read_private_key(path)


class SshDoor:
    def __init__(self, settings: Settings, shared: Shared) -> None:
        self._settings, self._shared = settings, shared
        self._admission = Admission(settings.limits, settings.proxies)
        self._listeners: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._shaking: set[asyncio.Task[None]] = set()
        self.logins: set[Login] = set()
        self.key = host_key(settings.key)
        self.port = settings.port
        self._options: Any = None

    @property
    def fingerprint(self) -> str:
        return str(self.key.get_fingerprint())

    def bind(self) -> None:
        """Take the port, while that is still allowed; raises OSError."""
        settings = self._settings
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):  # the next door starts while this one lets people end
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        try:
            listener.bind((settings.host, settings.port))
            listener.listen(_BACKLOG)
        except OSError:
            listener.close()
            raise
        listener.setblocking(False)
        self.port = listener.getsockname()[1]
        self._listeners.append(listener)

    async def start(self) -> None:
        if not self._listeners:
            self.bind()
        self._options = await asyncssh.SSHServerConnectionOptions.construct(
            server_host_keys=[self.key],
            server_version=_VERSION,
            encoding=None,
            line_editor=False,
            login_timeout=self._shared.settings.login,
            # An idle session sends nothing; whether the other end is there, TCP finds out.
            keepalive_interval=0,
            tcp_keepalive=True,
            compression_algs=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            host_based_auth=False,
            gss_host=None,
        )
        loop = asyncio.get_running_loop()
        self._accepting = [loop.create_task(self._accept(each)) for each in self._listeners]

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, peer = await loop.sock_accept(listener)
            except OSError as error:  # no more files: somebody has to go first
                trouble("accept", error)
                await asyncio.sleep(0.5)
                continue
            address = str(peer[0])
            if not self._admission.enter(address, loop.time()):
                self._turn_away(sock, address, "crowd")
                self._admission.leave(address)
                continue
            task = loop.create_task(self._greet(sock, address))
            self._shaking.add(task)
            task.add_done_callback(self._shaking.discard)

    def _turn_away(self, sock: socket.socket, address: str, reason: str) -> None:
        sock.close()
        self._shared.count(f"turned_away_{reason}")
        event(logging.DEBUG, "turned-away", reason=reason, address=address)

    async def _greet(self, sock: socket.socket, address: str) -> None:
        """From the first byte to the login; ``leave`` follows whatever happens."""
        admission, loop = self._admission, asyncio.get_running_loop()
        sock.setblocking(False)
        origin = address
        left = [address]

        def done() -> None:
            for each in left:
                admission.leave(each)
            left.clear()

        try:
            if admission.is_proxy(address):
                origin = await proxy.origin(sock, _HEADER) or address
                if origin != address:
                    left.append(origin)
                    if not admission.enter(origin, loop.time()):
                        raise proxy.BadHeader
            _keep_alive(sock)
            login = Login(self._shared.accounts, self._banner, self._make, done)
            login.origin = "" if admission.is_proxy(origin) else origin
            await self._shake(sock, login, done)
        except (proxy.BadHeader, OSError, TimeoutError):
            self._turn_away(sock, origin, "proxy")
            done()

    async def _shake(self, sock: socket.socket, login: Login, done: Any) -> None:
        self._shared.count("connections")
        try:
            async with asyncio.timeout(self._shared.settings.login + 5.0):
                await asyncssh.run_server(
                    sock, options=self._options, server_factory=lambda: self._kept(login)
                )
            self._shared.count("logins")
        except (asyncssh.Error, OSError, TimeoutError) as error:
            self._shared.count("no_login")
            event(logging.DEBUG, "no-login", error=type(error).__name__)
            with suppress(OSError):
                sock.close()
            done()

    def _kept(self, login: Login) -> Login:
        self.logins.add(login)
        return login

    @property
    def _banner(self) -> str:
        return self._shared.banner

    def _make(self, login: Login) -> Any:
        if self._shared.is_closing:
            return None
        channel = login.connection.create_server_channel(None, "strict", _WINDOW)
        return channel, Session(self._shared, login)

    def stop_accepting(self) -> None:
        for task in self._accepting:
            task.cancel()
        for listener in self._listeners:
            listener.close()
        self._accepting, self._listeners = [], []

    def sessions(self) -> list[Session]:
        self.logins = {login for login in self.logins if not login.connection.is_closed()}
        found = (session for login in self.logins for session in login.sessions)
        return [session for session in found if not session.is_over]

    async def stop(self) -> None:
        self.stop_accepting()
        for task in list(self._shaking):
            task.cancel()
        for login in list(self.logins):
            with suppress(Exception):
                login.connection.close()
        await asyncio.sleep(0)


def _keep_alive(sock: socket.socket) -> None:
    """Who is gone without a word is noticed after some three minutes, without a byte of ours."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 20), ("TCP_KEEPCNT", 6)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
