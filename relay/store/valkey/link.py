"""One connection to one server: questions in, answers out, and nothing is ever asked twice.

The client library would repeat a question whose answer was lost, up to ten times. For an append
that is wrong: the second one finds the first, and says that somebody else was faster. So only its
connections are used here, without its client, and the caller decides what to do after a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from ssl import SSLWantReadError, SSLWantWriteError
from typing import Any, Final

from relay.store.valkey.address import Address, Node
from relay.store.valkey.replies import Refused as Refused
from relay.store.valkey.replies import Replies
from relay.store.valkey.scripts import ALL

Command = tuple[Any, ...]
_CONNECT: Final = 3.0  # seconds
PATIENCE: Final = 5.0  # for an answer
_CHUNK: Final = 65_536  # bytes read at once
# With these a server says that it is not there yet, or has no place: nobody was refused anything.
_NOT_NOW: Final = ("LOADING", "ERR max number of clients")


class Unreachable(OSError):
    """The server does not answer, or is no longer there; what it was asked may have been done."""


class NoLibrary(OSError):
    """The extra is not installed."""


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        text = "a store in Valkey needs a library: pip install '.[cluster]'"
        raise NoLibrary(0, text) from None


def _make(address: Address, node: Node, is_plain: bool, patience: float) -> Any:
    connection = _library("redis.connection")
    arguments: dict[str, Any] = {
        "username": None if is_plain else address.user or None,
        "password": None if is_plain else address.password or None,
        "db": 0 if is_plain else address.database,
        "socket_timeout": patience,
        "socket_connect_timeout": min(patience, _CONNECT),
        "retry": _library("redis.retry").Retry(_library("redis.backoff").NoBackoff(), 0),
        "protocol": 2,
        "driver_info": None,
    }
    if node.path:
        return connection.UnixDomainSocketConnection(path=node.path, **arguments)
    arguments |= {"host": node.host, "port": node.port}
    if not address.is_tls:
        return connection.Connection(**arguments)
    return connection.SSLConnection(
        ssl_ca_certs=address.ca or None,
        ssl_certfile=address.cert or None,
        ssl_keyfile=address.key or None,
        **arguments,
    )


def pack(commands: Sequence[Command]) -> bytes:
    """As they are sent. The library's own way takes several times as long."""
    parts: list[bytes] = []
    for command in commands:
        parts.append(b"*%d\r\n" % len(command))
        for value in command:
            data = value if type(value) is bytes else str(value).encode()
            parts.append(b"$%d\r\n%b\r\n" % (len(data), data))
    return b"".join(parts)


class Link:
    """Made connected. Use it from one thread; ``close`` may come from another."""

    def __init__(
        self, address: Address, node: Node, is_plain: bool = False, patience: float = PATIENCE
    ) -> None:
        """``is_plain``: without the user and our scripts, for a sentinel; ``patience``: seconds for
        an answer. Raises OSError."""
        self.node = node
        self._errors = _library("redis.exceptions")
        self._connection = _make(address, node, is_plain, patience)
        try:
            self._connection.connect()
        except self._errors.RedisError as error:
            self._connection.disconnect()
            raise self._as_os_error(error) from None
        self._replies, self._patience = Replies(), patience
        self._wait = patience  # as the socket has it
        self.run_id = b""
        if not is_plain:
            self._greet()

    def _greet(self) -> None:
        """Which server this is, and our scripts for it."""
        info, *loaded = self.ask([("INFO", "server"), *(("SCRIPT", "LOAD", each) for each in ALL)])
        for answer in (info, *loaded):
            if isinstance(answer, Refused):
                self.close()
                raise answer
        for line in info.splitlines():
            if line.startswith(b"run_id:"):
                self.run_id = line.partition(b":")[2]

    def _as_os_error(self, error: Exception) -> OSError:
        known = self._errors
        if isinstance(error, known.ResponseError | known.AuthenticationError):
            return Refused(_text(error))
        return Unreachable(0, f"{self.node}: {error}")

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """All at once; for each its answer, or ``Refused``. Raises Unreachable."""
        self._send(commands)
        found = self._take(len(commands))
        while len(found) < len(commands):
            self._feed(self._patience)
            found += self._take(len(commands) - len(found))
        return found

    def _send(self, commands: Sequence[Command]) -> None:
        try:
            self._wait_for(self._patience)
            self._connection.send_packed_command([pack(commands)], check_health=False)
        except (self._errors.RedisError, AttributeError) as error:
            self.close()
            raise self._as_os_error(error) from None

    def _feed(self, wait: float) -> bool:
        """Whether something came within that many seconds; raises Unreachable."""
        sock = self._connection._sock
        try:
            self._wait_for(wait)
            data = sock.recv(_CHUNK)
            while data and hasattr(sock, "pending") and sock.pending():
                data += sock.recv(_CHUNK)
        except (BlockingIOError, SSLWantReadError, TimeoutError) as error:
            if wait < self._patience:
                return False
            self.close()
            raise Unreachable(0, f"{self.node}: no answer ({error})") from None
        except (OSError, AttributeError) as error:  # without a socket: it was closed meanwhile
            self.close()
            raise Unreachable(0, f"{self.node}: {error}") from None
        if not data:
            self.close()
            raise Unreachable(0, f"{self.node}: the connection was closed")
        self._replies.feed(data)
        return True

    def _wait_for(self, seconds: float) -> None:
        """So long the socket waits from now on; to tell it takes a call of the system."""
        if seconds != self._wait:
            self._connection._sock.settimeout(seconds)
            self._wait = seconds

    def _take(self, most: int) -> list[Any]:
        """Answers that are there; raises Unreachable."""
        try:
            found = self._replies.take(most)
        except ValueError as error:
            self.close()
            raise Unreachable(0, f"{self.node}: {error}") from None
        for answer in found:
            if isinstance(answer, Refused) and str(answer.strerror).startswith(_NOT_NOW):
                self.close()
                raise Unreachable(0, f"{self.node}: {answer.strerror}")
        return found

    def ask_one(self, *command: Any) -> Any:
        """Raises OSError."""
        (answer,) = self.ask([command])
        if isinstance(answer, Refused):
            raise answer
        return answer

    # ---- for those who do not wait ---------------------------------------------------------------

    def send(self, *command: Any) -> None:
        """Without waiting for an answer; raises Unreachable."""
        self._send([command])

    def write(self, data: bytes | bytearray) -> int:
        """As much of it as the system takes now; raises Unreachable."""
        try:
            self._wait_for(0.0)
            return int(self._connection._sock.send(data))
        except (BlockingIOError, SSLWantReadError, SSLWantWriteError):
            return 0
        except (OSError, AttributeError) as error:
            self.close()
            raise Unreachable(0, f"{self.node}: {error}") from None

    def receive(self, most: int, wait: float = 0.0) -> list[Any]:
        """What has come, or comes within that many seconds; raises OSError."""
        found = self._take(most)
        if not found and self._feed(wait):
            found = self._take(most)
        return found

    def fileno(self) -> int:
        return int(self._connection._sock.fileno())

    @property
    def is_open(self) -> bool:
        return bool(self._connection.is_connected)

    def close(self) -> None:
        self._connection.disconnect()


def _text(error: Any) -> str:
    """The library takes the first word away from what it knows."""
    return f"{getattr(error, 'status_code', None) or ''} {error}".strip()
