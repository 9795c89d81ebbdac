"""One connection: a WebSocket of the library, plus the limits that the library does not have.

A peer could exploit what the library leaves to its users: it could stop reading what it is sent,
send endless pings or tiny fragments, or open a socket and say nothing. Here, each of these hurts
only the peer's own connection.

This is also where most of a relay's time goes, so there are two shortcuts. Messages are handed on
at once, without a task in between, and a message that arrives as one small frame bypasses the
library's parser. A frame for many peers is encoded once.

This is the only module that depends on the internals of ``websockets``: it overrides what asyncio
calls, and ``process_event``.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any, Final, Protocol

from websockets.asyncio.server import ServerConnection
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State

from relay.effects import Peer
from relay.protocol.errors import BYES, BadMessage
from relay.protocol.limits import Bucket, Limits
from relay.server.figures import Figures

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part on this platform
    from websockets.utils import apply_mask

_SLICE: Final = 4096  # bytes parsed at once: of the smallest frames some hundred
_KERNEL: Final = 65_536  # bytes that the system keeps for a reader; left alone, it takes megabytes
_READ: Final = 16_384  # bytes read at once; for the loop's 256 kB the system maps memory each time
_BITS: Final = 50  # pings, pongs and parts of messages at once ...
_BIT_RATE: Final = 5.0  # ... and for each second
_PING: Final = Frame(Opcode.PING, b"").serialize(mask=False)
_WHOLE_BINARY, _WHOLE_PONG = 0x80 | Opcode.BINARY, 0x80 | Opcode.PONG  # first bytes of frames
_LONG: Final = 126  # from here on a frame's length does not fit into its second byte
_SHORT_HEADS: Final = tuple(bytes((_WHOLE_BINARY, size)) for size in range(_LONG))
_MASKED: Final = 0x80  # added to the length, in frames from clients
_HEAD: Final = 6  # bytes of a small frame before its data: two, and the mask
_SLOW: Final = (BYES["slow"][0], "slow")
_CONTROL: Final = frozenset({Opcode.PING, Opcode.PONG})


def framed(data: bytes) -> bytes:
    """A message as it goes over every connection."""
    if len(data) < _LONG:
        return _SHORT_HEADS[len(data)] + data
    return Frame(Opcode.BINARY, data).serialize(mask=False)


def is_whole(data: bytes) -> bool:
    """Whether the bytes are small frames from the first to the last."""
    at = 0
    while at + 1 < len(data) and _MASKED <= data[at + 1] < _MASKED + _LONG:
        at += _HEAD + data[at + 1] - _MASKED
    return at == len(data)


class Owner(Protocol):
    """What a connection tells its owner."""

    limits: Limits
    figures: Figures

    def opened(self, websocket: WebSocket) -> bool:
        """A socket was opened; False: close it."""

    def lost(self, websocket: WebSocket) -> None:
        """The socket is closed, by either side."""

    def received(self, websocket: WebSocket, data: bytes) -> None:
        """A whole message came."""

    def broken(self, websocket: WebSocket, error: BadMessage) -> None:
        """What came is not a message."""

    def lags(self, websocket: WebSocket) -> None:
        """Something waits for this reader: look after it."""

    def dropped(self, websocket: WebSocket) -> None:
        """The reader did not read; the connection is down."""


class WebSocket(ServerConnection):
    def __init__(self, owner: Owner, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner
        self.peer: Peer = 0  # none until it is a WebSocket
        self._is_up = False  # can be written to
        self.socket_address = ""  # of the other end, which may be a proxy
        self.address = ""  # whom it is counted for
        self.bearer = ""  # the address that a door of ours names; empty: none
        self.farewell: asyncio.Future[tuple[int, str]] = self.loop.create_future()
        self.is_heard = True  # since the last look
        self._is_plain = False  # only whole small frames came since the handshake, and all count
        self._bits: Bucket | None = None
        self._parts: list[bytes] = []  # of a message that is not whole yet
        self._excess = owner.limits.frame  # what may still come when all is said
        self._pushed = 0  # bytes, of frames that could not go out at once
        self._taken = 0  # of them, how many the reader had when last looked at
        self._stuck = 0.0  # since when it has taken nothing

    # ---- beginning and end -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # not with every loop
            transport.max_size = _READ
        name = transport.get_extra_info("peername")
        self.address = self.socket_address = str(name[0]) if name else "?"
        with suppress(OSError, AttributeError):
            kernel = transport.get_extra_info("socket")
            kernel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL)
        if not self.owner.opened(self):
            self.transport.abort()

    def open(self, peer: Peer) -> None:
        """The handshake is over."""
        self.peer = peer
        self._is_up = self.protocol.state is State.OPEN

    def eof_received(self) -> None:
        self._is_up = False
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.end(1000, "")
        self.owner.lost(self)

    def end(self, code: int, reason: str) -> None:
        """Close it when what was pushed has gone out; what still comes is ignored."""
        self._is_up = self._is_plain = False
        if not self.farewell.done():
            self.farewell.set_result((code, reason))

    # ---- from the peer ---------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.is_heard = True
        owner, size = self.owner, len(data)
        owner.figures.bytes_in += size
        if self._is_plain and size >= _HEAD and data[1] - _MASKED == size - _HEAD < _LONG:
            # The library's parser is between two frames, and this is just one.
            if data[0] == _WHOLE_BINARY and not self._parts:
                owner.received(self, apply_mask(data[_HEAD:], data[2:_HEAD]))
            elif data[0] == _WHOLE_PONG:
                self._spend()
            else:
                self._by_the_library(data)
        elif self.farewell.done():
            self._come_to_an_end(data)
        else:
            self._is_plain = self._is_plain and is_whole(data)
            self._by_the_library(data)

    def _come_to_an_end(self, data: bytes) -> None:
        """All is said; a little may still come, such as the other half of the good-bye."""
        self._excess -= len(data)
        if self._excess < 0:
            self.transport.abort()
        else:
            super().data_received(data)

    def _by_the_library(self, data: bytes) -> None:
        is_first = self.request is None
        for start in range(0, len(data), _SLICE):
            super().data_received(data[start : start + _SLICE])
            if self.farewell.done():
                break
        if is_first and self.request is not None:
            self._is_plain = data.endswith(b"\r\n\r\n") and not self.farewell.done()
        if self.protocol.state in (State.CLOSING, State.CLOSED):
            self.end(1000, "")  # the library closes it, or the peer; a deadline is set by us
        if self.transport.get_write_buffer_size():
            self.owner.lags(self)  # the answers to pings wait too
            self.check(self.loop.time())

    def process_event(self, event: Any) -> None:
        if self.protocol.state is not State.OPEN:
            self._is_up = False  # the peer closes it behind this
        if self.request is None or not isinstance(event, Frame):
            super().process_event(event)
        elif self.farewell.done():
            return
        elif not self.peer:
            self.end(CloseCode.PROTOCOL_ERROR, "too soon")  # it is not a WebSocket yet
        elif event.opcode is Opcode.BINARY and event.fin:
            self.owner.received(self, bytes(event.data))
        elif event.opcode is Opcode.TEXT:
            self.owner.broken(self, BadMessage("text-frame", "messages are binary frames"))
        elif event.opcode is not Opcode.CLOSE and self._spend() and event.opcode not in _CONTROL:
            self._add(event)

    def _spend(self) -> bool:
        """A ping, a pong, or part of a message: not free, though the hub does not see it."""
        now = self.loop.time()
        if self._bits is None:
            self._bits = Bucket(_BITS, _BIT_RATE, now)
        if self._bits.take(now):
            return True
        self.owner.broken(self, BadMessage("too-fast", "too many pings, or parts of messages"))
        return False

    def _add(self, frame: Frame) -> None:
        """Part of a message; the library sees to their order, and bounds what they come to."""
        self._parts.append(bytes(frame.data))
        if frame.fin:
            parts, self._parts = self._parts, []
            self.owner.received(self, b"".join(parts))

    # ---- to the peer -----------------------------------------------------------------------------

    def push(self, frame: bytes) -> None:
        """Write a frame; it waits in the transport if the peer reads slowly."""
        if self._is_up:
            transport = self.transport
            transport.write(frame)
            if transport.get_write_buffer_size():
                self._pushed += len(frame)
                self.owner.lags(self)
                self.check(self.loop.time())

    def check(self, now: float) -> bool:
        """Whether something still waits for the reader; one who takes nothing is dropped."""
        waiting = self.transport.get_write_buffer_size()
        if not waiting:
            self._stuck = 0.0
            return False
        limits = self.owner.limits
        if not self._stuck or self._pushed - waiting > self._taken:
            self._taken, self._stuck = self._pushed - waiting, now
        if waiting > limits.outbox or now - self._stuck > limits.stall:
            self.transport.abort()  # to close would wait behind the same buffer
            if not self.farewell.done():
                self.end(*_SLOW)
                self.owner.dropped(self)
            return False
        return True

    def ask_for_a_sign(self) -> None:
        """Ask for a sign of life: whatever comes is one."""
        self.is_heard = False
        self.push(_PING)
